//! A task with what it was given and what it came to, on demand.

use kikitori_parts::components::icons::{Icon, icon};
use kikitori_parts::components::sheet::Sheet;
use kikitori_parts::signals::set_if_new;
use leptos::prelude::*;
use serde_json::Value;

use crate::chain::{drawn, took};
use crate::messages::phrases;
use crate::messages::task::title;
use crate::retry::Retry;
use crate::tasks::TasksPage;
use crate::value::{members, value_view};
use crate::view::{Chain, TaskState, TaskView};

/// The task that was opened.
#[component]
pub fn Details(
    /// Whose.
    tasks: TasksPage,
) -> impl IntoView {
    let open = RwSignal::new(false);
    Effect::new(move || set_if_new(open, tasks.opened.get().is_some()));
    Effect::watch(
        move || open.get(),
        move |is_open, _, _| {
            if !is_open {
                set_if_new(tasks.opened, None);
            }
        },
        false,
    );
    let opened = Memo::new(move |_| {
        let position = tasks.opened.get()?;
        tasks.chain.with(|chain| {
            let chain = chain.as_ref()?;
            Some((chain.clone(), chain.tasks.get(position)?.clone()))
        })
    });
    let about = move || {
        let language = tasks.page.language.get();
        opened.with(|it| {
            let opened = it.as_ref();
            opened.map_or_else(String::new, |(chain, task)| title(language, chain, task))
        })
    };
    view! {
        <Sheet
            open
            is_small=true
            close_id="close-task"
            label=Signal::derive(move || tasks.messages().open_task)
            about=Signal::derive(about)
        >
            {move || opened.get().map(|(chain, task)| shown(tasks, &chain, &task))}
            <Retry tasks />
        </Sheet>
    }
}

fn shown(tasks: TasksPage, chain: &Chain, task: &TaskView) -> impl IntoView + use<> {
    let (words, language) = (tasks.messages(), tasks.page.language.get());
    let facts = [
        Some(phrases::state(words, &task.state).to_owned()),
        took(language, task),
        phrases::tries(language, task.attempts),
    ];
    let facts: Vec<String> = facts.into_iter().flatten().collect();
    let given = match task.parameters.is_empty() {
        true => view! { <p class="quiet-text">{words.nothing_given}</p> }.into_any(),
        false => members(language, &task.parameters),
    };
    let came = match &task.state {
        TaskState::Done(result) => result_view(tasks, result),
        TaskState::Failed(failure) => {
            let why = phrases::failure(language, failure);
            view! { <p class="field-error" dir="auto">{why}</p> }.into_any()
        }
        TaskState::Skipped(because) => {
            let because = phrases::skipped(language, chain.number(*because));
            view! { <p class="quiet-text">{because}</p> }.into_any()
        }
        _ => view! { <p class="quiet-text">{words.no_result}</p> }.into_any(),
    };
    view! {
        <div class="task-details" data-testid="details">
            <h2 dir="auto">{title(language, chain, task)}</h2>
            <p class="task-state">{drawn(&task.state)} {facts.join(" · ")}</p>
            <h3>{words.parameters}</h3>
            {given}
            <h3>{words.result}</h3>
            <div data-testid="result">{came}</div>
            {undo(tasks, task)}
        </div>
    }
}

fn result_view(tasks: TasksPage, result: &Value) -> AnyView {
    let language = tasks.page.language.get();
    match result {
        // The only member is the result.
        Value::Object(object) if object.len() == 1 => object
            .values()
            .map(|it| value_view(language, it))
            .collect_view()
            .into_any(),
        other => value_view(language, other),
    }
}

/// Takes back what a task changed on this page.
pub fn undo(tasks: TasksPage, task: &TaskView) -> impl IntoView + use<> {
    let is_done = matches!(task.state, TaskState::Done(_)) && task.is_changing;
    let key = task.key.clone();
    move || {
        let key = key.clone();
        is_done.then(|| tasks.is_undone(&key)).flatten().map(|is_undone| match is_undone {
            true => view! { <p class="quiet-text" data-testid="undone">{tasks.messages().undone}</p> }.into_any(),
            false => view! {
                <button type="button" class="button" data-testid="undo" on:click=move |_| tasks.undo(key.clone())>
                    {icon(Icon::Undo)}
                    {tasks.messages().undo}
                </button>
            }
            .into_any(),
        })
    }
}
