//! How requests are made: what is required of models, and what they are told when.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use std::cell::RefCell;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_interview::{Interview, Limits, Pause, SessionUpdate, Speaker, parse_form};
use kikitori_llm::{ChatRequest, Completion, Message, ToolChoice};
use kikitori_scripted::{calls, offers, says, tags};
use kikitori_store::MemoryStore;
use serde_json::{Value, json};
use support::*;

type Sent = Rc<RefCell<Vec<ChatRequest>>>;

/// The player, where `instead` has no reply of its own.
fn playing(
    form: &str,
    instead: impl Fn(&ChatRequest) -> Option<Completion> + 'static,
) -> (Interview, Sent) {
    let sent = Sent::default();
    let kept = sent.clone();
    let model = FnModel(move |request: &ChatRequest| {
        kept.borrow_mut().push(request.clone());
        Ok(instead(request).unwrap_or_else(|| respond(request)))
    });
    let ports = ports(Rc::new(model), Rc::new(MemoryStore::new()));
    let form = parse_form(form).unwrap();
    let interview = Interview::start(form, page(), ports, Limits::default());
    (block_on(interview).unwrap(), sent)
}

fn answered(interview: &mut Interview, answers: &[&str]) {
    block_on(async {
        assert_eq!(interview.advance().await.unwrap(), Pause::Answer);
        for answer in answers {
            interview.answer(answer, page()).await.unwrap();
            interview.advance().await.unwrap();
        }
    });
}

fn of<'a>(sent: &'a [ChatRequest], tool: &str) -> Vec<&'a ChatRequest> {
    sent.iter().filter(|it| offers(it, tool)).collect()
}

/// The last message but the time.
fn last_told(request: &ChatRequest) -> String {
    let told = request.messages.iter().rev().find_map(|it| match it {
        Message::User { content, .. } if !content.starts_with("<local_time>") => Some(content),
        _ => None,
    });
    told.unwrap().trim_end().to_owned()
}

#[test]
fn a_call_is_required_of_every_agent_from_the_first_request_on() {
    let (mut interview, sent) = playing(FORM, |_| None);
    answered(&mut interview, &ANSWERS);
    let sent = sent.borrow();
    for tool in ["set_language", "create_plan", "subtask", "review"] {
        let of_agent = of(&sent, tool);
        assert!(!of_agent.is_empty(), "{tool}");
        let is_required = |it: &&ChatRequest| it.tool_choice == Some(ToolChoice::Required);
        assert!(of_agent.iter().all(is_required), "{tool}");
    }
}

#[test]
fn plain_text_of_an_agent_that_talks_is_its_question() {
    for (tool, answers, text) in [
        ("set_language", &[][..], "Which language would you like?"),
        ("subtask", &["English", "Japan"][..], "お名前は？"),
    ] {
        let (mut interview, sent) = playing(FORM, move |request| {
            offers(request, tool).then(|| says(text))
        });
        if tool == "subtask" {
            answered(&mut interview, answers);
        } else {
            assert_eq!(block_on(interview.advance()).unwrap(), Pause::Answer);
        }
        let last = interview.orchestrator().state().chat().last().cloned();
        let last = last.unwrap();
        assert_eq!(
            (last.speaker, last.text.as_str()),
            (Speaker::Assistant, text)
        );
        assert_eq!(of(&sent.borrow(), tool).len(), 1, "{tool}");
    }
}

#[test]
fn the_interviewer_is_told_what_the_greeting_settled_and_not_how() {
    let (mut interview, sent) = playing(FORM, |_| None);
    answered(
        &mut interview,
        &["English", "Japan. My policy number is 7. ", "Ada Lovelace"],
    );
    let sent = sent.borrow();
    for request in of(&sent, "subtask") {
        let Message::User { content, .. } = &request.messages[1] else {
            panic!("{:?}", request.messages[1])
        };
        let settled: Value = tags::json(content, "earlier_conversation").unwrap();
        assert_eq!(settled["language"], "en");
        assert_eq!(settled["country"], "JP");
        let said = json!(["English", "Japan. My policy number is 7. "]);
        assert_eq!(settled["said_before_the_form"], said);
        let whole = serde_json::to_string(&request.messages[1..]).unwrap();
        assert!(!whole.contains("set_country"), "{whole}");
    }
}

#[test]
fn a_follow_up_names_the_field_and_what_is_missing_only() {
    let (mut interview, sent) = playing(FORM, |_| None);
    answered(
        &mut interview,
        &["English", "Japan", "Ada Lovelace", "My back hurts"],
    );
    let sent = sent.borrow();
    let request = sent.last().unwrap();
    let brief: Value = tags::latest_json(request, "brief").unwrap();
    let field = json!({"field_id": "trouble", "label": "Trouble", "required": true});
    assert_eq!(
        brief,
        json!({"task": "follow_up", "language": "en", "field": field})
    );
    let first = &of(&sent, "subtask")[0];
    let brief: Value = tags::latest_json(first, "brief").unwrap();
    let field = json!({"field_id": "name", "label": "Full name", "intent": "What to call you", "required": true});
    assert_eq!(
        brief,
        json!({"task": "ask", "language": "en", "field": field})
    );
}

#[test]
fn the_language_is_the_last_word_of_each_request() {
    let (mut interview, sent) = playing(FORM, |request| {
        let called = serde_json::to_string(&request.messages).unwrap();
        let greets = offers(request, "set_language") && called.contains("Japan");
        greets.then(|| {
            let mut reply = calls("set_language", json!({"language": "ja"}));
            let country = respond(request).message.tool_calls;
            reply.message.tool_calls.extend(country);
            reply.message.tool_calls.retain(|it| {
                it.function.name != "set_language" || it.function.arguments.contains("ja")
            });
            reply
        })
    });
    answered(
        &mut interview,
        &["Japanese, I live in Japan", "Ada Lovelace"],
    );
    let sent = sent.borrow();
    for tool in ["create_plan", "subtask", "review"] {
        for request in of(&sent, tool) {
            let told = last_told(request);
            assert!(told.ends_with("in Japanese (ja)."), "{tool}: {told}");
        }
    }
}

#[test]
fn a_translated_field_keeps_the_forms_own_words_beside_it() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "kind", "label": "Kind", "intent": "One of: bag, phone", "required": true}]}"#;
    let (mut interview, sent) = playing(form, |request| {
        offers(request, "create_plan").then(|| {
            let kind = json!({"field_id": "kind", "label": "種類", "intent": "何か"});
            calls(
                "create_plan",
                json!({"field_ids": ["kind"], "translations": [kind]}),
            )
        })
    });
    answered(&mut interview, &["English", "Japan", "A bag"]);
    let sent = sent.borrow();
    let brief: Value = tags::latest_json(of(&sent, "subtask")[0], "brief").unwrap();
    let field: Value = tags::latest_json(of(&sent, "review")[0], "field").unwrap();
    for shown in [&brief["field"], &field] {
        assert_eq!(shown["label"], "種類");
        assert_eq!(shown["label_in_form"], "Kind");
        assert_eq!(shown["intent"], "何か");
        assert_eq!(shown["intent_in_form"], "One of: bag, phone");
    }
}

#[test]
fn what_is_sent_again_unchanged_keeps_the_time_at_which_it_was_said() {
    let (mut interview, _) = playing(FORM, |_| None);
    answered(&mut interview, &["English", "Japan"]);
    let mut state = interview.orchestrator().state().clone();
    let said_at = |state: &mut kikitori_interview::MainSessionState, text: &str, at| {
        state.apply_update(SessionUpdate::Stepped { at });
        let text = text.to_owned();
        state.apply_update(SessionUpdate::Answered { text, page: page() });
        state.chat().last().unwrap().at
    };
    assert_eq!(said_at(&mut state, "Since yesterday", 50_000), 50_000);
    state.apply_update(SessionUpdate::TurnWithdrawn);
    assert_eq!(said_at(&mut state, "Since yesterday", 90_000), 50_000);
    state.apply_update(SessionUpdate::TurnWithdrawn);
    assert_eq!(said_at(&mut state, "Since Monday", 95_000), 95_000);
}
