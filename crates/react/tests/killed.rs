//! A conversation that is killed, whenever that is, comes to the same.
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

/// Searches and reckons at once, then answers. In words it does the same.
fn plays(in_words: bool) -> Rc<Plays> {
    let model = Plays::new(move |request: &ChatRequest| {
        let last = request.messages.last();
        let has_seen = match last {
            Some(Message::Tool { .. }) => true,
            Some(Message::User { content, .. }) => content.contains("Observation"),
            _ => false,
        };
        Ok(match (has_seen, in_words) {
            (true, _) => says("Final Answer: 4匹です。"),
            (false, true) => {
                says("Action: search\nAction Input: 猫\nAction: calculator\nAction Input: 2+2")
            }
            (false, false) => calls_all(vec![
                ("search", json!({"query": "猫"})),
                ("calculator", json!({"expression": "2+2"})),
            ]),
        })
    });
    model.gives_calls.set(!in_words);
    model
}

/// What is compared of a conversation: everything but its times and what was counted.
fn told(state: &AgentState) -> Vec<String> {
    let exchanges = state.exchanges.iter().map(|exchange| {
        let steps = exchange.steps.iter().map(|step| {
            let actions = step.actions.iter().map(|it| {
                let tries: Vec<_> = it.attempts.iter().map(|it| it.output.clone()).collect();
                format!("{:?} {tries:?}", it.call)
            });
            actions.collect::<Vec<_>>().join("\n")
        });
        let steps: Vec<String> = steps.collect();
        format!(
            "{} {steps:?} {:?} {:?}",
            exchange.query, exchange.stopped, exchange.answer
        )
    });
    exchanges.collect()
}

#[test]
fn a_kill_after_any_batch_comes_to_the_same_conversation() {
    for in_words in [false, true] {
        let world = World::new(plays(in_words));
        // The search is tried twice.
        world.bench.fails.set(1);
        let mut agent = world.asked("猫は何匹？");
        ask(&mut agent, "And again?").unwrap();
        let whole = told(agent.state());
        let id = agent.state().session_id.clone();
        let batches: Vec<_> = world.store.after_each().collect();
        // Each step of the run is a batch of its own.
        assert!(batches.len() >= 10, "{}", batches.len());
        for (number, killed) in batches.into_iter().enumerate() {
            let again = World {
                store: Rc::new(killed),
                // Names of writers go on.
                ids: Rc::new(Counts(Cell::new(1_000 + number as u64))),
                ..World::new(plays(in_words))
            };
            let mut agent = again.resume(&id);
            let tries = agent.state().all_run_steps();
            let has_failed = tries
                .filter(|it| it.tool == "search")
                .any(|it| it.output.is_some());
            again.bench.fails.set(u32::from(!has_failed));
            block_on(agent.run_alone()).unwrap();
            let exchanges = agent.state().exchanges.len();
            for query in ["猫は何匹？", "And again?"].into_iter().skip(exchanges) {
                ask(&mut agent, query).unwrap();
            }
            assert_eq!(told(agent.state()), whole, "killed after batch {number}");
            let numbers: Vec<u64> = agent
                .state()
                .all_run_steps()
                .map(|it| it.sequence)
                .collect();
            let mut sorted = numbers.clone();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(sorted.len(), numbers.len(), "no call is on record twice");
        }
    }
}

#[test]
fn a_conversation_goes_on_elsewhere_and_the_first_writer_is_told() {
    let world = World::new(plays(false));
    let mut first = world.asked("猫は何匹？");
    let id = first.state().session_id.clone();
    let mut second = world.resume(&id);
    ask(&mut second, "And again?").unwrap();
    assert_eq!(ask(&mut first, "And again?"), Err(AgentError::Superseded));
    let again = world.resume(&id);
    assert_eq!(again.state(), second.state());
}
