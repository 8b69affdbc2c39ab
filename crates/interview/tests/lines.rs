//! A list that is pasted: every line of it is a line, set aside with its reason, or asked about,
//! whatever models reply; it is corrected in words and by hand.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod among_words;
mod any_reader;
mod by_hand;
mod changed;
mod days;
mod declined;
mod in_words;
mod meant;
mod moved;
mod not_known;
mod options;
mod people;
mod pointed_to;
mod repaired;
mod sure;
mod told_apart;
mod unseen;
use crate::support;

use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_form::lines::{Confidence, Lacking, LineStatus, source_lines};
use kikitori_interview::{
    AgentKind, Command, Entry, Evidence, FieldEntry, FieldId, FieldOutcome, Interview, LanguageTag,
    LineEdit, LineSheet, Pause, RecordedBy, Settle, Submission,
};
use kikitori_llm::{ChatRequest, Completion, Message};
use kikitori_scripted::{calls, tags};
use serde_json::{Value, json};
use support::*;

const FORM: &str = include_str!("../../../web/forms/order.json");
const LIST: &str = include_str!("../../../tests/fixtures/order/lines.en.txt");

fn items() -> FieldId {
    FieldId::new("items").unwrap()
}

fn is_for(request: &ChatRequest, tool: &str) -> bool {
    request.tools.iter().any(|it| it.function.name == tool)
}

/// The lines that a LineReader was given.
fn given(request: &ChatRequest) -> Vec<(u64, String)> {
    let given = request.messages.iter().find_map(|message| match message {
        Message::User { content, .. } => tags::json::<Vec<Value>>(content, "lines"),
        _ => None,
    });
    let lines = given.unwrap_or_default().into_iter();
    lines
        .map(|it| {
            let text = it["text"].as_str().unwrap().to_owned();
            (it["line"].as_u64().unwrap(), text)
        })
        .collect()
}

/// Reads "2 cs 40112 …" and says of everything else that it is unclear.
fn reads(request: &ChatRequest) -> Completion {
    let lines = given(request).into_iter().map(|(number, text)| {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.as_slice() {
            [amount, "cs", item, ..] if !text.contains(" or ") => json!({
            "line": number, "kind": "line", "confidence": "high", "values": [
                {"field": "item_number", "quote": item, "value": null},
                {"field": "quantity", "quote": amount, "value": null},
                {"field": "unit", "quote": "cs", "value": "CS"},
            ]}),
            _ if !text.contains(|it: char| it.is_ascii_digit()) && !text.contains("sugar") => {
                json!({"line": number, "kind": "remark", "values": null, "confidence": "high"})
            }
            _ => json!({"line": number, "kind": "unclear", "values": null, "confidence": "low"}),
        }
    });
    let lines: Vec<Value> = lines.collect();
    calls("read_lines", json!({ "lines": lines }))
}

/// An interview of the order form in which the list was just pasted.
fn pasted(
    list: &str,
    read: impl Fn(&ChatRequest) -> Completion + 'static,
    ask: impl Fn(&ChatRequest) -> Option<Value> + 'static,
) -> Interview {
    let (model, _) = recorded(move |request| {
        if is_for(request, "read_lines") {
            return read(request);
        }
        match ask(request) {
            Some(arguments) => calls("ask", arguments),
            None => respond(request),
        }
    });
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["Bistro", list]);
    interview
}

fn sheet(interview: &Interview) -> LineSheet {
    interview.orchestrator().state().sheet_of(&items())
}

fn words(interview: &Interview, evidence: &Evidence) -> String {
    let state = interview.orchestrator().state();
    state.evidence_text(evidence).unwrap().to_owned()
}

/// Every line of the list is a line or set aside, once, and nothing else is there.
fn assert_accounted_for(interview: &Interview, list: &str) {
    let sheet = sheet(interview);
    let lines = sheet.lines.iter().filter_map(|line| line.source);
    let aside = sheet.set_aside.iter().map(|it| it.source);
    let lines: BTreeSet<String> = lines.map(|it| format!("{}-{}", it.start, it.end)).collect();
    let aside: BTreeSet<String> = aside.map(|it| format!("{}-{}", it.start, it.end)).collect();
    assert!(lines.is_disjoint(&aside));
    let found: BTreeSet<String> = lines.union(&aside).cloned().collect();
    let expected = source_lines(list).map(|it| format!("{}-{}", it.start, it.end));
    assert_eq!(found, expected.collect::<BTreeSet<_>>());
    for line in &sheet.lines {
        let Some(source) = &line.source else { continue };
        let words = words(interview, source)
            .to_lowercase()
            .replace("\"\"", "\"");
        for it in &line.values {
            if ["item_number", "pack_size", "remark"].contains(&it.field.as_str()) {
                let value = it.value.0.to_string().to_lowercase();
                assert!(words.contains(&value), "{value:?} in {words:?}");
            }
        }
    }
}

#[test]
fn a_pasted_list_takes_one_call_of_a_reader_and_every_line_is_accounted_for() {
    let calls = Rc::new(Cell::new(0));
    let counted = calls.clone();
    let interview = pasted(
        LIST,
        move |request| {
            counted.set(counted.get() + 1);
            assert_eq!(given(request).len(), 12);
            reads(request)
        },
        |_| None,
    );
    assert_eq!(calls.get(), 1);
    assert_accounted_for(&interview, LIST);
    let sheet = sheet(&interview);
    assert_eq!((sheet.lines.len(), sheet.set_aside.len()), (50, 10));
    let todo: Vec<String> = sheet
        .todo()
        .map(|line| words(&interview, &line.source.unwrap()))
        .collect();
    // Two in tables, and what the reader could not read.
    assert_eq!(todo.len(), 10, "{todo:?}");
    assert!(told(&interview).starts_with("Complete lines: 40 of 50. 10 more are headings"));
    assert!(told(&interview).contains("“10615”: Quantity is missing"));
    let of_tables = sheet
        .lines
        .iter()
        .filter(|it| it.confidence == Confidence::High);
    assert!(of_tables.count() >= 38);
}

#[test]
fn more_lines_than_fit_are_refused_with_a_plain_message_and_a_long_list_is_bounded() {
    let row = |at: usize| format!("{}\t2", 10_000 + at);
    let list = |count: usize| {
        let rows: Vec<String> = (0..count).map(row).collect();
        format!("Item #\tQty\n{}", rows.join("\n"))
    };
    let interview = pasted(&list(301), |_| panic!("no reader"), |_| None);
    assert!(
        told(&interview).contains("301 lines, and 300 fit"),
        "{}",
        told(&interview)
    );
    assert!(sheet(&interview).lines.is_empty());
    let interview = pasted(&list(300), |_| panic!("no reader"), |_| None);
    assert!(sheet(&interview).value().is_some());
    let words: Vec<String> = (0..290)
        .map(|at| format!("some of {}", 10_000 + at))
        .collect();
    let calls = Rc::new(Cell::new(0));
    let counted = calls.clone();
    let interview = pasted(
        &words.join("\n"),
        move |request| {
            counted.set(counted.get() + 1);
            reads(request)
        },
        |_| None,
    );
    assert_eq!(calls.get(), 8);
    assert_accounted_for(&interview, &words.join("\n"));
    assert_eq!(sheet(&interview).todo().count(), 290);
}

#[test]
fn a_private_list_is_read_by_code_alone() {
    let form: Value = serde_json::from_str(FORM).unwrap();
    let mut form = form;
    form["fields"][1]["private"] = json!(true);
    let (model, sent) = recorded(|request| {
        assert!(!is_for(request, "read_lines"));
        respond(request)
    });
    let mut interview = interview_of(&form.to_string(), model);
    say(
        &mut interview,
        &[
            "Bistro",
            "Item #\tQty\ncanary-77777\t2\nsome canary-88888 too\n",
        ],
    );
    assert_eq!(sheet(&interview).lines.len(), 2);
    by_hand::edit(&mut interview, vec![LineEdit::Remove { number: 2 }]).unwrap();
    block_on(interview.advance()).unwrap();
    let state = interview.orchestrator().state();
    assert_eq!(state.outcome_of(&items()), Some(FieldOutcome::Answered));
    let sent = serde_json::to_string(&*sent.borrow()).unwrap();
    assert!(!sent.contains("77777") && !sent.contains("88888"), "{sent}");
}

#[test]
fn what_leaves_has_the_lines_with_their_words_and_a_table_of_its_own() {
    let list = "Item #\tQty\tNotes\n10234\t2\t=now\n10235\t3\t\n";
    let mut interview = pasted(list, reads, |_| None);
    say(&mut interview, &["today"]);
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Confirm);
    let local_time = "2026-11-20T18:00:00+09:00".to_owned();
    block_on(interview.take(Command::Confirm { local_time })).unwrap();
    let submission = Submission::of(interview.orchestrator()).unwrap();
    let field = submission
        .fields
        .iter()
        .find(|it| it.field_id == items())
        .unwrap();
    assert_eq!(
        serde_json::to_value(&field.lines[1]).unwrap(),
        json!({"line": 2, "status": "success", "confidence": "high", "original": "10235\t3",
            "values": {"item_number": "10235", "quantity": 3}})
    );
    assert_eq!(
        field
            .lines_csv(&["item_number", "quantity", "remark"])
            .unwrap(),
        "\u{feff}line,item_number,quantity,remark,status,confidence,missing,original\r\n\
         1,10234,2,\"'=now\",success,high,,10234\t2\t'=now\r\n\
         2,10235,3,,success,high,,10235\t3\r\n"
    );
}
