//! How requests are made: what is required of models, and what they are told when.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::rc::Rc;

use futures::executor::block_on;
use kikitori_interview::{Interview, Limits, PageContext, Pause, SessionUpdate, parse_form};
use kikitori_llm::{ChatRequest, Message, ToolChoice};
use kikitori_scripted::{calls, offers};
use kikitori_store::MemoryStore;
use serde_json::{Value, json};
use support::*;

fn of<'a>(sent: &'a [ChatRequest], tool: &str) -> Vec<&'a ChatRequest> {
    sent.iter().filter(|it| offers(it, tool)).collect()
}

#[test]
fn a_call_is_required_of_every_agent_from_the_first_request_on() {
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &ANSWERS);
    let sent = sent.borrow();
    for tool in ["ask", "review"] {
        let of_agent = of(&sent, tool);
        assert!(!of_agent.is_empty(), "{tool}");
        let is_required = |it: &&ChatRequest| it.tool_choice == Some(ToolChoice::Required);
        assert!(of_agent.iter().all(is_required), "{tool}");
        let only = |it: &&ChatRequest| it.tools.len() == 1;
        assert!(of_agent.iter().all(only), "{tool}");
    }
}

#[test]
fn the_first_request_is_the_interviewers_and_asks_for_the_forms_first_field() {
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Answer);
    let sent = sent.borrow();
    assert_eq!(sent.len(), 1);
    assert_eq!(sent[0].messages.len(), 2, "the rules, and what is open");
    let told = now(&sent[0]);
    assert_eq!(told["open"], json!(["name", "trouble", "notes"]));
    assert_eq!(told["language"], "en");
    assert_eq!(told["time_zone"], "Asia/Tokyo");
    assert_eq!(told["asked"], Value::Null);
    let form = form_told(&sent[0]);
    assert_eq!(form["title"], "Visit");
    assert_eq!(
        form["fields"][0],
        json!({"field_id": "name", "label": "Full name", "intent": "What to call you",
            "required": true})
    );
    assert_eq!(form["fields"][1]["review"], "separate");
    assert_eq!(form["fields"][1]["facts"].as_array().unwrap().len(), 2);
    let state = interview.orchestrator().state();
    let called: Vec<_> = state
        .run_steps
        .iter()
        .map(|step| (step.agent.as_str(), step.tool.as_str()))
        .collect();
    let expected = [
        ("greeter", "set_language"),
        ("greeter", "set_timezone"),
        ("architect", "create_plan"),
        ("interviewer", "ask"),
    ];
    assert_eq!(called, expected);
}

#[test]
fn rules_and_form_never_change_and_what_was_said_is_never_told_otherwise() {
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &ANSWERS);
    let sent = sent.borrow();
    let asking = of(&sent, "ask");
    for pair in asking.windows(2) {
        let (_, kept) = pair[0].messages.split_last().unwrap();
        assert!(pair[1].messages.starts_with(kept));
        assert_eq!(pair[0].tools, pair[1].tools);
    }
    // Its own calls are shown to it as it made them, but for what they say nothing in.
    let called: Vec<Value> = asking
        .last()
        .unwrap()
        .messages
        .iter()
        .filter_map(called)
        .collect();
    let heard = |id: &str, quote: &str, outcome: &str| json!([{"field_id": id, "quote": quote, "outcome": outcome}]);
    let expected = [
        json!({"heard": [], "asks": "name", "message": "Please tell me: Full name"}),
        json!({"heard": heard("name", "Ada Lovelace", "answered"), "asks": "trouble",
            "message": "Please tell me: Trouble"}),
        // The Reviewer's.
        json!({"asks": "trouble", "message": "And since when?"}),
        json!({"heard": [], "asks": "notes", "message": "Please tell me: Anything else"}),
    ];
    assert_eq!(called, expected);
}

/// What a message of the model's calls `ask` with.
fn called(message: &Message) -> Option<Value> {
    let Message::Assistant(reply) = message else {
        return None;
    };
    serde_json::from_str(&reply.tool_calls.first()?.function.arguments).ok()
}

#[test]
fn the_rules_stand_before_the_form_so_that_requests_of_all_forms_begin_alike() {
    let lines = include_str!("../../../web/forms/order.json");
    let clinic = include_str!("../../../web/forms/clinic-intake.json");
    let first = |form: &str, answers: &[&str], tool: &str| {
        let (model, sent) = recorded(respond);
        let mut interview = interview_of(form, model);
        say(&mut interview, answers);
        let sent = sent.borrow();
        let request = of(&sent, tool)[0];
        match &request.messages[0] {
            Message::System { content, .. } => content.clone(),
            other => panic!("{other:?}"),
        }
    };
    let asking = [FORM, clinic, lines].map(|form| first(form, &[], "ask"));
    let other = FORM.replace("Visit", "Stay");
    let reviewing = [FORM, &other].map(|form| first(form, &ANSWERS, "review"));
    for systems in [&asking[..], &reviewing[..]] {
        let alike = |one: &str, other: &str| {
            let pairs = one.chars().zip(other.chars());
            pairs.take_while(|(one, other)| one == other).count()
        };
        for system in systems {
            let rules = system.find("\n<form>\n").unwrap();
            assert!(system.trim_end().ends_with("</form>"), "it stands last");
            let shared = alike(system, &systems[0]);
            let of_lines = system.contains("`todo`");
            assert!(
                shared * 10 >= rules * if of_lines { 7 } else { 9 },
                "{shared} of {rules}"
            );
        }
    }
}

#[test]
fn the_language_is_the_last_word_of_each_request() {
    let (model, sent) = recorded(respond);
    let ports = ports(model, Rc::new(MemoryStore::new()));
    let page = PageContext {
        languages: vec!["ja".to_owned()],
        ..page()
    };
    let started = Interview::start(form(), page, ports, Limits::default());
    let mut interview = block_on(started).unwrap();
    say(&mut interview, &["Ada", "My back"]);
    for request in of(&sent.borrow(), "ask") {
        let Message::User { content, .. } = request.messages.last().unwrap() else {
            panic!("{request:?}")
        };
        let told = content.trim_end();
        assert!(told.ends_with("in Japanese (ja)."), "{told}");
    }
}

#[test]
fn the_first_language_of_the_browser_that_the_form_is_written_in_is_spoken() {
    let form = r#"{"id": "f", "title": {"en": "Claim", "ja": "請求"}, "fields": [
        {"id": "name", "label": {"en": "Name", "ja": "お名前"}, "required": true}]}"#;
    for (languages, spoken, label) in [
        (&["ja", "en"][..], "ja", "お名前"),
        (&["fr", "ja-JP", "en"], "ja-JP", "お名前"),
        (&["fr", "de"], "fr", "Name"),
        (&[], "en", "Name"),
        (&["<b>"], "en", "Name"),
    ] {
        let (model, sent) = recorded(respond);
        let ports = ports(model, Rc::new(MemoryStore::new()));
        let page = PageContext {
            languages: languages.iter().map(|it| (*it).to_owned()).collect(),
            ..page()
        };
        let form = parse_form(form).unwrap();
        let started = Interview::start(form, page, ports, Limits::default());
        let mut interview = block_on(started).unwrap();
        block_on(interview.advance()).unwrap();
        let orchestrator = interview.orchestrator();
        assert_eq!(orchestrator.language(), spoken);
        assert_eq!(orchestrator.outline()[0].label, label, "{languages:?}");
        // Only what the form does not say is translated.
        let translates = !of(&sent.borrow(), "create_plan").is_empty();
        assert_eq!(translates, spoken == "fr", "{languages:?}");
    }
}

#[test]
fn what_is_translated_names_the_fields_and_changes_no_order() {
    let (model, _) = recorded(|request| match offers(request, "create_plan") {
        true => {
            let name =
                |id: &str| json!({"field_id": id, "label": format!("Le {id}"), "intent": null});
            let ids = ["notes", "trouble", "name"];
            calls(
                "create_plan",
                json!({"field_ids": ids, "translations": ids.map(name)}),
            )
        }
        false => respond(request),
    });
    let ports = ports(model, Rc::new(MemoryStore::new()));
    let page = PageContext {
        languages: vec!["fr".to_owned()],
        ..page()
    };
    let started = Interview::start(form(), page, ports, Limits::default());
    let mut interview = block_on(started).unwrap();
    block_on(interview.advance()).unwrap();
    let outline = interview.orchestrator().outline();
    let labels: Vec<_> = outline.iter().map(|it| it.label.as_str()).collect();
    assert_eq!(labels, ["Le name", "Le trouble", "Le notes"]);
}

#[test]
fn who_writes_in_another_language_is_answered_in_it() {
    let (model, sent) = recorded(|request| {
        let said = said_last(request);
        let french = said.last().is_some_and(|it| it.starts_with("Je"));
        match french {
            true => {
                let mut ask = asking(request, vec![heard("name", "Ada")]);
                ask["language"] = json!("fr");
                calls("ask", ask)
            }
            false => respond(request),
        }
    });
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["Je suis Ada", "Le dos"]);
    assert_eq!(interview.orchestrator().language(), "fr");
    let sent = sent.borrow();
    let Message::User { content, .. } = of(&sent, "ask")[2].messages.last().unwrap() else {
        panic!()
    };
    assert!(content.trim_end().ends_with("in French (fr)."), "{content}");
    let steps = &interview.orchestrator().state().run_steps;
    let set = steps.iter().filter(|step| step.tool == "set_language");
    assert_eq!(set.count(), 2);
}

#[test]
fn a_form_that_needs_the_country_has_it_asked_first() {
    let form = r#"{"id": "f", "title": "F", "needs": ["country"], "fields": [
        {"id": "name", "label": "Name", "required": true}]}"#;
    for (outcome, value, country) in [
        ("answered", json!("JP"), Some("JP")),
        ("refused", Value::Null, None),
    ] {
        let (model, sent) = recorded(move |request| {
            if now(request)["asked"] != "@country" {
                return respond(request);
            }
            let mut entry = heard("@country", "Japan");
            entry["outcome"] = json!(outcome);
            entry["value"] = value.clone();
            let mut ask = asking(request, vec![entry]);
            ask["asks"] = json!("name");
            calls("ask", ask)
        });
        let mut interview = interview_of(form, model);
        assert_eq!(block_on(interview.advance()).unwrap(), Pause::Answer);
        let open = now(&sent.borrow()[0])["open"].clone();
        assert_eq!(open, json!(["@country", "name"]));
        assert_eq!(say(&mut interview, &["Japan"]), Pause::Answer);
        let settled = &interview.orchestrator().state().bootstrap;
        assert_eq!(settled.country.as_ref().map(|it| it.as_str()), country);
        assert_eq!(say(&mut interview, &["Ada"]), Pause::Confirm);
        let name = value_of(&interview, "name");
        assert_eq!(name.as_deref(), Some("Ada"));
    }
}

#[test]
fn what_is_sent_again_unchanged_keeps_the_time_at_which_it_was_said() {
    let mut interview = interview_of(FORM, scripted());
    block_on(interview.advance()).unwrap();
    let mut state = interview.orchestrator().state().clone();
    let said_at = |state: &mut kikitori_interview::MainSessionState, text: &str, at| {
        state.apply_update(SessionUpdate::Stepped { at });
        let text = text.to_owned();
        state.apply_update(SessionUpdate::Answered {
            text,
            page: page(),
            about_anything: false,
            tells: None,
        });
        state.chat().last().unwrap().at
    };
    assert_eq!(said_at(&mut state, "Since yesterday", 50_000), 50_000);
    state.apply_update(SessionUpdate::TurnWithdrawn);
    assert_eq!(said_at(&mut state, "Since yesterday", 90_000), 50_000);
    state.apply_update(SessionUpdate::TurnWithdrawn);
    assert_eq!(said_at(&mut state, "Since Monday", 95_000), 95_000);
}

fn last_words(request: &ChatRequest) -> &str {
    match request.messages.last() {
        Some(Message::User { content, .. }) => content,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_the_rules_say_of_a_call_is_not_said_again_in_its_schema() {
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &ANSWERS);
    for request in sent.borrow().iter() {
        let Message::System { content, .. } = &request.messages[0] else {
            panic!()
        };
        let schema = &request.tools[0].function.parameters;
        assert!(!schema.to_string().contains("description"), "{schema}");
        for member in schema["properties"].as_object().unwrap().keys() {
            assert!(content.contains(&format!("`{member}`")), "{member}");
        }
    }
}

#[test]
fn after_a_private_answer_there_is_nothing_to_hear() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "pin", "label": "PIN", "required": true, "private": true},
        {"id": "name", "label": "Name", "required": true}]}"#;
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(form, model);
    say(&mut interview, &[kikitori_scripted::CANARY]);
    let sent = sent.borrow();
    let told = last_words(sent.last().unwrap());
    assert!(told.contains("nothing new to hear"), "{told}");
}

#[test]
fn long_texts_are_given_in_the_forms_language_where_another_is_spoken() {
    let form = r#"{"id": "f", "title": "F", "language": "fr", "fields": [
        {"id": "plan", "label": "Projet", "required": true},
        {"id": "why", "label": "Raison", "required": true, "review": "separate"},
        {"id": "end", "label": "Fin", "required": false}]}"#;
    for (spoken, is_told) in [("fr", false), ("ja", true)] {
        let (model, sent) = recorded(respond);
        let ports = ports(model, Rc::new(MemoryStore::new()));
        let page = PageContext {
            languages: vec![spoken.to_owned()],
            ..page()
        };
        let started = Interview::start(parse_form(form).unwrap(), page, ports, Limits::default());
        let mut interview = block_on(started).unwrap();
        let state = interview.orchestrator().state().clone();
        if state.language() != spoken {
            let language = kikitori_interview::LanguageTag::new(spoken).unwrap();
            let settle = kikitori_interview::Settle::Language(language);
            block_on(interview.take(kikitori_interview::Command::Settle(settle))).unwrap();
        }
        say(&mut interview, &["Un jardin", "Pour tous", "skip"]);
        let sent = sent.borrow();
        for tool in ["ask", "review"] {
            let requests = of(&sent, tool);
            let told = |request: &ChatRequest| {
                let mut told = request.messages.iter();
                told.any(|it| match it {
                    Message::User { content, .. } => content.contains("owner reads"),
                    _ => false,
                })
            };
            // Before anything is said there is nothing to give.
            let heard = requests
                .iter()
                .filter(|it| !said_last(it).is_empty() || tool == "review");
            for request in heard {
                assert_eq!(told(request), is_told, "{tool} {spoken}");
            }
        }
    }
}
