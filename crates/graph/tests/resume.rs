//! A run that is killed goes on where it was.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_graph::*;
use kikitori_journal::{SessionKey, Sessions};
use kikitori_store::{RecordingStore, Store, StoreError};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use support::*;

/// A plan, a fan-out over a subgraph that loops, and an end; what finished is counted by task.
fn large(finished: Rc<RefCell<BTreeMap<String, u32>>>) -> Rc<Graph<Log, Tally>> {
    let inner = Builder::new()
        .node("try", async |state: Rc<Log>, _| {
            later(state.count % 3).await;
            Ok(say("try"))
        })
        .node("reflect", async |_, _| Ok(Say::default()))
        .edge(START, "try")
        .edge("try", "reflect")
        .branch("reflect", &["try", END], |state: &Log| {
            if state.said.len() < 4 {
                vec![Goto::Node("try")]
            } else {
                vec![Goto::End]
            }
        })
        .build()
        .unwrap();
    let count = move |what: &str| *finished.borrow_mut().entry(what.to_owned()).or_default() += 1;
    let (planned, told) = (count.clone(), count);
    Builder::new()
        .node("plan", async move |_, _| {
            planned("plan");
            Ok(say("plan"))
        })
        .send_subgraph(
            "each",
            inner,
            |word| Log {
                said: vec![word],
                ..Log::default()
            },
            |inner| say(inner.said.join(" ")),
        )
        .node("tell", async move |state: Rc<Log>, _| {
            told("tell");
            Ok(say(format!("{} subtasks", state.count - 1)))
        })
        .edge(START, "plan")
        .branch("plan", &["each"], |_| {
            ["x", "y", "z"]
                .map(|word| Goto::Send("each", word.to_owned()))
                .into()
        })
        .edge("each", "tell")
        .edge("tell", END)
        .build()
        .unwrap()
}

/// Ports that count, by its id, every task that finished.
fn counting(store: &Rc<RecordingStore>) -> (Ports<Tally>, Rc<Tally>) {
    let finished = Rc::new(Tally::default());
    let heard = finished.clone();
    let mut ports = ports(store);
    ports.events = Some(Rc::new(move |event| {
        if let Event::NodeFinished { task, node } = event {
            heard.add(&format!("{task} {node}"));
        }
    }));
    (ports, finished)
}

#[test]
fn a_kill_after_any_batch_ends_in_the_same_state_and_runs_no_stored_task_again() {
    let store = Rc::new(RecordingStore::new());
    let (ports, finished) = counting(&store);
    let graph = large(Rc::default());
    let unbroken = started(&graph, &ports);
    let Outcome::Done { state } = &unbroken else {
        panic!("{unbroken:?}")
    };
    assert_eq!(
        state.said,
        [
            "plan",
            "x try try try",
            "y try try try",
            "z try try try",
            "3 subtasks"
        ]
    );
    let all = finished.all();
    let batches = store.batches().len();
    assert!(batches > 10, "{batches}");
    for (batch, killed) in store.after_each().enumerate() {
        // A task's update is in the store before anything hears that it is finished.
        let stored = finished_in(&killed);
        let (ports, finished) = counting(&Rc::new(killed));
        assert_eq!(
            resumed(&graph, &ports, &[]),
            unbroken,
            "killed after batch {batch}"
        );
        let again = finished.all();
        assert!(again.values().all(|times| *times == 1));
        assert_eq!(
            again.len() + stored,
            all.len(),
            "killed after batch {batch}"
        );
    }
}

#[test]
fn a_kill_between_questions_and_answers_loses_neither() {
    let graph = Builder::new()
        .send_node("ask", async |word: String, context: Context<Tally>| {
            let answer: String = context.interrupt(format!("{word}?")).await;
            Ok(say(answer))
        })
        .branch(START, &["ask"], |_| {
            ["x", "y"]
                .map(|word| Goto::Send("ask", word.to_owned()))
                .into()
        })
        .build()
        .unwrap();
    let store = Rc::new(RecordingStore::new());
    let first = ports(&store);
    started(&graph, &first);
    resumed(&graph, &first, &[("0.0.0", json!("X"))]);
    resumed(&graph, &first, &[("0.1.0", json!("Y"))]);
    for killed in store.after_each() {
        let ports = ports(&Rc::new(killed));
        let mut outcome = resumed(&graph, &ports, &[]);
        while let Outcome::Interrupted { interrupts, .. } = &outcome {
            let open = interrupts[0].clone();
            let answer = open
                .question
                .as_str()
                .unwrap()
                .replace('?', "")
                .to_uppercase();
            outcome = resumed(&graph, &ports, &[(&open.id.0, json!(answer))]);
        }
        assert_eq!(outcome.state().said, ["X", "Y"]);
    }
}

#[test]
fn history_lists_every_superstep_and_a_fork_goes_on_from_one() {
    let store = Rc::new(RecordingStore::new());
    let ports = ports(&store);
    let graph = Builder::new()
        .node("a", async |state: Rc<Log>, _| {
            Ok(say(format!("a{}", state.count)))
        })
        .edge(START, "a")
        .branch("a", &["a", END], |state: &Log| {
            if state.count < 40 {
                vec![Goto::Node("a")]
            } else {
                vec![]
            }
        })
        .build()
        .unwrap();
    let limits = RunLimits {
        supersteps: 100,
        ..RunLimits::default()
    };
    let whole = block_on(graph.start("run", Log::default(), &ports, limits)).unwrap();
    let history = block_on(graph.history(&*store, "run")).unwrap();
    assert_eq!(history.len(), 41);
    assert_eq!(
        (&history[0], &history[40]),
        (&(0, vec!["a".to_owned()]), &(40, vec![]))
    );
    for superstep in [0, 1, 15, 16, 17, 33, 40] {
        let state = block_on(graph.state_at(&*store, "run", superstep)).unwrap();
        assert_eq!(state.count, superstep);
        assert_eq!(state.said, whole.state().said[..superstep as usize]);
    }
    let other = Say {
        said: vec!["another way".into()],
        ..Say::default()
    };
    let kept = kept(&store);
    block_on(graph.fork(&kept, "run", 39, "fork", Some(other))).unwrap();
    let forked = block_on(graph.resume("fork", BTreeMap::new(), &ports, limits)).unwrap();
    assert_eq!(forked.state().said[38..], ["a38", "another way", "a39"]);
    let again = block_on(graph.resume("run", BTreeMap::new(), &ports, limits)).unwrap();
    assert_eq!(again, whole, "the run that was forked is as it was");
    assert_eq!(
        block_on(graph.fork(&kept, "run", 41, "late", None)),
        Err(RunError::NoCheckpoint {
            run: "run".into(),
            superstep: 41
        })
    );
    assert_eq!(
        block_on(graph.fork(&kept, "run", 1, "fork", None)),
        Err(RunError::RunExists("fork".into()))
    );
}

#[test]
fn a_superstep_costs_no_more_when_the_state_is_large() {
    let store = Rc::new(RecordingStore::new());
    let ports = ports(&store);
    let graph = Builder::new()
        .node("a", async |_, _| Ok(say("x".repeat(1_000))))
        .edge(START, "a")
        .branch("a", &["a"], |state: &Log| {
            if state.count < 300 {
                vec![Goto::Node("a")]
            } else {
                vec![]
            }
        })
        .build()
        .unwrap();
    let limits = RunLimits {
        supersteps: 1_000,
        ..RunLimits::default()
    };
    block_on(graph.start("run", Log::default(), &ports, limits)).unwrap();
    let sizes = store.bytes();
    let largest = sizes.iter().max();
    assert!(largest < Some(&2_500), "{largest:?} bytes at once");
}

#[test]
fn a_run_is_started_once_and_only_a_stored_one_is_resumed() {
    let graph = Builder::new()
        .node("a", async |_, _| Ok(say("a")))
        .edge(START, "a")
        .build()
        .unwrap();
    let ports = ports(&Rc::default());
    let limits = RunLimits::default();
    assert_eq!(
        block_on(graph.resume("run", BTreeMap::new(), &ports, limits)),
        Err(RunError::NoRun("run".into()))
    );
    started(&graph, &ports);
    assert_eq!(
        block_on(graph.start("run", Log::default(), &ports, limits)),
        Err(RunError::RunExists("run".into()))
    );
    assert_eq!(
        block_on(graph.resume(
            "run",
            BTreeMap::new(),
            &Ports::new(Tally::default()),
            limits
        )),
        Err(RunError::NoStore)
    );
}

/// What [`Log`] became: texts are kept with their length.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct Measured {
    said: Vec<(String, usize)>,
}

impl GraphState for Measured {
    type Update = (String, usize);
    type Sent = String;
    const KIND: &'static str = "log";
    const VERSION: u32 = 2;

    fn apply(&mut self, update: Self::Update) {
        self.said.push(update);
    }

    fn migrate(part: StoredPart, _from: u32, body: Value) -> Result<Value, StoreError> {
        let measured = |text: &Value| json!([text, text.as_str().unwrap_or_default().len()]);
        let said = body["said"].as_array().into_iter().flatten().map(measured);
        Ok(match part {
            StoredPart::State => json!({"said": said.collect::<Vec<_>>()}),
            StoredPart::Update => said.clone().next().unwrap_or_default(),
            StoredPart::Sent => json!(format!("migrated {}", body.as_str().unwrap_or_default())),
        })
    }
}

#[test]
fn a_run_of_an_older_version_goes_on_in_the_newer_one() {
    fn fan_out<S: GraphState<Sent = String>>(_: &S) -> Vec<Goto<String>> {
        ["x", "y"]
            .map(|word| Goto::Send("say", word.to_owned()))
            .into()
    }
    let old = Builder::new()
        .node("first", async |_, _| Ok(say("first")))
        .send_node("say", async |word: String, _| match &*word {
            "x" => Ok(say("x")),
            _ => Err(NodeError::fatal("not in this version")),
        })
        .edge(START, "first")
        .branch("first", &["say"], fan_out)
        .build()
        .unwrap();
    let store = Rc::new(RecordingStore::new());
    assert!(matches!(
        started(&old, &ports(&store)),
        Outcome::Failed { .. }
    ));
    let new = StateGraph::<Measured, Tally>::new()
        .node("first", async |_, _| Ok(("first".into(), 5)))
        .send_node("say", async |word: String, _| {
            let length = word.len();
            Ok((word, length))
        })
        .edge(START, "first")
        .branch("first", &["say"], fan_out)
        .build()
        .unwrap();
    let outcome =
        block_on(new.resume("run", BTreeMap::new(), &ports(&store), RunLimits::default()));
    let Outcome::Done { state } = outcome.unwrap() else {
        panic!("not done")
    };
    let said: Vec<_> = state
        .said
        .iter()
        .map(|(text, length)| (text.as_str(), *length))
        .collect();
    assert_eq!(said, [("first", 5), ("x", 1), ("migrated y", 10)]);
}

#[test]
fn deleting_a_run_leaves_nothing_of_it_behind_and_touches_no_other() {
    let store = Rc::new(kikitori_store::MemoryStore::default());
    let ports = Ports::new(Tally::default()).with_store(store.clone(), Rc::new(FreshIds));
    let graph = large(Rc::default());
    for run in ["run-1", "run-10"] {
        let outcome = block_on(graph.start(run, Log::default(), &ports, RunLimits::default()));
        assert!(matches!(outcome.unwrap(), Outcome::Done { .. }));
    }
    let left = |prefix: &str| block_on(store.keys(prefix)).unwrap().len();
    let others = left("session/run-10/");
    assert!(left("session/run-1/") > 0 && others > 0);
    let sessions = Sessions::new(store.clone());
    block_on(sessions.delete(&SessionKey::new("run-1"))).unwrap();
    assert_eq!(block_on(graph.state(&*store, "run-1")), Ok(None));
    let state = block_on(graph.state(&*store, "run-10")).unwrap().unwrap();
    assert_eq!(state.count, 5);
    assert_eq!(left("session/run-1/"), 0);
    assert_eq!(left("session/"), others);
    let gone = block_on(graph.resume("run-1", BTreeMap::new(), &ports, RunLimits::default()));
    assert!(matches!(gone, Err(RunError::NoRun(_))));
}

#[test]
fn a_runner_whose_run_was_deleted_writes_nothing_into_one_that_is_begun_under_its_id() {
    let store = Rc::new(RecordingStore::new());
    let sessions = Sessions::new(store.clone());
    let other = Builder::new().node("b", async |_, _| Ok(say("b")));
    let other = other.edge(START, "b").build().unwrap();
    let others = Rc::new(ports(&store));
    let graph = Builder::new()
        .node("a", async move |_, _| {
            sessions.delete(&SessionKey::new("run")).await.unwrap();
            let (begins, limits) = (Log::default(), RunLimits::default());
            other.start("run", begins, &others, limits).await.unwrap();
            Ok(say("a"))
        })
        .edge(START, "a")
        .build()
        .unwrap();
    let limits = RunLimits::default();
    let ports = ports(&store);
    let outcome = block_on(graph.start("run", Log::default(), &ports, limits));
    assert_eq!(outcome, Err(RunError::Store(StoreError::Superseded)));
    let state = block_on(graph.state(&*store, "run")).unwrap().unwrap();
    assert_eq!(state.said, ["b"]);
}
