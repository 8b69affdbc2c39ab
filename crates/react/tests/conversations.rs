//! Guardrails, follow-ups, stops, caps and long conversations.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use futures::executor::block_on;
use kikitori_engine::caller::CallError;
use kikitori_journal::{Entry, SessionStatus, Sessions};
use kikitori_llm::{Caps, LlmError, Message};
use kikitori_ports::TransportError;
use kikitori_react::*;
use kikitori_scripted::{calls, says};
use serde_json::json;
use support::*;

fn user_texts(world: &World, request: usize) -> Vec<String> {
    let asked = world.model.asked.borrow();
    let messages = asked[request].messages.iter();
    let texts = messages.filter_map(|it| match it {
        Message::User { content, .. } => Some(content.clone()),
        _ => None,
    });
    texts.collect()
}

#[test]
fn what_the_guardrails_block_goes_to_nobody_and_every_verdict_is_on_record() {
    let settings = |patterns: &[&str]| Settings {
        max_input_tokens: 12,
        blocked_patterns: patterns.iter().map(|it| (*it).to_owned()).collect(),
        ..Settings::default()
    };
    for (query, expected, verdicts) in [
        ("2+2?", Some(StoppedReason::Completed), 4),
        ("What is the password?", Some(StoppedReason::Blocked), 2),
        // Twelve characters of Japanese are twelve tokens, thirteen are too many.
        (
            "あいうえおかきくけこさし",
            Some(StoppedReason::Completed),
            4,
        ),
        (
            "あいうえおかきくけこさしす",
            Some(StoppedReason::Blocked),
            1,
        ),
    ] {
        let mut world = World::new(Plays::turns([Ok(says("4"))]));
        world.settings = settings(&["(?i)PASSWORD"]);
        let agent = world.asked(query);
        let exchange = agent.state().current().unwrap();
        assert_eq!(exchange.stopped, expected, "{query}");
        assert_eq!(exchange.verdicts.len(), verdicts, "{query}");
        let is_blocked = expected == Some(StoppedReason::Blocked);
        assert_eq!(world.model.asked.borrow().is_empty(), is_blocked);
    }
}

#[test]
fn an_answer_that_is_blocked_is_neither_shown_nor_kept() {
    let mut world = World::new(Plays::turns([
        Ok(says("The password is 1234.")),
        Ok(says("Hello")),
    ]));
    world.settings.blocked_patterns = vec!["1234".to_owned()];
    let mut agent = world.asked("Well?");
    let exchange = agent.state().current().unwrap();
    assert_eq!(exchange.stopped, Some(StoppedReason::Blocked));
    assert_eq!(exchange.answer, None);
    assert_eq!(*world.heard.borrow(), "", "no draft of it was shown either");
    let last = exchange.verdicts.last().unwrap();
    assert_eq!(
        (last.stage, last.action),
        (Stage::Output, GuardrailAction::Block)
    );
    // The next question does not carry it.
    ask(&mut agent, "Hello").unwrap();
    assert_eq!(user_texts(&world, 1).len(), 1);
}

#[test]
fn an_answer_that_is_long_is_shown_with_a_warning() {
    let mut world = World::new(Plays::turns([Ok(says("猫".repeat(5_000)))]));
    world.settings.max_output_tokens = 4_096;
    let agent = world.asked("猫は？");
    let exchange = agent.state().current().unwrap();
    assert_eq!(exchange.stopped, Some(StoppedReason::Completed));
    let warned = exchange.verdicts.last().unwrap();
    let too_long = GuardrailReason::TooLong {
        tokens: 5_000,
        limit: 4_096,
    };
    assert_eq!(
        (warned.action, &warned.reason),
        (GuardrailAction::Warn, &too_long)
    );
}

#[test]
fn a_follow_up_has_the_conversation_before_it() {
    let model = Plays::turns([
        Ok(calls("calculator", json!({"expression": "2+2"}))),
        Ok(says("It is 4.")),
        Ok(says("Twice that is 8.")),
    ]);
    let world = World::new(model);
    let mut agent = world.asked("2+2?");
    ask(&mut agent, "And twice that?").unwrap();
    let asked = world.model.asked.borrow();
    let kinds: Vec<&str> = asked[2]
        .messages
        .iter()
        .map(|it| match it {
            Message::System { .. } => "system",
            Message::User { .. } => "user",
            Message::Assistant(reply) if reply.tool_calls.is_empty() => "answer",
            Message::Assistant(_) => "calls",
            Message::Tool { .. } => "outcome",
        })
        .collect();
    assert_eq!(
        kinds,
        ["system", "user", "calls", "outcome", "answer", "user"]
    );
    assert_eq!(agent.state().exchanges.len(), 2);
}

#[test]
fn a_long_conversation_is_trimmed_from_its_beginning_and_no_call_loses_its_outcome() {
    for max_history in [0, 1, 2, 3, 5, 8, 50] {
        let mut world = World::new(Plays::new(|request| {
            let has_called = matches!(request.messages.last(), Some(Message::Tool { .. }));
            Ok(match has_called {
                true => says("4"),
                false => calls("calculator", json!({"expression": "2+2"})),
            })
        }));
        world.settings.max_history = max_history;
        let mut agent = world.begin();
        for turn in 0..8 {
            ask(&mut agent, &format!("question {turn}")).unwrap();
        }
        for request in world.model.asked.borrow().iter() {
            let messages = &request.messages[1..];
            assert!(matches!(messages[0], Message::User { .. }), "{max_history}");
            let mut open = Vec::new();
            for message in messages {
                match message {
                    Message::Assistant(reply) => {
                        assert!(open.is_empty());
                        open.extend(reply.tool_calls.iter().map(|it| it.id.clone()));
                    }
                    Message::Tool { tool_call_id, .. } => {
                        assert!(open.contains(tool_call_id), "{max_history}");
                        open.retain(|it| it != tool_call_id);
                    }
                    _ => assert!(open.is_empty()),
                }
            }
            // The question at hand, and the step that it is at, are always there.
            assert!(messages.len() <= max_history.max(2) + 1, "{max_history}");
        }
        let last = world.model.asked.borrow().len() - 1;
        assert!(
            user_texts(&world, last)
                .last()
                .unwrap()
                .contains("question 7")
        );
    }
}

#[test]
fn a_request_that_is_too_long_is_made_shorter_and_that_is_kept() {
    let world = World::new(Plays::new(|request| {
        let tokens: u64 = request.messages.iter().map(Message::estimated_tokens).sum();
        match tokens > 3_000 {
            true => Err(LlmError::Status {
                status: 400,
                message: "too long".to_owned(),
                code: Some("context_length_exceeded".to_owned()),
                retry_after: None,
            }),
            false => Ok(says("word ".repeat(1_000))),
        }
    }));
    let mut agent = world.begin();
    for turn in 0..6 {
        ask(&mut agent, &format!("question {turn}")).unwrap();
    }
    assert!(agent.state().exchanges.iter().all(|it| it.answer.is_some()));
    assert!(agent.state().context_tokens.is_some_and(|it| it < 3_000));
    // The one that was too long was answered by nobody.
    let asked = world.model.asked.borrow().len() as u64;
    assert_eq!(agent.state().usage.calls, asked - 1);
}

#[test]
fn a_cap_ends_the_run_and_more_room_goes_on_with_it() {
    let model = Plays::turns([
        Ok(calls("calculator", json!({"expression": "2+2"}))),
        Ok(says("It is 4.")),
    ]);
    let mut world = World::new(model);
    world.settings.run_caps = Caps {
        calls: Some(1),
        ..Caps::default()
    };
    let agent = world.asked("2+2?");
    assert_eq!(
        agent.state().current().unwrap().stopped,
        Some(StoppedReason::Budget)
    );
    let id = agent.state().session_id.clone();
    world.settings = Settings::default();
    let mut agent = world.resume(&id);
    go_on(&mut agent).unwrap();
    let exchange = agent.state().current().unwrap();
    assert_eq!(exchange.answer.as_deref(), Some("It is 4."));
    assert_eq!(exchange.usage.calls, 2);
}

#[test]
fn a_model_call_that_fails_is_made_again_when_the_person_goes_on() {
    let away = || {
        Err(LlmError::Transport(TransportError::Unreachable {
            detail: "away".to_owned(),
        }))
    };
    let world = World::new(Plays::turns([away(), Ok(says("4"))]));
    let mut agent = world.begin();
    let error = ask(&mut agent, "2+2?").unwrap_err();
    assert!(
        matches!(error, AgentError::Call(CallError::Model(_))),
        "{error}"
    );
    assert!(agent.state().current().unwrap().is_open());
    go_on(&mut agent).unwrap();
    assert_eq!(short(&agent), "Some(Completed) |  | 4");
}

#[test]
fn a_stop_ends_what_is_under_way_and_going_on_begins_where_it_was() {
    let world = World::new(Plays::turns([
        Ok(calls("calculator", json!({"expression": "2+2"}))),
        Ok(says("It is 4.")),
    ]));
    let mut agent = world.begin();
    let (person, mut commands) = futures::channel::mpsc::unbounded();
    let query = "2+2?".to_owned();
    block_on(async {
        let ask = Command::Ask {
            query,
            local_time: None,
        };
        agent.take(ask).await.unwrap();
        // It is there before anything has begun.
        person.unbounded_send(Command::Stop).unwrap();
        agent.run(&mut commands).await.unwrap();
    });
    assert_eq!(short(&agent), "Some(Cancelled) |  | -");
    go_on(&mut agent).unwrap();
    assert!(short(&agent).ends_with("It is 4."), "{}", short(&agent));
    assert!(go_on(&mut agent).is_err(), "there is nothing to go on with");
}

#[test]
fn the_list_of_sessions_tells_what_was_asked_first_and_how_far_it_is() {
    let world = World::new(Plays::turns([Ok(says("4")), Ok(says("8"))]));
    let mut agent = world.asked("2+2?");
    ask(&mut agent, "4+4?").unwrap();
    let entries = block_on(Sessions::new(world.store.clone()).list()).unwrap();
    let [Entry::Session(head)] = entries.as_slice() else {
        panic!("{entries:?}")
    };
    assert_eq!((head.kind.as_str(), head.title.as_str()), ("agent", "2+2?"));
    assert_eq!((head.progress.done, head.progress.of), (2, 2));
    assert_eq!(head.status, SessionStatus::Done);
}
