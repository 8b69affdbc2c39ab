//! An error as it names itself.

use leptos::prelude::*;

use crate::page::Page;

/// An error as it names itself, in English, for who wants to know: what the server said, with its
/// status. The advice beside it says what to do.
pub fn details_of(page: Page, error: String) -> AnyView {
    folded(page, error, Some("en"))
}

/// What most need not know, in the page's language.
pub fn details_said(page: Page, said: String) -> AnyView {
    folded(page, said, None)
}

fn folded(page: Page, text: String, lang: Option<&'static str>) -> AnyView {
    view! {
        <details>
            <summary data-testid="trouble-details">{move || page.messages().details}</summary>
            <p class="trouble-detail" dir="auto" lang=lang>{text}</p>
        </details>
    }
    .into_any()
}
