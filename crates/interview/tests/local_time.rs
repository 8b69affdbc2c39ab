//! The time that models are given is the respondent's.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use std::cell::RefCell;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_interview::{CountryCode, LanguageTag, Limits, Locale, PageContext, Ports, TimeZone};
use kikitori_llm::{ChatRequest, Message};
use kikitori_store::MemoryStore;
use support::*;

/// Knows two clocks.
struct InTokyo;

impl Locale for InTokyo {
    fn canonical_language(&self, tag: &LanguageTag) -> Option<LanguageTag> {
        Some(tag.clone())
    }
    fn is_country(&self, _: &CountryCode) -> bool {
        true
    }
    fn is_time_zone(&self, _: &TimeZone) -> bool {
        true
    }
    fn time_zones(&self, _: &CountryCode) -> Vec<TimeZone> {
        TimeZone::new("Asia/Tokyo").into_iter().collect()
    }
    fn local_time(&self, zone: &TimeZone, at_ms: u64) -> Option<String> {
        Some(match zone.as_str() {
            "Asia/Tokyo" => format!("Saturday {at_ms}+09:00"),
            "UTC" => format!("Friday {at_ms}+00:00"),
            other => panic!("{other}"),
        })
    }
}

#[test]
fn the_time_has_its_weekday_and_stands_last_and_is_that_of_the_settled_zone() {
    let sent = Rc::new(RefCell::new(Vec::<ChatRequest>::new()));
    let kept = sent.clone();
    let model = FnModel(move |request: &ChatRequest| {
        kept.borrow_mut().push(request.clone());
        Ok(respond(request))
    });
    let ports = Ports {
        locale: Rc::new(InTokyo),
        ..ports(Rc::new(model), Rc::new(MemoryStore::new()))
    };
    // The device is set to another zone.
    let page = || PageContext {
        time_zone: TimeZone::new("UTC"),
        local_time: Some("2026-11-20T18:00:00+00:00".into()),
        ..page()
    };
    let interview = kikitori_interview::Interview::start(form(), page(), ports, Limits::default());
    block_on(async {
        let mut interview = interview.await.unwrap();
        for answer in ["English", "Japan", "Ada Lovelace"] {
            interview.advance().await.unwrap();
            interview.answer(answer, page()).await.unwrap();
        }
        interview.advance().await.unwrap();
    });
    let mut seen = (0, 0);
    for request in sent.borrow().iter() {
        let whole = serde_json::to_string(request).unwrap();
        let Message::User { content, .. } = request.messages.last().unwrap() else {
            panic!("{whole}")
        };
        let offers = |tool: &str| request.tools.iter().any(|it| it.function.name == tool);
        if offers("create_plan") {
            continue;
        }
        assert_eq!(whole.matches("</local_time>").count(), 1, "{whole}");
        assert!(content.starts_with("<local_time>"), "{content}");
        if offers("set_language") && content.contains("+00:00 (UTC)") {
            assert!(content.contains("Friday"), "{content}");
            seen.0 += 1;
        } else {
            assert!(
                content.contains("Saturday") && content.contains("+09:00 (Asia/Tokyo)"),
                "{content}"
            );
            assert!(!whole.contains("2026-11-20T18:00:00+00:00"), "{whole}");
            seen.1 += 1;
        }
    }
    assert!(seen.0 > 0 && seen.1 > 1, "{seen:?}");
    // What was said keeps the time at which it was.
    let sent = sent.borrow();
    let review = sent
        .iter()
        .find(|it| kikitori_scripted::offers(it, "review"));
    let Message::User { content, .. } = &review.unwrap().messages[1] else {
        panic!("no summary")
    };
    let said: serde_json::Value = kikitori_scripted::tags::json(content, "said_before").unwrap();
    for entry in said.as_array().unwrap() {
        let at = entry["at"].as_str().unwrap();
        assert!(
            at.starts_with("Saturday") && at.ends_with("+09:00"),
            "{entry}"
        );
    }
    assert!(content.contains("<answer at=\"Saturday "), "{content}");
}
