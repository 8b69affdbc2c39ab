//! What it takes to put tasks in order and to run them when each ends at once, beside petgraph.
//! `cargo xtask bench --only tasks` prints it.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a measurement of its own data"
)]

use std::collections::HashMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use kikitori_tasks::{
    Effect, ExecutionLimits, MethodInfo, ServiceDirectory, ServiceInfo, Task, TaskExecutor,
    TaskGraph, TaskId, TaskLimits, TaskOutcome, TaskTerms,
};
use petgraph::algo::toposort;
use petgraph::graph::DiGraph;
use serde_json::{Map, Value, json};

const TRIES: u32 = 7;

/// Each task waits for up to three of the hundred before it.
fn tasks(count: usize) -> Vec<Task> {
    let mut random = fastrand::Rng::with_seed(1);
    let id = |number: usize| TaskId::new(&format!("task{number}"));
    let task = |number: usize| {
        let depends_on = (0..3.min(number)).map(|_| {
            let nearest = number.saturating_sub(100);
            id(random.usize(nearest..number))
        });
        Task {
            id: id(number),
            service: "any".to_owned(),
            method: "call".to_owned(),
            parameters: Map::new(),
            depends_on: depends_on.collect(),
            terms: TaskTerms {
                effect: Effect::Reading,
                asks_first: false,
                limits: TaskLimits::default(),
            },
        }
    };
    (0..count).map(task).collect()
}

fn directory() -> ServiceDirectory {
    let method = MethodInfo {
        name: "call".to_owned(),
        description: String::new(),
        parameters: json!({"type": "object"}),
        result: None,
        effect: Effect::Reading,
        limits: TaskLimits::default(),
        asks_first: false,
    };
    ServiceDirectory::new(vec![ServiceInfo {
        name: "any".to_owned(),
        description: String::new(),
        methods: vec![method],
    }])
}

/// The best of several tries.
fn best<T>(mut work: impl FnMut() -> T) -> Duration {
    let tries = (0..TRIES).map(|_| {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    });
    tries.min().unwrap()
}

/// The same with petgraph: ids to nodes, edges, order.
fn with_petgraph(tasks: &[Task]) -> usize {
    let mut graph = DiGraph::<(), ()>::new();
    let mut nodes = HashMap::new();
    for task in tasks {
        nodes.insert(task.id.as_str(), graph.add_node(()));
    }
    for task in tasks {
        for dependency in &task.depends_on {
            graph.add_edge(nodes[dependency.as_str()], nodes[task.id.as_str()], ());
        }
    }
    toposort(&graph, None).unwrap().len()
}

fn run(tasks: Vec<Task>, directory: &ServiceDirectory) -> usize {
    let limits = ExecutionLimits::default();
    let mut executor = TaskExecutor::new(tasks).unwrap();
    executor.begin_ready(directory, &limits, 0);
    loop {
        let next = executor.running().next();
        let Some((step, _)) = next else { break };
        let outcome = TaskOutcome::Done(Value::Null);
        executor.told(step, outcome, &limits, 0).unwrap();
        executor.begin_ready(directory, &limits, 0);
        executor.take_changed();
    }
    assert!(executor.is_over());
    executor.final_tasks()
}

fn main() {
    let directory = directory();
    let ms = |time: Duration| time.as_secs_f64() * 1_000.0;
    println!("task chains, ms        tasks    resolve   petgraph     ratio        run   µs a task");
    for count in [1_000, 10_000, 100_000] {
        let tasks = tasks(count);
        let resolved = best(|| TaskGraph::resolve(&tasks).unwrap().len());
        let peer = best(|| with_petgraph(&tasks));
        let ran = best(|| run(tasks.clone(), &directory));
        println!(
            "  {count:26} {:10.3} {:10.3} {:9.2} {:10.1} {:11.2}",
            ms(resolved),
            ms(peer),
            resolved.as_secs_f64() / peer.as_secs_f64(),
            ms(ran),
            ran.as_secs_f64() * 1e6 / count as f64,
        );
    }
    println!("  (best of {TRIES}; resolve and petgraph both go from ids as text to an order)");
}
