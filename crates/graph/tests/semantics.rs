//! How a run goes: supersteps, reducers, branches, joins, subgraphs, limits, failures.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::rc::Rc;
use std::time::Duration;

use futures::executor::block_on;
use kikitori_graph::*;
use support::*;

/// Adds a node that says its own name, after a while.
fn saying(graph: Builder, key: &'static str, polls: u32) -> Builder {
    graph.node(key, async move |_, context: Context<Tally>| {
        context.resources().add(key);
        later(polls).await;
        Ok(say(key))
    })
}

fn done(outcome: Outcome<Log>) -> Log {
    match outcome {
        Outcome::Done { state } => state,
        other => panic!("{other:?}"),
    }
}

#[test]
fn each_field_has_its_reducer() {
    let graph = saying(saying(Builder::new(), "a", 0), "b", 0)
        .edge(START, "a")
        .edge("a", "b")
        .edge("b", END)
        .build()
        .unwrap();
    let state = done(started(&graph, &Ports::new(Tally::default())));
    assert_eq!(
        (state.said, state.last, state.count),
        (vec!["a".into(), "b".into()], "b".into(), 2)
    );
}

#[test]
fn updates_are_taken_in_in_a_fixed_order_whoever_is_ready_first() {
    for (a, b, c) in [(0, 5, 9), (9, 5, 0), (5, 0, 9)] {
        let graph = saying(saying(saying(Builder::new(), "a", a), "b", b), "c", c)
            .edge(START, "a")
            .edge(START, "b")
            .edge(START, "c")
            .build()
            .unwrap();
        let state = done(started(&graph, &Ports::new(Tally::default())));
        assert_eq!(state.said, ["a", "b", "c"]);
        assert_eq!(state.last, "c");
    }
}

#[test]
fn a_fan_out_has_a_task_for_each_input_and_what_follows_runs_once() {
    let graph = Builder::new()
        .send_node("upper", async |word: String, _| {
            Ok(say(word.to_uppercase()))
        })
        .branch(START, &["upper"], |_| {
            ["x", "y", "z"]
                .map(|word| Goto::Send("upper", word.to_owned()))
                .into()
        });
    let graph = saying(graph, "after", 0)
        .edge("upper", "after")
        .build()
        .unwrap();
    let state = done(started(&graph, &Ports::new(Tally::default())));
    assert_eq!(state.said, ["X", "Y", "Z", "after"]);
}

#[test]
fn a_join_waits_for_all_and_an_edge_for_none() {
    // b takes two supersteps longer to come to than a.
    let graph = ["a", "way", "b", "joined", "each"]
        .into_iter()
        .fold(Builder::new(), |graph, key| saying(graph, key, 0))
        .edge(START, "a")
        .edge(START, "way")
        .edge("way", "b")
        .join(&["a", "b"], "joined")
        .edge("a", "each")
        .edge("b", "each")
        .build()
        .unwrap();
    let state = done(started(&graph, &Ports::new(Tally::default())));
    assert_eq!(state.said, ["a", "way", "each", "b", "each", "joined"]);
}

#[test]
fn a_branch_sees_the_whole_supersteps_updates_and_may_loop_or_end() {
    let graph = saying(saying(Builder::new(), "a", 0), "b", 0)
        .edge(START, "a")
        .edge(START, "b")
        .branch("a", &["a", END], |state: &Log| {
            // Both nodes ran in the first superstep.
            if state.count < 5 {
                vec![Goto::Node("a")]
            } else {
                vec![Goto::End]
            }
        })
        .build()
        .unwrap();
    assert_eq!(
        done(started(&graph, &Ports::new(Tally::default()))).said,
        ["a", "b", "a", "a", "a"]
    );
}

#[test]
fn a_subgraph_has_a_state_of_its_own() {
    let inner = saying(saying(Builder::new(), "in", 0), "out", 0)
        .edge(START, "in")
        .edge("in", "out")
        .build()
        .unwrap();
    let graph = Builder::new()
        .subgraph(
            "sub",
            inner.clone(),
            |outer: &Log| Log {
                said: vec![format!("given {}", outer.count)],
                ..Log::default()
            },
            |inner| say(inner.said.join(" ")),
        )
        .send_subgraph(
            "each",
            inner,
            |word| Log {
                said: vec![word],
                ..Log::default()
            },
            |inner| say(inner.said.join(" ")),
        )
        .edge(START, "sub")
        .branch("sub", &["each"], |_| {
            ["x", "y"]
                .map(|word| Goto::Send("each", word.to_owned()))
                .into()
        })
        .build()
        .unwrap();
    let state = done(started(&graph, &Ports::new(Tally::default())));
    assert_eq!(state.said, ["given 0 in out", "x in out", "y in out"]);
}

#[test]
fn the_limit_is_an_outcome_that_keeps_the_state_and_can_be_resumed() {
    let graph = saying(Builder::new(), "a", 0)
        .edge(START, "a")
        .branch("a", &["a", END], |state: &Log| {
            if state.count < 7 {
                vec![Goto::Node("a")]
            } else {
                vec![]
            }
        })
        .build()
        .unwrap();
    let limits = RunLimits {
        supersteps: 3,
        ..RunLimits::default()
    };
    let ports = ports(&Rc::default());
    let mut outcome = block_on(graph.start("run", Log::default(), &ports, limits)).unwrap();
    for count in [3, 6] {
        assert!(
            matches!(&outcome, Outcome::RecursionLimit { state, limit: 3 } if state.count == count)
        );
        outcome = block_on(graph.resume("run", Default::default(), &ports, limits)).unwrap();
    }
    assert_eq!(done(outcome).count, 7);
}

#[test]
fn when_one_of_several_fails_the_others_are_kept_and_not_run_again() {
    let graph = saying(saying(Builder::new(), "a", 0), "c", 3)
        .node("b", async |_, context: Context<Tally>| {
            match context.resources().add("b") {
                1 => Err(NodeError::fatal("not today")),
                _ => Ok(say("b")),
            }
        })
        .edge(START, "a")
        .edge(START, "b")
        .edge(START, "c")
        .build()
        .unwrap();
    let ports = ports(&Rc::default());
    let Outcome::Failed { state, failures } = started(&graph, &ports) else {
        panic!("not failed")
    };
    assert_eq!(
        state,
        Log::default(),
        "nothing of a failed superstep is taken in"
    );
    assert_eq!(failures.len(), 1);
    assert_eq!(
        (&*failures[0].node, failures[0].error.to_string()),
        ("b", "not today".into())
    );
    let state = done(resumed(&graph, &ports, &[]));
    assert_eq!(state.said, ["a", "b", "c"]);
    let tally = ports.resources.all();
    assert_eq!((tally["a"], tally["b"], tally["c"]), (1, 2, 1));
}

#[test]
fn what_may_pass_is_tried_again_with_growing_pauses() {
    let timer = Rc::new(Skipping::default());
    let graph = Builder::new()
        .node("a", async |_, context: Context<Tally>| {
            match context.attempt() {
                4 => Ok(say("at last")),
                attempt => Err(NodeError::passing(format!("try {attempt}"))),
            }
        })
        .options(
            "a",
            NodeOptions {
                retry: RetryPolicy {
                    attempts: 4,
                    first_pause: Duration::from_secs(1),
                    factor: 3,
                    longest_pause: Duration::from_secs(5),
                },
                time_limit: None,
            },
        )
        .edge(START, "a")
        .build()
        .unwrap();
    let ports = Ports {
        timer: Some(timer.clone()),
        ..Ports::new(Tally::default())
    };
    assert_eq!(done(started(&graph, &ports)).said, ["at last"]);
    assert_eq!(*timer.0.borrow(), [1, 3, 5].map(Duration::from_secs));
}

#[test]
fn what_takes_too_long_is_a_typed_failure() {
    let graph = Builder::new()
        .node("a", async |_, _| {
            std::future::pending::<()>().await;
            Ok(say("never"))
        })
        .options(
            "a",
            NodeOptions {
                time_limit: Some(Duration::from_secs(9)),
                ..NodeOptions::default()
            },
        )
        .edge(START, "a")
        .build()
        .unwrap();
    let ports = Ports {
        timer: Some(Rc::new(Skipping::default())),
        ..Ports::new(Tally::default())
    };
    let Outcome::Failed { failures, .. } = started(&graph, &ports) else {
        panic!("not failed")
    };
    assert_eq!(
        failures[0].error,
        NodeError::TimedOut {
            limit: Duration::from_secs(9)
        }
    );
}

#[test]
fn a_cancelled_run_keeps_what_is_finished() {
    let (cancel, cancelled) = Cancel::new();
    let cancel = RefCell::new(Some(cancel));
    let graph = saying(Builder::new(), "a", 0)
        .node("b", async move |_, context: Context<Tally>| {
            if context.resources().add("b") == 1 {
                later(3).await;
                cancel.borrow_mut().take().unwrap().cancel();
                std::future::pending::<()>().await;
            }
            Ok(say("b"))
        })
        .edge(START, "a")
        .edge(START, "b")
        .build()
        .unwrap();
    let mut ports = ports(&Rc::default());
    ports.cancelled = Some(cancelled);
    assert!(matches!(started(&graph, &ports), Outcome::Cancelled { .. }));
    ports.cancelled = None;
    assert_eq!(done(resumed(&graph, &ports, &[])).said, ["a", "b"]);
    assert_eq!(ports.resources.of("a"), 1);
}

#[test]
fn no_more_tasks_run_side_by_side_than_may() {
    let most = Rc::new(RefCell::new((0_u32, 0_u32)));
    let seen = most.clone();
    let graph = Builder::new()
        .send_node("work", async move |word: String, _| {
            let now = seen.borrow().0 + 1;
            seen.replace_with(|old| (now, old.1.max(now)));
            later(3).await;
            seen.borrow_mut().0 -= 1;
            Ok(say(word))
        })
        .branch(START, &["work"], |_| {
            (0..20).map(|n| Goto::Send("work", n.to_string())).collect()
        })
        .build()
        .unwrap();
    let limits = RunLimits {
        concurrent_tasks: NonZeroUsize::new(4).unwrap(),
        ..RunLimits::default()
    };
    let ports = Ports::new(Tally::default());
    let outcome = block_on(graph.start("run", Log::default(), &ports, limits)).unwrap();
    let expected: Vec<String> = (0..20).map(|n| n.to_string()).collect();
    assert_eq!(done(outcome).said, expected);
    assert_eq!(most.borrow().1, 4);
}

#[test]
fn a_branch_that_goes_where_it_did_not_say_is_an_error() {
    let graph = saying(saying(Builder::new(), "a", 0), "b", 0)
        .edge(START, "a")
        .edge("a", "b")
        .branch("b", &["a"], |_| vec![Goto::Node("b")])
        .build()
        .unwrap();
    let ports = Ports::new(Tally::default());
    let outcome = block_on(graph.start("run", Log::default(), &ports, RunLimits::default()));
    assert_eq!(
        outcome,
        Err(RunError::BadBranch {
            from: "b".into(),
            to: "b".into()
        })
    );
}
