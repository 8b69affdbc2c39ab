//! What a listener is told.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use kikitori_graph::*;
use serde_json::json;
use support::*;

type Heard = Rc<RefCell<Vec<Event>>>;

fn listening(ports: Ports<Tally>) -> (Ports<Tally>, Heard) {
    let heard = Heard::default();
    let hears = heard.clone();
    let events: Rc<dyn Fn(Event)> = Rc::new(move |event| hears.borrow_mut().push(event));
    let events = Some(events);
    (Ports { events, ..ports }, heard)
}

/// Each run's path with how it ended, in order.
fn ends(heard: &Heard) -> Vec<(String, OutcomeKind)> {
    let ends = |event: &Event| match event {
        Event::RunEnded { path, outcome } => Some((path.to_string(), *outcome)),
        _ => None,
    };
    heard.borrow().iter().filter_map(ends).collect()
}

fn within(inner: Rc<Graph<Log, Tally>>, options: NodeOptions) -> Rc<Graph<Log, Tally>> {
    let graph = Builder::new()
        .subgraph("sub", inner, |_| Log::default(), |_| Say::default())
        .options("sub", options)
        .edge(START, "sub");
    graph.build().unwrap()
}

#[test]
fn a_question_is_told_once_however_deep_it_is_nested() {
    let asks = Builder::new()
        .node("ask", async |_, context: Context<Tally>| {
            let (one, two): (String, String) =
                futures::join!(context.interrupt("one?"), context.interrupt("two?"));
            Ok(say(format!("{one} {two}")))
        })
        .edge(START, "ask")
        .build()
        .unwrap();
    let graph = within(within(asks, NodeOptions::default()), NodeOptions::default());
    let (ports, heard) = listening(ports(&Rc::default()));
    let questions = || {
        let asked = |event: Event| match event {
            Event::Interrupted(interrupt) => Some(interrupt.id.0),
            _ => None,
        };
        heard
            .take()
            .into_iter()
            .filter_map(asked)
            .collect::<Vec<_>>()
    };
    started(&graph, &ports);
    assert_eq!(questions(), ["0.0/0.0/0.0.0", "0.0/0.0/0.0.1"]);
    let outcome = resumed(&graph, &ports, &[("0.0/0.0/0.0.0", json!("1"))]);
    assert!(matches!(outcome, Outcome::Interrupted { .. }));
    assert_eq!(questions(), ["0.0/0.0/0.0.1"]);
}

#[test]
fn runs_nested_in_a_cancelled_one_end_too() {
    let (cancel, cancelled) = Cancel::new();
    let cancel = RefCell::new(Some(cancel));
    let inner = Builder::new()
        .node("wait", async move |_, _| {
            cancel.borrow_mut().take().unwrap().cancel();
            later(1).await;
            std::future::pending::<()>().await;
            Ok(Say::default())
        })
        .edge(START, "wait")
        .build()
        .unwrap();
    let graph = within(
        within(inner, NodeOptions::default()),
        NodeOptions::default(),
    );
    let (mut ports, heard) = listening(ports(&Rc::default()));
    ports.cancelled = Some(cancelled);
    assert!(matches!(started(&graph, &ports), Outcome::Cancelled { .. }));
    let paths = ["0.0/0.0/", "0.0/", ""];
    let expected = paths.map(|path| (path.to_owned(), OutcomeKind::Cancelled));
    assert_eq!(ends(&heard), expected);
}

#[test]
fn a_nested_run_whose_time_is_over_ends_before_its_node_fails() {
    let inner = Builder::new()
        .node("wait", async |_, _| {
            std::future::pending::<()>().await;
            Ok(Say::default())
        })
        .edge(START, "wait")
        .build()
        .unwrap();
    let limited = NodeOptions {
        time_limit: Some(Duration::from_secs(1)),
        ..NodeOptions::default()
    };
    let graph = within(inner, limited);
    let (mut ports, heard) = listening(Ports::new(Tally::default()));
    ports.timer = Some(Rc::new(Skipping::default()));
    started(&graph, &ports);
    let expected = [
        ("0.0/".to_owned(), OutcomeKind::Cancelled),
        (String::new(), OutcomeKind::Failed),
    ];
    assert_eq!(ends(&heard), expected);
    let heard = heard.borrow();
    let ended = heard
        .iter()
        .position(|it| matches!(it, Event::RunEnded { .. }));
    let failed = heard
        .iter()
        .position(|it| matches!(it, Event::NodeFailed { .. }));
    assert!(ended < failed);
}
