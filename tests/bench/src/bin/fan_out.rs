//! Fan-outs of instant tasks in a page. The page's script measures and prints.

use std::cell::Cell;
use std::rc::Rc;

use kikitori_bench::fan_out::{Sum, fan_out, graph};
use kikitori_browser::IndexedDbStore;
use kikitori_graph::Graph;
use kikitori_store::{MemoryStore, Store};
use wasm_bindgen::prelude::*;

/// A graph and what its runs are kept in.
#[wasm_bindgen]
pub struct Bench {
    graph: Rc<Graph<Sum, ()>>,
    store: Option<Rc<dyn Store>>,
    runs: Cell<u32>,
}

#[wasm_bindgen]
impl Bench {
    /// One whose runs are kept in `store`: `none`, `memory` or `indexeddb`.
    ///
    /// # Errors
    /// What went wrong, in words.
    pub async fn with_store(store: String) -> Result<Bench, String> {
        let store: Option<Rc<dyn Store>> = match store.as_str() {
            "memory" => Some(Rc::new(MemoryStore::new())),
            "indexeddb" => {
                let opened = IndexedDbStore::open("fan-out").await;
                Some(Rc::new(opened.map_err(|error| error.to_string())?))
            }
            _ => None,
        };
        Ok(Self {
            graph: graph().map_err(|error| error.to_string())?,
            store,
            runs: Cell::new(0),
        })
    }

    /// One run with this many tasks.
    ///
    /// # Errors
    /// What went wrong, in words.
    pub async fn run(&self, tasks: u32) -> Result<(), String> {
        self.runs.set(self.runs.get() + 1);
        let run = self.runs.get().to_string();
        fan_out(&self.graph, tasks, &run, self.store.clone()).await
    }
}

fn main() {}
