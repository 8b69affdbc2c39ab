//! What stands in the settings.

use leptos::prelude::*;

use super::appearance_form::appearance_form;
use super::budget_form::budget_form;
use super::check_list::check_section;
use super::connection_form::{Refused, connection_form, patience_form};
use crate::dom;
use crate::page::Page;
use crate::place::Section;

/// What stands in the sheet.
pub fn sections(page: Page) -> AnyView {
    let (open, refused) = (page.settings_open, Refused::new());
    Effect::new(move || {
        if !open.get() {
            page.check.stop();
            page.settings_section.set(Section::All);
            return;
        }
        leptos::task::spawn_local(async move {
            page.ask_server().await;
            page.look_up_support().await;
        });
        // What called the settings has a section in mind.
        if let Some(section) = page.settings_section.get_untracked().selector() {
            dom::come_to_soon(section);
        }
    });
    let sections = [
        Box::new(move || appearance_form(page)) as Box<dyn Fn() -> AnyView + Send>,
        Box::new(move || connection_form(page, refused)),
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
