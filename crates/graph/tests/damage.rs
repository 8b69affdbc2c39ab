//! Stored runs that are not whole, or not of this graph.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::collections::BTreeMap;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_graph::*;
use kikitori_journal::DamageReason;
use kikitori_store::{Batch, Record, RecordingStore, Store, StoreError};
use support::*;

fn named(graph: Builder, key: &'static str) -> Builder {
    graph.node(key, async move |_, _| Ok(say(key)))
}

#[test]
fn a_missing_update_is_noticed_and_the_run_goes_on_from_before_it() {
    let graph = named(Builder::new(), "a")
        .edge(START, "a")
        .branch("a", &["a"], |state: &Log| {
            (0..u32::from(state.count < 9))
                .map(|_| Goto::Node("a"))
                .collect()
        })
        .build()
        .unwrap();
    let store = Rc::new(RecordingStore::new());
    let first = ports(&store);
    let whole = started(&graph, &first);
    let key = "session/run/journal/main:graph/update/0000000005".to_owned();
    let limits = RunLimits::default();
    let kept = kept(&store);
    let resume = |run: &str| block_on(graph.resume(run, BTreeMap::new(), &first, limits));
    let damages = [
        (None, DamageReason::Missing { records: 1 }),
        (
            Some(Record::damaged("{\"finished")),
            DamageReason::Unreadable(StoreError::unreadable("log", "")),
        ),
    ];
    for (number, (record, reason)) in damages.into_iter().enumerate() {
        let mut lost = Batch::new();
        match record {
            None => lost.delete(&key),
            Some(record) => lost.put(&key, record),
        }
        block_on(store.commit(lost)).unwrap();
        let Err(RunError::Damaged { run, damage }) = resume("run") else {
            panic!("not noticed")
        };
        assert_eq!((&*run, damage.len(), &damage[0].key), ("run", 1, &key));
        let same = std::mem::discriminant(&damage[0].reason) == std::mem::discriminant(&reason);
        assert!(same, "{damage:?}");
        let fork = format!("fork-{number}");
        block_on(graph.fork(&kept, "run", 4, &fork, None)).unwrap();
        assert_eq!(resume(&fork).unwrap(), whole);
        let late = block_on(graph.fork(&kept, "run", 6, "late", None));
        assert!(matches!(late, Err(RunError::Damaged { .. })));
    }
}

#[test]
fn a_damaged_record_of_a_subgraph_costs_the_work_of_its_task_only() {
    let inner = named(named(Builder::new(), "one"), "two")
        .edge(START, "one")
        .edge("one", "two")
        .node("three", async |_, context: Context<Tally>| {
            match context.resources().add("three") {
                1 => Err(NodeError::fatal("not at first")),
                _ => Ok(say("three")),
            }
        })
        .edge("two", "three")
        .build()
        .unwrap();
    let graph = named(Builder::new(), "before")
        .subgraph(
            "sub",
            inner,
            |_| Log::default(),
            |inner| say(inner.said.join(" ")),
        )
        .edge(START, "before")
        .edge("before", "sub")
        .build()
        .unwrap();
    let store = Rc::new(RecordingStore::new());
    let ports = ports(&store);
    assert!(matches!(started(&graph, &ports), Outcome::Failed { .. }));
    let key = "session/run/journal/main:graph:1.0:1/update/0000000001";
    let mut damage = Batch::new();
    damage.put(key, Record::damaged("?"));
    block_on(store.commit(damage)).unwrap();
    let outcome = resumed(&graph, &ports, &[]);
    assert_eq!(outcome.state().said, ["before", "one two three"]);
    let damaged = block_on(store.get(key)).unwrap();
    assert_eq!(damaged, Some(Record::damaged("?")), "it is not overwritten");
}

#[test]
fn an_id_that_would_reach_into_another_runs_records_is_refused() {
    let graph = named(Builder::new(), "a").edge(START, "a").build().unwrap();
    let store = Rc::new(RecordingStore::new());
    let ports = ports(&store);
    started(&graph, &ports);
    let before = store.batches().len();
    let kept = kept(&store);
    let limits = RunLimits::default();
    for id in ["run/0.0", "run/answer/0", "/", ""] {
        let bad = RunError::BadRunId(id.to_owned());
        let start = block_on(graph.start(id, Log::default(), &ports, limits));
        assert_eq!(start, Err(bad.clone()));
        let resume = block_on(graph.resume(id, BTreeMap::new(), &ports, limits));
        assert_eq!(resume, Err(bad.clone()));
        let fork = block_on(graph.fork(&kept, "run", 0, id, None));
        assert_eq!(fork, Err(bad.clone()));
        assert_eq!(block_on(graph.history(&*store, id)), Err(bad.clone()));
        assert_eq!(block_on(graph.state_at(&*store, id, 0)), Err(bad.clone()));
        assert_eq!(block_on(graph.state(&*store, id)), Err(bad));
    }
    assert_eq!(store.batches().len(), before);
}

/// Two nodes that each lead to another by a join, one of which is there later.
fn joined(upgraded: bool) -> Rc<Graph<Log, Tally>> {
    let keys = match upgraded {
        false => vec!["a", "way", "b", "c"],
        true => vec!["new", "c", "b", "way", "a"],
    };
    let graph = keys.into_iter().fold(Builder::new(), named);
    let graph = match upgraded {
        false => graph,
        true => graph.join(&["way", "b"], "new").join(&["way", "a"], "new"),
    };
    graph
        .edge(START, "a")
        .edge(START, "way")
        .edge("way", "b")
        .join(&["a", "b"], "c")
        .build()
        .unwrap()
}

/// A store with a run of `graph` in which the join has seen one of its two sources.
fn half_joined(graph: &Graph<Log, Tally>) -> Rc<RecordingStore> {
    let store = Rc::new(RecordingStore::new());
    let limits = RunLimits {
        supersteps: 1,
        ..RunLimits::default()
    };
    let outcome = block_on(graph.start("run", Log::default(), &ports(&store), limits));
    assert!(matches!(outcome, Ok(Outcome::RecursionLimit { .. })));
    store
}

#[test]
fn a_join_that_has_seen_one_source_fires_in_a_graph_to_which_joins_were_added() {
    let store = half_joined(&joined(false));
    let outcome = resumed(&joined(true), &ports(&store), &[]);
    let said = &outcome.state().said;
    assert!(said.contains(&"c".to_owned()), "{said:?}");
}

#[test]
fn a_join_of_which_a_source_was_taken_away_fires_with_those_that_are_left() {
    let keys = ["a", "way", "b", "c"];
    let three = keys.into_iter().fold(Builder::new(), named);
    let three = three
        .edge(START, "a")
        .edge(START, "way")
        .edge("way", "b")
        .join(&["a", "b", "c"], "c");
    let store = half_joined(&three.build().unwrap());
    let outcome = resumed(&joined(false), &ports(&store), &[]);
    assert_eq!(outcome.state().said, ["a", "way", "b", "c"]);
}
