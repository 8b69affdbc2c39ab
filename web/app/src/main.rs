//! The Kikitori page: LLM agents in the reader's browser fill in a form by talking with a person.

mod app;
mod check;
mod components;
mod crash;
mod dom;
mod format;
mod model;
mod page;
mod route;
mod samples;
mod screens;
mod session;
mod words;

use kikitori_browser::preference;
use leptos::mount::{mount_to, mount_to_body};
use tracing::level_filters::LevelFilter;

fn main() {
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        crash::show();
    }));
    kikitori_browser::install_console(log_level());
    match dom::find("#app") {
        Some(element) => mount_to(element, app::App).forget(),
        None => mount_to_body(app::App),
    }
}

/// How much the console shows: what localStorage names at `kikitori/log` (`debug`, say), otherwise
/// warnings and errors.
fn log_level() -> LevelFilter {
    preference("log")
        .and_then(|level| level.parse().ok())
        .unwrap_or(LevelFilter::WARN)
}
