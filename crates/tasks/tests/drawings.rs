//! A chain's drawing: everything below what it waits for, nothing upon another, lines past tasks.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use kikitori_tasks::{
    Drawing, Effect, Measures, Task, TaskGraph, TaskId, TaskIndex, TaskLimits, TaskTerms,
};
use proptest::prelude::*;

const MEASURES: Measures = Measures {
    width: 100.0,
    height: 40.0,
    beside: 12.0,
    below: 30.0,
    lane: 10.0,
};

fn graph(dependencies: &[Vec<usize>]) -> TaskGraph {
    let tasks = dependencies.iter().enumerate().map(|(at, needs)| Task {
        id: TaskId::new(&format!("t{at}")),
        service: "s".to_owned(),
        method: "m".to_owned(),
        parameters: serde_json::Map::new(),
        depends_on: needs
            .iter()
            .map(|it| TaskId::new(&format!("t{it}")))
            .collect(),
        terms: TaskTerms {
            effect: Effect::Reading,
            asks_first: false,
            previews: false,
            partial_lists: Vec::new(),
            limits: TaskLimits::default(),
        },
    });
    TaskGraph::resolve(&tasks.collect::<Vec<_>>()).unwrap()
}

/// What is wrong with the drawing of these tasks.
fn faults(dependencies: &[Vec<usize>]) -> Vec<String> {
    let drawing = Drawing::of(&graph(dependencies), MEASURES);
    let mut faults = Vec::new();
    for (task, needs) in dependencies.iter().enumerate() {
        let own = drawing.tasks[task];
        if own.x < -1.0 || own.x + MEASURES.width > drawing.width + 1.0 {
            faults.push(format!("{task} sticks out"));
        }
        if own.y + MEASURES.height > drawing.height {
            faults.push(format!("{task} is below the end"));
        }
        for needed in needs {
            if drawing.tasks[*needed].y + MEASURES.height >= own.y {
                faults.push(format!("{task} is not below {needed}"));
            }
        }
        for (other, place) in drawing.tasks.iter().enumerate().skip(task + 1) {
            let is_beside = (place.x - own.x).abs() >= MEASURES.width - 2.0;
            if place.y == own.y && !is_beside {
                faults.push(format!("{task} lies on {other}"));
            }
        }
    }
    for line in &drawing.lines {
        for point in &line.points[1..line.points.len() - 1] {
            let is_upon = |it: &kikitori_tasks::Point| {
                (it.y - point.y).abs() <= MEASURES.height
                    && point.y >= it.y
                    && point.x > it.x
                    && point.x < it.x + MEASURES.width
            };
            if drawing.tasks.iter().any(is_upon) {
                faults.push(format!(
                    "the line {:?}-{:?} runs over a task",
                    line.from, line.to
                ));
            }
        }
    }
    faults
}

proptest! {
    #[test]
    fn each_task_stands_below_what_it_waits_for_and_on_no_other(
        dependencies in prop::collection::vec(prop::collection::vec(any::<prop::sample::Index>(), 0..4), 1..40)
    ) {
        let dependencies: Vec<Vec<usize>> = dependencies
            .iter()
            .enumerate()
            .map(|(at, needs)| {
                let needs = needs.iter().filter(|_| at > 0);
                let mut needs: Vec<usize> = needs.map(|it| it.index(at)).collect();
                needs.sort_unstable();
                needs.dedup();
                needs
            })
            .collect();
        prop_assert_eq!(faults(&dependencies), Vec::<String>::new());
    }
}

#[test]
fn a_chain_of_single_tasks_is_straight_and_a_dependency_past_it_has_a_lane() {
    let drawing = Drawing::of(&graph(&[vec![], vec![0], vec![1]]), MEASURES);
    assert_eq!(drawing.width, MEASURES.width);
    assert_eq!(drawing.height, 3.0 * 40.0 + 2.0 * 30.0);
    assert!(drawing.tasks.iter().all(|it| it.x == 0.0));
    let drawing = Drawing::of(&graph(&[vec![], vec![0], vec![0, 1]]), MEASURES);
    let lane = MEASURES.beside + MEASURES.lane;
    assert!(drawing.width <= MEASURES.width + 2.0 * lane, "{drawing:?}");
    let long = drawing
        .lines
        .iter()
        .find(|it| it.from == TaskIndex(0) && it.to == TaskIndex(2));
    assert_eq!(long.unwrap().points.len(), 4);
}

#[test]
fn tasks_that_wait_for_nothing_stand_side_by_side() {
    let drawing = Drawing::of(&graph(&[vec![], vec![], vec![0, 1]]), MEASURES);
    assert_eq!(drawing.tasks[0].y, drawing.tasks[1].y);
    let middle = (drawing.tasks[0].x + drawing.tasks[1].x) / 2.0;
    assert!((drawing.tasks[2].x - middle).abs() <= 1.0, "{drawing:?}");
}
