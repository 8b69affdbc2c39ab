//! Where the tasks of a chain are drawn: in layers from top to bottom, each below all that it
//! depends on. A dependency that passes other layers has a lane of its own through them, so that no
//! line runs behind a task.

use crate::graph::TaskGraph;
use crate::task::TaskIndex;

/// The sizes of a drawing, in any unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measures {
    /// How wide a task is.
    pub width: f64,
    /// How high a task is.
    pub height: f64,
    /// What is left between neighbours of a layer.
    pub beside: f64,
    /// What is left between layers.
    pub below: f64,
    /// How wide a lane is.
    pub lane: f64,
}

/// A point of a drawing, from its left upper corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

/// The line of a dependency.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// The task that is waited for.
    pub from: TaskIndex,
    /// The task that waits.
    pub to: TaskIndex,
    /// Where it begins, enters and leaves each lane, and ends.
    pub points: Vec<Point>,
}

/// A chain as it is drawn.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Drawing {
    /// The left upper corners of the tasks, in the order of the plan.
    pub tasks: Vec<Point>,
    /// The dependencies.
    pub lines: Vec<Line>,
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
}

/// What stands in a layer: a task, or the lane of those that wait for it further down.
#[derive(Debug, Clone, Copy)]
struct Cell {
    task: usize,
    is_lane: bool,
    /// Its middle.
    x: f64,
}

/// How much more a task keeps to its place than a lane.
const WEIGHT: f64 = 16.0;
/// How often neighbours are sorted anew, down and up.
const SWEEPS: usize = 4;

impl Drawing {
    /// Draws `graph`.
    ///
    /// ```
    /// use kikitori_tasks::{Drawing, Measures, TaskGraph};
    /// let measures = Measures { width: 100.0, height: 40.0, beside: 10.0, below: 20.0, lane: 8.0 };
    /// let drawing = Drawing::of(&TaskGraph::default(), measures);
    /// assert_eq!((drawing.width, drawing.height), (0.0, 0.0));
    /// ```
    pub fn of(graph: &TaskGraph, measures: Measures) -> Self {
        let layer_of = layers(graph);
        let mut layers = cells(graph, &layer_of);
        for cells in &mut layers {
            let wide = measures.width.max(measures.lane) + measures.beside;
            for (at, cell) in cells.iter_mut().enumerate() {
                cell.x = at as f64 * wide;
            }
        }
        let above = |layer: usize, cell: Cell| neighbours(graph, &layer_of, layer, cell);
        for sweep in 0..SWEEPS {
            for layer in 1..layers.len() {
                settle(&mut layers, layer, layer - 1, &above, measures);
            }
            // The last way is down, so that each stands below what it waits for.
            if sweep + 1 < SWEEPS {
                for layer in (0..layers.len().saturating_sub(1)).rev() {
                    settle(&mut layers, layer, layer + 1, &above, measures);
                }
            }
        }
        placed(graph, &layer_of, &layers, measures)
    }
}

/// Which layer each task is in: one below the lowest that it waits for.
fn layers(graph: &TaskGraph) -> Vec<usize> {
    let mut layer_of = vec![0; graph.len()];
    for task in graph.order() {
        let above = graph.dependencies(task);
        let lowest = above.filter_map(|it| layer_of.get(it.at())).max();
        let layer = lowest.map_or(0, |lowest| lowest + 1);
        if let Some(place) = layer_of.get_mut(task.at()) {
            *place = layer;
        }
    }
    layer_of
}

fn cells(graph: &TaskGraph, layer_of: &[usize]) -> Vec<Vec<Cell>> {
    let count = layer_of.iter().max().map_or(0, |last| last + 1);
    let mut layers: Vec<Vec<Cell>> = vec![Vec::new(); count];
    let layer = |task: TaskIndex| layer_of.get(task.at()).copied().unwrap_or_default();
    for (task, own) in layer_of.iter().copied().enumerate() {
        let index = TaskIndex(u32::try_from(task).unwrap_or(u32::MAX));
        let last = graph.dependents(index).map(layer).max().unwrap_or(own);
        for (at, cells) in layers.iter_mut().enumerate().take(last).skip(own) {
            let is_lane = at > own;
            cells.push(Cell {
                task,
                is_lane,
                x: 0.0,
            });
        }
        if last == own
            && let Some(cells) = layers.get_mut(own)
        {
            cells.push(Cell {
                task,
                is_lane: false,
                x: 0.0,
            });
        }
    }
    layers
}

/// The tasks whose cell in the layer above, or own cell in the layer below, is joined to `cell`.
struct Joined {
    up: Vec<usize>,
    down: Vec<usize>,
}

fn neighbours(graph: &TaskGraph, layer_of: &[usize], layer: usize, cell: Cell) -> Joined {
    let index = TaskIndex(u32::try_from(cell.task).unwrap_or(u32::MAX));
    let up = match cell.is_lane {
        true => vec![cell.task],
        false => graph.dependencies(index).map(TaskIndex::at).collect(),
    };
    let mut below: Vec<usize> = graph.dependents(index).map(TaskIndex::at).collect();
    let is_further = |it: &usize| layer_of.get(*it).is_some_and(|at| *at > layer + 1);
    let has_further = below.iter().any(is_further);
    below.retain(|it| layer_of.get(*it) == Some(&(layer + 1)));
    if has_further {
        below.push(cell.task);
    }
    Joined { up, down: below }
}

/// Sorts a layer by where its neighbours in the layer `beside` stand, and moves each as near to them
/// as there is room.
fn settle(
    layers: &mut [Vec<Cell>],
    layer: usize,
    beside: usize,
    joined: &impl Fn(usize, Cell) -> Joined,
    measures: Measures,
) {
    let places: std::collections::BTreeMap<usize, f64> = match layers.get(beside) {
        Some(cells) => cells.iter().map(|it| (it.task, it.x)).collect(),
        None => return,
    };
    let Some(cells) = layers.get_mut(layer) else {
        return;
    };
    let wanted = |cell: &Cell| {
        let joined = joined(layer, *cell);
        let others = if beside < layer {
            joined.up
        } else {
            joined.down
        };
        let places: Vec<f64> = others
            .iter()
            .filter_map(|it| places.get(it).copied())
            .collect();
        match places.len() {
            0 => cell.x,
            count => places.iter().sum::<f64>() / count as f64,
        }
    };
    let mut sorted: Vec<(f64, Cell)> = cells.iter().map(|it| (wanted(it), *it)).collect();
    sorted.sort_by(|one, other| {
        let by_place = one.0.total_cmp(&other.0);
        by_place.then(one.1.is_lane.cmp(&other.1.is_lane))
    });
    let width = |cell: &Cell| match cell.is_lane {
        true => measures.lane,
        false => measures.width,
    };
    let mut end = f64::NEG_INFINITY;
    let (mut off, mut weights) = (0.0, 0.0);
    for (wish, cell) in &mut sorted {
        let half = width(cell) / 2.0;
        cell.x = wish.max(end + half);
        end = cell.x + half + measures.beside;
        let weight = if cell.is_lane { 1.0 } else { WEIGHT };
        off += (cell.x - *wish) * weight;
        weights += weight;
    }
    let shift = if weights > 0.0 { off / weights } else { 0.0 };
    *cells = sorted
        .into_iter()
        .map(|(_, cell)| Cell {
            x: cell.x - shift,
            ..cell
        })
        .collect();
}

fn placed(
    graph: &TaskGraph,
    layer_of: &[usize],
    layers: &[Vec<Cell>],
    measures: Measures,
) -> Drawing {
    let half = |cell: &Cell| match cell.is_lane {
        true => measures.lane / 2.0,
        false => measures.width / 2.0,
    };
    let all = || layers.iter().flatten();
    let left = all()
        .map(|it| it.x - half(it))
        .fold(f64::INFINITY, f64::min);
    let right = all()
        .map(|it| it.x + half(it))
        .fold(f64::NEG_INFINITY, f64::max);
    let count = layers.len() as f64;
    if layers.is_empty() {
        return Drawing::default();
    }
    let top = |layer: usize| layer as f64 * (measures.height + measures.below);
    // Where each task or its lane stands in a layer.
    let x_of = |layer: usize, task: usize| {
        let mut cells = layers.get(layer).into_iter().flatten();
        let found = cells.find(|it| it.task == task);
        (found.map_or(0.0, |it| it.x) - left).round()
    };
    let tasks = layer_of.iter().enumerate().map(|(task, layer)| Point {
        x: x_of(*layer, task) - measures.width / 2.0,
        y: top(*layer),
    });
    let mut lines = Vec::new();
    for to in graph.order() {
        for from in graph.dependencies(to) {
            let ends = (layer_of.get(from.at()), layer_of.get(to.at()));
            let (Some(first), Some(last)) = ends else {
                continue;
            };
            let mut points = vec![Point {
                x: x_of(*first, from.at()),
                y: top(*first) + measures.height,
            }];
            for layer in first + 1..*last {
                let x = x_of(layer, from.at());
                points.push(Point { x, y: top(layer) });
                points.push(Point {
                    x,
                    y: top(layer) + measures.height,
                });
            }
            points.push(Point {
                x: x_of(*last, to.at()),
                y: top(*last),
            });
            lines.push(Line { from, to, points });
        }
    }
    Drawing {
        tasks: tasks.collect(),
        lines,
        width: (right - left).ceil(),
        height: count * measures.height + (count - 1.0) * measures.below,
    }
}
