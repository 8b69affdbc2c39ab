//! Language, country and time zone are changed by saying so, at any time, alone or with an answer.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::RefCell;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_interview::{Interview, Limits, Pause, Ports, parse_form};
use kikitori_llm::ChatRequest;
use kikitori_scripted::calls;
use kikitori_store::MemoryStore;
use serde_json::{Value, json};
use support::*;

const FORM: &str = r#"{"id": "f", "title": "F", "needs": ["country"], "fields": [
    {"id": "name", "label": {"en": "Name", "ja": "お名前"}, "required": true},
    {"id": "phone", "label": {"en": "Phone", "ja": "電話"}, "required": true, "answer": {"type": "phone"}},
    {"id": "notes", "label": {"en": "Notes", "ja": "備考"}, "required": true}]}"#;

/// Knows the only zone of Japan and of Germany.
const TWO: Clocks = Clocks {
    of_country: |country| match country.as_str() {
        "JP" => &["Asia/Tokyo"],
        "DE" => &["Europe/Berlin"],
        _ => &[],
    },
    say: |_, _| "Friday 2026-11-20T18:00:00+09:00".to_owned(),
};

/// What is settled: language, country, zone.
fn settled(interview: &Interview) -> [String; 3] {
    let settled = &interview.orchestrator().state().bootstrap;
    let of = |it: Option<String>| it.unwrap_or_default();
    [
        of(settled.language.as_ref().map(ToString::to_string)),
        of(settled.country.as_ref().map(ToString::to_string)),
        of(settled.timezone.as_ref().map(ToString::to_string)),
    ]
}

/// An interview in which these messages are reported so: as what is heard and what is settled, the
/// second time by the next one.
fn interview(
    reports: &'static [(&'static str, &'static [&'static str])],
) -> (Interview, Rc<RefCell<Vec<ChatRequest>>>) {
    let (model, sent) = recorded(move |request| {
        let said = said_last(request).pop().unwrap_or_default();
        let Some((_, tries)) = reports.iter().find(|(words, _)| *words == said) else {
            return respond(request);
        };
        let told = request.messages.iter().filter(|message| {
            matches!(message, kikitori_llm::Message::Tool { content, .. } if content.contains("Not asked"))
        });
        let report = tries.get(told.count()).unwrap();
        let report: Value = serde_json::from_str(report).unwrap();
        let heard: Option<Vec<Value>> = report["heard"].as_array().cloned();
        let mut ask = asking(request, heard.unwrap_or_default());
        ask["question"] = Value::Null;
        for name in ["language", "country", "time_zone"] {
            ask[name] = report[name].clone();
        }
        calls("ask", ask)
    });
    let ports = Ports {
        locale: Rc::new(TWO),
        ..ports(model, Rc::new(MemoryStore::new()))
    };
    let form = parse_form(FORM).unwrap();
    let interview = Interview::start(form, page(), ports, Limits::default());
    (block_on(interview).unwrap(), sent)
}

#[test]
fn each_is_changed_by_words_in_the_middle_of_an_interview() {
    let (mut interview, sent) = interview(&[
        ("I live in Germany", &[r#"{"country": "DE"}"#]),
        (
            "New York time, please",
            &[r#"{"time_zone": "America/New_York"}"#],
        ),
        ("日本語でお願いします", &[r#"{"language": "ja"}"#]),
        ("I moved to Japan", &[r#"{"country": "JP"}"#]),
    ]);
    say(&mut interview, &["Ada"]);
    assert_eq!(settled(&interview), ["en", "JP", "Asia/Tokyo"]);
    for (said, expected) in [
        // Its only zone comes with it, as long as nobody has named another.
        ("I live in Germany", ["en", "DE", "Europe/Berlin"]),
        ("New York time, please", ["en", "DE", "America/New_York"]),
        ("日本語でお願いします", ["ja", "DE", "America/New_York"]),
        ("I moved to Japan", ["ja", "JP", "America/New_York"]),
    ] {
        assert_eq!(say(&mut interview, &[said]), Pause::Answer);
        assert_eq!(settled(&interview), expected, "{said}");
        // The question is asked again, and what was given stays.
        let outline = interview.orchestrator().outline();
        assert!(outline[1].current, "{said}");
        assert_eq!(outline[0].value.as_deref(), Some("Ada"));
    }
    say(&mut interview, &["03-1234-5678"]);
    let told = now(sent.borrow().last().unwrap());
    assert_eq!(
        (&told["language"], &told["country"], &told["time_zone"]),
        (&json!("ja"), &json!("JP"), &json!("America/New_York"))
    );
}

#[test]
fn an_answer_of_the_same_message_is_checked_by_what_it_settles() {
    let (mut interview, sent) = interview(&[(
        "I live in Germany, call me on 030 901820",
        &[
            r#"{"country": "DE", "heard": [{"field_id": "phone", "quote": "030 901820", "value": "030 901820",
            "facts": null, "missing": null, "outcome": "answered"}]}"#,
        ],
    )]);
    say(
        &mut interview,
        &["Ada", "I live in Germany, call me on 030 901820"],
    );
    assert_eq!(
        value_of(&interview, "phone").as_deref(),
        Some("+4930901820")
    );
    assert_eq!(settled(&interview)[1], "DE");
    assert_eq!(sent.borrow().len(), 3, "nothing goes back");
}

#[test]
fn one_that_there_is_not_goes_back_once_and_changes_nothing() {
    let (mut interview, sent) = interview(&[(
        "I live in Atlantis",
        &[r#"{"country": "Atlantis"}"#, r#"{"country": "Atlantis"}"#],
    )]);
    say(&mut interview, &["Ada", "I live in Atlantis"]);
    assert_eq!(settled(&interview), ["en", "JP", "Asia/Tokyo"]);
    assert_eq!(sent.borrow().len(), 4);
    assert!(
        told(&interview).starts_with("Nothing was taken from “I live in Atlantis”"),
        "{}",
        told(&interview)
    );
}

#[test]
fn words_and_the_control_of_the_page_change_the_same_and_the_last_one_counts() {
    let (mut interview, _) = interview(&[("I live in Germany", &[r#"{"country": "DE"}"#])]);
    say(&mut interview, &["Ada", "I live in Germany"]);
    let japan = kikitori_interview::CountryCode::new("JP");
    let settle = kikitori_interview::Settle::Country(japan);
    block_on(interview.take(kikitori_interview::Command::Settle(settle))).unwrap();
    assert_eq!(settled(&interview), ["en", "JP", "Asia/Tokyo"]);
    say(&mut interview, &["I live in Germany"]);
    assert_eq!(settled(&interview), ["en", "DE", "Europe/Berlin"]);
    // One step back takes the words back, and not the click before.
    block_on(interview.take(kikitori_interview::Command::Back)).unwrap();
    assert_eq!(settled(&interview), ["en", "JP", "Asia/Tokyo"]);
}
