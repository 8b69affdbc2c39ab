//! What a graph costs for each subtask of a fan-out.

use std::rc::Rc;
use std::time::Instant;

use axum::Router;
use kikitori_store::{MemoryStore, Store};

use crate::fan_out;
use crate::measured;

/// Microseconds per subtask, natively.
async fn native_fan_out(tasks: u32, stored: bool) -> f64 {
    let graph = fan_out::graph().unwrap();
    // So many subtasks are timed together, for the clock to have something to measure.
    let rounds = (100_000 / tasks).max(1);
    let begin = Instant::now();
    for _ in 0..rounds {
        let store = stored.then(|| Rc::new(MemoryStore::new()) as Rc<dyn Store>);
        fan_out::fan_out(&graph, tasks, "run", store).await.unwrap();
    }
    begin.elapsed().as_secs_f64() * 1e6 / f64::from(rounds * tasks)
}

/// Prints it.
pub async fn print() {
    let result = measured("fan_out", Router::new()).await;
    println!("µs for a subtask of a fan-out of …        10      100    1,000   10,000  100,000");
    let of = |what: &str| -> Vec<f64> { serde_json::from_value(result[what].clone()).unwrap() };
    for (name, what) in [
        ("Chromium: plain Promise.all", "promises"),
        ("Chromium: LangGraph", "langgraph"),
        ("Chromium: LangGraph, MemorySaver", "langgraph_memory"),
        ("Chromium: graph, no store", "none"),
        ("Chromium: graph, memory store", "memory"),
        ("Chromium: graph, IndexedDB", "indexeddb"),
    ] {
        line(name, &of(what), 2);
    }
    for (name, stored) in [
        ("natively: graph, no store", false),
        ("natively: graph, memory store", true),
    ] {
        let mut costs = Vec::new();
        for tasks in [10, 100, 1_000, 10_000, 100_000] {
            costs.push(native_fan_out(tasks, stored).await);
        }
        line(name, &costs, 2);
    }
    println!("in Chromium, beside LangGraph");
    for (name, own, peer) in [
        ("graph, no store", "none", "langgraph"),
        (
            "graph, memory store to MemorySaver",
            "memory",
            "langgraph_memory",
        ),
    ] {
        let (own, peer) = (of(own), of(peer));
        let ratios = own.iter().zip(&peer).map(|(own, peer)| own / peer);
        line(name, &ratios.collect::<Vec<_>>(), 4);
    }
}

fn line(name: &str, figures: &[f64], digits: usize) {
    let figures = figures.iter().map(|figure| format!("{figure:9.digits$}"));
    println!("{name:<35} {}", figures.collect::<String>());
}
