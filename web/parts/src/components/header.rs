//! The bar on top of every screen.

use leptos::prelude::*;

use crate::page::Page;
use crate::theme::{Theme, ThemeSwitch};

/// The page's name, which leads home, and what the screen puts beside it.
#[component]
pub fn Header(
    /// The screen's own buttons.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let page = Page::current();
    let theme_name = move |theme| match theme {
        Theme::System => page.messages().theme_system,
        Theme::Light => page.messages().theme_light,
        Theme::Dark => page.messages().theme_dark,
    };
    view! {
        <header class="bar">
            <a class="brand" href=page.address("#/") data-testid="home">
                <span class="brand-mark" aria-hidden="true"></span>
                <span class="brand-name">"Kikitori"</span>
                <span class="visually-hidden">{move || page.messages().home}</span>
            </a>
            <span class="bar-title">{move || page.title.get()}</span>
            <div class="bar-buttons">
                {children.map(|children| children())}
                <button
                    type="button"
                    class="button quiet language-switch"
                    data-testid="language"
                    lang=move || page.language.get().other().tag()
                    on:click=move |_| page.choose_language(page.language.get_untracked().other())
                >
                    {move || page.messages().other_language}
                </button>
                <ThemeSwitch name=theme_name />
                <button
                    type="button"
                    class="icon-button"
                    data-testid="settings"
                    aria-haspopup="dialog"
                    aria-label=move || page.messages().settings
                    title=move || page.messages().settings
                    on:click=move |_| page.settings_open.set(true)
                >
                    <span class="settings-mark" aria-hidden="true"></span>
                </button>
            </div>
        </header>
    }
}
