//! An error as it names itself.

use leptos::prelude::*;

use crate::page::Page;

/// An error as it names itself, in English, for who wants to know: what the server said, with its
/// status. The advice beside it says what to do.
pub fn details_of(page: Page, error: String) -> AnyView {
    view! {
        <details>
            <summary data-testid="trouble-details">{move || page.messages().details}</summary>
            <p class="trouble-detail" dir="auto" lang="en">{error}</p>
        </details>
    }
    .into_any()
}
