//! One answer may be a time of another place than the others.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::RefCell;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_interview::{Command, Entry, FieldEntry, FieldId, Interview, LineEdit, RecordedBy};
use kikitori_llm::ChatRequest;
use serde_json::{Value, json};
use support::*;

const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
    {"id": "days", "label": "Days", "required": true, "answer": {"type": "group", "fields": [
        {"id": "where", "label": "Where", "required": true},
        {"id": "from", "label": "From", "required": true, "answer": {"type": "time"}}]}},
    {"id": "call", "label": "Call", "required": true, "answer": {"type": "dateTime"}},
    {"id": "end", "label": "End", "required": true, "answer": {"type": "time"}}]}"#;

type Reports = &'static [(&'static str, &'static str, &'static str)];

/// An interview in Tokyo, of which the model reports what `reports` says of each message.
fn reporting(reports: Reports) -> (Interview, Rc<RefCell<Vec<ChatRequest>>>) {
    let (model, sent) = recorded(move |request| {
        let last = said_last(request).pop().unwrap_or_default();
        let Some((_, field, value)) = reports.iter().find(|it| it.0 == last) else {
            return respond(request);
        };
        let mut entry = heard(field, &last);
        entry["value"] = json!(value);
        kikitori_scripted::calls("ask", asking(request, vec![entry]))
    });
    (interview_of(FORM, model), sent)
}

/// The same, with all of them said.
fn told(reports: Reports) -> (Interview, Rc<RefCell<Vec<ChatRequest>>>) {
    let (mut session, sent) = reporting(reports);
    for (said, ..) in reports {
        say(&mut session, &[said]);
    }
    (session, sent)
}

const DAYS: (&str, &str, &str) = (
    "square from 16:00, market from 9:00",
    "days",
    r#"[{"where": "square", "from": "16:00"}, {"where": "market", "from": "9:00"}]"#,
);
const CALL: (&str, &str, &str) = (
    "the call on 4 December 2026 at 19:00, Buenos Aires time",
    "call",
    "2026-12-04T19:00 America/Argentina/Buenos_Aires",
);

fn zones(session: &Interview) -> Vec<Option<String>> {
    let id = FieldId::new("days").unwrap();
    let lines = session.orchestrator().state().lines[&id].lines.iter();
    lines
        .map(|line| line.zone.as_ref().map(ToString::to_string))
        .collect()
}

fn zone_of(session: &Interview, field: &str) -> String {
    let id = FieldId::new(field).unwrap();
    let collected = &session.orchestrator().state().collected_fields[&id];
    collected.zone.as_ref().unwrap().to_string()
}

fn next_now(session: &mut Interview, sent: &RefCell<Vec<ChatRequest>>) -> Value {
    say(session, &["thanks"]);
    now(sent.borrow().last().unwrap())
}

#[test]
fn a_call_with_somebody_elsewhere_moves_no_other_time() {
    let (mut session, sent) = told(&[DAYS, CALL]);
    assert_eq!(zone_of(&session, "call"), "America/Argentina/Buenos_Aires");
    assert_eq!(
        zones(&session),
        [Some("Asia/Tokyo".to_owned()), Some("Asia/Tokyo".to_owned())]
    );
    let settled = session.orchestrator().state().bootstrap.timezone.clone();
    assert_eq!(settled.unwrap().as_str(), "Asia/Tokyo");
    let now = next_now(&mut session, &sent);
    assert_eq!(
        now["recorded"]["call"],
        "2026-12-04T19:00 (America/Argentina/Buenos_Aires)"
    );
    assert!(!now["lines"].to_string().contains("@zone"), "{now}");
}

#[test]
fn a_corrected_time_stays_in_its_zone_and_the_zone_alone_moves_it() {
    let (session, _) = told(&[
        DAYS,
        CALL,
        ("make the call 20:00", "call", "2026-12-04T20:00"),
    ]);
    assert_eq!(
        value_of(&session, "call").as_deref(),
        Some("2026-12-04T20:00")
    );
    assert_eq!(zone_of(&session, "call"), "America/Argentina/Buenos_Aires");
    for (said, value) in [
        ("no, the call is in Madrid time", "Europe/Madrid"),
        (
            "no, the call is Madrid time",
            "2026-12-04T19:00 (Europe/Madrid)",
        ),
    ] {
        let reports: Vec<_> = vec![DAYS, CALL, (said, "call", value)];
        let (session, _) = told(Vec::leak(reports));
        assert_eq!(zone_of(&session, "call"), "Europe/Madrid", "{value}");
        assert_eq!(
            value_of(&session, "call").as_deref(),
            Some("2026-12-04T19:00")
        );
    }
}

#[test]
fn lines_are_put_into_the_zone_that_they_are_meant_in() {
    let (mut session, sent) = told(&[
        DAYS,
        (
            "the square is in Lisbon time",
            "days",
            r#"[{"@line": 1, "@zone": "Europe/Lisbon"}]"#,
        ),
    ]);
    let lisbon = Some("Europe/Lisbon".to_owned());
    assert_eq!(
        zones(&session),
        [lisbon.clone(), Some("Asia/Tokyo".to_owned())]
    );
    let now = next_now(&mut session, &sent);
    let lines = now["lines"].to_string();
    assert!(lines.contains("from=16:00; @zone=Europe/Lisbon"), "{lines}");
    // Another hour of it is one of Lisbon too.
    let (session, _) = told(&[
        DAYS,
        (
            "the square is in Lisbon time",
            "days",
            r#"[{"@line": 1, "@zone": "Europe/Lisbon"}]"#,
        ),
        (
            "the square from 17:00",
            "days",
            r#"[{"@line": 1, "from": "17:00"}]"#,
        ),
    ]);
    assert_eq!(zones(&session), [lisbon, Some("Asia/Tokyo".to_owned())]);
}

#[test]
fn lines_are_put_into_the_settled_zone_by_hand_one_by_one_and_as_a_whole() {
    const OF_LISBON: (&str, &str, &str) = (
        "both are in Lisbon time",
        "days",
        r#"[{"@line": 1, "@zone": "Europe/Lisbon"}, {"@line": 2, "@zone": "Europe/Lisbon"}]"#,
    );
    let (lisbon, tokyo) = (
        Some("Europe/Lisbon".to_owned()),
        Some("Asia/Tokyo".to_owned()),
    );
    let rows = json!([
        {"@line": 1, "where": "square", "from": "16:00"},
        {"@line": 2, "where": "market", "from": "9:00"},
    ]);
    let Value::Object(cells) = json!({"where": "market", "from": "9:00", "@zone": "Asia/Tokyo"})
    else {
        panic!("no object");
    };
    let put = LineEdit::Put {
        number: Some(2),
        cells,
    };
    for (entry, expected) in [
        (Entry::Value(rows.clone()), [lisbon.clone(), lisbon.clone()]),
        (Entry::Here(rows), [tokyo.clone(), tokyo.clone()]),
        (Entry::Lines(vec![put]), [lisbon, tokyo]),
    ] {
        let (mut session, _) = told(&[DAYS, OF_LISBON]);
        let entries = vec![FieldEntry {
            field_id: FieldId::new("days").unwrap(),
            entry,
        }];
        block_on(session.take(Command::Enter { entries })).unwrap();
        assert_eq!(zones(&session), expected);
    }
}

#[test]
fn a_line_changed_by_hand_and_then_in_words_stays_marked_and_has_those_words() {
    const WORDS: &str = "the square is called piazza";
    let (mut session, _) = reporting(&[
        DAYS,
        (WORDS, "days", r#"[{"@line": 1, "where": "piazza"}]"#),
    ]);
    say(&mut session, &[DAYS.0]);
    let Value::Object(cells) = json!({"where": "square", "from": "17:00"}) else {
        panic!("no object");
    };
    let edit = LineEdit::Put {
        number: Some(1),
        cells,
    };
    let entries = vec![FieldEntry {
        field_id: FieldId::new("days").unwrap(),
        entry: Entry::Lines(vec![edit]),
    }];
    block_on(session.take(Command::Enter { entries })).unwrap();
    block_on(session.advance()).unwrap();
    let line = |session: &Interview| {
        let state = session.orchestrator().state();
        let sheet = &state.lines[&FieldId::new("days").unwrap()];
        let line = &sheet.lines[0];
        (line.by, state.words_of_line(sheet, line).unwrap())
    };
    let before = line(&session);
    assert_eq!(before.0, RecordedBy::Entry);
    assert!(!before.1.contains(WORDS), "{}", before.1);
    say(&mut session, &[WORDS]);
    let after = line(&session);
    assert_eq!(after.0, RecordedBy::Entry, "the time was put in by hand");
    assert!(after.1.contains(WORDS), "{}", after.1);
}
