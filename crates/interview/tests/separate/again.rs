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
