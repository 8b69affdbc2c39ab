//! What is stored of a run is read back, or refused when it is written.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::collections::BTreeMap;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_graph::*;
use kikitori_store::{RecordingStore, StoreError};
use serde::{Deserialize, Serialize};
use support::{Tally, ports};

/// Runs `graph`, whose nodes fail the first time, and resumes it.
fn resumed_after_a_failure<S: GraphState>(graph: &Graph<S, Tally>, state: S) -> Outcome<S> {
    let ports = ports(&Rc::new(RecordingStore::new()));
    let limits = RunLimits::default();
    let outcome = block_on(graph.start("run", state, &ports, limits)).unwrap();
    assert!(matches!(outcome, Outcome::Failed { .. }));
    block_on(graph.resume("run", BTreeMap::new(), &ports, limits)).unwrap()
}

/// Fails the first time that it is called with this name.
fn not_at_first(context: &Context<Tally>, name: &str) -> Result<(), NodeError> {
    match context.resources().add(name) {
        1 => Err(NodeError::fatal("not at first")),
        _ => Ok(()),
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Heard(Vec<Option<u32>>);

impl GraphState for Heard {
    type Update = Option<u32>;
    type Sent = Option<u32>;
    const KIND: &'static str = "heard";

    fn apply(&mut self, update: Option<u32>) {
        self.0.push(update);
    }
}

#[test]
fn an_option_that_is_none_is_sent_and_handed_back_as_such() {
    let graph = StateGraph::<Heard, Tally>::new()
        .send_node("tell", async |sent, context| {
            if sent.is_none() {
                not_at_first(&context, "tell")?;
            }
            context.resources().add("run");
            Ok(sent)
        })
        .branch(START, &["tell"], |_| {
            vec![Goto::Send("tell", None), Goto::Send("tell", Some(1))]
        })
        .build()
        .unwrap();
    let outcome = resumed_after_a_failure(&graph, Heard::default());
    let state = Heard(vec![None, Some(1)]);
    assert_eq!(outcome, Outcome::Done { state });
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Nothing;

impl GraphState for Nothing {
    type Update = ();
    type Sent = ();
    const KIND: &'static str = "nothing";

    fn apply(&mut self, (): ()) {}
}

#[test]
fn a_state_that_is_a_unit_is_read_back() {
    let graph = StateGraph::<Nothing, Tally>::new()
        .node("a", async |_, _| Ok(()))
        .node("b", async |_, context| not_at_first(&context, "b"))
        .edge(START, "a")
        .edge("a", "b")
        .build()
        .unwrap();
    let state = Nothing;
    let outcome = resumed_after_a_failure(&graph, state.clone());
    assert_eq!(outcome, Outcome::Done { state });
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Counted {
    by_truth: BTreeMap<bool, u32>,
    by_number: BTreeMap<u128, u32>,
    share: f64,
}

impl GraphState for Counted {
    type Update = Counted;
    type Sent = ();
    const KIND: &'static str = "counted";

    fn apply(&mut self, update: Counted) {
        self.by_truth.extend(update.by_truth);
        self.by_number.extend(update.by_number);
        self.share = update.share;
    }
}

#[test]
fn maps_by_truth_values_and_wide_numbers_are_read_back() {
    let counted = Counted {
        by_truth: [(true, 1), (false, 2)].into(),
        by_number: [(0, 3), (u128::MAX, 4)].into(),
        share: 0.5,
    };
    let update = counted.clone();
    let graph = StateGraph::<Counted, Tally>::new()
        .node("a", async move |_, _| Ok(update.clone()))
        .node("b", async |state: Rc<Counted>, context| {
            not_at_first(&context, "b")?;
            Ok((*state).clone())
        })
        .edge(START, "a")
        .edge("a", "b")
        .build()
        .unwrap();
    let outcome = resumed_after_a_failure(&graph, Counted::default());
    assert_eq!(outcome, Outcome::Done { state: counted });
}

#[test]
fn a_number_that_json_does_not_have_is_refused_at_the_write_and_the_run_goes_on_from_before() {
    let graph = StateGraph::<Counted, Tally>::new()
        .node("a", async |_, context: Context<Tally>| {
            let share = match context.resources().add("a") {
                1 => f64::NAN,
                2 => f64::INFINITY,
                _ => 0.25,
            };
            let counted = Counted::default();
            Ok(Counted { share, ..counted })
        })
        .edge(START, "a")
        .build()
        .unwrap();
    let ports = ports(&Rc::new(RecordingStore::new()));
    let limits = RunLimits::default();
    let refused = |outcome: Result<Outcome<Counted>, RunError>| {
        let Err(RunError::Store(StoreError::Unreadable { kind, detail })) = outcome else {
            panic!("{outcome:?}")
        };
        assert_eq!(kind, "counted");
        assert!(detail.contains("NaN"), "{detail}");
    };
    refused(block_on(graph.start(
        "run",
        Counted::default(),
        &ports,
        limits,
    )));
    let resume = || block_on(graph.resume("run", BTreeMap::new(), &ports, limits));
    refused(resume());
    assert_eq!(resume().unwrap().state().share, 0.25);
}
