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

fn main() {}
