//! Trying a task chain.

use kikitori_parts::page::Page;
use kikitori_parts::part::fetch_ahead;
use kikitori_tasks_page::parts::fetch;
use leptos::prelude::*;

use super::messages::messages;
use crate::route::Route;

/// The way to the task chains, which have requests to try.
pub fn tasks_trial(page: Page) -> AnyView {
    let ahead = || fetch_ahead(&[fetch]);
    view! {
        <div class="trial">
            <a
                class="button"
                data-testid="tasks"
                href=page.address(&Route::Tasks(None).location())
                on:pointerenter=move |_| ahead()
                on:focus=move |_| ahead()
            >
                {move || messages(page).tasks_open}
            </a>
        </div>
    }
    .into_any()
}
