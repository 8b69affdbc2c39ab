//! Trying the help desk.

use kikitori_desk::parts::fetch;
use kikitori_parts::page::Page;
use kikitori_parts::part::fetch_ahead;
use leptos::prelude::*;

use super::messages::messages;
use crate::route::Route;

/// The way to the help desk, whose examples can be asked there.
pub fn desk_trial(page: Page) -> AnyView {
    let ahead = || fetch_ahead(&[fetch]);
    view! {
        <div class="trial">
            <p class="trial-text">{move || messages(page).desk_trial}</p>
            <a
                class="button primary"
                data-testid="desk"
                href=page.address(&Route::Desk(None).location())
                on:pointerenter=move |_| ahead()
                on:focus=move |_| ahead()
            >
                {move || messages(page).desk_open}
            </a>
        </div>
    }
    .into_any()
}
