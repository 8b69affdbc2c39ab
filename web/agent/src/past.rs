//! Earlier conversations, and the ways to begin another one and to delete this one.

use kikitori_parts::components::forget::{Forget, forget};
use kikitori_parts::components::icons::{Icon, icon};
use kikitori_parts::dom::focus_soon;
use kikitori_parts::format::ago;
use kikitori_react::controller::{Phase, RunBlocked};
use leptos::prelude::*;

use crate::agent::AgentPage;

/// Conversations that are shown.
const MOST: usize = 20;

/// Earlier conversations, the last one first.
#[component]
pub fn Past(
    /// Whose.
    agent: AgentPage,
) -> impl IntoView {
    let others = Memo::new(move |_| {
        let at_hand = agent.state.with(|state| state.session_id.clone());
        let mut past = agent.past.get();
        past.retain(|it| it.id != at_hand);
        past.truncate(MOST);
        past
    });
    let items = move || {
        let language = agent.page.language.get();
        let items = others.get().into_iter().map(|head| {
            let id = head.id.clone();
            let tag = language.tag_of(&head.title);
            view! {
                <li>
                    <button
                        type="button"
                        class="link past-title"
                        data-testid="past"
                        prop:disabled=move || agent.is_working()
                        on:click=move |_| {
                            agent.choose(id.clone());
                            focus_soon("h1");
                        }
                    >
                        <span dir="auto" lang=tag>{head.title.clone()}</span>
                    </button>
                    <span class="quiet-text">{ago(head.updated_at, language.tag())}</span>
                </li>
            }
        });
        items.collect_view()
    };
    view! {
        <Show when=move || others.with(|it| !it.is_empty())>
            <section class="past" aria-labelledby="past-title">
                <h2 id="past-title">{move || agent.messages().past}</h2>
                <ul>{items}</ul>
            </section>
        </Show>
    }
}

/// Begins another conversation, or deletes this one.
#[component]
pub fn Manage(
    /// Whose.
    agent: AgentPage,
) -> impl IntoView {
    let words = move || agent.messages();
    let is_shown = move || {
        let has_any = agent.state.with(|state| !state.exchanges.is_empty());
        let is_lost = agent
            .phase
            .with(|it| matches!(it, Phase::Blocked(RunBlocked::Lost(_))));
        (has_any || is_lost) && !agent.is_working()
    };
    let it = Forget {
        page: agent.page,
        label: Signal::derive(move || words().forget),
        question: Signal::derive(move || words().forget_question),
        focus: "#agent-question",
        on_forget: Callback::new(move |()| agent.forget()),
    };
    view! {
        <Show when=is_shown>
            <p class="forget">
                <button type="button" class="button" data-testid="begin-anew" on:click=move |_| agent.begin_anew()>
                    {icon(Icon::Add)}
                    {move || words().begin_anew}
                </button>
                {forget(it)}
            </p>
        </Show>
    }
}
