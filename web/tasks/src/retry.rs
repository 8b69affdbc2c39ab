//! Tasks that failed, and the way to try them again with other values.

use kikitori_tasks::controller::ControllerPhase;
use kikitori_tasks::{Command, ConfirmationAnswer, Phase, TaskId};
use leptos::prelude::*;

use crate::edit::{Decided, Edited, asks_first, editor};
use crate::messages::phrases;
use crate::messages::task::title;
use crate::tasks::TasksPage;
use crate::view::{Chain, TaskState, TaskView};

fn has_failed(task: &TaskView) -> bool {
    matches!(task.state, TaskState::Failed(_))
}

/// Whether a task of the chain can be tried again, from this tab.
fn can_retry(tasks: TasksPage, chain: &Chain) -> bool {
    let is_elsewhere = tasks
        .phase
        .with(|it| matches!(it, ControllerPhase::Blocked(_)));
    chain.phase != Phase::Cancelled && !is_elsewhere
}

/// What failed, each with why and a button.
#[component]
pub fn FailedTasks(
    /// Whose.
    tasks: TasksPage,
) -> impl IntoView {
    let failed = Memo::new(move |_| {
        let language = tasks.page.language.get();
        tasks.chain.with(|chain| {
            let chain = chain.as_ref().filter(|it| can_retry(tasks, it))?;
            let failed = (0..).zip(&chain.tasks).filter(|(_, it)| has_failed(it));
            let named = failed.map(|(position, it): (usize, _)| {
                let why = match &it.state {
                    TaskState::Failed(failure) => phrases::failure(language, failure),
                    _ => String::new(),
                };
                (position, title(language, chain, it), why)
            });
            Some(named.collect::<Vec<_>>()).filter(|it| !it.is_empty())
        })
    });
    move || {
        let items = failed.get()?.into_iter().map(|(position, title, why)| {
            view! {
                <li class="done-change">
                    <span class="done-change-what">
                        <span dir="auto">{title}</span>
                        <span class="field-error" dir="auto">{why}</span>
                    </span>
                    <button
                        type="button"
                        class="button"
                        data-testid="retry"
                        aria-haspopup="dialog"
                        on:click=move |_| tasks.opened.set(Some(position))
                    >
                        {tasks.messages().retry}
                    </button>
                </li>
            }
        });
        Some(view! {
            <div class="changes" data-testid="failed-tasks">
                <h3>{tasks.messages().what_failed}</h3>
                <ul>{items.collect_view()}</ul>
            </div>
        })
    }
}

/// The values of the opened task, if it failed, to be changed and tried again.
#[component]
pub fn Retry(
    /// Whose.
    tasks: TasksPage,
) -> impl IntoView {
    // It stays as it is, with what is edited in it, while other tasks go on.
    let failed = Memo::new(move |_| {
        let position = tasks.opened.get()?;
        tasks.chain.with(|chain| {
            let chain = chain.as_ref().filter(|it| can_retry(tasks, it))?;
            let task = chain.tasks.get(position).filter(|it| has_failed(it))?;
            Some((position, task.clone()))
        })
    });
    move || {
        let (position, task) = failed.get()?;
        let id = task.id.clone();
        let done = Callback::new(move |decided: Decided| {
            tasks.opened.set(None);
            let (task, parameters) = (TaskId::new(&id), decided.parameters);
            tasks.command(match decided.is_approved {
                true => Command::Confirm {
                    task,
                    answer: ConfirmationAnswer::EditAndApprove(parameters),
                },
                false => Command::Edit { task, parameters },
            });
        });
        let cancel = Callback::new(move |()| tasks.opened.set(None));
        let words = tasks.messages();
        let edited = Edited {
            position,
            task: &task.id,
            parameters: &task.parameters,
            planned: &task.planned,
            asks_for: &[],
            submit: words.try_again,
            asks_first: asks_first(&task),
        };
        Some(view! {
            <div class="task-details" data-testid="retry-form">
                <h3>{words.retry}</h3>
                {editor(tasks, &edited, done, cancel)}
            </div>
        })
    }
}
