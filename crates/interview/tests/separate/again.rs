//! A field with an answer that its Reviewer sees again.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::RefCell;
use std::rc::Rc;

use kikitori_interview::Interview;
use kikitori_llm::{ChatRequest, Message};
use kikitori_scripted::{calls, offers, tags};
use serde_json::{Value, json};
use support::*;

const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
    {"id": "name", "label": "Name", "required": true},
    {"id": "trouble", "label": "Trouble", "required": true, "review": "separate"},
    {"id": "notes", "label": "Notes", "required": true}]}"#;
const EARLY: &str = "I am Ada, and my back hurts";

/// A model that reports `trouble` of every message that has one of these quotes, and reviews it so: the
/// last of its answers that is told by its Reviewer decides.
fn interview(
    reviews: Vec<(&'static str, &'static str, &'static str)>,
) -> (Interview, Rc<RefCell<Vec<ChatRequest>>>) {
    let reviewed = reviews.clone();
    let (model, sent) = recorded(move |request| {
        if offers(request, "review") {
            let told = summary(request);
            let mut reviews = reviewed.iter().rev();
            let (_, quote, value) = reviews.find(|it| told.contains(it.0)).unwrap();
            let verdict = json!({"passed": true, "quote": quote, "field_value": value});
            return calls("review", verdict);
        }
        let said = said_last(request).pop().unwrap_or_default();
        let Some((quote, ..)) = reviews.iter().find(|it| said.contains(it.0)) else {
            return respond(request);
        };
        let mut entries = vec![heard("trouble", quote)];
        if said == EARLY {
            entries.push(heard("name", "Ada"));
        }
        calls("ask", asking(request, entries))
    });
    (interview_of(FORM, model), sent)
}

/// What a Reviewer is told.
fn summary(request: &ChatRequest) -> String {
    let told = request.messages.iter().find_map(|message| match message {
        Message::User { content, .. } => Some(content.clone()),
        _ => None,
    });
    told.unwrap()
}

/// The requests to Reviewers.
fn to_reviewers(sent: &RefCell<Vec<ChatRequest>>) -> Vec<String> {
    let sent = sent.borrow();
    let reviews = sent.iter().filter(|it| offers(it, "review"));
    reviews.map(summary).collect()
}

#[test]
fn the_reviewer_is_told_what_stands_there_and_the_words_that_it_rests_on() {
    let (mut interview, sent) = interview(vec![
        ("my back hurts", "my back hurts", "My back hurts"),
        ("since Monday", "since Monday", "My back hurts since Monday"),
    ]);
    say(&mut interview, &[EARLY, "By the way, since Monday"]);
    let told = to_reviewers(&sent);
    assert_eq!(told.len(), 2);
    assert_eq!(tags::block(&told[0], "recorded"), None);
    assert_eq!(
        tags::block(&told[1], "recorded"),
        Some("\"My back hurts\""),
        "{}",
        told[1]
    );
    let conversation = tags::block(&told[1], "conversation").unwrap();
    assert!(conversation.contains(EARLY), "{conversation}");
    let before: Value = tags::json(&told[1], "said_before").unwrap();
    assert_eq!(before, json!([]));
    let value = value_of(&interview, "trouble");
    assert_eq!(value.as_deref(), Some("My back hurts since Monday"));
}

#[test]
fn who_wants_it_in_other_words_is_not_asked_to_have_said_them() {
    let (mut interview, sent) = interview(vec![
        ("my back hurts", "my back hurts", "My back hurts"),
        ("write it in French", "my back hurts", "J’ai mal au dos"),
    ]);
    say(&mut interview, &[EARLY, "Please write it in French"]);
    assert_eq!(to_reviewers(&sent).len(), 2, "none goes back");
    let value = value_of(&interview, "trouble");
    assert_eq!(value.as_deref(), Some("J’ai mal au dos"));
    let state = interview.orchestrator().state();
    let trouble = state
        .collected_fields
        .values()
        .find(|it| it.value.to_string().starts_with("J’ai"));
    let rests_on = trouble.unwrap().evidence.clone();
    let words = rests_on.iter().map(|it| {
        let said = &state.messages[it.message].shown().unwrap().text;
        said.get(it.start..it.end).unwrap().to_owned()
    });
    assert_eq!(words.collect::<Vec<_>>(), ["my back hurts"]);
}

#[test]
fn what_they_corrected_is_quoted_from_where_they_did() {
    let (mut interview, sent) = interview(vec![
        ("my back hurts", "my back hurts", "My back hurts"),
        ("it is my knee", "it is my knee", "My knee hurts"),
        ("see it again", "my back hurts", "My back hurts very much"),
    ]);
    say(
        &mut interview,
        &[EARLY, "No, it is my knee", "Please see it again"],
    );
    let told = to_reviewers(&sent);
    assert_eq!(told.len(), 4, "the last goes back once");
    assert_eq!(
        value_of(&interview, "trouble").as_deref(),
        Some("My knee hurts")
    );
}
