//! Task chains in a page. The page's script measures and prints.

use std::rc::Rc;

use kikitori_bench::chains::{self, LAYERS, SIZES, World, seconds};
use kikitori_browser::{BrowserClock, BrowserIds, BrowserTimer};
use serde_json::json;
use wasm_bindgen::prelude::*;

/// Tasks that are done at once.
#[wasm_bindgen]
pub struct Chain(chains::Chain);

#[wasm_bindgen]
impl Chain {
    /// So many.
    #[wasm_bindgen(constructor)]
    pub fn new(tasks: u32) -> Self {
        Self(chains::Chain::new(tasks))
    }

    /// Puts them in order.
    ///
    /// # Errors
    /// What went wrong, in words.
    pub fn resolve(&self) -> Result<usize, String> {
        self.0.resolve()
    }

    /// The same with petgraph.
    ///
    /// # Errors
    /// What went wrong, in words.
    pub fn petgraph(&self) -> Result<usize, String> {
        self.0.resolve_with_petgraph()
    }

    /// Runs them all.
    ///
    /// # Errors
    /// What went wrong, in words.
    pub fn run(&self) -> Result<usize, String> {
        self.0.run()
    }
}

/// How many tasks are measured, and in which layers those of a second: `{sizes, layers}`, in JSON.
#[wasm_bindgen]
pub fn plan() -> String {
    json!({"sizes": SIZES, "layers": LAYERS}).to_string()
}

/// Seconds that a chain of tasks of a second takes.
///
/// # Errors
/// What went wrong, in words.
#[wasm_bindgen]
pub async fn chain_of_seconds(layers: u32, wide: u32) -> Result<f64, String> {
    let world = World {
        clock: Rc::new(BrowserClock),
        ids: Rc::new(BrowserIds),
        timer: Rc::new(BrowserTimer),
    };
    Ok(seconds([layers, wide], &world).await?.0)
}

fn main() {}
