//! Which language an interview begins in.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::rc::Rc;

use futures::executor::block_on;
use kikitori_interview::{Interview, Limits, PageContext, parse_form};
use kikitori_store::MemoryStore;
use serde_json::{Value, json};
use support::*;

/// The language that is spoken, and why, as the Interviewer is told.
fn begun(languages: &[&str], own: &str, label: Value) -> (String, Value) {
    let mut form = json!({"id": "f", "title": "F",
        "fields": [{"id": "name", "label": label, "required": true}]});
    if !own.is_empty() {
        form["language"] = json!(own);
    }
    let (model, sent) = recorded(respond);
    let page = PageContext {
        languages: languages.iter().map(|it| (*it).to_owned()).collect(),
        ..page()
    };
    let form = parse_form(&form.to_string()).unwrap();
    let ports = ports(model, Rc::new(MemoryStore::new()));
    let mut interview = block_on(Interview::start(form, page, ports, Limits::default())).unwrap();
    block_on(interview.advance()).unwrap();
    let told = now(&sent.borrow()[0])["language_because"].clone();
    (interview.orchestrator().language().to_owned(), told)
}

#[test]
fn the_first_language_of_the_page_that_the_form_has_or_else_the_forms_only_one() {
    let both = || json!({"en": "Name", "ja": "お名前"});
    let because = || json!("the form is in it");
    for (languages, own, label, spoken, why) in [
        // What somebody has chosen for the page stands first.
        (&["ja", "en-US", "en"][..], "en", both(), "ja", Value::Null),
        (&["en", "ja-JP"], "en", both(), "en", Value::Null),
        // A form that nobody has translated is spoken in its own language, and that is told.
        (&["en-US", "en"], "ja", json!("お名前"), "ja", because()),
        (&["fr"], "en", json!("Name"), "en", because()),
        (&["fr", "en-GB"], "en", json!("Name"), "en-GB", Value::Null),
        (&["ja-JP"], "ja", json!("お名前"), "ja-JP", Value::Null),
        (&["fr"], "", json!({"en": "Name"}), "en", because()),
        // Nobody says which language it is in.
        (&["fr"], "", json!("Name"), "fr", Value::Null),
        // Its letters may tell.
        (
            &["ja", "en-US", "en"],
            "",
            json!("お名前"),
            "ja",
            Value::Null,
        ),
        (&["en-US", "ja"], "", json!("お名前"), "ja", Value::Null),
        (&["en"], "", json!("お名前"), "en", Value::Null),
        // One that is in several is translated into any.
        (&["fr"], "en", both(), "fr", Value::Null),
    ] {
        let found = begun(languages, own, label.clone());
        assert_eq!(
            found,
            (spoken.to_owned(), why),
            "{languages:?} {own} {label}"
        );
    }
}
