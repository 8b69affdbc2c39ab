//! Tries and runners that follow one another leave nothing in each other's records.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use futures::executor::block_on;
use kikitori_graph::*;
use kikitori_store::{RecordingStore, Store, StoreError};
use support::*;

/// A node with a time limit whose subgraph says the number of its try five times and then hangs,
/// but for tries after the second one.
fn limited() -> Rc<Graph<Log, Tally>> {
    let inner = Builder::new()
        .node(
            "say",
            async |state: Rc<Log>, context: Context<Tally>| match state.said.is_empty() {
                true => Ok(say(context.resources().add("try").to_string())),
                false => Ok(say(state.last.clone())),
            },
        )
        .node("hang", async |state: Rc<Log>, context: Context<Tally>| {
            if context.resources().of("try") < 3 {
                std::future::pending::<()>().await;
            }
            Ok(say(state.last.clone()))
        })
        .edge(START, "say")
        .branch("say", &["say", "hang"], |state: &Log| {
            match state.count < 5 {
                true => vec![Goto::Node("say")],
                false => vec![Goto::Node("hang")],
            }
        })
        .build()
        .unwrap();
    let retried = NodeOptions {
        retry: RetryPolicy {
            attempts: 2,
            ..RetryPolicy::NONE
        },
        time_limit: Some(Duration::from_secs(9)),
    };
    Builder::new()
        .subgraph(
            "sub",
            inner,
            |_| Log::default(),
            |inner| say(inner.said.join(" ")),
        )
        .options("sub", retried)
        .edge(START, "sub")
        .build()
        .unwrap()
}

#[test]
fn a_second_try_of_a_subgraph_leaves_the_first_ones_records_and_a_resume_does_not_mix_them() {
    let graph = limited();
    let store = Rc::new(RecordingStore::new());
    let with_timer = |store: &Rc<RecordingStore>| {
        let timer = Some(Rc::new(Skipping::default()) as Rc<dyn kikitori_ports::Timer>);
        Ports {
            timer,
            ..ports(store)
        }
    };
    let outcome = started(&graph, &with_timer(&store));
    assert!(matches!(outcome, Outcome::Failed { .. }));
    let moments = store.batches().len();
    assert!(moments > 12, "both tries are stored");
    for (moment, killed) in store.after_each().enumerate() {
        let ports = with_timer(&Rc::new(killed));
        for _ in 0..9 {
            ports.resources.add("try");
        }
        let outcome = resumed(&graph, &ports, &[]);
        let said = &outcome.state().said[0];
        let tries: std::collections::BTreeSet<_> = said.split(' ').collect();
        assert_eq!(
            (tries.len(), said.split(' ').count()),
            (1, 6),
            "{moment}: {said}"
        );
    }
}

#[test]
fn the_second_of_two_runners_goes_on_and_the_first_is_told_and_overwrites_nothing() {
    let graph = Builder::new()
        .node("first", async |_, _| Ok(say("first")))
        .node("slow", async |_, context: Context<Tally>| {
            // The one who is here first is the slower one.
            match context.resources().of("name") {
                1 => later(50).await,
                _ => later(5).await,
            }
            Ok(say(format!("by {}", context.resources().of("name"))))
        })
        .node("last", async |_, _| Ok(say("last")))
        .edge(START, "first")
        .edge("first", "slow")
        .edge("slow", "last")
        .build()
        .unwrap();
    let store = Rc::new(RecordingStore::new());
    let named = |name| {
        let ports = ports(&store);
        (0..name).for_each(|_| {
            ports.resources.add("name");
        });
        ports
    };
    let (one, two) = (named(1), named(2));
    let limits = RunLimits::default();
    let (first, second) = block_on(futures::future::join(
        graph.start("run", Log::default(), &one, limits),
        async {
            later(10).await;
            graph.resume("run", BTreeMap::new(), &two, limits).await
        },
    ));
    assert_eq!(first, Err(RunError::Store(StoreError::Superseded)));
    let second = second.unwrap();
    assert_eq!(second.state().said, ["first", "by 2", "last"]);
    assert_eq!(resumed(&graph, &two, &[]), second);
}

#[test]
fn a_run_whose_database_was_removed_meanwhile_says_so() {
    let store = Rc::new(RecordingStore::new());
    let removed = store.clone();
    let graph = Builder::new()
        .node("a", async move |_, _| {
            let mut all = kikitori_store::Batch::new();
            for key in removed.keys("").await.unwrap() {
                all.delete(key);
            }
            removed.commit(all).await.unwrap();
            Ok(say("a"))
        })
        .edge(START, "a")
        .build()
        .unwrap();
    let limits = RunLimits::default();
    let outcome = block_on(graph.start("run", Log::default(), &ports(&store), limits));
    assert_eq!(outcome, Err(RunError::Store(StoreError::Vanished)));
}

#[test]
fn a_run_can_be_written_with_the_right_that_its_session_has_already() {
    let store: Rc<dyn Store> = Rc::new(RecordingStore::new());
    let session = kikitori_journal::SessionKey::new("run");
    let claim = kikitori_journal::Writer::claim(store.clone(), &session, "page");
    let writer = Rc::new(block_on(claim).unwrap());
    let graph = Builder::new()
        .node("a", async |_, _| Ok(say("a")))
        .edge(START, "a")
        .build()
        .unwrap();
    let ports = Ports {
        checkpointer: Some(Checkpointer::Writer(writer.clone())),
        ..Ports::new(Tally::default())
    };
    let limits = RunLimits::default();
    let other = block_on(graph.start("other", Log::default(), &ports, limits));
    assert!(matches!(other, Err(RunError::WrongWriter { .. })));
    assert!(matches!(started(&graph, &ports), Outcome::Done { .. }));
    let outcome = resumed(&graph, &ports, &[]);
    assert!(matches!(outcome, Outcome::Done { .. }));
    assert_eq!(
        block_on(writer.commit(kikitori_store::Batch::new())),
        Ok(())
    );
}
