//! What becomes of a subtask: answered, searched for again, or told as not found.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::RefCell;
use std::rc::Rc;

use kikitori_graph::Ports;
use kikitori_helpdesk::*;
use kikitori_llm::{ChatRequest, Message};
use kikitori_scripted::{calls, offers, tags};
use serde_json::{Value, json};
use support::*;

fn reflects(verdict: &str) -> Option<Reply> {
    let advice = json!({"advice": "Nothing about it.", "missing": "", "verdict": verdict});
    Some(Ok(calls("reflect", advice)))
}

/// A model that plays along and remembers what it was sent.
fn watched(
    fault: impl Fn(&ChatRequest) -> Option<Reply> + 'static,
) -> (Rc<dyn kikitori_llm::Model>, Rc<RefCell<Vec<ChatRequest>>>) {
    let seen = Rc::new(RefCell::new(Vec::new()));
    let requests = seen.clone();
    let model = faulty(move |request| {
        requests.borrow_mut().push(request.clone());
        fault(request)
    });
    (model, seen)
}

/// The gaps as they are stored.
fn gaps(result: &AgentResult) -> Vec<Value> {
    let gaps = serde_json::to_value(&result.answer.gaps).unwrap();
    gaps.as_array().unwrap().clone()
}

fn text(request: &ChatRequest) -> String {
    serde_json::to_string(&request.messages).unwrap()
}

#[test]
fn what_the_documents_do_not_hold_is_a_gap_beside_the_rest_and_not_searched_for_again() {
    let (model, seen) = watched(|request| {
        let is_it = is_reflection(request) && is_about_tab(request);
        is_it.then(|| reflects("not_in_documents")).flatten()
    });
    let result = result(asked(QUESTION, &ports(model)));
    let gaps = gaps(&result);
    assert_eq!(gaps.len(), 1, "{gaps:?}");
    assert_eq!(gaps[0]["reason"], "not_in_documents");
    assert_eq!(gaps[0]["task_name"], "What is kept if the tab is closed?");
    assert_eq!(
        gaps[0]["searched"],
        json!(["What is kept if the tab is closed?"])
    );
    assert!(result.answer.text().contains("JSON file"));
    let tab = &result.subtasks[1];
    assert_eq!((tab.is_completed, tab.challenge_count), (false, 1));
    assert_eq!(seen.borrow().len(), 8);
}

#[test]
fn an_answer_that_never_passes_is_given_and_told_as_not_confirmed() {
    let (model, seen) = watched(|request| {
        is_reflection(request)
            .then(|| reflects("search_again"))
            .flatten()
    });
    let result = result(asked("Are there cookies?", &ports(model)));
    assert!(result.answer.text().contains("no cookies"));
    assert_eq!(gaps(&result)[0]["reason"], "not_confirmed");
    let subtask = &result.subtasks[0];
    assert_eq!((subtask.is_completed, subtask.challenge_count), (false, 3));
    assert_eq!(seen.borrow().len(), 11);
}

#[test]
fn a_last_try_that_passes_leaves_no_gap() {
    let model = faulty(|request| {
        let tries = request
            .messages
            .iter()
            .filter(|it| matches!(it, Message::Tool { .. }));
        let is_early = is_reflection(request) && tries.count() < 3;
        is_early.then(|| reflects("search_again")).flatten()
    });
    let result = result(asked("Are there cookies?", &ports(model)));
    assert_eq!(result.subtasks[0].challenge_count, 3);
    assert_eq!(gaps(&result), Vec::<Value>::new());
}

#[test]
fn nothing_is_answered_reflected_on_or_written_where_nothing_was_found() {
    let (model, seen) =
        watched(|request| is_search(request).then(|| Ok(calls("search", json!({"query": "犬"})))));
    let result = result(asked("May I take my dog along?", &ports(model)));
    assert_eq!(result.answer.statements, []);
    let gaps = gaps(&result);
    assert_eq!(gaps[0]["reason"], "not_in_documents");
    assert_eq!(gaps[0]["searched"], json!(["犬"]));
    let seen = seen.borrow();
    assert_eq!(seen.len(), 4, "a plan and three searches");
    // It is told what there is instead.
    assert!(text(&seen[2]).contains("Nothing was found. The documents are:\\\\n- manual"));
    assert!(!text(&seen[2]).contains("<advice>"), "there is none");
}

#[test]
fn a_question_that_the_documents_do_not_hold_at_all_costs_no_writer() {
    let (model, seen) = watched(|request| {
        is_reflection(request)
            .then(|| reflects("not_in_documents"))
            .flatten()
    });
    let result = result(asked("May cookies be brought along?", &ports(model)));
    assert_eq!(
        (result.answer.statements.len(), gaps(&result).len()),
        (0, 1)
    );
    assert!(!seen.borrow().iter().any(|it| offers(it, "answer")));
    assert_eq!(seen.borrow().len(), 4);
}

/// A model whose reflections on the subtask about the tab end so, and whose writer says this.
fn ending(
    verdict: &'static str,
    missing: &'static str,
    written: Value,
) -> Rc<dyn kikitori_llm::Model> {
    faulty(move |request| {
        if is_reflection(request) && is_about_tab(request) {
            let reflected = json!({"advice": "", "missing": missing, "verdict": verdict});
            return Some(Ok(calls("reflect", reflected)));
        }
        let written = json!({ "statements": written });
        offers(request, "answer").then(|| Ok(calls("answer", written)))
    })
}

/// A statement that serves these subtasks.
fn serving(text: &str, subtasks: &[u32], passages: &[&str]) -> Value {
    let mut written = statement(text, passages);
    written["subtasks"] = json!(subtasks);
    written
}

#[test]
fn what_is_known_in_part_is_kept_and_the_rest_is_named() {
    let written = json!([
        serving("It is a JSON file.", &[1], &["manual#0"]),
        serving("Every answer is kept.", &[2], &["manual#1"]),
    ]);
    let model = ending("partly_answered", " for how long ", written);
    let result = result(asked(QUESTION, &ports(model)));
    assert!(result.answer.text().contains("Every answer is kept."));
    let gaps = gaps(&result);
    assert_eq!(gaps.len(), 1, "{gaps:?}");
    assert_eq!(gaps[0]["reason"], "partly_answered");
    assert_eq!(gaps[0]["missing"], "for how long");
    let outcome = result.subtasks[1].outcome();
    assert!(outcome.has_answer && outcome.challenges == 1, "{outcome:?}");
}

#[test]
fn what_a_statement_with_a_source_answers_is_no_gap() {
    for (passages, gaps_left) in [(&["manual#1"][..], 0), (&[], 1)] {
        let written = json!([
            serving("It is a JSON file.", &[1], &["manual#0"]),
            serving("Every answer is kept.", &[2], passages),
        ]);
        let model = ending("not_in_documents", "", written);
        let result = result(asked(QUESTION, &ports(model)));
        assert_eq!(gaps(&result).len(), gaps_left, "{passages:?}");
    }
}

#[test]
fn where_nothing_is_stated_every_subtask_is_told_as_missing() {
    let mut absent = serving("Nothing is said of it.", &[1], &[]);
    absent["says_only_what_is_missing"] = json!(true);
    for written in [json!([]), json!([absent])] {
        let model = ending("not_in_documents", "", written);
        let result = result(asked(QUESTION, &ports(model)));
        assert_eq!(result.answer.statements, []);
        let gaps = gaps(&result);
        assert_eq!(gaps.len(), 2, "{gaps:?}");
        assert!(gaps.iter().all(|gap| gap["reason"] == "not_in_documents"));
    }
}

#[test]
fn what_only_names_what_is_missing_stays_where_no_gap_says_it() {
    let mut differ = serving("No document says which of both holds.", &[1], &[]);
    differ["says_only_what_is_missing"] = json!(true);
    let written = json!([serving("It is a JSON file.", &[1], &["manual#0"]), differ]);
    let model = ending("not_in_documents", "", written);
    let result = result(asked(QUESTION, &ports(model)));
    assert_eq!(
        (result.answer.statements.len(), gaps(&result).len()),
        (2, 1)
    );
}

/// Searches for what is in one section first, and then for what is in another.
fn two_searches(request: &ChatRequest) -> Option<Reply> {
    let is_again = tags::latest(request, "advice").is_some();
    if is_search(request) {
        let query = if is_again { "cookies" } else { "mouse" };
        return Some(Ok(calls("search", json!({ "query": query }))));
    }
    (is_reflection(request) && !is_again)
        .then(|| reflects("search_again"))
        .flatten()
}

#[test]
fn a_further_try_knows_what_was_searched_and_found_and_only_adds_to_the_conversation() {
    let (model, seen) = watched(two_searches);
    result(asked("Cookies and mice?", &ports(model)));
    let seen = seen.borrow();
    let of_subtask: Vec<&ChatRequest> = seen
        .iter()
        .filter(|it| offers(it, "search") || is_reflection(it))
        .collect();
    assert_eq!(of_subtask.len(), 6);
    let told = text(of_subtask[3]);
    assert!(
        told.contains("without a mouse") && told.contains("mouse\\\"}"),
        "{told}"
    );
    for pair in of_subtask.windows(2) {
        let [before, after] = pair else {
            panic!("{pair:?}")
        };
        // The question of a reflection is left out of what comes after it.
        let kept = before.messages.len() - usize::from(is_reflection(before));
        assert_eq!(before.messages[..kept], after.messages[..kept]);
    }
    let is_user = |message: &Message| matches!(message, Message::User { .. });
    for request in of_subtask {
        let mut pairs = request.messages.windows(2);
        assert!(
            !pairs.any(|pair| pair.iter().all(is_user)),
            "{:?}",
            request.messages
        );
    }
}

#[test]
fn the_writer_gets_what_every_try_has_found_the_last_one_first() {
    let (model, seen) = watched(two_searches);
    result(asked("Cookies and mice?", &ports(model)));
    let seen = seen.borrow();
    let written = text(seen.iter().find(|it| offers(it, "answer")).unwrap());
    let at = |words: &str| written.find(&format!("\\n{words}")).unwrap();
    assert!(at("There are no cookies.\\n</passage>") < at("All of it can be used"));
}

#[test]
fn a_passage_is_sent_once_and_by_its_name_from_then_on() {
    let (model, seen) = watched(|request| {
        if !is_search(request) {
            return two_searches(request);
        }
        let mut reply = calls("search", json!({"query": "cookies"}));
        let call = reply.message.tool_calls[0].clone();
        reply.message.tool_calls.push(call);
        Some(Ok(reply))
    });
    let result = result(asked("Are there cookies?", &ports(model)));
    let seen = seen.borrow();
    let last = seen.iter().rfind(|it| is_subtask_answer(it)).unwrap();
    let told = text(last);
    assert_eq!(
        told.matches("There are no cookies.\\\\n").count(),
        1,
        "{told}"
    );
    assert_eq!(told.matches("Found again: manual#3").count(), 3, "{told}");
    // On record, each search has what it found.
    let found = result.subtasks[0].tool_results.iter().flatten();
    assert!(found.clone().count() == 4 && found.clone().all(|it| it.results.len() == 1));
}

#[test]
fn a_plan_of_one_subtask_asks_the_question_itself() {
    let model = faulty(|request| {
        let subtasks = json!({"subtasks": ["cookies"]});
        offers(request, "plan").then(|| Ok(calls("plan", subtasks)))
    });
    let result = result(asked(" Are there cookies? ", &ports(model)));
    assert_eq!(result.plan.subtasks, ["Are there cookies?"]);
}

#[test]
fn planner_and_searchers_are_told_the_documents_and_everybody_the_local_time() {
    let (model, seen) = watched(|_| None);
    let search = search(MANUAL);
    let resources = resources(model, &search, Settings::default())
        .asked_at(Some("Friday 2026-06-05T18:00:00+02:00".to_owned()));
    result(asked("Are there cookies?", &Ports::new(resources)));
    for request in &*seen.borrow() {
        let Message::System { content, .. } = &request.messages[0] else {
            panic!("{request:?}")
        };
        let has_documents = content.contains("- manual: Manual; Download; Tabs; Keyboard; Privacy");
        assert_eq!(has_documents, !offers(request, "answer"), "{content}");
        assert!(!content.contains("18:00"), "the rules can be cached");
        let Message::User { content, .. } = &request.messages[1] else {
            panic!("{request:?}")
        };
        let last = "The visitor's local time when they asked: Friday 2026-06-05T18:00:00+02:00";
        assert!(content.ends_with(last), "{content}");
    }
}

#[test]
fn a_schema_says_what_a_model_needs_and_nothing_about_the_code() {
    let schemas = [
        kikitori_agent::strict_schema::<PlanArgs>(),
        kikitori_agent::strict_schema::<SearchArgs>(),
        kikitori_agent::strict_schema::<ReflectArgs>(),
        kikitori_agent::strict_schema::<AnswerArgs>(),
    ];
    for schema in schemas {
        let text = schema.unwrap().to_string();
        for word in ["See the tool", "as the model writes", "the model", "Rust"] {
            assert!(!text.contains(word), "{word}: {text}");
        }
    }
    let schema = kikitori_agent::strict_schema::<ReflectArgs>().unwrap();
    let verdict = json!([
        "answered",
        "partly_answered",
        "search_again",
        "not_in_documents"
    ]);
    assert_eq!(schema["properties"]["verdict"]["enum"], verdict);
    assert_eq!(schema["required"], json!(["advice", "missing", "verdict"]));
}
