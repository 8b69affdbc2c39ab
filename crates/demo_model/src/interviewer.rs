//! The Interviewer: asks for one field, or for what an answer has left open.

pub mod choices;
mod clause;
mod english;
mod japanese;
mod person;

use kikitori_llm::{Completion, Message};
use kikitori_scripted::{calls, says};
use serde::Deserialize;
use serde_json::json;

use crate::conversation::{Event, latest_answer, latest_brief, read};
use crate::field::{Fact, Field};
use crate::parse;
use crate::reviewer::{Answer, is_plain_no, sort_of};
use crate::speech::Speech;
use crate::text::{is_japanese, shortened};

/// At most this many missing facts are asked for at once.
const MOST_FACTS: usize = 4;
/// Facts, labels and hints longer than this are not put into a sentence whole.
const LONGEST_PHRASE: usize = 140;

/// The brief of the orchestrator.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Brief {
    task: String,
    language: String,
    field: Field,
    /// A field that the respondent would not answer.
    left_open: Option<LeftOpen>,
    accepted: Option<Accepted>,
    /// Stands beside the brief, in a block of its own.
    #[serde(skip)]
    review: Review,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct LeftOpen {
    label: String,
}

/// What became of the field before this one.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Accepted {
    declined: bool,
}

/// What a Reviewer found lacking.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Review {
    feedback: Option<String>,
    missing_facts: Vec<String>,
}

/// An earlier answer that was changed.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Change {
    label: String,
    new: String,
}

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
    feedback: Option<&'a str>,
    /// Whether some of the field's facts are known and others are not.
    has_part: bool,
    /// What the respondent said last.
    answer: Answer,
    /// Follow-ups about this field so far, this one included.
    times: usize,
}

/// What plans that are stored say a field is meant to find out where the form does not.
pub fn plain_intent(speech: Speech, label: &str) -> String {
    match speech {
        Speech::English => english::plain_intent(label),
        Speech::Japanese => japanese::plain_intent(label),
    }
}

/// Asks.
pub fn reply(messages: &[Message]) -> Completion {
    let events = read(messages);
    let Some((at, mut brief)) = latest_brief::<Brief>(&events) else {
        return says("I was given no field to ask for.");
    };
    if let Some(Event::Brief(text)) = events.get(at) {
        brief.review = parse::json(text, "review").unwrap_or_default();
    }
    // A follow-up names the field only; what there is to know of it was told when it came up.
    if brief.field.facts.is_empty()
        && let Some(first) = first_brief_about(&brief.field, &events)
    {
        brief.field = first.field;
    }
    let speech = Speech::of_tag(&brief.language);
    let changed = events.get(at).map_or_else(Vec::new, |event| match event {
        Event::Brief(text) => parse::json::<Vec<Change>>(text, "corrected").unwrap_or_default(),
        _ => Vec::new(),
    });
    let said = match speech {
        Speech::English => english::done_before(&changed, brief.left_open.as_ref()),
        Speech::Japanese => japanese::done_before(&changed, brief.left_open.as_ref()),
    };
    let name = brief.field.name();
    let last_word = match speech {
        Speech::English => english::last_word(&brief.task, name),
        Speech::Japanese => japanese::last_word(&brief.task, name),
    };
    let message = if brief.task == "follow_up" {
        follow_up(speech, &brief, &events)
    } else if let Some(message) = last_word {
        let suggestions = (brief.task == "ask_again").then(|| [skip(speech)]);
        return calls(
            "ask",
            json!({ "message": format!("{said}{message}"), "suggestions": suggestions }),
        );
    } else {
        let opening = Opening {
            field: &brief.field,
            position: briefs(&events, "ask").count(),
            accepted: brief.accepted.as_ref().map(|accepted| !accepted.declined),
        };
        match speech {
            Speech::English => english::open(&opening),
            Speech::Japanese => japanese::open(&opening),
        }
    };
    let mut suggestions = choices::of(speech, &brief.field);
    if !brief.field.required {
        suggestions.push(skip(speech).to_owned());
    }
    let suggestions = (!suggestions.is_empty()).then_some(suggestions);
    calls(
        "ask",
        json!({ "message": format!("{said}{message}"), "suggestions": suggestions }),
    )
}

fn follow_up(speech: Speech, brief: &Brief, events: &[Event<'_>]) -> String {
    let answer = latest_answer(events).map_or(Answer::Blank, |(_, text)| {
        // A "no" that leads to a follow-up was not an answer.
        if is_plain_no(&text) {
            Answer::Refusal
        } else {
            sort_of(&text)
        }
    });
    let follow_up = FollowUp {
        field: &brief.field,
        missing: brief
            .review
            .missing_facts
            .iter()
            .map(|fact| fact.trim())
            .filter(|fact| !fact.is_empty())
            .take(MOST_FACTS)
            .collect(),
        feedback: brief
            .review
            .feedback
            .as_deref()
            .map(str::trim)
            .filter(|feedback| !feedback.is_empty()),
        has_part: brief.review.missing_facts.len() < brief.field.facts.len(),
        answer,
        times: follow_ups_about(&brief.field, events),
    };
    match speech {
        Speech::English => english::follow_up(&follow_up),
        Speech::Japanese => japanese::follow_up(&follow_up),
    }
}

fn follow_ups_about(field: &Field, events: &[Event<'_>]) -> usize {
    briefs(events, "follow_up")
        .filter(|brief| brief.field.field_id == field.field_id)
        .count()
}

/// What is suggested to who would rather not answer.
fn skip(speech: Speech) -> &'static str {
    match speech {
        Speech::English => "Skip",
        Speech::Japanese => "スキップ",
    }
}

/// The brief that named a field first.
fn first_brief_about(field: &Field, events: &[Event<'_>]) -> Option<Brief> {
    let mut briefs = briefs(events, "ask");
    briefs.find(|brief| brief.field.field_id == field.field_id)
}

/// The briefs of one task, oldest first.
fn briefs(events: &[Event<'_>], task: &str) -> impl Iterator<Item = Brief> {
    let briefs = events.iter().filter_map(|event| match event {
        Event::Brief(text) => parse::json::<Brief>(text, "brief"),
        _ => None,
    });
    briefs.filter(move |brief| brief.task == task)
}

/// The intent, unless it only stands in for one.
fn intent_of(field: &Field) -> Option<&str> {
    let intent = field.intent.trim();
    let stands_in = [Speech::English, Speech::Japanese]
        .into_iter()
        .any(|speech| plain_intent(speech, field.name()) == intent);
    (!intent.is_empty() && !stands_in && intent.chars().count() <= LONGEST_PHRASE).then_some(intent)
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
