//! The same form with the same answers, reviewed together and separately, while the models err by a
//! fixed rule: how many wrong values are let through, how many questions are needless, and how many
//! calls the person waits for one after the other. `cargo xtask bench` prints it.

#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::panic,
    reason = "what is indexed and replied to is this file's own"
)]

#[path = "../tests/support/mod.rs"]
mod support;

mod rounds;

use kikitori_interview::{FieldId, Pause};
use kikitori_llm::{ChatRequest, Completion};
use kikitori_scripted::{calls, offers};
use rounds::Counted;
use serde_json::{Value, json};
use support::{asking, heard, now, respond, said_last};

/// Fields of each form.
const FIELDS: usize = 60;
/// A model errs in every so many replies: it adds to what was said, or finds that something is
/// missing where nothing is.
const INVENTS_EVERY: usize = 5;
const DOUBTS_EVERY: usize = 7;

/// How answers are reviewed, and what kind of text they are.
struct Kind {
    name: &'static str,
    review: &'static str,
    answer: &'static str,
}

const KINDS: [Kind; 4] = [
    Kind {
        name: "short texts, together",
        review: "together",
        answer: "shortText",
    },
    Kind {
        name: "short texts, separate",
        review: "separate",
        answer: "shortText",
    },
    Kind {
        name: "long texts, together",
        review: "together",
        answer: "longText",
    },
    Kind {
        name: "long texts, separate",
        review: "separate",
        answer: "longText",
    },
];

fn main() {
    println!(
        "models that err in every {INVENTS_EVERY}th and {DOUBTS_EVERY}th reply  calls  one after the other  needless  wrong  of these marked"
    );
    for kind in KINDS {
        held(&kind);
    }
}

fn word(at: usize) -> String {
    format!("answer{at}")
}

/// The place of a field in the form.
fn place_of(id: &FieldId) -> usize {
    id.as_str().trim_start_matches('f').parse().unwrap()
}

fn held(kind: &Kind) {
    let fields = (0..FIELDS).map(|at| {
        json!({"id": format!("f{at}"), "label": format!("Field {at}"), "required": true,
            "review": kind.review, "answer": {"type": kind.answer}})
    });
    let form = json!({"id": "f", "title": "F", "fields": fields.collect::<Vec<_>>()});
    let mut replies = 0;
    let mut interview = Counted::start(&form.to_string(), |request| {
        replies += 1;
        erring(request, replies)
    });
    for _ in 0..FIELDS * 4 {
        let outline = interview.engine.outline();
        let asked = outline.iter().find(|it| it.current);
        let (Some(asked), Some(Pause::Answer)) = (asked, interview.engine.pause()) else {
            break;
        };
        interview.answer(&word(place_of(&asked.field_id)));
    }
    let outline = interview.engine.outline();
    let wrong = outline.iter().filter(|entry| {
        let value = entry.value.as_deref().unwrap_or_default();
        !value.contains(&word(place_of(&entry.field_id))) || value.contains("invented")
    });
    let marked = wrong.clone().filter(|entry| entry.reworded).count();
    let rounds = interview.rounds_an_answer();
    println!(
        "  {:34} {:5} {:14}.{:02} {:12} {:6} {marked:8}",
        kind.name,
        interview.calls,
        rounds / 100,
        rounds % 100,
        // Every answer that is needed is given once.
        interview.answers - FIELDS.min(interview.answers),
        wrong.count(),
    );
}

/// The reply of a model that is right but for its rule.
fn erring(request: &ChatRequest, reply: usize) -> Completion {
    let (invents, doubts) = (
        reply.is_multiple_of(INVENTS_EVERY),
        reply.is_multiple_of(DOUBTS_EVERY),
    );
    let is_review = offers(request, "review");
    let said = said_last(request);
    let asked = now(request)["asked"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    let is_told = FieldId::new(&asked).is_some() && !said.is_empty();
    match (is_review, doubts, invents) {
        (true, true, _) => calls(
            "review",
            json!({"passed": false, "missing_facts": ["more"], "follow_up": {"message": "And?"}}),
        ),
        (true, _, true) => {
            let mut review: Value = arguments(&respond(request));
            let value = review["field_value"].as_str().unwrap_or_default();
            review["field_value"] = json!(format!("{value} and an invented thing"));
            calls("review", review)
        }
        (false, true, _) if is_told && now(request)["under_review"].is_null() => {
            let mut entry = heard(&asked, said.last().unwrap());
            entry["outcome"] = json!("not_enough");
            entry["missing"] = json!(["more"]);
            calls("ask", asking(request, vec![entry]))
        }
        (false, _, true) if is_told && now(request)["under_review"].is_null() => {
            let words = said.last().unwrap();
            let mut entry = heard(&asked, words);
            entry["value"] = json!(format!("{words} and an invented thing"));
            calls("ask", asking(request, vec![entry]))
        }
        _ => respond(request),
    }
}

fn arguments(reply: &Completion) -> Value {
    let call = reply.message.tool_calls.first().unwrap();
    serde_json::from_str(&call.function.arguments).unwrap()
}
