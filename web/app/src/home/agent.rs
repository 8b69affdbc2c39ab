//! Trying the agent: with a question for the tools that are on by default, or with any.

use kikitori_agent_page::messages::examples::Examples;
use kikitori_agent_page::parts::fetch;
use kikitori_parts::page::Page;
use kikitori_parts::place::System;
use leptos::prelude::*;

use super::examples::Asked;
use super::messages::messages;

/// The way to the agent, with questions to take along.
pub fn agent_trial(page: Page) -> AnyView {
    let asked = Asked {
        page,
        system: System::Agent,
        name: "agent",
        fetch,
    };
    let list = move || {
        let examples = Examples::of(page.language.get());
        asked.list(examples.plain.map(str::to_owned))
    };
    view! {
        <div class="trial">
            <p class="trial-text">{move || messages(page).agent_trial}</p>
            {list}
            {asked.open(move || messages(page).agent_open.to_owned())}
        </div>
    }
    .into_any()
}
