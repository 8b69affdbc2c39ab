//! Which task waits for which: order, cycles with all their members, and what else is in the way.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests"
)]

use std::collections::BTreeMap;

use kikitori_tasks::{Effect, GraphError, Task, TaskGraph, TaskId, TaskLimits, TaskTerms};
use petgraph::algo::{tarjan_scc, toposort};
use petgraph::graph::DiGraph;
use proptest::prelude::*;

/// `a b: c` is the task `a`, and `b` that depends on `c`.
fn tasks(text: &str) -> Vec<Task> {
    let mut tasks: Vec<Task> = Vec::new();
    for line in text.split(';').map(str::trim) {
        let (id, depends_on) = line.split_once(':').unwrap_or((line, ""));
        let depends_on = depends_on.split_whitespace();
        tasks.push(task(id.trim(), depends_on.map(TaskId::new).collect()));
    }
    tasks
}

fn task(id: &str, depends_on: Vec<TaskId>) -> Task {
    Task {
        id: TaskId::new(id),
        service: String::new(),
        method: String::new(),
        parameters: serde_json::Map::new(),
        depends_on,
        terms: TaskTerms {
            effect: Effect::Reading,
            asks_first: false,
            previews: false,
            partial_lists: Vec::new(),
            limits: TaskLimits::default(),
        },
    }
}

#[test]
fn what_is_in_the_way_is_told_all_at_once() {
    let cases: [(&str, &[&str]); 7] = [
        ("a; b: a a; c: b a", &[]),
        (
            "a: a",
            &["These tasks wait for each other in a circle: a → a."],
        ),
        (
            "start; a: c start; b: a; c: b; end: c",
            &["These tasks wait for each other in a circle: a → c → b → a."],
        ),
        (
            "a: b; b: a; c: d x; d: e; e: c; x",
            &[
                "These tasks wait for each other in a circle: a → b → a.",
                "These tasks wait for each other in a circle: c → d → e → c.",
            ],
        ),
        (
            "a; a",
            &["There are two tasks with the id a. Give each task an id of its own."],
        ),
        (
            "a: b",
            &["Task a depends on b, which is no task of the plan."],
        ),
        (
            "a: x; a; b: y",
            &[
                "There are two tasks with the id a. Give each task an id of its own.",
                "Task a depends on x, which is no task of the plan.",
                "Task b depends on y, which is no task of the plan.",
            ],
        ),
    ];
    for (text, expected) in cases {
        let found = TaskGraph::resolve(&tasks(text)).err().unwrap_or_default();
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found, expected, "{text}");
    }
}

fn any_tasks() -> impl Strategy<Value = Vec<Task>> {
    let edges = proptest::collection::vec(any::<(u16, u16)>(), 0..60);
    (1_usize..30, edges, any::<bool>()).prop_map(|(size, edges, is_acyclic)| {
        let mut depends_on: Vec<Vec<TaskId>> = vec![Vec::new(); size];
        let id = |number: usize| TaskId::new(&format!("t{number}"));
        for (from, to) in edges {
            let (from, to) = (usize::from(from) % size, usize::from(to) % size);
            if !is_acyclic || from > to {
                depends_on.get_mut(from).unwrap().push(id(to));
            }
        }
        let named = depends_on.into_iter().enumerate();
        named
            .map(|(number, depends_on)| task(id(number).as_str(), depends_on))
            .collect()
    })
}

proptest! {
    #[test]
    fn order_and_cycles_are_those_that_petgraph_finds(tasks in any_tasks()) {
        let mut peer = DiGraph::<(), ()>::new();
        let nodes: Vec<_> = tasks.iter().map(|_| peer.add_node(())).collect();
        let numbers: BTreeMap<&TaskId, usize> =
            tasks.iter().enumerate().map(|(at, task)| (&task.id, at)).collect();
        for (task, node) in tasks.iter().zip(&nodes) {
            for dependency in &task.depends_on {
                let dependency = numbers.get(dependency).and_then(|at| nodes.get(*at));
                peer.update_edge(*dependency.unwrap(), *node, ());
            }
        }
        match TaskGraph::resolve(&tasks) {
            Ok(graph) => {
                prop_assert!(toposort(&peer, None).is_ok());
                let order: Vec<_> = graph.order().collect();
                let place = |it| order.iter().position(|at| *at == it).unwrap();
                prop_assert_eq!(order.len(), tasks.len());
                for task in graph.order() {
                    for dependency in graph.dependencies(task) {
                        prop_assert!(place(dependency) < place(task));
                        prop_assert!(graph.height(dependency) > graph.height(task));
                        prop_assert!(graph.dependents(dependency).any(|it| it == task));
                    }
                }
            }
            Err(errors) => {
                prop_assert!(toposort(&peer, None).is_err());
                let components = tarjan_scc(&peer);
                for error in errors {
                    let GraphError::Cycle { tasks: members } = error else {
                        panic!("{error}")
                    };
                    // Each depends on the next, the last one on the first, and none is named twice.
                    let next = members.iter().skip(1).chain(members.first());
                    for (member, next) in members.iter().zip(next) {
                        let task = tasks.get(*numbers.get(member).unwrap()).unwrap();
                        prop_assert!(task.depends_on.contains(next));
                        prop_assert_eq!(members.iter().filter(|it| *it == member).count(), 1);
                    }
                    let first = nodes.get(*numbers.get(&members[0]).unwrap()).unwrap();
                    prop_assert!(components.iter().any(|it| it.contains(first)));
                }
            }
        }
    }
}
