//! What stands in the settings.

use kikitori_browser::ConnectionMode;
use leptos::prelude::*;

use super::appearance_form::appearance_form;
use super::budget_form::budget_form;
use super::check_list::check_section;
use super::connection_form::{Refused, connection_form, patience_form};
use super::messages::messages;
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
    let shown = |section: Box<dyn Fn() -> AnyView + Send>| move || open.get().then(&section);
    let for_all = [
        shown(Box::new(move || appearance_form(page))),
        shown(Box::new(move || connection_form(page, refused))),
    ];
    let for_experts = [
        shown(Box::new(move || check_section(page, refused.has_address()))),
        shown(Box::new(move || patience_form(page))),
        shown(Box::new(move || budget_form(page))),
    ];
    // Whoever runs a model of their own, was sent here for it, or has something to mend, has it open.
    let is_wanted = Memo::new(move |_| {
        let section = page.settings_section.get();
        page.mode() == ConnectionMode::Direct
            || page.has_unreadable_limits()
            || matches!(section, Section::Check | Section::Budget)
    });
    view! {
        <div class="settings" data-testid="settings-sheet">
            {for_all.collect_view()}
            <details class="settings-more" prop:open=move || is_wanted.get()>
                <summary data-testid="settings-more">{move || messages(page).for_experts}</summary>
                <div>{for_experts.collect_view()}</div>
            </details>
        </div>
    }
    .into_any()
}
