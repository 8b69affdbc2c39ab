//! A run whose state grows by one entry each superstep, and what it is measured beside: to write
//! the whole state each time.

use std::rc::Rc;

use crate::run_name::RunName;
use kikitori_graph::{
    END, Goto, Graph, GraphError, GraphState, Outcome, Ports, RunLimits, START, StateGraph, reduce,
};
use kikitori_store::{Batch, Store, Stored};
use serde::{Deserialize, Serialize};

/// Bytes of an entry.
pub const ENTRY: usize = 100;

/// What the supersteps append to.
#[derive(Clone, Serialize, Deserialize)]
pub struct Log {
    goal: usize,
    entries: Vec<String>,
}

impl GraphState for Log {
    type Update = Vec<String>;
    type Sent = ();
    const KIND: &'static str = "log";

    fn apply(&mut self, update: Vec<String>) {
        reduce::append(&mut self.entries, update);
    }
}

impl Stored for Log {
    const KIND: &'static str = "log";
    const VERSION: u32 = 1;
}

/// A graph that appends an entry a superstep until the state's goal is reached.
///
/// # Errors
/// None that this graph has.
pub fn graph() -> Result<Rc<Graph<Log, ()>>, GraphError> {
    StateGraph::new()
        .node("append", async |_, _| Ok(vec!["x".repeat(ENTRY)]))
        .edge(START, "append")
        .branch("append", &["append", END], |state: &Log| {
            if state.entries.len() < state.goal {
                vec![Goto::Node("append")]
            } else {
                vec![Goto::End]
            }
        })
        .build()
}

/// Runs `graph` up to this many entries, as the run `run`.
///
/// # Errors
/// What went wrong, in words.
pub async fn grow(
    graph: &Graph<Log, ()>,
    entries: u32,
    run: &str,
    store: Option<Rc<dyn Store>>,
) -> Result<(), String> {
    let ports = match store {
        Some(store) => Ports::new(()).with_store(store, Rc::new(RunName(run.to_owned()))),
        None => Ports::new(()),
    };
    let limits = RunLimits {
        supersteps: entries,
        ..RunLimits::default()
    };
    let goal = entries as usize;
    let begin = Log {
        goal,
        entries: Vec::new(),
    };
    match graph.start(run, begin, &ports, limits).await {
        Ok(Outcome::Done { state }) if state.entries.len() == goal => Ok(()),
        Ok(_) => Err("the run ended otherwise".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Writes a state of this many entries whole, this many times.
///
/// # Errors
/// What went wrong, in words.
pub async fn write_whole(entries: u32, times: u32, store: &dyn Store) -> Result<(), String> {
    let state = Log {
        goal: 0,
        entries: vec!["x".repeat(ENTRY); entries as usize],
    };
    for _ in 0..times {
        let mut batch = Batch::new();
        let put = batch.put_value("whole", &state);
        put.map_err(|error| error.to_string())?;
        let committed = store.commit(batch).await;
        committed.map_err(|error| error.to_string())?;
    }
    Ok(())
}
