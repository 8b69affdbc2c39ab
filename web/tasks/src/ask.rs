//! Where the request is written.

use kikitori_parts::components::ask_box::{AskBox, ask_box};
use kikitori_tasks::Phase;
use leptos::prelude::*;

use crate::messages::examples::examples;
use crate::tasks::TasksPage;

/// The request, and examples before there is one. While a chain is at work, or waits for an answer,
/// nothing else is asked for.
pub fn ask(tasks: TasksPage) -> AnyView {
    let words = move || tasks.messages();
    let has_plan = move || {
        tasks
            .chain
            .with(|it| it.as_ref().is_some_and(|it| !it.tasks.is_empty()))
    };
    let label = move || match tasks.chain_phase() {
        None => words().request,
        Some(Phase::Review | Phase::Failed | Phase::CallFailed) if has_plan() => {
            words().another_request
        }
        Some(_) => words().next_request,
    };
    let is_shown = Memo::new(move |_| {
        let is_open = matches!(
            tasks.chain_phase(),
            Some(
                Phase::Planning
                    | Phase::Running
                    | Phase::NeedsConfirmation
                    | Phase::Paused
                    | Phase::Answering
            )
        );
        !tasks.is_working() && !is_open
    });
    let to_try = move || match tasks.chain.with(Option::is_none) {
        true => examples(tasks.page.language.get())
            .map(str::to_owned)
            .to_vec(),
        false => Vec::new(),
    };
    let it = AskBox {
        page: tasks.page,
        id: "tasks-request",
        max_chars: 4_000,
        question: tasks.request,
        label: Signal::derive(label),
        ask: Signal::derive(move || words().ask),
        examples_title: Signal::derive(move || words().examples),
        examples: Signal::derive(to_try),
        // What is at work has its own buttons.
        is_working: Signal::derive(|| false),
        on_ask: Callback::new(move |()| tasks.ask()),
        on_stop: Callback::new(|()| ()),
    };
    view! { <div class="request" hidden=move || !is_shown.get()>{ask_box(it)}</div> }.into_any()
}
