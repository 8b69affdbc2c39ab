//! Answers as long as they may be.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::Cell;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_interview::{Interview, Limits, Pause, parse_form};
use kikitori_llm::ChatRequest;
use kikitori_store::MemoryStore;
use serde_json::json;
use support::*;

/// Beyond this many bytes a proxy in front of the endpoint takes no request.
const REQUEST_LIMIT: usize = 2 * 1024 * 1024;

#[test]
fn requests_stay_bounded_however_many_long_answers_there_are() {
    let largest = Rc::new(Cell::new(0));
    let measured = largest.clone();
    let model = FnModel(move |request: &ChatRequest| {
        let bytes = serde_json::to_string(request).unwrap().len();
        measured.set(measured.get().max(bytes));
        Ok(respond(request))
    });
    let fields: Vec<_> = (0..20)
        .map(|n| {
            json!({"id": format!("f{n}"), "label": format!("Story {n}"), "required": true,
            "answer": {"type": "longText", "maxLength": 100_000}})
        })
        .collect();
    let form = json!({"id": "long", "title": "Long", "fields": fields}).to_string();
    let ports = ports(Rc::new(model), Rc::new(MemoryStore::new()));
    let form = parse_form(&form).unwrap();
    // Escaped as data and then as JSON, a quotation mark and a `<` take several bytes each.
    let story = "<\"They\" said no. ".repeat(99_000 / 17);
    block_on(async {
        let mut driver = Interview::start(form, page(), ports, Limits::default())
            .await
            .unwrap();
        for _ in 0..20 {
            assert_eq!(driver.advance().await.unwrap(), Pause::Answer);
            driver.answer(&story, page()).await.unwrap();
        }
        assert_eq!(driver.advance().await.unwrap(), Pause::Confirm);
        let kept = &driver.orchestrator().state().collected_fields;
        let whole = |it: &kikitori_interview::Collected| it.value.to_string() == story.trim();
        assert!(kept.values().all(whole));
    });
    assert!(largest.get() > 99_000, "{}", largest.get());
    assert!(largest.get() < REQUEST_LIMIT, "{}", largest.get());
}
