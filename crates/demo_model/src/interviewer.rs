//! The Interviewer: takes up what was said, and asks for the next field or for what an answer has
//! left open.

pub mod choices;
mod clause;
mod english;
mod hearing;
mod japanese;
mod lines;
mod order;
mod person;
mod quote;
mod say;

pub use quote::quote_of;

use kikitori_llm::{Completion, Message};
use kikitori_scripted::{calls, says};
use serde_json::{Value, json};

use crate::field::{Fact, Field};
use crate::reviewer::Answer;
use crate::scene::Scene;
use crate::speech::Speech;
use crate::text::{is_japanese, shortened};
use hearing::Hearing;

/// At most this many missing facts are asked for at once.
const MOST_FACTS: usize = 4;
/// Facts, labels and hints longer than this are not put into a sentence whole.
const LONGEST_PHRASE: usize = 140;

/// What a first question is made of.
struct Opening<'a> {
    field: &'a Field,
    /// First questions so far, this one included.
    position: usize,
    /// Whether the field before was answered; `None` when there was none.
    accepted: Option<bool>,
}

/// What a follow-up is made of.
struct FollowUp<'a> {
    field: &'a Field,
    missing: Vec<&'a str>,
    /// Whether some of the field's facts are known and others are not.
    has_part: bool,
    /// What the respondent said last.
    answer: Answer,
    /// Follow-ups about this field so far, this one included.
    times: usize,
}

/// Takes up the last message, and asks.
pub fn reply(messages: &[Message]) -> Completion {
    let Some(scene) = Scene::read(messages) else {
        return says("I was told nothing of how the interview stands.");
    };
    let mut hearing = Hearing::of(&scene);
    lines::hear(&scene, &mut hearing);
    let refused = order::sent_back(&scene);
    hearing
        .heard
        .retain(|it| !refused.fields.contains(&it.field_id));
    // Whoever says nothing for the form has one more try.
    let asks_back = hearing.question.is_some() || hearing.heard.is_empty();
    let next = refused
        .asks
        .unwrap_or_else(|| order::next(&scene, &hearing.heard, asks_back));
    let said = say::say(&scene, &hearing, next.as_deref());
    let heard: Vec<Value> = hearing.heard.iter().map(hearing::Heard::to_json).collect();
    // What brings nothing for the form is a remark.
    let remark = scene.said().last().filter(|_| heard.is_empty());
    let question = hearing.question.or_else(|| remark.cloned());
    let suggestions = (!said.suggestions.is_empty()).then_some(said.suggestions);
    calls(
        "ask",
        json!({
            "heard": heard,
            "question": question,
            "language": hearing.wish.language,
            "country": hearing.wish.country,
            "time_zone": hearing.wish.time_zone,
            "asks": next,
            "message": said.message,
            "suggestions": suggestions,
        }),
    )
}

/// What is asked after an answer about `field` that was not enough: the question and answers to
/// offer. `times` counts the answers so far.
pub fn follow_up(
    speech: Speech,
    field: &Field,
    missing: &[String],
    answer: Answer,
    times: usize,
) -> (String, Vec<String>) {
    let missing = missing
        .iter()
        .map(|fact| fact.trim())
        .filter(|fact| !fact.is_empty());
    let missing: Vec<&str> = missing.take(MOST_FACTS).collect();
    let follow_up = FollowUp {
        field,
        has_part: missing.len() < field.facts.len(),
        missing,
        answer,
        times,
    };
    let message = match speech {
        Speech::English => english::follow_up(&follow_up),
        Speech::Japanese => japanese::follow_up(&follow_up),
    };
    (message, suggestions(speech, field))
}

/// Answers to offer: choices, and to skip where that may be.
fn suggestions(speech: Speech, field: &Field) -> Vec<String> {
    let mut suggestions = choices::of(speech, field);
    if !field.required {
        suggestions.push(skip(speech).to_owned());
    }
    suggestions
}

/// What is suggested to who would rather not answer.
fn skip(speech: Speech) -> &'static str {
    match speech {
        Speech::English => "Skip",
        Speech::Japanese => "スキップ",
    }
}

/// The intent, where it can be put into a sentence.
fn intent_of(field: &Field) -> Option<&str> {
    let intent = field.intent.trim();
    (!intent.is_empty() && intent.chars().count() <= LONGEST_PHRASE).then_some(intent)
}

/// A question that can be asked as it is, out of a fact's hints.
fn question_in_hints(fact: &Fact) -> Option<String> {
    let hints = fact.questioning_hints.trim();
    // A question in quotation marks is meant to be asked.
    for (open, close) in [('"', '"'), ('「', '」'), ('“', '”')] {
        let quoted = hints
            .split_once(open)
            .and_then(|(_, rest)| rest.split_once(close))
            .map(|(quoted, _)| quoted.trim());
        if let Some(quoted) = quoted.filter(|text| is_question(text)) {
            return Some(quoted.to_owned());
        }
    }
    let first = first_sentence(hints);
    let asks_itself = !clause::is_order(&first) && !first.contains(['"', '「', '“']);
    (is_question(&first) && asks_itself).then_some(first)
}

/// A text up to its first full stop, which stays with it.
fn first_sentence(text: &str) -> String {
    let mut first = String::new();
    for c in text.lines().next().unwrap_or_default().chars() {
        first.push(c);
        if matches!(c, '?' | '？' | '。') {
            break;
        }
    }
    first.trim().to_owned()
}

fn is_question(text: &str) -> bool {
    text.chars().count() <= LONGEST_PHRASE
        && (text.ends_with(['?', '？'])
            || [
                "ますか",
                "ですか",
                "ますか。",
                "ですか。",
                "でしょうか",
                "でしょうか。",
            ]
            .iter()
            .any(|end| text.ends_with(end)))
}

/// A label or fact within a sentence of the other language.
fn quoted(speech: Speech, text: &str) -> String {
    let text = shortened(text, LONGEST_PHRASE);
    match speech {
        Speech::English if is_japanese(&text) => format!("“{text}”"),
        Speech::Japanese if !is_japanese(&text) && text.contains(' ') => format!("「{text}」"),
        // What is not a noun phrase does not take a particle bare.
        Speech::Japanese if text.contains('、') || text.ends_with(['に', 'ら', 'で', 'て']) => {
            format!("「{text}」")
        }
        _ => text,
    }
}
