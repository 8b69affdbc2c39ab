//! What reads lists is loaded for forms that ask for lines.

use kikitori_interview::{LineEngine, line_engine};
use kikitori_parts::part::{Loading, NotLoaded};
use leptos::wasm_split::wasm_split;

/// What the part brings.
pub type ReadsLines = fn() -> &'static LineEngine;

#[wasm_split(lines, wasm_split_path = leptos::wasm_split, fallible)]
fn load_lines() -> Result<ReadsLines, NotLoaded> {
    Ok(line_engine)
}

/// What reads lists.
pub fn lines() -> Loading<ReadsLines> {
    Box::pin(load_lines())
}
