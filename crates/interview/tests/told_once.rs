//! What came of messages and entries is told once: by the question that came with it, or else to
//! whoever asks next, in the language that is spoken then.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::Cell;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_interview::{
    Command, Entry, FieldEntry, FieldId, Interview, LanguageTag, RecordedBy, Settle,
};
use kikitori_llm::{ChatRequest, LlmError};
use kikitori_scripted::calls;
use serde_json::{Value, json};
use support::*;

const FORM: &str = r#"{"id": "move", "title": "Move", "fields": [
    {"id": "name", "label": {"en": "Name", "ja": "お名前"}, "required": true},
    {"id": "size", "label": {"en": "Size", "ja": "大きさ"}, "required": true, "answer": {"type": "choice",
        "options": [{"value": "s", "label": {"en": "Small", "ja": "小"}}, {"value": "l", "label": {"en": "Large", "ja": "大"}}]}},
    {"id": "notes", "label": {"en": "Notes", "ja": "備考"}, "required": false}
]}"#;

fn enter(interview: &mut Interview, field: &str, value: &str) {
    let entry = FieldEntry {
        field_id: FieldId::new(field).unwrap(),
        entry: Entry::Value(json!(value)),
    };
    block_on(interview.take(Command::Enter {
        entries: vec![entry],
    }))
    .unwrap();
}

#[test]
fn what_is_entered_by_hand_is_told_with_who_entered_it_and_only_once() {
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["Ada"]);
    enter(&mut interview, "name", "Ada King");
    say(&mut interview, &["s"]);
    let effect = |at: usize| now(&sent.borrow()[at])["effect"].clone();
    let last = sent.borrow().len() - 1;
    assert_eq!(
        effect(last),
        json!(["name: changed by them in the form itself from \"Ada\" to \"Ada King\""])
    );
    say(&mut interview, &["skip"]);
    let last = sent.borrow().len() - 1;
    assert_eq!(effect(last), Value::Null, "it was told");
}

#[test]
fn a_change_is_there_to_be_shown_before_anybody_has_spoken_of_it() {
    let mut interview = interview_of(FORM, scripted());
    say(&mut interview, &["Ada"]);
    enter(&mut interview, "name", "Ada King");
    let state = interview.orchestrator().state();
    let [row] = state.recorded_since().try_into().unwrap();
    assert_eq!(
        (row.old.as_deref(), row.new.as_deref()),
        (Some("Ada"), Some("Ada King"))
    );
    assert_eq!((row.by, row.is_current), (RecordedBy::Entry, true));
    // The row of the message before is history, and the outline has both.
    let asked = state.chat().last().unwrap();
    let [before] = state.recorded_with(asked).try_into().unwrap();
    assert_eq!(
        (before.new.as_deref(), before.is_current),
        (Some("Ada"), false)
    );
    let entry = interview.orchestrator().outline()[0].clone();
    assert_eq!(
        (entry.before.as_deref(), entry.value.as_deref()),
        (Some("Ada"), Some("Ada King"))
    );
}

#[test]
fn what_a_message_records_that_changes_the_language_is_told_in_the_new_one() {
    let (model, sent) = recorded(|request| match said_last(request).last() {
        Some(said) if said.contains("小さい") => {
            let mut size = heard("size", "小さい");
            size["value"] = json!("s");
            let mut ask = asking(request, vec![heard("name", "花子"), size]);
            ask["language"] = json!("ja");
            calls("ask", ask)
        }
        _ => respond(request),
    });
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["花子です。小さいです。"]);
    let state = interview.orchestrator().state();
    let rows = state.recorded_with(state.chat().last().unwrap());
    let told: Vec<_> = rows
        .iter()
        .map(|row| (row.label.as_str(), row.new.as_deref().unwrap()))
        .collect();
    assert_eq!(told, [("お名前", "花子"), ("大きさ", "小")]);
    // A control changes it back, and whoever asks next is told.
    let english = Settle::Language(LanguageTag::new("en").unwrap());
    block_on(interview.take(Command::Settle(english))).unwrap();
    enter(&mut interview, "size", "l");
    say(&mut interview, &["skip"]);
    let effect = now(sent.borrow().last().unwrap())["effect"].clone();
    assert_eq!(
        effect,
        json!([
            "size: changed by them in the form itself from \"Small\" to \"Large\"",
            "language: en from now on"
        ])
    );
}

#[test]
fn a_translation_that_an_outage_prevented_is_asked_for_with_the_next_message() {
    let tries = Rc::new(Cell::new(0));
    let counted = tries.clone();
    let model = FnModel(move |request: &ChatRequest| {
        if kikitori_scripted::offers(request, "create_plan") {
            counted.set(counted.get() + 1);
            return Err(LlmError::TokenLimit);
        }
        Ok(respond(request))
    });
    let mut interview = interview_of(FORM, Rc::new(model));
    block_on(interview.advance()).unwrap();
    let french = Settle::Language(LanguageTag::new("fr").unwrap());
    block_on(interview.take(Command::Settle(french))).unwrap();
    block_on(interview.advance()).unwrap();
    assert_eq!(tries.get(), 1);
    for expected in [2, 3, 3] {
        say(&mut interview, &["42"]);
        assert_eq!(tries.get(), expected, "twice more, and no further");
    }
}

#[test]
fn what_is_translated_once_is_not_translated_again() {
    let (model, sent) = recorded(|request| {
        match kikitori_scripted::offers(request, "create_plan") {
            true => {
                let ids = ["name", "size", "notes"];
                let name =
                    |id: &str| json!({"field_id": id, "label": format!("Le {id}"), "intent": null});
                calls(
                    "create_plan",
                    json!({"field_ids": ids, "translations": ids.map(name)}),
                )
            }
            false => respond(request),
        }
    });
    let mut interview = interview_of(FORM, model);
    let labels = |interview: &Interview| {
        let outline = interview.orchestrator().outline();
        outline.into_iter().map(|it| it.label).collect::<Vec<_>>()
    };
    block_on(interview.advance()).unwrap();
    for (language, first) in [
        ("fr", "Le name"),
        ("fr-CA", "Le name"),
        ("en", "Name"),
        ("en-US", "Name"),
        ("fr", "Le name"),
        ("ja", "お名前"),
    ] {
        let language = LanguageTag::new(language).unwrap();
        block_on(interview.take(Command::Settle(Settle::Language(language)))).unwrap();
        block_on(interview.advance()).unwrap();
        assert_eq!(labels(&interview)[0], first);
    }
    let asked = sent.borrow();
    let plans = asked
        .iter()
        .filter(|it| kikitori_scripted::offers(it, "create_plan"));
    assert_eq!(plans.count(), 1);
}

#[test]
fn what_is_put_in_by_hand_is_told_whole_and_what_is_passed_over_is_asked_no_more() {
    const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "name", "label": "Name", "required": true},
        {"id": "notes", "label": "Notes", "required": false},
        {"id": "story", "label": "Story", "required": true, "review": "separate"}]}"#;
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["Ada"]);
    let long = format!("{}end of it", "a long name of many words, ".repeat(10));
    assert_eq!(now(sent.borrow().last().unwrap())["asked"], "name");
    enter(&mut interview, "name", &long);
    let skip = FieldEntry {
        field_id: FieldId::new("notes").unwrap(),
        entry: Entry::Skip,
    };
    let entries = vec![skip];
    block_on(interview.take(Command::Enter { entries })).unwrap();
    block_on(interview.advance()).unwrap();
    let told = now(sent.borrow().last().unwrap());
    assert_eq!(told["asked"], Value::Null, "{told}");
    assert_eq!(told["open"], json!(["story"]));
    let effect = told["effect"][0].as_str().unwrap();
    assert!(effect.ends_with("end of it\""), "{effect}");
}
