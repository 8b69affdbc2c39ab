//! What works on questions is loaded when the help desk is shown.

use kikitori_parts::part::{Loading, NotLoaded};
use leptos::wasm_split::wasm_split;

use crate::controller::{MakeController, controller};

#[wasm_split(answers, wasm_split_path = leptos::wasm_split, fallible)]
fn load_answers() -> Result<MakeController, NotLoaded> {
    Ok(controller)
}

/// What works on questions.
pub fn load_controller() -> Loading<MakeController> {
    Box::pin(load_answers())
}
