//! Fan-outs of instant tasks in a page. The page's script measures and prints.

use std::rc::Rc;

use kikitori_bench::fan_out::{Sum, fan_out, graph};
use kikitori_bench::kept::Kept;
use kikitori_graph::Graph;
use wasm_bindgen::prelude::*;

/// A graph and what its runs are kept in.
#[wasm_bindgen]
pub struct Bench {
    graph: Rc<Graph<Sum, ()>>,
    kept: Kept,
}

#[wasm_bindgen]
impl Bench {
    /// One whose runs are kept in `store`: `none`, `memory` or `indexeddb`.
    ///
    /// # Errors
    /// What went wrong, in words.
    pub async fn with_store(store: String) -> Result<Bench, String> {
        Ok(Self {
            graph: graph().map_err(|error| error.to_string())?,
            kept: Kept::in_store(&store, "fan-out").await?,
        })
    }

    /// One run with this many tasks.
    ///
    /// # Errors
    /// What went wrong, in words.
    pub async fn run(&self, tasks: u32) -> Result<(), String> {
        let (run, store) = (self.kept.next_run(), self.kept.store.clone());
        fan_out(&self.graph, tasks, &run, store).await
    }
}

fn main() {}
