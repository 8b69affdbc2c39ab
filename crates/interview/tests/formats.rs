//! Values are shown, and leave, as they are written in the language of the interview.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::RefCell;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_interview::{
    Command, Currency, DayName, Entry, FieldEntry, FieldId, Formats, Interview, Limits, Locale,
    Ports, Submission, parse_form,
};
use kikitori_store::MemoryStore;
use serde_json::{Value, json};
use support::*;

/// Knows how numbers and days are written in German.
struct German;

impl Formats for German {
    fn number(&self, digits: &str, currency: Option<Currency>, language: &str) -> Option<String> {
        assert_eq!(language, "de");
        let currency = currency.map_or(String::new(), |it| format!(" {}", it.code));
        Some(digits.replace('.', ",") + &currency)
    }

    fn day(&self, local: &str, _: &str, _: DayName) -> Option<String> {
        Some(format!("am {local}"))
    }
}

impl Locale for German {}

const FORM: &str = r#"{"id": "f", "title": "Verlust", "language": "de", "fields": [
    {"id": "preis", "label": "Preis", "required": true, "answer": {"type": "number", "unit": "EUR"}},
    {"id": "tag", "label": "Tag", "required": true, "answer": {"type": "date"}},
    {"id": "wann", "label": "Wann", "required": true, "answer": {"type": "dateTime"}},
    {"id": "ja", "label": "Versichert?", "required": true, "answer": {"type": "yesNo"}},
    {"id": "dinge", "label": "Dinge", "required": true, "answer": {"type": "group", "fields": [
        {"id": "wert", "label": "Wert", "required": true, "answer": {"type": "number"}}]}}]}"#;

#[test]
fn what_leaves_is_written_as_what_is_shown_in_the_language_of_the_interview() {
    let ports = Ports {
        locale: Rc::new(German),
        ..ports(scripted(), Rc::new(MemoryStore::new()))
    };
    let form = parse_form(FORM).unwrap();
    let started = Interview::start(form, page(), ports, Limits::default());
    let mut interview = block_on(started).unwrap();
    let entry = |(id, value): (&str, Value)| FieldEntry {
        field_id: FieldId::new(id).unwrap(),
        entry: Entry::Value(value),
    };
    let entries = [
        ("preis", json!("17,5")),
        ("tag", json!("2026-11-20")),
        ("wann", json!("2026-11-20T20:30")),
        ("ja", json!(true)),
        ("dinge", json!([{"wert": 2.5}])),
    ];
    let entries = entries.map(entry).into();
    block_on(interview.take(Command::Enter { entries })).unwrap();
    block_on(interview.advance()).unwrap();
    block_on(interview.confirm("now".to_owned())).unwrap();
    let shown = interview.orchestrator().outline();
    let shown: Vec<String> = shown.into_iter().filter_map(|it| it.value).collect();
    let expected = [
        "17,5 EUR",
        "am 2026-11-20",
        "am 2026-11-20T20:30 (Asia/Tokyo)",
        "Ja",
        "Wert: 2,5",
    ];
    assert_eq!(shown, expected);
    let submission = Submission::of(interview.orchestrator()).unwrap();
    let texts = submission.fields.iter().map(|it| it.text.clone().unwrap());
    assert_eq!(texts.collect::<Vec<_>>(), expected);
    assert_eq!(submission.fields[0].value, Some(json!(17.5)));
    let csv = submission.csv();
    assert!(
        csv.contains("tag,,Tag,answered,2026-11-20,am 2026-11-20,"),
        "{csv}"
    );
}

/// A platform whose day goes on.
#[derive(Default)]
struct Calendar(RefCell<String>);

impl Formats for Calendar {
    fn today(&self) -> Option<String> {
        Some(self.0.borrow().clone())
    }
}

impl Locale for Calendar {}

const BOOKING: &str = r#"{"id": "f", "title": "Booking", "language": "en", "fields": [
    {"id": "born", "label": "Born", "required": true, "answer": {"type": "date"}},
    {"id": "on", "label": "On", "required": true, "answer": {"type": "date"}},
    {"id": "trips", "label": "Trips", "required": true, "answer": {"type": "group", "fields": [
        {"id": "at", "label": "At", "required": true, "answer": {"type": "dateTime"}}]}}]}"#;

#[test]
fn what_leaves_is_the_same_whenever_it_is_taken() {
    let calendar = Rc::new(Calendar::default());
    calendar.0.replace("2026-11-24".to_owned());
    let ports = Ports {
        locale: calendar.clone(),
        ..ports(scripted(), Rc::new(MemoryStore::new()))
    };
    let form = parse_form(BOOKING).unwrap();
    let started = Interview::start(form, page(), ports, Limits::default());
    let mut interview = block_on(started).unwrap();
    let entries = [
        ("born", json!("1990-03-02")),
        ("on", json!("2026-11-27")),
        ("trips", json!([{"at": "2026-11-28T09:00"}])),
    ];
    let entries = entries.map(|(id, value)| FieldEntry {
        field_id: FieldId::new(id).unwrap(),
        entry: Entry::Value(value),
    });
    let entries = entries.into();
    block_on(interview.take(Command::Enter { entries })).unwrap();
    block_on(interview.advance()).unwrap();
    block_on(interview.confirm("2026-11-24T10:00:00+09:00".to_owned())).unwrap();
    let taken = || Submission::of(interview.orchestrator()).unwrap();
    let at_once = taken();
    let texts = at_once.fields.iter().map(|it| it.text.clone().unwrap());
    let texts: Vec<String> = texts.collect();
    assert_eq!(texts[..2], ["2 March 1990", "Friday, 27 November 2026"]);
    let csv = at_once.csv();
    assert!(csv.contains("Saturday, 28 November 2026"), "{csv}");
    calendar.0.replace("2029-01-01".to_owned());
    assert_eq!(taken(), at_once);
    assert_eq!(taken().csv(), csv);
}
