//! A fan-out of tasks that do next to nothing: what is left is what the graph runner costs.

use std::rc::Rc;

use crate::run_name::RunName;
use kikitori_graph::{
    END, Goto, Graph, GraphError, GraphState, Outcome, Ports, RunLimits, START, StateGraph,
};
use kikitori_store::Store;
use serde::{Deserialize, Serialize};

/// What the tasks add up to.
#[derive(Clone, Serialize, Deserialize)]
pub struct Sum {
    tasks: u32,
    total: u64,
}

impl GraphState for Sum {
    type Update = u64;
    type Sent = u32;
    const KIND: &'static str = "sum";

    fn apply(&mut self, update: u64) {
        self.total += update;
    }
}

/// A graph with one task for each number below the state's.
///
/// # Errors
/// None that this graph has.
pub fn graph() -> Result<Rc<Graph<Sum, ()>>, GraphError> {
    StateGraph::new()
        .send_node("task", async |number: u32, _| Ok(u64::from(number)))
        .branch(START, &["task"], |state: &Sum| {
            (0..state.tasks).map(|n| Goto::Send("task", n)).collect()
        })
        .edge("task", END)
        .build()
}

/// Runs `graph` with this many tasks, as the run `run`.
///
/// # Errors
/// What went wrong, in words.
pub async fn fan_out(
    graph: &Graph<Sum, ()>,
    tasks: u32,
    run: &str,
    store: Option<Rc<dyn Store>>,
) -> Result<(), String> {
    let ports = match store {
        Some(store) => Ports::new(()).with_store(store, Rc::new(RunName(run.to_owned()))),
        None => Ports::new(()),
    };
    let state = Sum { tasks, total: 0 };
    let outcome = graph.start(run, state, &ports, RunLimits::default()).await;
    let expected = u64::from(tasks) * u64::from(tasks.saturating_sub(1)) / 2;
    match outcome {
        Ok(Outcome::Done { state }) if state.total == expected => Ok(()),
        Ok(_) => Err("the sum is wrong".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}
