//! Questions answered from a manual, in both languages.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice
)]

use crate::support;

use std::cell::RefCell;
use std::rc::Rc;

use kikitori_graph::Ports;
use kikitori_helpdesk::*;
use kikitori_llm::{Message, ToolCall};
use kikitori_scripted::{calls, offers};
use kikitori_store::{RecordingStore, Store};
use serde_json::json;
use support::*;

const ENGLISH: &str = include_str!("../../../web/manuals/kikitori.en.md");
const JAPANESE: &str = include_str!("../../../web/manuals/kikitori.ja.md");

#[test]
fn a_question_is_planned_looked_up_and_answered_with_its_sources() {
    let cases = [
        (
            ENGLISH,
            "Is the result downloaded as a JSON file? What is kept if I close the tab in the middle of a question?",
            ["JSON file", "in the middle of a question"],
        ),
        (
            JAPANESE,
            "結果は JSON ファイルでダウンロードできますか？途中でタブを閉じたらどうなりますか？",
            ["JSON ファイル", "タブを閉じて"],
        ),
    ];
    for (manual, question, expected) in cases {
        let resources = resources(faulty(|_| None), &search(manual), Settings::default());
        let result = result(asked(question, &Ports::new(resources)));
        assert_eq!(result.plan.subtasks.len(), 2, "{:?}", result.plan);
        assert_eq!(result.subtasks.len(), 2);
        let good = |it: &Subtask| it.is_completed && it.failure.is_none();
        assert!(result.subtasks.iter().all(good));
        let text = result.answer.text();
        for expected in expected {
            assert!(text.contains(expected), "{expected} is not in: {text}");
        }
        assert_eq!(result.answer.gaps, []);
        for statement in &result.answer.statements {
            let whole = |citation: &&Citation| {
                let Some(sentence) = citation.marks.first().cloned() else {
                    return false;
                };
                let sentence = &citation.passage.text[sentence];
                assert!(manual[citation.passage.range.clone()].contains(sentence));
                statement.text.contains(sentence)
            };
            let whole: Vec<_> = statement.citations.iter().filter(whole).collect();
            assert!(!whole.is_empty(), "{statement:?}");
        }
    }
}

#[test]
fn a_citation_of_nothing_that_was_found_does_not_count() {
    let model = faulty(|request| {
        let statements = json!({"statements": [
            statement("Bananas grow on Mars.", &["manual#99", "other"]),
            statement("There are no cookies.", &[""; 0]),
        ]});
        offers(request, "answer").then(|| Ok(calls("answer", statements)))
    });
    let statements = result(asked("Are there cookies?", &ports(model)))
        .answer
        .statements;
    assert_eq!(statements.len(), 2);
    assert!(statements.iter().all(|it| it.citations.is_empty()));
}

#[test]
fn what_is_alike_is_planned_once_and_the_same_words_are_searched_for_once() {
    let subtasks = json!({"subtasks": [
        "Are there cookies?", "are there COOKIES", "Where are cookies?"
    ]});
    let model = faulty(move |request| match request {
        request if offers(request, "plan") => Some(Ok(calls("plan", subtasks.clone()))),
        request if is_search(request) => Some(Ok(calls("search", json!({"query": "cookies"})))),
        _ => None,
    });
    let search = search(MANUAL);
    let resources = resources(model, &search, Settings::default());
    let result = result(asked("Cookies?", &Ports::new(resources)));
    let planned = ["Are there cookies?", "Where are cookies?"];
    assert_eq!(result.plan.subtasks, planned);
    assert_eq!(search.searches(), 1);
}

#[test]
fn a_plan_has_at_most_six_subtasks() {
    let questions: Vec<String> = (0..9)
        .map(|it| format!("Question {it} of {it}{it}?"))
        .collect();
    let result = result(asked(&questions.join(""), &ports(faulty(|_| None))));
    assert_eq!((result.plan.subtasks.len(), result.subtasks.len()), (6, 6));
}

#[test]
fn prompts_can_be_replaced_one_by_one() {
    struct Terse;
    impl HelpDeskAgentPrompts for Terse {
        fn plan_system(&self, _: usize, _: &str) -> String {
            "Plan tersely.".into()
        }
    }
    let heard = Rc::new(RefCell::new(Vec::new()));
    let requests = heard.clone();
    let model = faulty(move |request| {
        let first = serde_json::to_string(&request.messages[0]).unwrap();
        requests.borrow_mut().push(first);
        None
    });
    let tools = search(MANUAL).only_tool().unwrap();
    let (settings, clock) = (Settings::default(), Rc::new(Seconds::default()));
    let resources = HelpDeskResources::new(model, tools, Rc::new(Terse), settings, clock);
    result(asked("Are there cookies?", &Ports::new(resources)));
    let heard = heard.borrow();
    assert!(heard[0].contains("Plan tersely."));
    assert!(heard[1].contains("You work on one subtask"));
}

#[test]
fn every_call_of_a_reply_is_on_record_before_it_is_run_and_those_beyond_sixteen_are_refused() {
    let model = faulty(|request| {
        if !is_search(request) {
            return None;
        }
        let mut reply = calls("search", json!({"query": "cookies"}));
        let one = |number: u32| {
            let arguments = json!({ "query": format!("words {number}") });
            // Outcomes could not be told apart by these ids.
            ToolCall::new(
                ["", "same"][number as usize % 2],
                "search",
                arguments.to_string(),
            )
        };
        reply.message.tool_calls = (0..18).map(one).collect();
        reply.message.tool_calls[1].function.arguments = "{\"words\":1}".to_owned();
        Some(Ok(reply))
    });
    let store = Rc::new(RecordingStore::new());
    let settings = Settings {
        max_challenges: 1,
        ..Settings::default()
    };
    let ports = stored_ports(model, store.clone(), settings);
    let subtask = &result(asked("Are there cookies?", &ports)).subtasks[0];
    assert_eq!(subtask.tool_results[0].len(), 18);

    let steps = run_steps(&*store);
    let numbers: Vec<u64> = steps.iter().map(|step| step.sequence).collect();
    assert_eq!(numbers, (0..18).collect::<Vec<u64>>());
    let told = |number: usize| steps[number].output.clone().unwrap().result.message;
    assert!(told(1).contains("Invalid parameters for search at words"));
    assert!(told(15).contains("<passage") || told(15).contains("Nothing was found"));
    assert!(told(16).contains("at most 16 calls"), "{}", told(16));
    assert!(told(17).contains("at most 16 calls"));
    for (number, step) in steps.iter().enumerate() {
        assert_eq!(
            (step.session_id.as_str(), step.tool.as_str()),
            ("run", "search")
        );
        let ended = step.finished_at.unwrap();
        assert!(ended > step.started_at || number >= 16, "{step:?}");
    }
    // Begun in one batch, without an outcome but for those that were refused.
    let begun = (1..=store.batches().len())
        .map(|batches| run_steps(&store.after(batches)))
        .find(|steps| !steps.is_empty());
    let outcomes: Vec<bool> = begun
        .unwrap()
        .iter()
        .map(|it| it.output.is_some())
        .collect();
    assert_eq!(outcomes, [[false; 16].as_slice(), &[true; 2]].concat());
}

#[test]
fn a_tool_that_is_not_there_is_told_to_the_model_and_on_record() {
    let model = faulty(|request| match request {
        request if is_search(request) => Some(Ok(calls("delete_everything", json!({})))),
        _ => None,
    });
    let store: Rc<dyn Store> = Rc::new(RecordingStore::new());
    let ports = stored_ports(model, store.clone(), Settings::default());
    result(asked("Are there cookies?", &ports));
    let steps = run_steps(&*store);
    let told = &steps[0].output.as_ref().unwrap().result.message;
    assert!(
        told.contains("no tool named \"delete_everything\""),
        "{told}"
    );
}

#[test]
fn what_a_run_tells_makes_a_picture_of_it() {
    let heard = Heard::default();
    let (listener, mut progress) = (heard.clone(), RunProgress::default());
    let resources = resources(faulty(|_| None), &search(MANUAL), Settings::default());
    let resources = resources.heard_by(move |event| listener.borrow_mut().push(event));
    let result = result(asked(QUESTION, &Ports::new(resources)));
    let mut planned = false;
    for (event, now) in heard.borrow().iter().zip(0..) {
        progress.apply(event, now);
        planned |= matches!(event, HelpDeskEvent::PlanReady { subtasks } if *subtasks == result.plan.subtasks);
    }
    assert!(planned);
    assert_eq!(progress.plan.state, NodeState::Done);
    assert_eq!(progress.answer.state, NodeState::Done);
    assert_eq!(progress.draft, result.answer.text());
    assert_eq!(progress.usage.calls, 8);
    for (shown, subtask) in progress.subtasks.iter().zip(&result.plan.subtasks) {
        assert_eq!(&shown.title, subtask);
        assert_eq!((shown.whole.state, shown.challenges), (NodeState::Done, 1));
        assert_eq!(shown.phases, [NodeState::Done; 4]);
        assert!(shown.whole.tokens > 0);
    }
}

#[test]
fn a_subtasks_conversation_has_an_outcome_for_each_of_its_calls() {
    let seen = Rc::new(RefCell::new(Vec::new()));
    let requests = seen.clone();
    let model = faulty(move |request| {
        if is_subtask_answer(request) {
            requests.borrow_mut().push(request.messages.clone());
            // A call that nobody asked for, beside the text.
            let mut reply = player().respond(request);
            let call = ToolCall::new("extra", "search", "{}");
            reply.message.tool_calls.push(call);
            return Some(Ok(reply));
        }
        if is_reflection(request) {
            requests.borrow_mut().push(request.messages.clone());
        }
        None
    });
    result(asked("Are there cookies?", &ports(model)));
    for messages in seen.borrow().iter() {
        let calls = messages.iter().flat_map(|message| match message {
            Message::Assistant(reply) => reply.tool_calls.iter().map(|it| &it.id).collect(),
            _ => Vec::new(),
        });
        let outcomes = messages.iter().filter_map(|message| match message {
            Message::Tool { tool_call_id, .. } => Some(tool_call_id),
            _ => None,
        });
        assert_eq!(calls.collect::<Vec<_>>(), outcomes.collect::<Vec<_>>());
    }
}
