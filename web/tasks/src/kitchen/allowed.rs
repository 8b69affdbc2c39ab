//! What may be changed without asking.

use kikitori_browser::set_preference;
use leptos::prelude::*;

use crate::ports::{CHANGING, allowed_key, is_allowed};
use crate::tasks::TasksPage;
use crate::wording::changes;

/// A switch for each method that changes something.
#[component]
pub fn Allowed(
    /// Whose.
    tasks: TasksPage,
) -> impl IntoView {
    let switches = CHANGING.map(|(service, method)| {
        let id = format!("allow-{service}-{method}");
        let change = move |event| {
            let is_on = event_target_checked(&event);
            set_preference(&allowed_key(service, method), if is_on { "on" } else { "" });
        };
        view! {
            <p class="confirm-always">
                <input
                    type="checkbox"
                    id=id.clone()
                    data-testid=id.clone()
                    // It may have been switched on where it was asked.
                    prop:checked=move || {
                        tasks.chain.track();
                        is_allowed(service, method)
                    }
                    on:change=change
                />
                <label for=id>{move || changes(tasks.page.language.get(), service, method)}</label>
            </p>
        }
    });
    view! {
        <p class="quiet-text">{move || tasks.messages().allowed_lead}</p>
        {switches.collect_view()}
    }
}
