//! Runs whose state grows, in a page. The page's script measures and prints.

use std::rc::Rc;

use kikitori_bench::growth::{ENTRY, Log, graph, grow, write_whole};
use kikitori_bench::kept::Kept;
use kikitori_graph::Graph;
use wasm_bindgen::prelude::*;

/// A graph and what its runs are kept in.
#[wasm_bindgen]
pub struct Bench {
    graph: Rc<Graph<Log, ()>>,
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
            kept: Kept::in_store(&store, "checkpoints").await?,
        })
    }

    /// One run up to this many entries, with as many supersteps.
    ///
    /// # Errors
    /// What went wrong, in words.
    pub async fn run(&self, entries: u32) -> Result<(), String> {
        let (run, store) = (self.kept.next_run(), self.kept.store.clone());
        grow(&self.graph, entries, &run, store).await
    }

    /// Writes a state of this many entries whole, this many times.
    ///
    /// # Errors
    /// What went wrong, in words.
    pub async fn whole(&self, entries: u32, times: u32) -> Result<(), String> {
        match &self.kept.store {
            Some(store) => write_whole(entries, times, &**store).await,
            None => Err("there is no store".to_owned()),
        }
    }
}

/// Bytes of an entry.
#[wasm_bindgen]
pub fn entry_bytes() -> usize {
    ENTRY
}

fn main() {}
