//! The plan before it runs: what each task does, and which are left out.

use kikitori_parts::components::icons::{Icon, icon};
use kikitori_tasks::{Command, Phase, TaskIndex};
use leptos::prelude::*;

use crate::messages::phrases;
use crate::messages::task::{given, title, unsaid};
use crate::references::only_after;
use crate::tasks::{TasksPage, bring_into_sight};
use crate::view::{Chain, TaskView};

/// The plan, while the person looks at it.
#[component]
pub fn Plan(
    /// Whose.
    tasks: TasksPage,
) -> impl IntoView {
    let words = move || tasks.messages();
    let is_shown =
        Memo::new(move |_| tasks.chain_phase() == Some(Phase::Review) && !tasks.is_working());
    let chain = Memo::new(move |_| tasks.chain.get().filter(|_| is_shown.get()));
    // On a small screen what stands above would leave no room for it.
    Effect::new(move || {
        if is_shown.get() && tasks.has_acted.get_value() {
            bring_into_sight(".plan");
        }
    });
    let without = Memo::new(move |_| needing(tasks));
    let items = move || {
        let chain = chain.get()?;
        let items = chain.order.iter().filter_map(|position| {
            let task = chain.tasks.get(*position)?;
            Some(item(tasks, &chain, *position, task, without))
        });
        Some(items.collect_view())
    };
    let left_undone = move || {
        let text = chain.with(|it| it.as_ref()?.left_undone.clone())?;
        let tag = tasks.page.language.get().tag_of(&text);
        Some(
            view! { <p class="chain-notice" data-testid="left-undone" dir="auto" lang=tag>{text}</p> },
        )
    };
    let count = Memo::new(move |_| {
        let left_out = tasks.left_out.with(Vec::len) + without.with(Vec::len);
        chain.with(|chain| {
            let of = chain.as_ref()?.tasks.len();
            Some((of.saturating_sub(left_out), of))
        })
    });
    // It is said how many go with the one that somebody leaves out.
    Effect::new(move |before: Option<usize>| {
        let language = tasks.page.language.get_untracked();
        let (kept, of) = count.get().unwrap_or_default();
        let left_out = of - kept;
        let is_new = left_out > 0 && before != Some(left_out);
        if is_new && is_shown.get_untracked() {
            let said = phrases::left_out(language, left_out);
            tasks.page.announcement.set(said);
        }
        left_out
    });
    let is_whole = move || count.get().is_none_or(|(kept, of)| kept == of);
    let left_out = move || {
        let (kept, of) = count.get().unwrap_or_default();
        phrases::left_out(tasks.page.language.get(), of - kept)
    };
    let run = move || {
        let (kept, of) = count.get().unwrap_or_default();
        phrases::run(tasks.page.language.get(), kept, of)
    };
    view! {
        <Show when=move || is_shown.get()>
            <section class="plan" aria-labelledby="plan-title" data-testid="plan">
                <h2 id="plan-title" tabindex="-1">{move || words().plan}</h2>
                <p class="quiet-text">{move || words().plan_lead}</p>
                {left_undone}
                <ol class="plan-tasks">{items}</ol>
                <p class="quiet-text" data-testid="left-out-count" hidden=is_whole>{left_out}</p>
                <p class="row">
                    <button
                        type="button"
                        class="button primary"
                        data-testid="run"
                        prop:disabled=move || count.get().is_none_or(|(kept, _)| kept == 0)
                        on:click=move |_| tasks.start()
                    >
                        {icon(Icon::Continue)}
                        {run}
                    </button>
                    <button
                        type="button"
                        class="button quiet"
                        data-testid="discard"
                        on:click=move |_| tasks.command(Command::Cancel)
                    >
                        {move || words().discard}
                    </button>
                </p>
            </section>
        </Show>
    }
}

/// The tasks that do not run because others are left out, each with one of those.
fn needing(tasks: TasksPage) -> Vec<(usize, usize)> {
    // The state at hand is that of the chain which is shown.
    tasks.chain.track();
    let named = tasks
        .left_out
        .with(|it| it.iter().map(|it| index(*it)).collect::<Vec<_>>());
    tasks.state.with_value(|state| {
        let executor = state.as_ref().and_then(|it| it.executor.as_ref());
        let needing = executor.map(|it| it.needing(&named)).unwrap_or_default();
        let at = |it: TaskIndex| it.0 as usize;
        needing
            .into_iter()
            .map(|(task, cause)| (at(task), at(cause)))
            .collect()
    })
}

fn index(position: usize) -> TaskIndex {
    TaskIndex(u32::try_from(position).unwrap_or(u32::MAX))
}

fn item(
    tasks: TasksPage,
    chain: &Chain,
    position: usize,
    task: &TaskView,
    without: Memo<Vec<(usize, usize)>>,
) -> AnyView {
    let (words, language) = (tasks.messages(), tasks.page.language.get());
    let id = format!("task-{position}");
    let about = format!("about-task-{position}");
    let after = phrases::after(language, &only_after(chain, task));
    // The number of the first of what it needs that is left out.
    let chain_now = chain.clone();
    let missing = Memo::new(move |_| {
        without.with(|it| {
            let (_, cause) = it.iter().find(|(task, _)| *task == position)?;
            Some(chain_now.number(*cause))
        })
    });
    let is_named = move || tasks.left_out.with(|it| it.contains(&position));
    let is_in = move || !is_named() && missing.with(Option::is_none);
    let change = move |event| {
        let keep = event_target_checked(&event);
        tasks.left_out.update(|left_out| {
            left_out.retain(|it| *it != position);
            if !keep {
                left_out.push(position);
            }
        });
        tasks.keep_left_out();
    };
    let needs = move || missing.get().map(|task| phrases::needs(language, task));
    let changing = task.is_changing.then(|| {
        let asks = if task.asks_first {
            words.asks_first
        } else {
            words.allowed
        };
        view! {
            <span class="changing">
                {icon(Icon::Answer)}
                {words.changing} " · " {asks}
            </span>
        }
    });
    view! {
        <li class="plan-task" class:out=move || !is_in() data-testid="plan-task" data-task=task.id.clone()>
            <input
                type="checkbox"
                id=id.clone()
                aria-describedby=about.clone()
                prop:checked=is_in
                prop:disabled=move || missing.with(Option::is_some)
                on:change=change
            />
            <div>
                <label for=id dir="auto">
                    <span class="chain-number">{chain.number(position)} " "</span>
                    {title(language, chain, task)}
                </label>
                <p class="plan-about" id=about>
                    {given(language, chain, task).map(|it| view! { <span class="quiet-text" dir="auto">{it}</span> })}
                    {unsaid(language, task).map(|it| view! { <span class="unsaid" data-testid="unsaid" dir="auto">{it}</span> })}
                    {changing}
                    {after.map(|it| view! { <span class="quiet-text">{it}</span> })}
                    <span class="left-out-word" data-testid="left-out-too">{needs}</span>
                </p>
            </div>
        </li>
    }
    .into_any()
}
