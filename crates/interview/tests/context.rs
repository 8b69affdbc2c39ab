//! Requests fit the model's context, and begin alike for as long as they can.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::RefCell;
use std::rc::Rc;

use futures::FutureExt;
use futures::executor::block_on;
use kikitori_interview::{Interview, Limits, Pause, parse_form};
use kikitori_llm::{ChatRequest, LlmError, Message, Model};
use kikitori_store::MemoryStore;
use serde_json::json;
use support::*;

type Sent = Rc<RefCell<Vec<ChatRequest>>>;

/// The scripted model with a context of so many tokens, and what it was sent.
fn with_context(tokens: u64) -> (Rc<dyn Model>, Sent) {
    let sent = Sent::default();
    let kept = sent.clone();
    let model = FnModel(move |request: &ChatRequest| {
        kept.borrow_mut().push(request.clone());
        if request.estimated_tokens() > tokens {
            return Err(LlmError::Status {
                status: 400,
                message: "the request exceeds the available context size".to_owned(),
                code: Some("exceed_context_size_error".to_owned()),
                retry_after: None,
            });
        }
        Ok(respond(request))
    });
    (Rc::new(model), sent)
}

const FIELDS: usize = 30;

/// An interview of many fields to its end, with an answer of so many words for each.
fn interviewed(model: Rc<dyn Model>, limits: Limits, words: usize) -> Interview {
    let story = "They went on and on. ".repeat(words / 5);
    interviewed_with(model, limits, &story, FIELDS)
}

fn interviewed_with(model: Rc<dyn Model>, limits: Limits, story: &str, fields: usize) -> Interview {
    let answers = std::iter::repeat_n(story, fields);
    let fields: Vec<_> = (0..fields)
        .map(|n| {
            json!({"id": format!("f{n}"), "label": format!("Story {n}"), "required": true,
            "answer": {"type": "longText", "maxLength": 100_000}})
        })
        .collect();
    let form = json!({"id": "long", "title": "Long", "fields": fields}).to_string();
    let ports = ports(model, Rc::new(MemoryStore::new()));
    let form = parse_form(&form).unwrap();
    block_on(async {
        let mut driver = Interview::start(form, page(), ports, limits).await.unwrap();
        for answer in answers {
            assert_eq!(driver.advance().await.unwrap(), Pause::Answer);
            driver.answer(answer, page()).await.unwrap();
        }
        assert_eq!(driver.advance().await.unwrap(), Pause::Confirm);
        let kept = &driver.orchestrator().state().collected_fields;
        let whole = |it: &kikitori_interview::Collected| it.value.to_string() == story.trim();
        assert!(kept.values().all(whole));
        driver
    })
}

/// Whether every call in it has its outcome after it, and every outcome its call before it.
fn is_whole(request: &ChatRequest) -> bool {
    let mut open = Vec::new();
    request.messages.iter().all(|message| match message {
        Message::Tool { tool_call_id, .. } => {
            let place = open.iter().position(|id| id == tool_call_id);
            place.map(|place| open.remove(place)).is_some()
        }
        other => {
            let none_is_open = open.is_empty();
            if let Message::Assistant(reply) = other {
                open.extend(reply.tool_calls.iter().map(|call| call.id.clone()));
            }
            none_is_open
        }
    }) && open.is_empty()
}

/// The Interviewer's requests.
fn of_interviewer(sent: &Sent) -> Vec<ChatRequest> {
    let asks = |request: &&ChatRequest| {
        let mut names = request.tools.iter().map(|tool| &tool.function.name);
        names.any(|name| name == "ask")
    };
    sent.borrow().iter().filter(asks).cloned().collect()
}

fn is_summary(message: &Message) -> bool {
    matches!(message, Message::User { content, .. } if content.starts_with("<earlier_conversation>"))
}

#[test]
fn every_request_of_an_agent_begins_as_the_one_before_it() {
    let (model, sent) = with_context(u64::MAX);
    interviewed(model, Limits::default(), 20);
    let requests = of_interviewer(&sent);
    assert!(requests.len() >= FIELDS);
    for pair in requests.windows(2) {
        assert_eq!(pair[0].tools, pair[1].tools);
        // All but what stands last and is made anew.
        let (_, kept) = pair[0].messages.split_last().unwrap();
        let begins_alike = pair[1].messages.starts_with(kept);
        assert!(begins_alike, "{:#?}", pair[1].messages);
    }
}

#[test]
fn a_long_conversation_is_folded_into_what_it_settled() {
    let (model, sent) = with_context(u64::MAX);
    let context_tokens = 5_100;
    let limits = Limits {
        context_tokens,
        ..Limits::default()
    };
    interviewed(model, limits, 60);
    for request in sent.borrow().iter() {
        let tokens = request.estimated_tokens();
        assert!(
            tokens <= context_tokens,
            "{tokens}: {:#?}",
            request.messages
        );
        assert!(is_whole(request), "{:#?}", request.messages);
    }
    let requests = of_interviewer(&sent);
    let summary =
        |request: &ChatRequest| request.messages.get(1).filter(|it| is_summary(it)).cloned();
    let mut summaries: Vec<_> = requests.iter().map(summary).collect();
    let last = summaries.last().unwrap().clone().unwrap();
    let Message::User { content, .. } = last else {
        panic!("no summary");
    };
    for said in ["\"language\":\"en\"", "\"Story 1\"", "They went on"] {
        assert!(content.contains(said), "{said} in {content}");
    }
    // Each stands for several requests, so that what a server has read stays of use.
    summaries.dedup();
    assert!(summaries.len() * 3 < requests.len(), "{}", summaries.len());
}

#[test]
fn an_endpoint_with_a_smaller_context_than_was_thought_is_met_by_shorter_requests() {
    let context = 5_000;
    let (model, sent) = with_context(context);
    let driver = interviewed(model, Limits::default(), 200);
    let state = driver.orchestrator().state();
    assert!(state.context_tokens.is_some_and(|learnt| learnt <= context));
    let sent = sent.borrow();
    let refused = sent
        .iter()
        .filter(|it| it.estimated_tokens() > context)
        .count();
    assert!(refused <= 4, "{refused} of {} were too long", sent.len());
    // What the endpoint refused is none of the calls that were granted.
    assert_eq!(state.spent.calls, (sent.len() - refused) as u64);
    assert!(sent.iter().all(is_whole));
}

#[test]
fn one_answer_that_is_longer_than_the_context_is_reviewed_as_far_as_it_fits_and_kept_whole() {
    let (model, sent) = with_context(20_000);
    let driver = interviewed(model, Limits::default(), 22_000);
    assert!(driver.orchestrator().state().context_tokens.is_some());
    let cut = |request: &ChatRequest| {
        serde_json::to_string(request)
            .unwrap()
            .contains("more characters]")
    };
    assert!(sent.borrow().iter().any(cut));
}

#[test]
fn what_a_form_of_many_fields_settled_takes_a_bounded_part_of_a_small_context() {
    let (model, sent) = with_context(8_000);
    let story = "毎日のように歩き続けました。".repeat(20);
    let driver = interviewed_with(model, Limits::default(), &story, 80);
    assert!(driver.orchestrator().state().compacted_messages > 0);
    let requests = of_interviewer(&sent);
    let last = serde_json::to_string(&requests.last().unwrap().messages[1]).unwrap();
    assert!(last.contains("fields_answered_before_these"), "{last}");
    // No field that was answered passes for one that was declined.
    assert!(!last.contains(":null"), "{last}");
}

#[test]
fn what_a_model_thought_about_an_earlier_answer_is_not_sent_again() {
    let (model, sent) = with_context(12_000);
    let reasons = FnModel(move |request: &ChatRequest| {
        let reply = model.chat(request.clone(), &mut |_| {}).now_or_never();
        let mut reply = reply.unwrap()?;
        let reasoning = json!("I think about it for long. ".repeat(150));
        let extra = &mut reply.message.extra;
        extra.insert("reasoning_content".to_owned(), reasoning);
        Ok(reply)
    });
    interviewed(Rc::new(reasons), Limits::default(), 20);
    for request in sent.borrow().iter() {
        let sent = serde_json::to_string(request).unwrap();
        assert!(!sent.contains("I think about it"), "{sent}");
    }
}

#[test]
fn what_does_not_fit_even_shortened_is_an_error_and_no_endless_loop() {
    let (model, sent) = with_context(100);
    let ports = ports(model, Rc::new(MemoryStore::new()));
    let outcome = block_on(async {
        let mut driver = Interview::start(form(), page(), ports, Limits::default())
            .await
            .unwrap();
        driver.advance().await
    });
    assert!(outcome.is_err(), "{outcome:?}");
    assert_eq!(sent.borrow().len(), 1);
}
