//! Trying the agent.

use kikitori_agent_page::parts::fetch;
use kikitori_parts::page::Page;
use kikitori_parts::part::fetch_ahead;
use leptos::prelude::*;

use super::messages::messages;
use crate::route::Route;

/// The way to the agent, which has questions to try.
pub fn agent_trial(page: Page) -> AnyView {
    let ahead = || fetch_ahead(&[fetch]);
    view! {
        <div class="trial">
            <a
                class="button"
                data-testid="agent"
                href=page.address(&Route::Agent(None).location())
                on:pointerenter=move |_| ahead()
                on:focus=move |_| ahead()
            >
                {move || messages(page).agent_open}
            </a>
        </div>
    }
    .into_any()
}
