//! Nobody waits for two model calls one after the other: an answer is one round trip, with a Reviewer
//! beside the Interviewer or without.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

#[path = "../examples/rounds/mod.rs"]
mod rounds;
use crate::support;

use kikitori_interview::FieldOutcome;
use kikitori_llm::{ChatRequest, Completion};
use kikitori_scripted::{calls, offers};
use rounds::Counted;
use serde_json::json;
use support::*;

const REVIEWED: &str = r#"{"id": "f", "title": "F", "fields": [
    {"id": "name", "label": "Name", "required": true},
    {"id": "trouble", "label": "Trouble", "required": true, "review": "separate", "followUps": 1},
    {"id": "notes", "label": "Notes", "required": false}]}"#;

/// The round trips of each answer, and the engine after them.
fn round_trips<R: FnMut(&ChatRequest) -> Completion>(
    form: &str,
    reply: R,
    answers: &[&str],
) -> (Vec<usize>, Counted<R>) {
    let mut interview = Counted::start(form, reply);
    let mut all = Vec::new();
    for answer in answers {
        let before = interview.rounds;
        interview.answer(answer);
        all.push(interview.rounds - before);
    }
    (all, interview)
}

#[test]
fn an_accepted_answer_of_a_field_with_facts_is_one_round_trip_and_so_is_its_follow_up() {
    let (all, interview) = round_trips(FORM, respond, &ANSWERS);
    assert_eq!(all, [1, 1, 1, 1]);
    let mut outline = interview.engine.outline().into_iter();
    assert!(outline.all(|it| it.outcome.is_some()));
}

#[test]
fn a_second_refusal_is_one_round_trip() {
    let refused =
        json!({"passed": false, "refused": true, "follow_up": {"message": "It is needed."}});
    let reply = |request: &ChatRequest| match offers(request, "review") {
        true => calls("review", refused.clone()),
        false => respond(request),
    };
    let (all, interview) = round_trips(REVIEWED, reply, &["Ada", "I will not say", "Never"]);
    assert_eq!(all, [1, 1, 1]);
    let outline = interview.engine.outline();
    assert_eq!(outline[1].outcome, Some(FieldOutcome::Declined));
}

#[test]
fn the_last_follow_up_is_one_round_trip() {
    let missing = json!({"passed": false, "quote": "hurts", "missing_facts": ["since when"],
        "follow_up": {"message": "Since when?"}});
    let reply = |request: &ChatRequest| match offers(request, "review") {
        true => calls("review", missing.clone()),
        false => respond(request),
    };
    let (all, interview) = round_trips(REVIEWED, reply, &["Ada", "It hurts", "It just hurts"]);
    assert_eq!(all, [1, 1, 1]);
    let outline = interview.engine.outline();
    assert_eq!(outline[1].outcome, Some(FieldOutcome::Unresolved));
    assert!(outline[2].current);
}

/// Only the Interviewer knows that a field with a Reviewer was told early, so that the Reviewer starts
/// after it, beside the next question. Where there is none, it is waited for.
#[test]
fn what_is_told_early_of_a_field_with_a_reviewer_is_one_round_trip_where_there_is_more_to_ask() {
    let reply = |request: &ChatRequest| {
        let said = said_last(request).pop().unwrap_or_default();
        match offers(request, "ask") && said.contains("hurts") {
            true => {
                let entries = vec![heard("name", "Ada"), heard("trouble", "my back hurts")];
                calls("ask", asking(request, entries))
            }
            false => respond(request),
        }
    };
    let (all, interview) = round_trips(REVIEWED, reply, &["I am Ada, and my back hurts"]);
    assert_eq!(all, [1]);
    let outline = interview.engine.outline();
    assert_eq!(outline[1].outcome, Some(FieldOutcome::Answered));
    assert!(outline[2].current);
    let last = REVIEWED.replace(", \"followUps\": 1},", ", \"followUps\": 1}]}");
    let last = last.lines().take(3).collect::<Vec<_>>().join("\n");
    let (all, interview) = round_trips(&last, reply, &["I am Ada, and my back hurts"]);
    assert_eq!(all, [2]);
    assert_eq!(
        interview.engine.outline()[1].outcome,
        Some(FieldOutcome::Answered)
    );
}
