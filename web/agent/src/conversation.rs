//! The conversation: each question with its steps and its answer.

use std::collections::BTreeSet;

use kikitori_parts::components::formatted::draft_view;
use kikitori_react::Exchange;
use leptos::prelude::*;

use crate::agent::AgentPage;
use crate::answer::answer;
use crate::messages::steps_taken;
use crate::step::{spent, step};

/// All questions of the conversation at hand.
#[component]
pub fn Conversation(
    /// Whose.
    agent: AgentPage,
) -> impl IntoView {
    // Each question is made once; what changes is the one at hand.
    let keys = move || {
        agent.state.with(|state| {
            let positions = 0..state.exchanges.len();
            positions
                .map(|it| (state.session_id.clone(), it))
                .collect::<Vec<_>>()
        })
    };
    view! {
        <ol class="exchanges">
            <For each=keys key=|key| key.clone() children=move |(_, position)| exchange(agent, position) />
        </ol>
    }
}

fn exchange(agent: AgentPage, position: usize) -> impl IntoView {
    let of = move |read: fn(&Exchange) -> String| {
        agent
            .state
            .with(|state| state.exchanges.get(position).map(read).unwrap_or_default())
    };
    let query = Memo::new(move |_| of(|it| it.query.clone()));
    let steps = Memo::new(move |_| {
        agent
            .state
            .with(|state| state.exchanges.get(position).map_or(0, |it| it.steps.len()))
    });
    let is_at_hand = move || {
        agent
            .state
            .with(|state| state.exchanges.len() == position + 1)
    };
    let has_draft = Memo::new(move |_| is_at_hand() && agent.draft.with(|it| !it.is_empty()));
    let draft = move || {
        has_draft
            .get()
            .then(|| draft_view(agent.page, agent.draft.into()))
    };
    let ended = Memo::new(move |_| {
        agent.state.with(|state| {
            state
                .exchanges
                .get(position)
                .filter(|it| !it.is_open())
                .cloned()
        })
    });
    // What led to an answer is folded once that is there; the person may open it.
    let is_answered =
        Memo::new(move |_| ended.with(|it| it.as_ref().is_some_and(|it| it.answer.is_some())));
    let counts = Memo::new(move |_| {
        agent.state.with(|state| {
            state
                .exchanges
                .get(position)
                .map(counted)
                .unwrap_or_default()
        })
    });
    let steps_taken = move || {
        let (steps, tools) = counts.get();
        steps_taken(agent.page.language.get(), steps, tools)
    };
    view! {
        <li class="exchange" data-testid="exchange" data-ended=move || ended.with(Option::is_some).to_string()>
            <h2 class="asked" dir="auto" lang=move || agent.page.language.get().tag_of(&query.get())>
                {move || query.get()}
            </h2>
            <div aria-live="polite">
                {move || ended.get().map(|it| answer(agent, position, &it))}
            </div>
            <details
                class="steps-taken"
                data-testid="steps"
                hidden=move || steps.get() == 0
                prop:open=move || !is_answered.get()
            >
                <summary>{steps_taken}</summary>
                <ol class="agent-steps" aria-label=move || agent.messages().steps>
                    <For
                        each=move || 0..steps.get()
                        key=|number| *number
                        children=move |number| step(agent, position, number)
                    />
                </ol>
            </details>
            {move || (is_at_hand() && agent.is_working()).then(|| {
                view! { <p class="at-work" role="status">{agent.messages().thinking}</p> }
            })}
            {draft}
            {move || ended.get().and_then(|it| spent(agent, &it))}
        </li>
    }
}

/// The steps of a question, and the tools that they used.
fn counted(exchange: &Exchange) -> (usize, usize) {
    let actions = exchange.steps.iter().flat_map(|it| &it.actions);
    let tools: BTreeSet<&str> = actions.map(|it| it.call.function.name.as_str()).collect();
    (exchange.steps.len(), tools.len())
}
