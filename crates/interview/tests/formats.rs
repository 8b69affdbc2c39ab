//! Values are shown, and leave, as they are written in the language of the interview.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

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
