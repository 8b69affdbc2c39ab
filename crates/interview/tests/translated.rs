//! A form in a language that its file does not have: what people are shown of it is in theirs.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::rc::Rc;

use futures::executor::block_on;
use kikitori_agent::CallStatus;
use kikitori_interview::{Interview, Limits, PageContext, parse_form};
use kikitori_scripted::{calls, offers};
use kikitori_store::MemoryStore;
use serde_json::{Value, json};
use support::*;

const FORM: &str = r#"{"id": "hall", "title": "Hall", "description": "To rent it", "fields": [
    {"id": "name", "label": "Name", "required": true},
    {"id": "seats", "label": "Seats", "required": true, "private": true, "why": "So that all can sit.",
     "answer": {"type": "choice", "options": ["tables", {"value": "c", "label": "chairs"}]}}]}"#;

/// An interview with somebody who speaks Arabic, of which the Architect has named the fields so.
fn interview(texts: Value) -> Interview {
    let (model, _) = recorded(move |request| match offers(request, "create_plan") {
        false => respond(request),
        true => calls(
            "create_plan",
            json!({"field_ids": ["name", "seats"], "title": "قاعة", "description": "للإيجار", "translations": [
                {"field_id": "name", "label": "الاسم", "intent": null, "texts": null},
                {"field_id": "seats", "label": "المقاعد", "intent": null, "texts": texts},
            ]}),
        ),
    });
    let page = PageContext {
        languages: vec!["ar".to_owned()],
        ..page()
    };
    let ports = ports(model, Rc::new(MemoryStore::new()));
    let form = parse_form(FORM).unwrap();
    let mut interview = block_on(Interview::start(form, page, ports, Limits::default())).unwrap();
    block_on(interview.advance()).unwrap();
    interview
}

#[test]
fn options_reasons_and_the_forms_own_name_are_shown_in_the_persons_language() {
    let mut interview = interview(json!(["لكي يجلس الجميع", "طاولات", "كراسي"]));
    let shown = interview.orchestrator().state().shown_form();
    assert_eq!(shown.title.in_language("ar"), "قاعة");
    assert_eq!(shown.title.in_language("en"), "Hall");
    let texts = shown.fields[1].other_texts().into_iter();
    let texts: Vec<&str> = texts.map(|text| text.in_language("ar")).collect();
    assert_eq!(texts, ["لكي يجلس الجميع", "طاولات", "كراسي"]);
    // Code asks in these words, and takes them.
    say(&mut interview, &["ليلى"]);
    assert_eq!(
        told(&interview),
        "Please fill in: المقاعد.\nلكي يجلس الجميع"
    );
    let chat = interview.orchestrator().state().chat();
    let offered = chat.last().unwrap().suggestions();
    assert!(offered.contains(&"كراسي".to_owned()), "{offered:?}");
    say(&mut interview, &["كراسي"]);
    let outline = interview.orchestrator().outline();
    assert_eq!(outline[1].value.as_deref(), Some("كراسي"));
    // What leaves is the form's own value.
    assert_eq!(value_of(&interview, "seats").as_deref(), Some("c"));
}

#[test]
fn what_the_form_says_in_their_language_is_told_so_and_stays() {
    const FORM: &str = r#"{"id": "hall", "title": {"en": "Hall", "fi": "Sali"}, "language": "en", "fields": [
        {"id": "name", "label": {"en": "Name", "fi": "Nimi"}, "required": true},
        {"id": "length", "label": {"en": "Length", "fi": "Pituus"}, "required": true,
            "answer": {"type": "number", "unit": "m"}}]}"#;
    let (model, sent) = recorded(|request| match offers(request, "create_plan") {
        false => respond(request),
        true => calls(
            "create_plan",
            json!({"field_ids": ["name", "length"], "title": "Halli", "description": null, "translations": [
                {"field_id": "name", "label": "Etunimi", "intent": null, "texts": null},
                {"field_id": "length", "label": "Mitta", "intent": null, "texts": null},
            ]}),
        ),
    });
    let page = PageContext {
        languages: vec!["fi-FI".to_owned()],
        ..page()
    };
    let ports = ports(model, Rc::new(MemoryStore::new()));
    let form = parse_form(FORM).unwrap();
    let mut interview = block_on(Interview::start(form, page, ports, Limits::default())).unwrap();
    block_on(interview.advance()).unwrap();
    let sent = sent.borrow();
    let asked = sent.iter().find(|it| offers(it, "create_plan")).unwrap();
    let asked = serde_json::to_string(asked).unwrap();
    assert!(
        asked.contains("Pituus") && !asked.contains("Length"),
        "{asked}"
    );
    let outline = interview.orchestrator().outline().into_iter();
    let labels: Vec<String> = outline.map(|it| it.label).collect();
    assert_eq!(labels, ["Nimi", "Pituus"]);
    let shown = interview.orchestrator().state().shown_form();
    assert_eq!(shown.title.in_language("fi-FI"), "Sali");
}

#[test]
fn other_texts_than_the_field_has_go_back_to_the_model() {
    let interview = interview(json!(["طاولات", "كراسي"]));
    let steps = &interview.orchestrator().state().run_steps;
    let mut plans = steps.iter().filter(|step| step.tool == "create_plan");
    let output = plans.nth(1).unwrap().output.clone().unwrap();
    assert_eq!(output.status, CallStatus::Error);
    let message = output.result.message;
    assert!(
        message.contains("translations[1].texts: the field has 3"),
        "{message}"
    );
}

#[test]
fn options_of_lines_are_known_by_what_a_translation_calls_them() {
    const SONGS: &str = r#"{"id": "band", "title": "Band", "language": "en", "fields": [
        {"id": "name", "label": "Name", "required": true},
        {"id": "songs", "label": "Songs", "required": true, "answer": {"type": "group", "fields": [
            {"id": "song", "label": "Song", "required": true, "answer": {"type": "shortText"}},
            {"id": "moment", "label": "When", "required": true, "answer": {"type": "choice", "other": true,
             "options": [{"value": "first", "label": "First dance"}, {"value": "party", "label": "Party"}]}}]}},
        {"id": "rest", "label": "Rest", "required": true}]}"#;
    const SAID: &str = "At Last è il primo ballo, e Perfect va alla festa";
    let (model, _) = recorded(|request| match offers(request, "create_plan") {
        true => calls(
            "create_plan",
            json!({"field_ids": ["name", "songs", "rest"], "title": "Banda", "translations": [
                {"field_id": "name", "label": "Nome", "intent": null, "texts": null},
                {"field_id": "songs", "label": "Brani", "intent": null,
                 "texts": ["Brano", "Quando", "Primo ballo", "Festa"]},
                {"field_id": "rest", "label": "Altro", "intent": null, "texts": null},
            ]}),
        ),
        false if said_last(request).last().is_some_and(|it| it == SAID) => {
            let mut entry = heard("songs", SAID);
            let lines = json!([{"song": "At Last", "moment": "first"}, {"song": "Perfect", "moment": "festa"}]);
            entry["value"] = json!(lines.to_string());
            calls("ask", asking(request, vec![entry]))
        }
        false => respond(request),
    });
    let page = PageContext {
        languages: vec!["it".to_owned()],
        ..page()
    };
    let ports = ports(model, Rc::new(MemoryStore::new()));
    let form = parse_form(SONGS).unwrap();
    let mut interview = block_on(Interview::start(form, page, ports, Limits::default())).unwrap();
    block_on(interview.advance()).unwrap();
    let italian = kikitori_interview::LanguageTag::new("it").unwrap();
    let settle = kikitori_interview::Settle::Language(italian);
    block_on(interview.take(kikitori_interview::Command::Settle(settle))).unwrap();
    say(&mut interview, &["Ada", SAID]);
    let songs = kikitori_interview::FieldId::new("songs").unwrap();
    let lines = interview.orchestrator().state().sheet_of(&songs).lines;
    let told: Vec<(String, bool)> = lines
        .iter()
        .map(|line| (line.cells()["moment"].to_string(), line.is_unsure()))
        .collect();
    assert_eq!(
        told,
        [
            ("\"first\"".to_owned(), false),
            ("\"party\"".to_owned(), false)
        ]
    );
}
