//! A question answered from the sample manual, unbroken and broken, in both languages.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice
)]

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures::executor::block_on;
use futures::future::{LocalBoxFuture, ready};
use kikitori_graph::{Outcome, Ports};
use kikitori_helpdesk::*;
use kikitori_llm::{
    BudgetExceeded, CapKind, Caps, ChatRequest, Completion, Delta, LlmError, Model,
};
use kikitori_ports::TransportError;
use kikitori_scripted::{calls, says};
use kikitori_search::{DocumentId, Index, Segment};
use kikitori_store::RecordingStore;
use serde_json::json;

const ENGLISH: &str = include_str!("../../../web/manuals/kikitori.en.md");
const JAPANESE: &str = include_str!("../../../web/manuals/kikitori.ja.md");

/// A model made of a function.
struct FnModel<F>(F);
impl<F: Fn(&ChatRequest) -> Result<Completion, LlmError>> Model for FnModel<F> {
    fn chat<'a>(
        &'a self,
        request: ChatRequest,
        _: &'a mut dyn FnMut(Delta),
    ) -> LocalBoxFuture<'a, Result<Completion, LlmError>> {
        Box::pin(ready((self.0)(&request)))
    }
}

fn scripted() -> Rc<dyn Model> {
    Rc::new(FnModel(|request: &ChatRequest| {
        Ok(kikitori_demo_model::respond(request))
    }))
}

/// The scripted model, whose every reply takes a moment, with a context of so many tokens; and
/// the tokens of the longest request that it took.
fn slow_scripted(context: u64) -> (Rc<dyn Model>, Rc<Cell<u64>>) {
    struct Slow(u64, Rc<Cell<u64>>);
    impl Model for Slow {
        fn chat<'a>(
            &'a self,
            request: ChatRequest,
            _: &'a mut dyn FnMut(Delta),
        ) -> LocalBoxFuture<'a, Result<Completion, LlmError>> {
            Box::pin(async move {
                let mut has_waited = false;
                std::future::poll_fn(|task| {
                    if std::mem::replace(&mut has_waited, true) {
                        return std::task::Poll::Ready(());
                    }
                    task.waker().wake_by_ref();
                    std::task::Poll::Pending
                })
                .await;
                let tokens = request.estimated_tokens();
                if tokens > self.0 {
                    return Err(LlmError::Status {
                        status: 400,
                        message: "the prompt is longer than the context length".to_owned(),
                        code: None,
                        retry_after: None,
                    });
                }
                self.1.set(self.1.get().max(tokens));
                Ok(kikitori_demo_model::respond(&request))
            })
        }
    }
    let longest = Rc::new(Cell::new(0));
    (Rc::new(Slow(context, longest.clone())), longest)
}

/// Whether `request` offers this tool.
fn offers(request: &ChatRequest, tool: &str) -> bool {
    request.tools.iter().any(|it| it.function.name == tool)
}

fn search(manual: &str) -> Rc<DocumentSearch> {
    let mut index = Index::new();
    index.add(Segment::of_markdown(DocumentId("manual".into()), manual));
    Rc::new(DocumentSearch::new(Rc::new(index), 5).unwrap())
}

fn desk(model: Rc<dyn Model>, search: Rc<DocumentSearch>, settings: Settings) -> Desk {
    Desk::new(model, vec![search], Rc::new(DefaultPrompts), settings)
}

fn asked(question: &str, ports: &Ports<Desk>) -> Outcome<AgentState> {
    let agent = HelpDeskAgent::new().unwrap();
    block_on(agent.run_agent("run", question, ports)).unwrap()
}

fn result(outcome: Outcome<AgentState>) -> AgentResult {
    match outcome {
        Outcome::Done { state } => state.into_result().unwrap(),
        other => panic!("{other:?}"),
    }
}

const QUESTION: &str =
    "How do I download the result and what is kept if I close the tab in the middle of a question?";

#[test]
fn a_question_is_planned_looked_up_and_answered_with_its_sources() {
    let cases = [
        (
            ENGLISH,
            QUESTION,
            ["JSON file", "in the middle of a question"],
        ),
        (
            JAPANESE,
            "結果をダウンロードするには？途中でタブを閉じたらどうなりますか？",
            ["JSON ファイル", "いつでもタブを閉じてかまいません"],
        ),
    ];
    for (manual, question, expected) in cases {
        let desk = desk(scripted(), search(manual), Settings::default());
        let result = result(asked(question, &Ports::new(desk)));
        assert_eq!(result.plan.subtasks.len(), 2, "{:?}", result.plan);
        assert_eq!(result.subtasks.len(), 2);
        assert!(
            result
                .subtasks
                .iter()
                .all(|it| it.is_completed && it.failure.is_none())
        );
        let text = result.answer.text();
        for expected in expected {
            assert!(text.contains(expected), "{expected} is not in: {text}");
        }
        assert_eq!(result.answer.gaps, []);
        for statement in &result.answer.statements {
            assert!(!statement.citations.is_empty(), "{statement:?}");
            for citation in &statement.citations {
                let sentence = &citation.passage.text[citation.sentence.clone()];
                assert!(
                    statement.text.contains(sentence),
                    "{sentence:?} in {:?}",
                    statement.text
                );
                assert!(manual[citation.passage.range.clone()].contains(sentence));
            }
        }
    }
}

#[test]
fn a_kill_after_any_batch_ends_in_the_same_answer() {
    let store = Rc::new(RecordingStore::new());
    let ports = |store: Rc<RecordingStore>| {
        let desk = desk(scripted(), search(ENGLISH), Settings::default());
        Ports::new(desk).with_store(store)
    };
    let unbroken = asked(QUESTION, &ports(store.clone()));
    let batches = store.batches().len();
    assert!(batches > 8, "{batches}");
    let agent = HelpDeskAgent::new().unwrap();
    for (batch, killed) in store.after_each().enumerate() {
        let ports = ports(Rc::new(killed));
        let resumed = block_on(agent.resume("run", &ports)).unwrap();
        assert_eq!(resumed, unbroken, "killed after batch {batch}");
    }
}

#[test]
fn an_answer_that_does_not_pass_is_tried_three_times_without_the_old_calls() {
    let seen = Rc::new(RefCell::new(Vec::new()));
    let requests = seen.clone();
    let model = FnModel(move |request: &ChatRequest| {
        if offers(request, "reflect") {
            return Ok(calls(
                "reflect",
                json!({"advice": "Look elsewhere.", "is_completed": false}),
            ));
        }
        let reply = kikitori_demo_model::respond(request);
        if offers(request, "search") && !reply.message.tool_calls.is_empty() {
            requests.borrow_mut().push(request.messages.clone());
        }
        Ok(reply)
    });
    let desk = desk(Rc::new(model), search(ENGLISH), Settings::default());
    let result = result(asked("Are there cookies?", &Ports::new(desk)));
    let subtask = &result.subtasks[0];
    assert_eq!(subtask.challenge_count, MAX_CHALLENGE_COUNT);
    assert_eq!(
        (subtask.tool_results.len(), subtask.reflection_results.len()),
        (3, 3)
    );
    assert!(
        !result.answer.statements.is_empty(),
        "the last try's answer is used"
    );
    let seen = seen.borrow();
    assert_eq!(seen.len(), 3);
    for messages in &seen[1..] {
        let text = serde_json::to_string(messages).unwrap();
        assert!(!text.contains("tool_calls") && !text.contains("\"role\":\"tool\""));
        assert!(text.contains("Look elsewhere."));
    }
}

#[test]
fn what_fails_in_a_subtask_is_a_stated_gap_and_the_rest_is_answered() {
    type Fault = fn(&ChatRequest) -> Option<Result<Completion, LlmError>>;
    let about_tab = |request: &ChatRequest| {
        let text = serde_json::to_string(&request.messages).unwrap();
        text.contains("<subtask>\\nwhat is kept")
    };
    let faults: [(&str, Fault, &str); 4] = [
        (
            "no call",
            |_| Some(Ok(says("I know it."))),
            "did not search",
        ),
        (
            "no reflection",
            |request| offers(request, "reflect").then(|| Ok(says("Fine."))),
            "did not reflect",
        ),
        (
            "arguments that never fit",
            |request| {
                offers(request, "reflect").then(|| Ok(calls("reflect", json!({"advice": 1}))))
            },
            "Invalid parameters for reflect at advice",
        ),
        (
            "away",
            |_| {
                let detail = "test".into();
                Some(Err(LlmError::Transport(TransportError::Unreachable {
                    detail,
                })))
            },
            "reach",
        ),
    ];
    for (name, fault, reason) in faults {
        let model = FnModel(move |request: &ChatRequest| {
            let fault = if about_tab(request) {
                fault(request)
            } else {
                None
            };
            fault.unwrap_or_else(|| Ok(kikitori_demo_model::respond(request)))
        });
        let desk = desk(Rc::new(model), search(ENGLISH), Settings::default());
        let result = result(asked(QUESTION, &Ports::new(desk)));
        assert_eq!(result.answer.gaps.len(), 1, "{name}: {:?}", result.answer);
        let gap = &result.answer.gaps[0];
        assert!(gap.task_name.starts_with("what is kept"), "{name}: {gap:?}");
        assert!(gap.reason.contains(reason), "{name}: {gap:?}");
        assert!(result.answer.text().contains("JSON file"), "{name}");
    }
}

#[test]
fn a_citation_of_nothing_that_was_found_does_not_count() {
    let model = FnModel(|request: &ChatRequest| {
        if !offers(request, "answer") {
            return Ok(kikitori_demo_model::respond(request));
        }
        Ok(calls(
            "answer",
            json!({"statements": [
                {"text": "Bananas grow on Mars.", "passages": ["manual#0", "manual#99", "other"]},
                {"text": "There are no cookies.", "passages": []},
            ]}),
        ))
    });
    let desk = desk(Rc::new(model), search(ENGLISH), Settings::default());
    let result = result(asked("Are there cookies?", &Ports::new(desk)));
    assert_eq!(result.answer.statements.len(), 2);
    assert!(
        result
            .answer
            .statements
            .iter()
            .all(|it| it.citations.is_empty())
    );
}

#[test]
fn what_is_alike_is_planned_once_and_the_same_words_are_searched_for_once() {
    let model = FnModel(|request: &ChatRequest| {
        if offers(request, "plan") {
            return Ok(calls(
                "plan",
                json!({"subtasks": ["Are there cookies?", "are there COOKIES", "Where are cookies?"]}),
            ));
        }
        if offers(request, "search") && request.tool_choice != Some(kikitori_llm::ToolChoice::None)
        {
            return Ok(calls("search", json!({"query": "cookies"})));
        }
        Ok(kikitori_demo_model::respond(request))
    });
    let search = search(ENGLISH);
    let desk = desk(Rc::new(model), search.clone(), Settings::default());
    let result = result(asked("Cookies?", &Ports::new(desk)));
    assert_eq!(
        result.plan.subtasks,
        ["Are there cookies?", "Where are cookies?"]
    );
    assert_eq!(search.searches(), 1);
}

#[test]
fn a_cap_ends_a_run_in_a_typed_failure_and_a_resume_with_a_higher_one_goes_on() {
    let spent = Rc::new(Cell::new(0));
    let counted = spent.clone();
    let model: Rc<dyn Model> = Rc::new(FnModel(move |request: &ChatRequest| {
        counted.set(counted.get() + 1);
        Ok(kikitori_demo_model::respond(request))
    }));
    let capped = |calls| Settings {
        caps: Caps {
            calls: Some(calls),
            ..Caps::default()
        },
        ..Settings::default()
    };
    let store = Rc::new(RecordingStore::new());
    let ports = |settings| {
        let desk = desk(model.clone(), search(ENGLISH), settings);
        let desk = block_on(desk.recorded(store.clone(), "run")).unwrap();
        Ports::new(desk).with_store(store.clone())
    };
    // One call plans, three for each of two subtasks, and the eighth would answer.
    let first = ports(capped(7));
    let Outcome::Failed { failures, state } = asked(QUESTION, &first) else {
        panic!("not failed")
    };
    assert_eq!(
        failures[0].error.to_string(),
        "model calls are capped at 7, and 7 are used"
    );
    let reached = BudgetExceeded::Reached {
        what: CapKind::Calls,
        limit: 7,
        spent: 7,
    };
    assert_eq!(first.resources.cap_reached(), Some(reached));
    assert_eq!((spent.get(), state.subtask_results.len()), (7, 2));
    let agent = HelpDeskAgent::new().unwrap();
    // What was spent before counts on.
    let again = block_on(agent.resume("run", &ports(capped(7)))).unwrap();
    assert!(matches!(again, Outcome::Failed { .. }), "{again:?}");
    let last = ports(capped(8));
    let resumed = block_on(agent.resume("run", &last)).unwrap();
    assert!(!result(resumed).answer.statements.is_empty());
    assert_eq!(spent.get(), 8, "only the answer was still to be asked for");
    assert_eq!(last.resources.spent().calls, 8);
}

#[test]
fn a_cap_in_the_middle_of_subtasks_leaves_no_gap_once_it_is_raised() {
    let store = Rc::new(RecordingStore::new());
    let ports = |calls| {
        let settings = Settings {
            caps: Caps {
                calls: Some(calls),
                ..Caps::default()
            },
            ..Settings::default()
        };
        let desk = desk(slow_scripted(u64::MAX).0, search(ENGLISH), settings);
        let desk = block_on(desk.recorded(store.clone(), "run")).unwrap();
        Ports::new(desk).with_store(store.clone())
    };
    let outcome = asked(QUESTION, &ports(4));
    assert!(matches!(outcome, Outcome::Failed { .. }), "{outcome:?}");
    let agent = HelpDeskAgent::new().unwrap();
    let last = ports(8);
    let result = result(block_on(agent.resume("run", &last)).unwrap());
    assert!(result.answer.gaps.is_empty(), "{:?}", result.answer.gaps);
    assert_eq!(last.resources.spent().calls, 8);
}

#[test]
fn subtasks_side_by_side_wait_for_one_another_rather_than_fail_at_a_cap_with_room() {
    let settings = Settings {
        caps: Caps {
            // Less than two replies may have, and several times what the run writes.
            completion_tokens: Some(10_000),
            ..Caps::default()
        },
        ..Settings::default()
    };
    let desk = desk(slow_scripted(u64::MAX).0, search(ENGLISH), settings);
    let ports = Ports::new(desk);
    let result = result(asked(QUESTION, &ports));
    assert!(result.answer.gaps.is_empty(), "{:?}", result.answer.gaps);
    assert!(ports.resources.spent().completion_tokens < 5_000);
}

#[test]
fn subtasks_that_are_refused_together_learn_the_context_once() {
    let (model, longest) = slow_scripted(u64::MAX);
    let whole = desk(model, search(ENGLISH), Settings::default());
    result(asked(QUESTION, &Ports::new(whole)));
    let context = longest.get() * 2 / 3;
    let (model, longest) = slow_scripted(context);
    let cut = desk(model, search(ENGLISH), Settings::default());
    let result = result(asked(QUESTION, &Ports::new(cut)));
    assert!(result.answer.gaps.is_empty(), "{:?}", result.answer.gaps);
    assert!(!result.answer.statements.is_empty());
    // Halved once for each of them, it would be a quarter.
    assert!(
        longest.get() * 2 >= context,
        "{} of {context}",
        longest.get()
    );
}

#[test]
fn an_endpoint_with_a_small_context_is_sent_less_of_what_was_found() {
    let (whole, limit) = (Rc::new(Cell::new(0)), Rc::new(Cell::new(u64::MAX)));
    let (longest, most) = (whole.clone(), limit.clone());
    let refused = Rc::new(Cell::new(0));
    let refusals = refused.clone();
    let model: Rc<dyn Model> = Rc::new(FnModel(move |request: &ChatRequest| {
        let tokens = request.estimated_tokens();
        if tokens > most.get() {
            refusals.set(refusals.get() + 1);
            return Err(LlmError::Status {
                status: 400,
                message: "the prompt is longer than the model's context length".to_owned(),
                code: None,
                retry_after: None,
            });
        }
        longest.set(longest.get().max(tokens));
        Ok(kikitori_demo_model::respond(request))
    }));
    let asked_now = || {
        let desk = desk(model.clone(), search(ENGLISH), Settings::default());
        result(asked(QUESTION, &Ports::new(desk)))
    };
    assert!(asked_now().answer.gaps.is_empty());
    limit.set(whole.get() * 2 / 3);
    let result = asked_now();
    assert!(result.answer.gaps.is_empty(), "{:?}", result.answer.gaps);
    assert!(!result.answer.statements.is_empty());
    assert!((1..=6).contains(&refused.get()), "{}", refused.get());
}

#[test]
fn prompts_can_be_replaced_one_by_one() {
    struct Terse;
    impl HelpDeskAgentPrompts for Terse {
        fn plan_system(&self, _: usize) -> String {
            "Plan tersely.".into()
        }
    }
    let heard = Rc::new(RefCell::new(Vec::new()));
    let requests = heard.clone();
    let model = FnModel(move |request: &ChatRequest| {
        requests
            .borrow_mut()
            .push(serde_json::to_string(&request.messages[0]).unwrap());
        Ok(kikitori_demo_model::respond(request))
    });
    let desk = Desk::new(
        Rc::new(model),
        vec![search(ENGLISH)],
        Rc::new(Terse),
        Settings::default(),
    );
    result(asked("Are there cookies?", &Ports::new(desk)));
    let heard = heard.borrow();
    assert!(heard[0].contains("Plan tersely."));
    assert!(heard[1].contains("You work on one subtask"));
}
