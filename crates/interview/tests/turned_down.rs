//! The page's own form does not take an answer that code has accepted.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::rc::Rc;

use futures::executor::block_on;
use kikitori_interview::{
    Command, DriveError, EngineError, FieldId, Interview, LanguageTag, Limits, Pause, Settle,
    TurnedDown, parse_form,
};
use kikitori_store::MemoryStore;
use support::*;

const TWO: &str = r#"{"id": "f", "title": "F", "fields": [
    {"id": "nick", "label": "Nickname", "intent": "One that nobody has", "required": true},
    {"id": "town", "label": "What is town", "required": true}]}"#;

/// The page says this of the answer to a field.
fn turn_down(interview: &mut Interview, field: &str, said: &str) -> Result<(), DriveError> {
    let answers = vec![TurnedDown {
        field_id: FieldId::new(field).unwrap(),
        said: said.to_owned(),
    }];
    block_on(interview.take(Command::TurnDown { answers }))
}

const ASKED_AGAIN: &str = "The form on this page does not take “robin” for “Nickname”. It says: This name is taken.\nPlease fill in: Nickname.\nOne that nobody has";

#[test]
fn what_the_page_says_is_told_and_the_field_is_asked_for_again() {
    let mut interview = interview_of(TWO, scripted());
    assert_eq!(say(&mut interview, &["robin"]), Pause::Answer);
    assert_eq!(told(&interview), "Please tell me: What is town");
    turn_down(&mut interview, "nick", "This name\n is taken").unwrap();
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Answer);
    assert_eq!(told(&interview), ASKED_AGAIN);
    assert_eq!(value_of(&interview, "nick"), None);
    assert_eq!(say(&mut interview, &["wren"]), Pause::Answer);
    assert_eq!(value_of(&interview, "nick").as_deref(), Some("wren"));
    assert_eq!(told(&interview), "Please tell me: What is town");
    assert_eq!(say(&mut interview, &["Bern"]), Pause::Confirm);
}

#[test]
fn models_are_told_why_it_is_open() {
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(TWO, model);
    assert_eq!(say(&mut interview, &["robin"]), Pause::Answer);
    turn_down(&mut interview, "nick", "This name is taken").unwrap();
    assert_eq!(say(&mut interview, &["wren"]), Pause::Answer);
    let now = now(sent.borrow().last().unwrap());
    let why = &now["not_accepted_by_the_page"]["nick"];
    assert_eq!(why, "This name is taken");
    assert_eq!(now["asked"], "nick");
}

#[test]
fn a_page_that_takes_nothing_does_not_ask_for_ever() {
    let mut interview = interview_of(TWO, scripted());
    assert_eq!(say(&mut interview, &["robin"]), Pause::Answer);
    for answer in ["wren", "rook"] {
        turn_down(&mut interview, "nick", "No.").unwrap();
        assert_eq!(say(&mut interview, &[answer]), Pause::Answer);
    }
    turn_down(&mut interview, "nick", "No.").unwrap();
    assert_eq!(value_of(&interview, "nick").as_deref(), Some("rook"));
    assert_eq!(told(&interview), "Please tell me: What is town");
    assert_eq!(say(&mut interview, &["Bern"]), Pause::Confirm);
}

#[test]
fn who_was_through_is_asked_again_and_who_has_confirmed_is_not() {
    let mut interview = interview_of(TWO, scripted());
    assert_eq!(say(&mut interview, &["robin", "Bern"]), Pause::Confirm);
    turn_down(&mut interview, "nick", "This name is taken").unwrap();
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Answer);
    assert_eq!(told(&interview), ASKED_AGAIN);
    assert_eq!(say(&mut interview, &["wren"]), Pause::Confirm);
    block_on(interview.confirm("now".to_owned())).unwrap();
    let late = turn_down(&mut interview, "nick", "This name is taken");
    let is_refused = matches!(
        late,
        Err(DriveError::Engine(EngineError::NotExpected { .. }))
    );
    assert!(is_refused, "{late:?}");
}

#[test]
fn what_is_not_recorded_or_of_which_nothing_is_said_stays_as_it_is() {
    let mut interview = interview_of(TWO, scripted());
    assert_eq!(say(&mut interview, &["robin"]), Pause::Answer);
    let steps = interview.orchestrator().state().step;
    for (field, said) in [("town", "No."), ("nick", " \n"), ("other", "No.")] {
        turn_down(&mut interview, field, said).unwrap();
    }
    assert_eq!(interview.orchestrator().state().step, steps);
}

#[test]
fn a_message_that_an_agent_is_at_work_on_is_taken_up_first() {
    let mut interview = interview_of(TWO, scripted());
    assert_eq!(say(&mut interview, &["robin"]), Pause::Answer);
    block_on(interview.answer("Bern", page())).unwrap();
    turn_down(&mut interview, "nick", "This name is taken").unwrap();
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Answer);
    assert_eq!(value_of(&interview, "town").as_deref(), Some("Bern"));
    assert_eq!(value_of(&interview, "nick"), None);
    assert_eq!(say(&mut interview, &["wren"]), Pause::Confirm);
}

#[test]
fn a_step_back_takes_the_answer_back_with_what_was_said_of_it() {
    let mut interview = interview_of(TWO, scripted());
    assert_eq!(say(&mut interview, &["robin"]), Pause::Answer);
    turn_down(&mut interview, "nick", "This name is taken").unwrap();
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Answer);
    block_on(interview.take(Command::Back)).unwrap();
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Answer);
    assert_eq!(value_of(&interview, "nick"), None);
    assert_eq!(told(&interview), "Please tell me: Nickname");
    assert_eq!(say(&mut interview, &["wren", "Bern"]), Pause::Confirm);
}

#[test]
fn it_is_so_after_a_reload_too() {
    let store = Rc::new(MemoryStore::new());
    let ports_of = || ports(scripted(), store.clone());
    let form = parse_form(TWO).unwrap();
    let started = Interview::start(form, page(), ports_of(), Limits::default());
    let mut interview = block_on(started).unwrap();
    assert_eq!(say(&mut interview, &["robin"]), Pause::Answer);
    turn_down(&mut interview, "nick", "This name is taken").unwrap();
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Answer);
    let id = interview.orchestrator().state().session_id.clone();
    drop(interview);
    let mut interview = resume(&id, ports_of());
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Answer);
    assert_eq!(told(&interview), ASKED_AGAIN);
    assert_eq!(say(&mut interview, &["wren", "Bern"]), Pause::Confirm);
}

#[test]
fn of_a_private_field_models_hear_neither_the_answer_nor_what_the_page_says() {
    let form = TWO.replace(
        r#""label": "Nickname","#,
        r#""label": "Nickname", "private": true,"#,
    );
    let mut interview = interview_of(&form, scripted());
    assert_eq!(say(&mut interview, &["robin canary-7731"]), Pause::Answer);
    turn_down(&mut interview, "nick", "canary-7731 is taken").unwrap();
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Answer);
    let asked = told(&interview);
    let expected = "The form on this page did not take your answer to “Nickname”.\n";
    assert!(asked.starts_with(expected), "{asked}");
    // Every request is watched for it.
    assert_eq!(say(&mut interview, &["wren", "Bern"]), Pause::Confirm);
}

#[test]
fn it_is_said_in_japanese_where_that_is_spoken() {
    let mut interview = interview_of(TWO, scripted());
    let japanese = Settle::Language(LanguageTag::new("ja").unwrap());
    block_on(interview.take(Command::Settle(japanese))).unwrap();
    assert_eq!(say(&mut interview, &["robin"]), Pause::Answer);
    turn_down(&mut interview, "nick", "その名前は使われています").unwrap();
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Answer);
    let asked = told(&interview);
    let expected = "このページのフォームは「robin」を「Nickname」の答えとして受け付けませんでした。フォームの説明：その名前は使われています。\n";
    assert!(asked.starts_with(expected), "{asked}");
}
