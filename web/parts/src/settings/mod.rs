//! The settings: where model calls go, whether that works, and how long to wait.

mod budget_form;
mod check_list;
mod connection_form;
pub mod finding;
mod messages;
mod parts;

use leptos::prelude::*;

use crate::components::sheet::Sheet;
use crate::page::Page;
use crate::part::{bare, on_demand};
pub use parts::fetch;

use budget_form::budget_form;
use check_list::check_section;
use connection_form::{Refused, connection_form, patience_form};

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

/// What stands in the sheet.
fn sections(page: Page) -> AnyView {
    let (open, refused) = (page.settings_open, Refused::new());
    Effect::new(move || {
        if open.get() {
            leptos::task::spawn_local(async move {
                page.ask_server().await;
                page.look_up_support().await;
            });
        } else {
            page.check.stop();
        }
    });
    let sections = [
        Box::new(move || connection_form(page, refused)) as Box<dyn Fn() -> AnyView + Send>,
        Box::new(move || check_section(page, refused.has_address())),
        Box::new(move || patience_form(page)),
        Box::new(move || budget_form(page)),
    ];
    let sections = sections.map(|section| move || open.get().then(&section));
    view! {
        <div class="settings" data-testid="settings-sheet">
            {sections.collect_view()}
        </div>
    }
    .into_any()
}
