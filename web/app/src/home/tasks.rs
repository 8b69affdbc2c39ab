//! Trying a task chain: with a request for the sample kitchen, or with any.

use kikitori_parts::page::Page;
use kikitori_parts::place::System;
use kikitori_tasks_page::messages::examples::examples;
use kikitori_tasks_page::parts::fetch;
use leptos::prelude::*;

use super::examples::Asked;
use super::messages::messages;

/// The way to the task chains, with requests to take along.
pub fn tasks_trial(page: Page) -> AnyView {
    let asked = Asked {
        page,
        system: System::Tasks,
        name: "tasks",
        fetch,
    };
    let list = move || asked.list(examples(page.language.get()).map(str::to_owned));
    view! {
        <div class="trial">
            <p class="trial-text">{move || messages(page).tasks_trial}</p>
            {list}
            {asked.open(move || messages(page).tasks_open.to_owned())}
        </div>
    }
    .into_any()
}
