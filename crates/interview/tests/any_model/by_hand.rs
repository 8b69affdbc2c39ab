//! What a person does beside talking: the plain form, changes, steps back, and the rest of it.

use kikitori_interview::{
    Command, Entry, FieldEntry, FieldId, FieldState, Interview, LanguageTag, LineEdit, Settle,
    TurnedDown,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::Counted;
use super::always;
use super::form::{FIELDS, SECRET};

/// Something that is done by hand.
#[derive(Debug, Clone)]
pub enum Deed {
    /// Puts something into fields.
    Enters(Vec<(&'static str, Hand)>),
    /// Takes the last step back.
    GoesBack,
    /// Stops who is at work.
    Stops,
    /// Tries again.
    Retries,
    /// Chooses another language.
    Speaks(&'static str),
    /// Tries to confirm.
    Confirms,
    /// Takes the confirmation back.
    Reopens,
    /// The page around does not take what a field has.
    IsTurnedDown(&'static str),
}

/// What is put into a field.
#[derive(Debug, Clone)]
pub enum Hand {
    /// What the form wants of it.
    Fits,
    /// What is no answer.
    DoesNotFit,
    /// They pass over it.
    Skips,
    /// They would rather not say.
    Declines,
    /// They do not know.
    DoesNotKnow,
    /// A line is added.
    AddsLine,
    /// The line of this number is taken away.
    RemovesLine(u32),
    /// The line of this number is another.
    ChangesLine(u32),
    /// The line of this number goes up.
    MovesLine(u32),
}

fn entries() -> impl Strategy<Value = Deed> {
    let field = proptest::sample::select(&FIELDS[..]);
    let hand = prop_oneof![
        4 => Just(Hand::Fits),
        1 => Just(Hand::DoesNotFit),
        1 => Just(Hand::Skips),
        1 => Just(Hand::Declines),
        1 => Just(Hand::DoesNotKnow),
        1 => Just(Hand::AddsLine),
        1 => (0_u32..4).prop_map(Hand::RemovesLine),
        1 => (0_u32..4).prop_map(Hand::ChangesLine),
        1 => (0_u32..4).prop_map(Hand::MovesLine),
    ];
    let entry = prop_oneof![
        5 => (field, hand.clone()),
        1 => (Just("items"), hand),
    ];
    proptest::collection::vec(entry, 0..4).prop_map(Deed::Enters)
}

fn deeds() -> impl Strategy<Value = Deed> {
    prop_oneof![
        6 => entries(),
        2 => Just(Deed::GoesBack),
        1 => Just(Deed::Stops),
        1 => Just(Deed::Retries),
        1 => proptest::sample::select(&["fr", "ja", "en"][..]).prop_map(Deed::Speaks),
        1 => Just(Deed::Confirms),
        1 => Just(Deed::Reopens),
        1 => proptest::sample::select(&FIELDS[..]).prop_map(Deed::IsTurnedDown),
    ]
}

/// Something now and then.
pub fn now_and_then() -> impl Strategy<Value = Option<Deed>> {
    prop_oneof![8 => Just(None), 1 => deeds().prop_map(Some)]
}

/// Something every other time.
pub fn all_the_time() -> impl Strategy<Value = Option<Deed>> {
    proptest::option::of(deeds())
}

/// What stands in lines that are put in by hand.
pub const BY_HAND: [&str; 5] = ["by hand", "screws", "1", "2", "3"];

fn line(amount: u32) -> serde_json::Map<String, Value> {
    let cells = json!({"item": "by hand", "amount": amount.to_string()});
    cells.as_object().unwrap().clone()
}

fn entry(field: &str, hand: &Hand) -> FieldEntry {
    let lines = |edit| Entry::Lines(vec![edit]);
    let entry = match hand {
        Hand::Fits => Entry::Value(fitting(field)),
        Hand::DoesNotFit => Entry::Value(json!({"no": ["answer"]})),
        Hand::Skips => Entry::Skip,
        Hand::Declines => Entry::Decline,
        Hand::DoesNotKnow => Entry::DoesNotKnow,
        Hand::AddsLine => lines(LineEdit::Put {
            number: None,
            cells: line(1),
        }),
        Hand::RemovesLine(number) => lines(LineEdit::Remove { number: *number }),
        Hand::ChangesLine(number) => lines(LineEdit::Put {
            number: Some(*number),
            cells: line(2),
        }),
        Hand::MovesLine(number) => lines(LineEdit::Move {
            number: *number,
            is_up: true,
        }),
    };
    let field_id = FieldId::new(field).unwrap();
    FieldEntry { field_id, entry }
}

/// What the form wants of a field.
fn fitting(field: &str) -> Value {
    match field {
        "guest" => json!("no"),
        "secret" => json!(SECRET),
        "items" => json!([{"item": "screws", "amount": "3"}]),
        "way" => json!("post"),
        "day" => json!("2026-11-20"),
        _ => json!("Ada Lovelace"),
    }
}

/// Does it; whatever is refused changes nothing.
pub async fn perform(interview: &mut Interview, deed: Deed) {
    let command = match deed {
        Deed::Enters(entries) => Command::Enter {
            entries: entries
                .iter()
                .map(|(field, hand)| entry(field, hand))
                .collect(),
        },
        Deed::GoesBack => Command::Back,
        Deed::Stops => Command::Stop,
        Deed::Retries => Command::Retry,
        Deed::Speaks(tag) => Command::Settle(Settle::Language(LanguageTag::new(tag).unwrap())),
        Deed::Confirms => Command::Confirm {
            local_time: "now".to_owned(),
        },
        Deed::Reopens => Command::Reopen,
        Deed::IsTurnedDown(field) => Command::TurnDown {
            answers: vec![TurnedDown {
                field_id: FieldId::new(field).unwrap(),
                // What is said of a private answer may repeat it.
                said: match field {
                    "secret" => format!("{SECRET} is taken."),
                    _ => "It is taken.".to_owned(),
                },
            }],
        },
    };
    let before = interview.orchestrator().state().clone();
    match interview.take(command).await {
        Ok(()) => {}
        Err(_) => assert_eq!(*interview.orchestrator().state(), before),
    }
    // Who confirmed goes on to correct something: an interview ends where its test says so.
    if interview.orchestrator().state().submitted_at.is_some() {
        always::check_submitted(interview);
        interview.take(Command::Reopen).await.unwrap();
    }
}

/// Fills in what is still open, as everybody may at any time, and sends the form. No model keeps
/// anybody from it.
pub async fn finish(interview: &mut Interview, counted: &Counted) {
    let mut seen = Vec::new();
    for _ in 0..3 {
        counted.since_the_person.set(0);
        let outline = interview.orchestrator().outline();
        let open = outline.iter().filter(|entry| {
            let is_open = entry.state != FieldState::Done;
            is_open || entry.blocks
        });
        let entries: Vec<FieldEntry> = open
            .map(|open| entry(open.field_id.as_str(), &Hand::Fits))
            .collect();
        interview.take(Command::Enter { entries }).await.unwrap();
        always::check(interview);
        let pause = interview.advance().await.unwrap();
        counted.check();
        let confirmed = interview.confirm("now".into()).await;
        if confirmed.is_ok() {
            return;
        }
        seen.push((pause, confirmed));
    }
    panic!("it cannot be finished by hand: {seen:#?}");
}
