//! Tools that change something: the person is asked first, and nothing is done twice.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::Cell;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_llm::{ChatRequest, Message};
use kikitori_react::*;
use kikitori_scripted::{calls_all, says};
use serde_json::json;
use support::*;

/// Searches, which needs consent here, and reckons at once; then says what it was told.
fn plays() -> Rc<Plays> {
    Plays::new(|request: &ChatRequest| {
        let seen = request.messages.iter().rev().map_while(|it| match it {
            Message::Tool { content, .. } => Some(content.as_str()),
            _ => None,
        });
        let seen: Vec<&str> = seen.collect();
        Ok(match seen.is_empty() {
            false if seen.iter().any(|it| it.contains("did not allow")) => says("Left undone."),
            false => says("Done."),
            true => calls_all(vec![
                ("search", json!({"query": "a"})),
                ("calculator", json!({"expression": "2+2"})),
            ]),
        })
    })
}

fn world(permission: ToolPermission) -> World {
    World {
        permissions: ToolPermissions::default().with("search", permission),
        ..World::new(plays())
    }
}

fn waiting(agent: &Agent) -> Vec<(u64, String, Option<Consent>)> {
    let exchange = agent.state().current().unwrap();
    let waiting = exchange.waiting_actions();
    let waiting = waiting.map(|it| {
        let input = it.call.function.arguments.clone();
        (it.sequence().unwrap(), input, it.consent)
    });
    waiting.collect()
}

fn decide(agent: &mut Agent, sequence: u64, is_allowed: bool) -> Result<(), AgentError> {
    block_on(async {
        let command = Command::Decide {
            sequence,
            is_allowed,
        };
        agent.take(command).await?;
        agent.run_alone().await
    })
}

#[test]
fn a_call_waits_for_the_person_while_others_are_made() {
    for (is_allowed, searches, answer, consent) in [
        (true, 1, "Done.", Consent::Given),
        (false, 0, "Left undone.", Consent::Denied),
    ] {
        let world = world(ToolPermission::Ask);
        let mut agent = world.asked("Do it.");
        let expected = (0, r#"{"query":"a"}"#.to_owned(), Some(Consent::Wanted));
        assert_eq!(waiting(&agent), [expected]);
        assert!(agent.state().current().unwrap().is_open());
        assert_eq!((world.bench.searches.get(), world.bench.sums.get()), (0, 1));
        decide(&mut agent, 0, is_allowed).unwrap();
        let exchange = agent.state().current().unwrap();
        assert_eq!(exchange.answer.as_deref(), Some(answer));
        assert_eq!(exchange.steps[0].actions[0].consent, Some(consent));
        assert_eq!(world.bench.searches.get(), searches);
        let refused = decide(&mut agent, 0, true).unwrap_err();
        assert_eq!(refused, AgentError::NotExpected(NotExpected::Decision(0)));
    }
}

#[test]
fn what_is_refused_is_not_offered_and_what_is_allowed_is_not_asked_about() {
    for (permission, searches) in [(ToolPermission::Refuse, 0), (ToolPermission::Allow, 1)] {
        let world = world(permission);
        let agent = world.asked("Do it.");
        assert_eq!(world.bench.searches.get(), searches);
        assert!(waiting(&agent).is_empty());
        let offered = &world.model.asked.borrow()[0].tools;
        let is_offered = offered.iter().any(|it| it.function.name == "search");
        assert_eq!(is_offered, searches == 1);
        assert_eq!(
            agent.state().current().unwrap().answer.as_deref(),
            Some("Done.")
        );
    }
}

#[test]
fn a_wait_survives_a_kill_and_a_call_that_may_have_been_made_is_asked_about_again() {
    let first = world(ToolPermission::Ask);
    let mut agent = first.asked("Do it.");
    let id = agent.state().session_id.clone();
    decide(&mut agent, 0, true).unwrap();
    let mut asked_again = 0;
    for (number, killed) in first.store.after_each().enumerate() {
        let again = World {
            store: Rc::new(killed),
            ids: Rc::new(Counts(Cell::new(1_000 + number as u64))),
            ..world(ToolPermission::Ask)
        };
        let mut agent = again.resume(&id);
        block_on(agent.run_alone()).unwrap();
        if agent.state().exchanges.is_empty() {
            continue;
        }
        // Nothing is done before the person has said so, whenever the kill was.
        assert_eq!(again.bench.searches.get(), 0, "killed after batch {number}");
        for (sequence, _, consent) in waiting(&agent) {
            asked_again += u32::from(consent == Some(Consent::WantedAgain));
            decide(&mut agent, sequence, true).unwrap();
            assert_eq!(again.bench.searches.get(), 1);
        }
        let exchange = agent.state().current().unwrap();
        assert_eq!(exchange.answer.as_deref(), Some("Done."), "batch {number}");
    }
    assert_eq!(
        asked_again, 1,
        "after the batch with the consent, before the outcome"
    );
}

#[test]
fn a_call_that_failed_is_not_made_again_without_the_person() {
    let world = world(ToolPermission::Ask);
    world.bench.fails.set(5);
    let mut agent = world.asked("Do it.");
    decide(&mut agent, 0, true).unwrap();
    assert_eq!(world.bench.searches.get(), 1);
    let exchange = agent.state().current().unwrap();
    assert_eq!(exchange.stopped, Some(StoppedReason::Completed));
}

#[test]
fn a_run_is_stopped_while_it_waits_and_goes_on_waiting() {
    let world = world(ToolPermission::Ask);
    let mut agent = world.asked("Do it.");
    block_on(agent.take(Command::Stop)).unwrap();
    assert!(matches!(
        decide(&mut agent, 0, true),
        Err(AgentError::NotExpected(NotExpected::Decision(0)))
    ));
    go_on(&mut agent).unwrap();
    assert_eq!(waiting(&agent).len(), 1);
    assert_eq!(world.bench.searches.get(), 0);
    decide(&mut agent, 0, false).unwrap();
    assert_eq!(world.bench.searches.get(), 0);
}
