//! What may be changed without asking.

use kikitori_browser::set_preference;
use leptos::prelude::*;

use crate::messages::task::changes;
use crate::ports::{CHANGING, allowed_key, is_allowed, outside_methods};
use crate::tasks::TasksPage;

/// A switch for each method that changes something.
#[component]
pub fn Allowed(
    /// Whose.
    tasks: TasksPage,
) -> impl IntoView {
    let own = CHANGING.map(|(service, method)| switch(tasks, service.into(), method.into()));
    // What was allowed outside of the kitchen can be taken back here.
    let outside = move || {
        tasks.chain.track();
        let methods = outside_methods(tasks).into_iter();
        let allowed = methods.filter(|(service, method)| is_allowed(service, method));
        let switches = allowed.map(|(service, method)| switch(tasks, service, method));
        switches.collect_view()
    };
    view! {
        <p class="quiet-text">{move || tasks.messages().allowed_lead}</p>
        {own.collect_view()}
        {outside}
    }
}

fn switch(tasks: TasksPage, service: String, method: String) -> impl IntoView {
    let id = format!("allow-{service}-{method}");
    let key = allowed_key(&service, &method);
    let change = move |event| {
        let is_on = event_target_checked(&event);
        set_preference(&key, if is_on { "on" } else { "" });
    };
    let is_on = {
        let (service, method) = (service.clone(), method.clone());
        move || {
            // It may have been switched on where it was asked.
            tasks.chain.track();
            is_allowed(&service, &method)
        }
    };
    view! {
        <p class="confirm-always">
            <input
                type="checkbox"
                id=id.clone()
                data-testid=id.clone()
                prop:checked=is_on
                on:change=change
            />
            <label for=id>{move || changes(tasks.page.language.get(), &service, &method)}</label>
        </p>
    }
}
