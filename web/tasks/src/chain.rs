//! The chain at work: a graph in layers where there is room, and the same tasks as a list where
//! there is not. One list is both, so that whoever hears it hears what others see.

use kikitori_parts::Language;
use kikitori_parts::components::icons::{Icon, Mark, icon, mark};
use kikitori_tasks::{Command, Line, Phase};
use leptos::prelude::*;

use crate::messages::task::{past, title};
use crate::messages::{Messages, phrases};
use crate::references::numbers;
use crate::retry::FailedTasks;
use crate::tasks::TasksPage;
use crate::view::{MEASURES, TaskState, TaskView};

/// Everything that is done for the request.
#[component]
pub fn ChainAtWork(
    /// Whose.
    tasks: TasksPage,
) -> impl IntoView {
    let words = move || tasks.messages();
    let is_shown = Memo::new(move |_| {
        tasks.chain.with(|chain| {
            chain
                .as_ref()
                .is_some_and(|it| !it.tasks.is_empty() && it.phase != Phase::Review)
        })
    });
    // The drawing changes with the plan only.
    let drawn = Memo::new(move |_| {
        tasks.chain.with(|chain| {
            let chain = chain.as_ref()?;
            Some((chain.id.clone(), chain.order.clone(), chain.drawing.clone()))
        })
    });
    let graph = move || {
        let (_, order, drawing) = drawn.get().filter(|_| is_shown.get())?;
        let (width, height) = (drawing.width, drawing.height);
        let lines = drawing
            .lines
            .iter()
            .map(|it| line(tasks, it))
            .collect_view();
        let nodes = (1..).zip(order).map(|(number, position)| {
            let place = drawing.tasks.get(position).copied();
            let (x, y) = place.map_or((0.0, 0.0), |it| (it.x, it.y));
            view! {
                <li class="chain-place" style=("--x", share(x, width)) style=("--y", px(y)) style=("--share", share(MEASURES.width, width))>
                    {node(tasks, number, position)}
                </li>
            }
        });
        let nodes = nodes.collect_view();
        let view = view! {
            <div class="chain-frame">
                <div class="chain-graph" data-testid="graph" style=("--wide", px(width)) style=("--least", px(width * NARROWEST)) style=("--high", px(height))>
                    <svg class="chain-lines" viewBox=format!("0 0 {width} {height}") preserveAspectRatio="none" aria-hidden="true">{lines}</svg>
                    <ol class="chain-places">{nodes}</ol>
                </div>
            </div>
        };
        Some(view)
    };
    view! {
        <section class="chain" aria-labelledby="chain-title" hidden=move || !is_shown.get()>
            <div class="chain-head">
                <h2 id="chain-title" tabindex="-1">{move || words().chain}</h2>
                <p class="quiet-text" data-testid="how-far">
                    {move || tasks.chain.with(|chain| {
                        let chain = chain.as_ref()?;
                        Some(phrases::how_far(tasks.page.language.get(), chain.counts, chain.tasks.len()))
                    })}
                </p>
                <Controls tasks />
            </div>
            {graph}
            <FailedTasks tasks />
        </section>
    }
}

/// A graph that is too wide is drawn with cards of this part of their width at least.
const NARROWEST: f64 = 0.72;

/// A length as a part of the graph's width.
fn share(length: f64, width: f64) -> String {
    match width > 0.0 {
        true => format!("{}%", 100.0 * length / width),
        false => "0".to_owned(),
    }
}

fn px(length: f64) -> String {
    format!("{length}px")
}

/// Pauses, goes on and stops.
#[component]
fn Controls(tasks: TasksPage) -> impl IntoView {
    let words = move || tasks.messages();
    let phase = Memo::new(move |_| tasks.chain_phase());
    let is_here = move || {
        !tasks
            .phase
            .with(|it| matches!(it, kikitori_tasks::controller::ControllerPhase::Blocked(_)))
    };
    let can_pause =
        move || is_here() && matches!(phase.get(), Some(Phase::Running | Phase::NeedsConfirmation));
    let can_resume = move || is_here() && phase.get() == Some(Phase::Paused);
    let can_stop = move || {
        is_here()
            && matches!(
                phase.get(),
                Some(Phase::Running | Phase::NeedsConfirmation | Phase::Paused | Phase::Answering)
            )
    };
    view! {
        <div class="chain-controls">
            <Show when=can_pause>
                <button type="button" class="button quiet" data-testid="pause" on:click=move |_| tasks.command(Command::Pause)>
                    {icon(Icon::Pause)}
                    {move || words().pause}
                </button>
            </Show>
            <Show when=can_resume>
                <button type="button" class="button" data-testid="resume" on:click=move |_| tasks.command(Command::Resume)>
                    {icon(Icon::Continue)}
                    {move || words().resume}
                </button>
            </Show>
            <Show when=can_stop>
                <button type="button" class="button quiet" data-testid="stop" on:click=move |_| tasks.command(Command::Cancel)>
                    {icon(Icon::Stop)}
                    {move || words().stop}
                </button>
            </Show>
        </div>
        <Show when=move || phase.get() == Some(Phase::Paused)>
            <p class="quiet-text chain-paused">{move || words().paused}</p>
        </Show>
    }
}

/// A dependency, from below the one task to above the other.
fn line(tasks: TasksPage, line: &Line) -> impl IntoView + use<> {
    let mut path = String::new();
    for (at, pair) in line.points.windows(2).enumerate() {
        let [from, to] = pair else { continue };
        if at == 0 {
            path.push_str(&format!("M{} {}", from.x, from.y));
        }
        // Between layers it bends, beside them it is straight.
        let middle = (from.y + to.y) / 2.0;
        path.push_str(&match at % 2 {
            0 => format!("C{} {middle} {} {middle} {} {}", from.x, to.x, to.x, to.y),
            _ => format!("L{} {}", to.x, to.y),
        });
    }
    let from = line.from.0 as usize;
    let is_done = Memo::new(move |_| {
        tasks.of_task(from, |_, task| matches!(task.state, TaskState::Done(_))) == Some(true)
    });
    view! { <path class="chain-line" class:passed=is_done d=path></path> }
}

/// How the state of a task is drawn.
pub fn drawn(state: &TaskState) -> AnyView {
    mark(match state {
        TaskState::Waiting => Mark::Waiting,
        TaskState::Asking => Mark::Current,
        TaskState::Running => Mark::Working,
        TaskState::Done(_) => Mark::Done,
        TaskState::Failed(_) => Mark::Failed,
        TaskState::Skipped(_) | TaskState::LeftOut | TaskState::Cancelled => Mark::Without,
    })
}

/// Whether it took long enough for a person to notice.
fn is_long(task: &TaskView) -> bool {
    let time = task.ended_at.zip(task.begun_at);
    time.is_some_and(|(end, begin)| end.saturating_sub(begin) >= 1_000)
}

/// How long a task took, once it has ended.
pub fn took(language: Language, task: &TaskView) -> Option<String> {
    let time = task.ended_at?.checked_sub(task.begun_at?)?;
    Some(phrases::seconds(language, time))
}

fn node(tasks: TasksPage, number: usize, position: usize) -> impl IntoView {
    let shown = Memo::new(move |_| {
        tasks.of_task(position, |chain, task| {
            let title = title(tasks.page.language.get(), chain, task);
            (title, task.clone())
        })
    });
    let is_marked = Memo::new(move |_| tasks.marked.get() == Some(position));
    move || {
        let (title, task) = shown.get()?;
        let (words, language): (&'static Messages, _) =
            (tasks.messages(), tasks.page.language.get());
        let after = tasks.chain.with_untracked(|chain| {
            let above = numbers(chain.as_ref()?, task.depends_on.iter());
            phrases::after(language, &above)
        });
        let why = tasks.chain.with_untracked(|chain| match &task.state {
            TaskState::Failed(failure) => Some(phrases::failure(language, failure)),
            TaskState::Skipped(because) => {
                let because = chain.as_ref()?.number(*because);
                Some(phrases::skipped(language, because))
            }
            TaskState::Done(result) => past(language, result),
            _ => None,
        });
        let is_running = matches!(task.state, TaskState::Running);
        // A card has no room for a long one.
        let whole = title.clone();
        let key = task.key.clone();
        let heard = move || {
            let text = is_running.then(|| tasks.heard_of(&key)).flatten()?;
            Some(view! { <span class="chain-why" dir="auto" data-testid="progress">{text}</span> })
        };
        let facts = [
            Some(phrases::state(words, &task.state).to_owned()),
            took(language, &task).filter(|_| why.is_none() && is_long(&task)),
            phrases::tries(language, task.attempts),
        ];
        let facts: Vec<String> = facts.into_iter().flatten().collect();
        Some(view! {
            <button
                type="button"
                class="chain-node"
                id=format!("task-node-{position}")
                data-testid="task"
                data-task=task.id.clone()
                data-state=task.state.name()
                data-marked=move || is_marked.get().then_some("yes")
                aria-haspopup="dialog"
                on:click=move |_| tasks.opened.set(Some(position))
            >
                {drawn(&task.state)}
                <span class="chain-text">
                    <span class="chain-title" dir="auto" title=whole>
                        <span class="chain-number">{number} " "</span>
                        {title}
                    </span>
                    <span class="chain-facts">
                        {facts.join(" · ")}
                        {task.is_changing.then(|| view! { <span class="visually-hidden">" · " {words.changing}</span> })}
                    </span>
                    {heard}
                    {why.map(|it| view! { <span class="chain-why" dir="auto" data-testid="why">{it}</span> })}
                    {after.map(|it| view! { <span class="chain-after">{it}</span> })}
                </span>
            </button>
        })
    }
}
