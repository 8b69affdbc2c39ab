//! The settings: where model calls go, whether that works, and how long to wait.

mod appearance_form;
mod budget_form;
mod check_list;
mod connection_form;
pub mod finding;
mod messages;
mod parts;
mod preflight;
mod sections;

use leptos::prelude::*;

use crate::components::sheet::Sheet;
use crate::page::Page;
use crate::part::{bare, on_demand};
pub use parts::fetch;

/// The settings, over whichever screen is shown.
#[component]
pub fn Settings() -> impl IntoView {
    let page = Page::current();
    let open = page.settings_open;
    // Once it is there it stays, with what was typed and not taken.
    let is_wanted =
        Memo::new(move |before: Option<&bool>| open.get() || before.is_some_and(|before| *before));
    let content = move || {
        let show = move |make: fn(Page) -> AnyView| make(page);
        is_wanted
            .get()
            .then(|| on_demand(parts::settings, bare, show))
    };
    view! { <Sheet open label=Signal::derive(move || page.messages().settings)>{content}</Sheet> }
}
