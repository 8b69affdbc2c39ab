//! The time that models are given is the respondent's.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::RefCell;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_interview::{Command, Limits, PageContext, Ports, Settle, TimeZone};
use kikitori_llm::{ChatRequest, Message};
use kikitori_store::MemoryStore;
use support::*;

/// Knows two clocks.
const IN_TOKYO: Clocks = Clocks {
    of_country: |_| &["Asia/Tokyo"],
    say: |zone, at_ms| match zone {
        "Asia/Tokyo" => format!("Saturday {at_ms}+09:00"),
        "UTC" => format!("Friday {at_ms}+00:00"),
        other => panic!("{other}"),
    },
};

#[test]
fn the_time_has_its_weekday_and_stands_last() {
    let sent = Rc::new(RefCell::new(Vec::<ChatRequest>::new()));
    let kept = sent.clone();
    let model = FnModel(move |request: &ChatRequest| {
        kept.borrow_mut().push(request.clone());
        Ok(respond(request))
    });
    let ports = Ports {
        locale: Rc::new(IN_TOKYO),
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
        for answer in ["Ada Lovelace", "My back hurts"] {
            interview.advance().await.unwrap();
            interview.answer(answer, page()).await.unwrap();
        }
        interview.advance().await.unwrap();
    });
    let sent = sent.borrow();
    let mut asked = 0;
    for request in sent
        .iter()
        .filter(|it| kikitori_scripted::offers(it, "ask"))
    {
        let whole = serde_json::to_string(request).unwrap();
        let local_time = now(request)["local_time"].as_str().unwrap().to_owned();
        // The device's own zone is what is settled, and no model hears of another.
        assert!(local_time.starts_with("Friday"), "{local_time}");
        assert!(local_time.ends_with("+00:00 (UTC)"), "{local_time}");
        let Message::User { content, .. } = request.messages.last().unwrap() else {
            panic!("{whole}")
        };
        assert!(content.starts_with("<now>"), "{content}");
        asked += 1;
    }
    assert!(asked > 1, "{asked}");
    // What was said keeps the time at which it was.
    let review = sent
        .iter()
        .rfind(|it| kikitori_scripted::offers(it, "review"));
    let review = review.unwrap();
    let Message::User { content, .. } = review.messages.last().unwrap() else {
        panic!("no time")
    };
    assert!(content.starts_with("<local_time>Friday"), "{content}");
    let Message::User { content, .. } = &review.messages[1] else {
        panic!("no summary")
    };
    let said: serde_json::Value = kikitori_scripted::tags::json(content, "said_before").unwrap();
    for entry in said.as_array().unwrap() {
        let at = entry["at"].as_str().unwrap();
        assert!(
            at.starts_with("Friday") && at.ends_with("+00:00"),
            "{entry}"
        );
    }
    assert!(content.contains("<answer at=\"Friday "), "{content}");
}

#[test]
fn the_zone_that_a_control_sets_is_the_one_from_then_on() {
    let (model, sent) = recorded(respond);
    let ports = Ports {
        locale: Rc::new(IN_TOKYO),
        ..ports(model, Rc::new(MemoryStore::new()))
    };
    let page = PageContext {
        time_zone: TimeZone::new("UTC"),
        ..page()
    };
    let started = kikitori_interview::Interview::start(form(), page, ports, Limits::default());
    let mut interview = block_on(started).unwrap();
    block_on(async {
        interview.advance().await.unwrap();
        let zone = TimeZone::new("Asia/Tokyo").unwrap();
        let settle = Command::Settle(Settle::TimeZone(zone));
        interview.take(settle).await.unwrap();
    });
    say(&mut interview, &["Ada"]);
    let told = now(sent.borrow().last().unwrap());
    let local_time = told["local_time"].as_str().unwrap();
    assert!(local_time.starts_with("Saturday"), "{local_time}");
    let steps = &interview.orchestrator().state().run_steps;
    let settled = steps.iter().filter(|step| step.tool == "set_timezone");
    assert_eq!(settled.count(), 2, "on record as the Greeter's");
}
