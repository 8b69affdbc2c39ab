//! The settings: where model calls go, whether that works, and how long to wait.

mod budget_form;
mod check_list;
mod connection_form;
pub mod finding;
mod messages;

use leptos::prelude::*;

use crate::components::sheet::Sheet;
use crate::page::Page;
use budget_form::budget_form;
use check_list::check_section;
use connection_form::{Refused, connection_form, patience_form};

/// The settings, over whichever screen is shown.
#[component]
pub fn Settings() -> impl IntoView {
    let page = Page::current();
    let open = page.settings_open;
    let refused = Refused::new();
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
    let parts = [
        Box::new(move || connection_form(page, refused)) as Box<dyn Fn() -> AnyView + Send>,
        Box::new(move || check_section(page, refused.has_address())),
        Box::new(move || patience_form(page)),
        Box::new(move || budget_form(page)),
    ];
    let parts = parts.map(|part| move || open.get().then(&part));
    view! {
        <Sheet open label=Signal::derive(move || page.messages().settings)>
            <div class="settings" data-testid="settings-sheet">{parts.collect_view()}</div>
        </Sheet>
    }
}
