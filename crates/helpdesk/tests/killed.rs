//! A run that is killed, whenever that is, comes to the same answer and repeats nothing that it had
//! finished.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_graph::{Outcome, Ports};
use kikitori_helpdesk::*;
use kikitori_llm::{ChatRequest, Model};
use kikitori_scripted::{calls, tags};
use kikitori_store::RecordingStore;
use serde_json::json;
use support::*;

const QUESTION: &str = "How is the result downloaded? What is kept if the tab is closed? Can it be used without a mouse? Xylophones?";

/// A model that plays along. One subtask does not pass once, and for another one nothing is found.
fn model() -> Rc<dyn Model> {
    faulty(|request: &ChatRequest| {
        let has_advice = tags::latest(request, "advice").is_some();
        let subtask = subtask(request);
        let passes = subtask != "Can it be used without a mouse?" || has_advice;
        let advice = json!({"advice": "Look once more.", "missing": "", "verdict": "search_again"});
        (is_reflection(request) && !passes).then(|| Ok(calls("reflect", advice)))
    })
}

/// What was heard of a run.
#[derive(Default)]
struct HeardOf {
    /// Model calls, by the node that made them.
    calls: RefCell<BTreeMap<Node, u32>>,
    /// Finished nodes, with the number of batches that had been stored by then.
    finished: RefCell<Vec<(Node, usize)>>,
}

fn ports(store: Rc<RecordingStore>, heard: Rc<HeardOf>) -> Ports<HelpDeskResources> {
    let resources = resources(model(), &search(MANUAL), Settings::default());
    let resources = resources.recorded(record(store.clone()));
    let batches = store.clone();
    let resources = resources.heard_by(move |event| match event {
        HelpDeskEvent::Usage { node, .. } => {
            *heard.calls.borrow_mut().entry(node).or_default() += 1;
        }
        HelpDeskEvent::NodeFinished(node) => {
            let stored = batches.batches().len();
            heard.finished.borrow_mut().push((node, stored));
        }
        _ => {}
    });
    Ports::new(resources)
}

#[test]
fn a_kill_after_any_batch_asks_the_model_nothing_for_nodes_that_had_finished() {
    let agent = HelpDeskAgent::new().unwrap();
    let (store, heard) = <(Rc<RecordingStore>, Rc<HeardOf>)>::default();
    let unbroken = asked(QUESTION, &ports(store.clone(), heard.clone()));
    let Outcome::Done { state } = &unbroken else {
        panic!("{unbroken:?}")
    };
    let results = state.subtask_results.iter();
    let tries: Vec<u32> = results.map(|it| it.challenge_count).collect();
    assert_eq!(tries, [1, 1, 2, 3]);
    let calls = heard.calls.borrow().clone();
    // The plan, three for each of four tries, three searches that find nothing, and the answer.
    assert_eq!(calls.len(), 1 + 3 * 4 + 3 + 1);
    assert!(calls.values().all(|times| *times == 1), "{calls:?}");

    let mut spared = BTreeSet::new();
    for (batches, killed) in (1..).zip(store.after_each()) {
        let finished: BTreeSet<Node> = heard
            .finished
            .borrow()
            .iter()
            .filter(|(_, stored)| *stored <= batches)
            .map(|(node, _)| *node)
            .collect();
        let again = Rc::new(HeardOf::default());
        let killed = Rc::new(killed);
        let ports = ports(killed.clone(), again.clone());
        let resumed = block_on(agent.resume("run", &ports));
        let resumed = match resumed {
            // Killed before the run was stored.
            Err(HelpDeskError::Run(kikitori_graph::RunError::NoRun(_))) => asked(QUESTION, &ports),
            resumed => resumed.unwrap(),
        };
        assert_eq!(resumed, unbroken, "killed after batch {batches}");
        let mut expected = calls.clone();
        expected.retain(|node, _| !finished.contains(node));
        assert_eq!(*again.calls.borrow(), expected, "after batch {batches}");
        spared.insert(calls.len() - expected.len());
        // Every tool call that was made has its place on record, also the repeated ones.
        let steps = run_steps(&*killed);
        let numbers: BTreeSet<u64> = steps.iter().map(|it| it.sequence).collect();
        assert!(
            numbers.len() == steps.len() && steps.len() >= 7,
            "{numbers:?}"
        );
    }
    let batches = store.batches().len();
    println!(
        "killed after each of {batches} batches; up to {} calls spared",
        spared.last().unwrap()
    );
    // From nothing finished to everything.
    assert_eq!((spared.first(), spared.last()), (Some(&0), Some(&17)));
}
