//! A required field that the respondent will not answer is no dead end, and nothing is sent
//! without it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use std::cell::RefCell;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_interview::{DriveError, EngineError, FieldOutcome, FieldState, Interview, Pause};
use kikitori_llm::ChatRequest;
use kikitori_scripted::{calls, offers, tags};
use kikitori_store::MemoryStore;
use serde_json::{Value, json};
use support::*;

type Sent = Rc<RefCell<Vec<ChatRequest>>>;

/// The player, whose Reviewer takes a "no" to a required field for a refusal.
fn at_the_first_field() -> (Interview, Sent) {
    let sent = Sent::default();
    let kept = sent.clone();
    let model = FnModel(move |request: &ChatRequest| {
        kept.borrow_mut().push(request.clone());
        let said = serde_json::to_string(&request.messages).unwrap();
        let last = said.rsplit("<answer>").next().unwrap_or_default();
        Ok(match offers(request, "review") && last.starts_with("No<") {
            true => calls("review", json!({"passed": false, "refused": true})),
            false => respond(request),
        })
    });
    let mut interview = start(ports(Rc::new(model), Rc::new(MemoryStore::new())));
    assert_eq!(
        answered(&mut interview, &["English", "Japan"]),
        Pause::Answer
    );
    (interview, sent)
}

fn answered(interview: &mut Interview, answers: &[&str]) -> Pause {
    block_on(async {
        interview.advance().await.unwrap();
        let mut pause = Pause::Stopped;
        for answer in answers {
            interview.answer(answer, page()).await.unwrap();
            pause = interview.advance().await.unwrap();
        }
        pause
    })
}

fn last_brief(sent: &Sent) -> Value {
    tags::latest_json(sent.borrow().last().unwrap(), "brief").unwrap()
}

fn current(interview: &Interview) -> String {
    let outline = interview.orchestrator().outline();
    let current = outline.iter().find(|entry| entry.current).unwrap();
    current.field_id.to_string()
}

#[test]
fn the_second_refusal_ends_the_asking_and_the_others_go_on() {
    let (mut interview, sent) = at_the_first_field();
    answered(&mut interview, &["No"]);
    assert_eq!(current(&interview), "name");
    let brief = last_brief(&sent);
    assert_eq!(
        (&brief["task"], &brief["refused"]),
        (&json!("follow_up"), &json!(true))
    );
    answered(&mut interview, &["No"]);
    assert_eq!(current(&interview), "trouble");
    assert_eq!(last_brief(&sent)["left_open"]["label"], "Full name");
    let outline = interview.orchestrator().outline();
    assert!(outline[0].declined && outline[0].state == FieldState::Pending);
    let state = interview.orchestrator().state();
    let progress = &state.field_progress[&outline[0].field_id];
    assert_eq!(progress.outcome, Some(FieldOutcome::Declined));
    // The page is told too.
    let shown = state.chat().last().unwrap().data.results["left_open"].clone();
    assert_eq!(shown, json!({"field_id": "name", "label": "Full name"}));
}

#[test]
fn at_the_end_it_is_asked_once_more_and_can_be_given_then() {
    let (mut interview, sent) = at_the_first_field();
    let rest = ["No", "No", "My back hurts", "Since yesterday", "skip"];
    assert_eq!(answered(&mut interview, &rest), Pause::Answer);
    assert_eq!(current(&interview), "name");
    assert_eq!(last_brief(&sent)["task"], "ask_again");
    assert_eq!(answered(&mut interview, &["Ada Lovelace"]), Pause::Confirm);
    let outline = interview.orchestrator().outline();
    assert!(!outline[0].declined && outline[0].value.is_some());
}

#[test]
fn who_refuses_to_the_end_can_neither_send_the_form_nor_is_stuck() {
    let (mut interview, sent) = at_the_first_field();
    let rest = ["No", "No", "My back hurts", "Since yesterday", "skip", "No"];
    for answers in [&rest[..], &["No"], &["No"]] {
        assert_eq!(answered(&mut interview, answers), Pause::Answer);
        assert_eq!(last_brief(&sent)["task"], "leave_open");
        let refused = block_on(interview.confirm("now".to_owned()));
        let Err(DriveError::Engine(EngineError::RequiredFieldsOpen { labels })) = refused else {
            panic!("{refused:?}")
        };
        assert_eq!(labels, ["Full name"]);
    }
    assert_eq!(answered(&mut interview, &["Ada Lovelace"]), Pause::Confirm);
}

#[test]
fn an_answer_that_is_taken_back_leaves_a_declined_field_declined() {
    let (mut interview, _) = at_the_first_field();
    answered(
        &mut interview,
        &["No", "No", "My back hurts", "Since yesterday"],
    );
    let before = interview.orchestrator().state().field_progress.clone();
    answered(&mut interview, &["skip"]);
    assert_eq!(current(&interview), "name");
    let mut state = interview.orchestrator().state().clone();
    state.apply_update(kikitori_interview::SessionUpdate::TurnWithdrawn);
    assert_eq!(state.field_progress, before);
}
