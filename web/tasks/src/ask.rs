//! Where the request is written.

use kikitori_parts::typing::{Wish, show_text, wish};
use kikitori_tasks::Phase;
use leptos::ev::{KeyboardEvent, SubmitEvent};
use leptos::html::Textarea;
use leptos::prelude::*;

use crate::tasks::TasksPage;

/// The request, and examples before there is one.
#[component]
pub fn Ask(
    /// Whose.
    tasks: TasksPage,
) -> impl IntoView {
    let words = move || tasks.messages();
    let node = NodeRef::<Textarea>::new();
    show_text(node, tasks.request);
    let on_key = move |event: KeyboardEvent| {
        if wish(&event) == Some(Wish::Send) {
            event.prevent_default();
            tasks.ask();
        }
    };
    let label = move || match tasks.chain_phase() {
        None => words().request,
        Some(Phase::Review | Phase::Failed | Phase::CallFailed) => words().another_request,
        Some(_) => words().next_request,
    };
    // While a chain is at work, or waits for an answer, nothing else is asked for.
    let is_shown = Memo::new(move |_| {
        let phase = tasks.chain_phase();
        let is_open = matches!(
            phase,
            Some(
                Phase::Running
                    | Phase::NeedsConfirmation
                    | Phase::Paused
                    | Phase::Answering
                    | Phase::Planning
            )
        );
        !tasks.is_working() && !is_open
    });
    let has_none = Memo::new(move |_| tasks.chain.with(Option::is_none));
    view! {
        <form
            class="ask"
            hidden=move || !is_shown.get()
            on:submit=move |event: SubmitEvent| {
                event.prevent_default();
                tasks.ask();
            }
        >
            <label for="tasks-request">{label}</label>
            <div class="ask-row">
                <textarea
                    id="tasks-request"
                    class="ask-box"
                    rows="1"
                    dir="auto"
                    autocomplete="off"
                    enterkeyhint="send"
                    maxlength="4000"
                    data-testid="question"
                    node_ref=node
                    on:input=move |event| tasks.typed(event_target_value(&event))
                    on:keydown=on_key
                ></textarea>
                <button type="submit" class="button primary" data-testid="ask">{move || words().ask}</button>
            </div>
        </form>
        <Show when=move || has_none.get() && is_shown.get()>
            <div class="examples">
                <p class="quiet-text">{move || words().examples}</p>
                <ul>{move || words().example_requests.map(|it| example(tasks, it)).collect_view()}</ul>
            </div>
        </Show>
    }
}

fn example(tasks: TasksPage, request: &'static str) -> impl IntoView {
    view! {
        <li>
            <button
                type="button"
                class="suggestion"
                data-testid="example"
                on:click=move |_| {
                    tasks.request.set(request.to_owned());
                    tasks.ask();
                }
            >
                {request}
            </button>
        </li>
    }
}
