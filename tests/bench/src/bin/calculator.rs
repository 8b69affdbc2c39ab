//! The calculator in a page. The page's script measures and prints.

use kikitori_bench::expressions::kinds;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

/// The expressions of each kind: `[[kind, [expression, …]], …]`, in JSON.
#[wasm_bindgen]
pub fn expressions() -> String {
    let kinds = kinds().into_iter();
    Value::from_iter(kinds.map(|kind| json!([kind.name, kind.expressions]))).to_string()
}

/// What an expression comes to, as text.
///
/// # Errors
/// What is wrong with it, in words.
#[wasm_bindgen]
pub fn calculate(text: &str) -> Result<String, String> {
    let value = kikitori_tools::calculator::calculate(text);
    value
        .map(|it| it.to_string())
        .map_err(|error| error.to_string())
}

/// Expressions that are within the module, as those of the agent's are.
#[wasm_bindgen]
pub struct Expressions(Vec<String>);

#[wasm_bindgen]
impl Expressions {
    /// Those of the kind at this place.
    #[wasm_bindgen(constructor)]
    pub fn new(kind: usize) -> Self {
        let kind = kinds().into_iter().nth(kind);
        Self(kind.map(|it| it.expressions).unwrap_or_default())
    }

    /// Calculates them all, each to a text; how many characters these have.
    ///
    /// # Errors
    /// What is wrong with one of them, in words.
    pub fn calculate(&self) -> Result<usize, String> {
        let mut length = 0;
        for text in &self.0 {
            length += calculate(text)?.len();
        }
        Ok(length)
    }
}

fn main() {}
