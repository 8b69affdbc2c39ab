//! Runs that were stored before there was a journal are gone on with.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::collections::BTreeMap;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_graph::*;
use kikitori_store::{Batch, Record, RecordingStore, Store};
use serde_json::json;
use support::*;

/// A store with the records of a file that the older code wrote.
fn stored(file: &str) -> Rc<RecordingStore> {
    let records: BTreeMap<String, Record> = serde_json::from_str(file).unwrap();
    let mut batch = Batch::new();
    for (key, record) in records {
        batch.put(key, record);
    }
    let store = Rc::new(RecordingStore::new());
    block_on(store.commit(batch)).unwrap();
    store
}

/// The graph whose runs are stored in `legacy/`, but for `long`.
fn survey() -> Rc<Graph<Log, Tally>> {
    let inner = Builder::new()
        .node("try", async |state: Rc<Log>, context: Context<Tally>| {
            context.resources().add(&format!("try {}", state.said[0]));
            Ok(say("try"))
        })
        .node("ask", async |state: Rc<Log>, context: Context<Tally>| {
            let word = state.said[0].clone();
            if word == "x" {
                return Ok(say("knew"));
            }
            let answer: String = context.interrupt(format!("{word}?")).await;
            Ok(say(answer))
        })
        .edge(START, "try")
        .branch("try", &["try", "ask"], |state: &Log| {
            match state.said.len() < 4 {
                true => vec![Goto::Node("try")],
                false => vec![Goto::Node("ask")],
            }
        })
        .build()
        .unwrap();
    let says = |key: &'static str| {
        async move |_: Rc<Log>, context: Context<Tally>| {
            context.resources().add(key);
            Ok(say(key))
        }
    };
    Builder::new()
        .node("plan", says("plan"))
        .node("note", says("note"))
        .node("tell", says("tell"))
        .send_subgraph(
            "each",
            inner,
            |word| Log {
                said: vec![word],
                ..Log::default()
            },
            |inner| say(inner.said.join(" ")),
        )
        .edge(START, "plan")
        .edge(START, "note")
        .branch("plan", &["each"], |_| {
            ["x", "y", "z"]
                .map(|word| Goto::Send("each", word.to_owned()))
                .into()
        })
        .join(&["each", "note"], "tell")
        .build()
        .unwrap()
}

/// The graph whose run is stored in `legacy/long.json`.
fn counting() -> Rc<Graph<Log, Tally>> {
    Builder::new()
        .node("a", async |state: Rc<Log>, _| {
            Ok(say(format!("a{}", state.count)))
        })
        .edge(START, "a")
        .branch("a", &["a"], |state: &Log| match state.count < 40 {
            true => vec![Goto::Node("a")],
            false => vec![],
        })
        .build()
        .unwrap()
}

fn open(outcome: &Outcome<Log>) -> Vec<&str> {
    match outcome {
        Outcome::Interrupted { interrupts, .. } => interrupts.iter().map(|it| &*it.id.0).collect(),
        _ => panic!("{outcome:?}"),
    }
}

const WHOLE: [&str; 6] = [
    "plan",
    "note",
    "x try try try knew",
    "y try try try Y",
    "z try try try Z",
    "tell",
];

fn assert_whole(outcome: &Outcome<Log>, store: &RecordingStore) {
    match outcome {
        Outcome::Done { state } => assert_eq!(state.said, WHOLE),
        _ => panic!("{outcome:?}"),
    }
    let left = block_on(store.keys("graph/")).unwrap();
    assert!(left.is_empty(), "the old records are gone: {left:?}");
}

#[test]
fn finished_tasks_of_a_run_and_of_its_subgraphs_are_not_run_again() {
    let store = stored(include_str!("legacy/under_way.json"));
    let (graph, ports) = (survey(), ports(&store));
    let outcome = resumed(&graph, &ports, &[]);
    assert_eq!(open(&outcome), ["1.1/3.0.0", "1.2/3.0.0"]);
    let tally = ports.resources.all();
    let expected = [("try y", 1), ("try z", 3)];
    assert_eq!(
        tally,
        expected
            .map(|(name, times)| (name.to_owned(), times))
            .into()
    );
    let answers = [("1.1/3.0.0", json!("Y")), ("1.2/3.0.0", json!("Z"))];
    assert_whole(&resumed(&graph, &ports, &answers), &store);
}

#[test]
fn questions_stay_open_and_answers_are_kept() {
    let graph = survey();
    let store = stored(include_str!("legacy/interrupted.json"));
    let ports_ = ports(&store);
    let outcome = resumed(&graph, &ports_, &[]);
    assert_eq!(open(&outcome), ["1.2/3.0.0"]);
    let outcome = resumed(&graph, &ports_, &[("1.2/3.0.0", json!("Z"))]);
    assert_whole(&outcome, &store);
    // The page was killed when the answer was stored and nothing else.
    let store = stored(include_str!("legacy/answered.json"));
    assert_whole(&resumed(&graph, &ports(&store), &[]), &store);
}

#[test]
fn a_finished_run_is_opened_and_nothing_is_written() {
    let store = stored(include_str!("legacy/done.json"));
    let outcome = resumed(&survey(), &ports(&store), &[]);
    assert_eq!(outcome.state().said, WHOLE);
    assert_eq!(store.batches().len(), 1);
}

#[test]
fn a_kill_while_a_run_is_taken_over_loses_nothing() {
    let (graph, store) = (survey(), stored(include_str!("legacy/under_way.json")));
    resumed(&graph, &ports(&store), &[]);
    for killed in store.after_each() {
        let killed = Rc::new(killed);
        let ports = ports(&killed);
        assert_eq!(open(&resumed(&graph, &ports, &[])).len(), 2);
        assert!(ports.resources.all().into_values().sum::<u32>() <= 4);
        let answers = [("1.1/3.0.0", json!("Y")), ("1.2/3.0.0", json!("Z"))];
        assert_whole(&resumed(&graph, &ports, &answers), &killed);
    }
}

#[test]
fn the_history_of_an_older_run_is_there_before_and_after_it_is_taken_over() {
    let graph = counting();
    let store = stored(include_str!("legacy/long.json"));
    let looks = |supersteps: u32| {
        let history = block_on(graph.history(&*store, "run")).unwrap();
        assert_eq!(history.len(), supersteps as usize + 1);
        for superstep in [0, 1, 16, 17, 21] {
            let state = block_on(graph.state_at(&*store, "run", superstep)).unwrap();
            assert_eq!(state.count, superstep);
        }
    };
    looks(21);
    let kept = kept(&store);
    block_on(graph.fork(&kept, "run", 17, "fork", None)).unwrap();
    let limits = RunLimits {
        supersteps: 40,
        ..RunLimits::default()
    };
    for run in ["fork", "run"] {
        let outcome = block_on(graph.resume(run, BTreeMap::new(), &ports(&store), limits));
        assert_eq!(outcome.unwrap().state().count, 40);
    }
    looks(40);
}

/// Deletes a record, or damages it.
fn lose(store: &RecordingStore, key: &str, is_deleted: bool) {
    let mut batch = Batch::new();
    match is_deleted {
        true => batch.delete(key),
        false => batch.put(key, Record::damaged("?")),
    }
    block_on(store.commit(batch)).unwrap();
}

#[test]
fn a_record_of_an_older_runs_subgraph_that_is_lost_costs_its_tasks_work_and_mixes_nothing() {
    let records = ["write/0000000000/0000000000", "checkpoint/0000000001"];
    let first = [("checkpoint/0000000000", false)];
    let lost = records.map(|record| [(record, true), (record, false)]);
    for (record, is_deleted) in lost.into_iter().flatten().chain(first) {
        let (graph, store) = (survey(), stored(include_str!("legacy/under_way.json")));
        lose(&store, &format!("graph/run/1.1/{record}"), is_deleted);
        let ports = ports(&store);
        let outcome = resumed(&graph, &ports, &[]);
        assert_eq!(open(&outcome), ["1.1/3.0.0", "1.2/3.0.0"]);
        let tally = ports.resources.all();
        assert_eq!(tally.get("try y"), Some(&3), "{record}");
        let kept = "graph/run/1.1/write/0000000001/0000000000";
        assert!(block_on(store.get(kept)).unwrap().is_some(), "{record}");
        let answers = [("1.1/3.0.0", json!("Y")), ("1.2/3.0.0", json!("Z"))];
        let outcome = resumed(&graph, &ports, &answers);
        assert_eq!(outcome.state().said, WHOLE, "{record}");
    }
}

#[test]
fn an_older_run_goes_on_from_a_state_that_was_stored_after_what_is_lost() {
    let count = |store: &Rc<RecordingStore>| {
        let outcome = resumed(&counting(), &ports(store), &[]);
        outcome.state().count
    };
    for record in [
        "write/0000000005/0000000000",
        "checkpoint/0000000007",
        "checkpoint/0000000000",
    ] {
        for is_deleted in [true, false] {
            let store = stored(include_str!("legacy/long.json"));
            lose(&store, &format!("graph/run/{record}"), is_deleted);
            let state = block_on(counting().state(&*store, "run"));
            assert_eq!(state.unwrap().unwrap().count, 21, "{record}");
            assert_eq!(count(&store), 40, "{record}");
        }
    }
    // Without such a state it is refused, and stays as it is.
    for is_deleted in [true, false] {
        let store = stored(include_str!("legacy/long.json"));
        lose(&store, "graph/run/write/0000000018/0000000000", is_deleted);
        let (ports, limits) = (ports(&store), RunLimits::default());
        let before = block_on(store.list("graph/"));
        let resumed = counting();
        let resumed = block_on(resumed.resume("run", BTreeMap::new(), &ports, limits));
        assert!(
            matches!(resumed, Err(RunError::Damaged { .. })),
            "{resumed:?}"
        );
        assert_eq!(block_on(store.list("graph/")), before);
    }
}

#[test]
fn what_is_lost_of_the_superstep_that_was_under_way_is_done_again() {
    for key in [
        "write/0000000001/0000000000",
        "waiting/0000000001/0000000002",
        "answer/1.2/3.0.0",
    ] {
        let (graph, store) = (survey(), stored(include_str!("legacy/answered.json")));
        let key = format!("graph/run/{key}");
        assert!(block_on(store.get(&key)).unwrap().is_some(), "{key}");
        lose(&store, &key, false);
        let ports = ports(&store);
        let mut outcome = resumed(&graph, &ports, &[]);
        while let Outcome::Interrupted { interrupts, .. } = &outcome {
            let answers = interrupts.iter().map(|it| {
                let answer = it
                    .question
                    .as_str()
                    .unwrap()
                    .replace('?', "")
                    .to_uppercase();
                (it.id.0.clone(), json!(answer))
            });
            let answers: Vec<_> = answers.collect();
            let answers: Vec<_> = answers
                .iter()
                .map(|(id, answer)| (id.as_str(), answer.clone()))
                .collect();
            outcome = resumed(&graph, &ports, &answers);
        }
        assert_eq!(outcome.state().said, WHOLE, "{key}");
    }
}

#[test]
fn what_others_have_put_beside_a_run_stays_there() {
    let (graph, store) = (survey(), stored(include_str!("legacy/under_way.json")));
    let beside = ["graph/run/spent", "graph/run/tool/0000000000"];
    let mut batch = Batch::new();
    for key in beside {
        batch.put(key, Record::json(1, &true.into()));
    }
    block_on(store.commit(batch)).unwrap();
    let answers = [("1.1/3.0.0", json!("Y")), ("1.2/3.0.0", json!("Z"))];
    resumed(&graph, &ports(&store), &[]);
    resumed(&graph, &ports(&store), &answers);
    assert_eq!(block_on(store.keys("graph/")).unwrap(), beside);
}

#[test]
fn an_older_run_is_looked_at_and_not_begun_again() {
    let (graph, store) = (survey(), stored(include_str!("legacy/under_way.json")));
    let state = block_on(graph.state(&*store, "run")).unwrap().unwrap();
    assert_eq!(state.said, ["plan", "note"]);
    let limits = RunLimits::default();
    let start = block_on(graph.start("run", Log::default(), &ports(&store), limits));
    assert_eq!(start, Err(RunError::RunExists("run".to_owned())));
    assert_eq!(store.batches().len(), 1, "nothing was written");
}
