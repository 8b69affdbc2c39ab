//! The bar on top of every screen.

use leptos::prelude::*;

use super::theme::ThemeSwitch;
use crate::page::Page;

/// The page's name, which leads home, and what the screen puts beside it.
#[component]
pub fn Header(
    /// The screen's own buttons.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let page = Page::current();
    view! {
        <header class="bar">
            <a class="brand" href="#/" data-testid="home">
                <span class="brand-mark" aria-hidden="true"></span>
                <span class="brand-name">"Kikitori"</span>
                <span class="visually-hidden">{move || page.words().home}</span>
            </a>
            <span class="bar-title">{move || page.title.get()}</span>
            <div class="bar-buttons">
                {children.map(|children| children())}
                <ThemeSwitch />
                <button
                    type="button"
                    class="icon-button"
                    data-testid="settings"
                    aria-haspopup="dialog"
                    aria-label=move || page.words().settings
                    title=move || page.words().settings
                    on:click=move |_| page.settings_open.set(true)
                >
                    <span class="settings-mark" aria-hidden="true"></span>
                </button>
            </div>
        </header>
    }
}
