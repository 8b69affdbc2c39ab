//! The help desk's page: a visitor asks, and sees the graph work until the answer stands there.

mod answer;
mod app;
mod ask;
mod desk;
mod documents;
mod passage;
mod shelf;
mod steps;
mod words;

use leptos::mount::{mount_to, mount_to_body};
use leptos::prelude::document;
use tracing::level_filters::LevelFilter;
use wasm_bindgen::JsCast;

fn main() {
    console_error_panic_hook::set_once();
    kikitori_browser::install_console(LevelFilter::WARN);
    let place = document().get_element_by_id("app");
    match place.and_then(|element| element.dyn_into().ok()) {
        Some(element) => mount_to(element, app::App).forget(),
        None => mount_to_body(app::App),
    }
}
