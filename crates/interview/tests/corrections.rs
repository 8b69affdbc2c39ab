//! An answer that is written down can be corrected in words, and only what was recorded is told.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use std::cell::RefCell;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_interview::{FieldState, Interview, Pause};
use kikitori_llm::{ChatRequest, Completion};
use kikitori_scripted::{calls, offers, tags};
use kikitori_store::{MemoryStore, Store};
use serde_json::{Value, json};
use support::*;

type Sent = Rc<RefCell<Vec<ChatRequest>>>;

/// The player, whose Reviewer adds `members` to its verdict on an answer that says "sorry".
fn correcting(members: Value, store: Rc<dyn Store>) -> (Interview, Sent) {
    let sent = Sent::default();
    let kept = sent.clone();
    let model = FnModel(move |request: &ChatRequest| {
        kept.borrow_mut().push(request.clone());
        let reply = respond(request);
        let summary = serde_json::to_string(&request.messages).unwrap();
        let last = summary.rsplit("<answer>").next().unwrap_or_default();
        let is_correction = offers(request, "review") && last.contains("Sorry");
        Ok(match is_correction {
            true => with_members(&reply, &members),
            false => reply,
        })
    });
    (start(ports(Rc::new(model), store)), sent)
}

fn with_members(reply: &Completion, members: &Value) -> Completion {
    let call = &reply.message.tool_calls[0];
    let mut verdict: Value = serde_json::from_str(&call.function.arguments).unwrap();
    for (name, value) in members.as_object().unwrap() {
        verdict[name] = value.clone();
    }
    calls("review", verdict)
}

fn answered(interview: &mut Interview, answers: &[&str]) -> Pause {
    block_on(async {
        for answer in answers {
            assert_eq!(interview.advance().await.unwrap(), Pause::Answer);
            interview.answer(answer, page()).await.unwrap();
        }
        interview.advance().await.unwrap()
    })
}

fn value_of(interview: &Interview, field: usize) -> Option<String> {
    interview.orchestrator().outline()[field].value.clone()
}

fn corrects(field_id: &str, value: &str) -> Value {
    json!({"corrects": [{"field_id": field_id, "field_value": value}]})
}

const EARLY: [&str; 4] = [
    "English",
    "Japan",
    "Ada Lovelace",
    "My back hurts. Sorry: Ada King",
];

#[test]
fn an_answer_is_corrected_by_a_later_message_whether_or_not_that_passes() {
    let store = Rc::new(MemoryStore::new());
    let (mut interview, sent) = correcting(corrects("name", "Ada King"), store.clone());
    answered(&mut interview, &EARLY);
    assert_eq!(value_of(&interview, 0).as_deref(), Some("Ada King"));
    let outline = interview.orchestrator().outline();
    assert_eq!(outline[0].state, FieldState::Done);
    assert_eq!(outline[1].state, FieldState::Interviewing, "a follow-up");
    // The Interviewer is told what it is now.
    let last = sent.borrow().last().unwrap().clone();
    let told: Value = tags::latest_json(&last, "corrected").unwrap();
    let change = json!({"label": "Full name", "old": "Ada Lovelace", "new": "Ada King"});
    assert_eq!(told, json!([change]));
    // So is the page, once.
    let chat: Vec<_> = interview.orchestrator().state().chat().cloned().collect();
    let shown = &chat.last().unwrap().data.results["corrected"][0];
    assert_eq!(shown["field_id"], "name");
    assert_eq!(
        (&shown["old"], &shown["new"]),
        (&json!("Ada Lovelace"), &json!("Ada King"))
    );
    let with_change = chat
        .iter()
        .filter(|it| it.data.results.contains_key("corrected"));
    assert_eq!(with_change.count(), 1);
    // And it is stored.
    let state = interview.orchestrator().state();
    let read = block_on(kikitori_interview::load_session(&*store, &state.session_id));
    assert_eq!(read.unwrap().unwrap(), *state);
}

#[test]
fn a_reviewer_is_told_the_ids_of_what_it_can_correct() {
    let (mut interview, sent) = correcting(json!({}), Rc::new(MemoryStore::new()));
    answered(&mut interview, &EARLY);
    let sent = sent.borrow();
    let review = sent.iter().rfind(|it| offers(it, "review")).unwrap();
    let collected: Value = tags::latest_json(review, "collected").unwrap();
    let name = json!({"field_id": "name", "label": "Full name", "value": "Ada Lovelace"});
    assert_eq!(collected, json!([name]));
}

#[test]
fn what_is_no_answer_yet_is_not_corrected_and_goes_back_to_the_model() {
    for members in [
        corrects("trouble", "My head"),
        corrects("notes", "None"),
        corrects("invented", "x"),
        corrects("name", " "),
        json!({"corrects": [{"field_id": "name", "field_value": "A"}, {"field_id": "name", "field_value": "B"}]}),
    ] {
        let (mut interview, _) = correcting(members.clone(), Rc::new(MemoryStore::new()));
        let stuck = answered(&mut interview, &EARLY);
        assert!(matches!(stuck, Pause::Failed(_)), "{members}: {stuck:?}");
        assert_eq!(value_of(&interview, 0).as_deref(), Some("Ada Lovelace"));
        assert_eq!(value_of(&interview, 1), None);
    }
}

#[test]
fn an_answer_that_is_taken_back_takes_its_correction_back() {
    let (mut interview, _) = correcting(corrects("name", "Ada King"), Rc::new(MemoryStore::new()));
    answered(&mut interview, &EARLY[..3]);
    let before = interview.orchestrator().state().clone();
    block_on(async {
        interview.answer(EARLY[3], page()).await.unwrap();
        interview.advance().await.unwrap();
    });
    assert_eq!(value_of(&interview, 0).as_deref(), Some("Ada King"));
    let mut state = interview.orchestrator().state().clone();
    state.apply_update(kikitori_interview::SessionUpdate::TurnWithdrawn);
    assert_eq!(state.collected_fields, before.collected_fields);
    assert_eq!(state.field_progress, before.field_progress);
}

#[test]
fn the_last_answer_gets_a_last_word_where_it_asks_or_corrects_something() {
    let all = |last: &'static str| {
        let mut answers = ANSWERS;
        answers[5] = last;
        answers
    };
    for (members, last, has_word) in [
        (json!({}), "skip", false),
        (
            json!({"question": "When do I hear from you?"}),
            "Sorry, when do I hear from you?",
            true,
        ),
        (corrects("name", "Ada King"), "Sorry, it is Ada King", true),
    ] {
        let (mut interview, sent) = correcting(members, Rc::new(MemoryStore::new()));
        assert_eq!(answered(&mut interview, &all(last)), Pause::Confirm);
        let sent = sent.borrow();
        let brief: Value = tags::latest_json(sent.last().unwrap(), "brief").unwrap_or_default();
        assert_eq!(brief["task"] == "close", has_word, "{last}");
        let said = interview.orchestrator().state().chat().last().unwrap();
        assert_eq!(said.text != last, has_word);
    }
}

#[test]
fn what_is_said_when_all_is_answered_corrects_too() {
    let (mut interview, _) = correcting(corrects("name", "Ada King"), Rc::new(MemoryStore::new()));
    assert_eq!(answered(&mut interview, &ANSWERS), Pause::Confirm);
    block_on(async {
        interview.answer("Sorry: Ada King", page()).await.unwrap();
        assert_eq!(interview.advance().await.unwrap(), Pause::Confirm);
        interview.confirm("now".to_owned()).await.unwrap();
    });
    assert_eq!(value_of(&interview, 0).as_deref(), Some("Ada King"));
}
