//! Why something does not go on, and the way to go on.

use leptos::prelude::*;

use super::details::details_of;
use super::icons::{Icon, icon};
use crate::dom::on_click;
use crate::page::Page;
use crate::place::Section;

/// What is said of a system that does not go on. A handle: all copies are the same.
#[derive(Clone, Copy)]
pub struct Trouble {
    /// The page that it is on.
    pub page: Page,
    /// What is in the way, if that is to be said.
    pub text: Signal<Option<String>>,
    /// How the error behind it names itself, if there is one.
    pub details: Signal<Option<String>>,
    /// Whether the person stopped it.
    pub is_stopped: Signal<bool>,
    /// What is to be set before it can go on.
    pub to_set: Signal<Option<Section>>,
    /// What is safe meanwhile, if that is to be said.
    pub saved: Signal<Option<&'static str>>,
    /// Whether it can go on when the person says so.
    pub can_go_on: Signal<bool>,
    /// Goes on.
    pub on_go_on: Callback<()>,
}

/// What is in the way, and what can be done about it.
pub fn trouble(it: Trouble) -> AnyView {
    let settings = move || {
        let section = it.to_set.get()?;
        let view = view! {
            <button
                type="button"
                class="link"
                data-testid="trouble-settings"
                aria-haspopup="dialog"
                on:click=on_click(move || it.page.show_settings(section))
            >
                {move || it.page.messages().open_settings}
            </button>
        };
        Some(view.into_any())
    };
    // What somebody stopped, or what only goes on elsewhere, is no alarm.
    let title = move || {
        let view = view! {
            <p class="trouble-title">
                {icon(Icon::Warning)}
                {it.page.messages().waiting_title}
            </p>
        };
        (!it.is_stopped.get() && it.text.with(Option::is_some)).then(|| view.into_any())
    };
    let has_text = move || it.text.with(Option::is_some);
    let is_hidden = move || !has_text() && !it.can_go_on.get();
    view! {
        <div class="trouble" class:stopped=it.is_stopped role="status" hidden=is_hidden>
            {title}
            <p data-testid="trouble" hidden=move || !has_text()>{it.text}</p>
            {move || it.details.get().map(|error| details_of(it.page, error))}
            {settings}
            <Show when=move || it.can_go_on.get()>
                {move || it.saved.get().map(|saved| view! { <p class="quiet-text">{saved}</p> })}
                <button
                    type="button"
                    class="button"
                    data-testid="go-on"
                    on:click=on_click(move || it.on_go_on.run(()))
                >
                    {move || match it.is_stopped.get() {
                        true => view! { {icon(Icon::Continue)} {it.page.messages().go_on} }.into_any(),
                        false => it.page.messages().try_again.into_any(),
                    }}
                </button>
            </Show>
        </div>
    }
    .into_any()
}
