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
            <a class="brand" href="#/" data-testid="home" aria-label=move || page.words().home>
                <span class="brand-mark" lang="ja" aria-hidden="true">"聞"</span>
                <span class="brand-name" aria-hidden="true">"Kikitori"</span>
            </a>
            <span class="bar-title">{move || page.title.get()}</span>
            <div class="bar-buttons">
                {children.map(|children| children())}
                <ThemeSwitch />
            </div>
        </header>
    }
}
