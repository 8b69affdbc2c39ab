//! Earlier chains, and the ways to begin another one and to delete this one.

use kikitori_parts::components::forget::{Forget, forget};
use kikitori_parts::components::icons::{Icon, icon};
use kikitori_parts::dom::focus_soon;
use kikitori_parts::format::ago;
use kikitori_tasks::controller::{ControllerPhase, RunBlocked};
use leptos::prelude::*;

use crate::tasks::TasksPage;

/// Chains that are shown.
const MOST: usize = 20;

/// Earlier chains, the last one first.
#[component]
pub fn Past(
    /// Whose.
    tasks: TasksPage,
) -> impl IntoView {
    let others = Memo::new(move |_| {
        let at_hand = tasks.chain.with(|it| it.as_ref().map(|it| it.id.clone()));
        let mut past = tasks.past.get();
        past.retain(|it| Some(&it.id) != at_hand.as_ref());
        past.truncate(MOST);
        past
    });
    let items = move || {
        let language = tasks.page.language.get();
        let items = others.get().into_iter().map(|head| {
            let id = head.id.clone();
            let tag = language.tag_of(&head.title);
            view! {
                <li>
                    <button
                        type="button"
                        class="link past-title"
                        data-testid="past"
                        prop:disabled=move || tasks.is_working()
                        on:click=move |_| {
                            tasks.choose(id.clone());
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
                <h2 id="past-title">{move || tasks.messages().past}</h2>
                <ul>{items}</ul>
            </section>
        </Show>
    }
}

/// Begins another chain, or deletes this one.
#[component]
pub fn Manage(
    /// Whose.
    tasks: TasksPage,
) -> impl IntoView {
    let words = move || tasks.messages();
    let is_shown = move || {
        let has_any = tasks.chain.with(Option::is_some);
        let is_lost = tasks
            .phase
            .with(|it| matches!(it, ControllerPhase::Blocked(RunBlocked::Lost(_))));
        (has_any || is_lost) && !tasks.is_working()
    };
    let it = Forget {
        page: tasks.page,
        label: Signal::derive(move || words().forget),
        question: Signal::derive(move || words().forget_question),
        focus: "#tasks-request",
        on_forget: Callback::new(move |()| tasks.forget()),
    };
    view! {
        <Show when=is_shown>
            <p class="forget">
                <button type="button" class="button" data-testid="begin-anew" on:click=move |_| tasks.begin_anew()>
                    {icon(Icon::Add)}
                    {move || words().begin_anew}
                </button>
                {forget(it)}
            </p>
        </Show>
    }
}
