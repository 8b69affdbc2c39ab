//! The Kikitori page: LLM agents in the reader's browser fill in a form by talking with a person.

mod app;
mod first;
mod home;
mod route;

use kikitori_browser::preference;
use kikitori_parts::unsent::OF_INTERVIEWS;
use kikitori_parts::{crash, dom};
use leptos::mount::{mount_to, mount_to_body};
use leptos::prelude::window;
use tracing::level_filters::LevelFilter;

fn main() {
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        crash::show();
    }));
    kikitori_browser::install_console(log_level());
    // The last keys are of the interview that is loaded anew, and of no later visit.
    let address = window().location().hash().unwrap_or_default();
    if OF_INTERVIEWS
        .session()
        .is_some_and(|it| !address.ends_with(&it))
    {
        OF_INTERVIEWS.forget();
    }
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
