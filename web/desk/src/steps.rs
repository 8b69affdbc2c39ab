//! The graph at work, as a picture that is also readable as text.

use kikitori_parts::budget::spent as said_spent;
use leptos::prelude::*;

use crate::desk::HelpDesk;
use crate::progress::{Branch, NODES, State, Work};
use crate::words::Words;

/// Plan, subtasks side by side, answer.
#[component]
pub fn Steps(
    /// Whose run.
    desk: HelpDesk,
) -> impl IntoView {
    let words = move || desk.lang.get().words();
    view! {
        <section class="steps" aria-label=move || words().work data-testid="steps">
            <h2>{move || words().work}</h2>
            <ol class="graph">
                {move || {
                    let progress = desk.progress.get();
                    let words = words();
                    view! {
                        {stage(words, words.plan, &progress.plan, "plan")}
                        <li class="fan">
                            <ol class="branches">
                                {progress
                                    .branches
                                    .iter()
                                    .map(|it| branch(words, it))
                                    .collect_view()}
                            </ol>
                        </li>
                        {stage(words, words.write, &progress.write, "write")}
                    }
                }}
            </ol>
            <p class="quiet-text" data-testid="spent">
                {move || {
                    let spent = desk.progress.with(|progress| progress.spent);
                    (spent.calls > 0).then(|| said_spent(desk.lang.get().tongue(), &spent))
                }}
            </p>
        </section>
    }
}

fn word(words: &'static Words, state: State) -> &'static str {
    match state {
        State::Waiting => words.waiting,
        State::Running => words.running,
        State::Done => words.done,
        State::Failed => words.failed,
    }
}

/// Tries if there are several, time and tokens once there are any.
fn cost(words: &'static Words, tries: u32, work: &Work) -> String {
    let mut cost = Vec::new();
    if tries > 1 {
        cost.push(format!("{tries} {}", words.tries));
    }
    if work.took > 0 {
        let tenths = work.took / 100;
        cost.push(format!("{}.{} s", tenths / 10, tenths % 10));
    }
    if work.tokens > 0 {
        cost.push(format!("{} {}", work.tokens, words.tokens));
    }
    cost.join(" · ")
}

fn stage(
    words: &'static Words,
    name: &'static str,
    work: &Work,
    id: &'static str,
) -> impl IntoView {
    view! {
        <li class="stage" data-node=id data-state=work.state.name()>
            <span class="dot" aria-hidden="true"></span>
            <span class="stage-name">{name}</span>
            <span class="visually-hidden">{word(words, work.state)}</span>
            <span class="cost">{cost(words, 1, work)}</span>
        </li>
    }
}

fn branch(words: &'static Words, branch: &Branch) -> impl IntoView {
    let names = [
        words.select_tools,
        words.execute_tools,
        words.create_subtask_answer,
        words.reflect_subtask,
    ];
    let nodes = branch.nodes.iter().zip(names).zip(NODES);
    let nodes = nodes.map(|((state, name), id)| {
        view! {
            <li class="node" data-node=id data-state=state.name()>
                <span class="dot" aria-hidden="true"></span>
                {name}
                <span class="visually-hidden">{word(words, *state)}</span>
            </li>
        }
    });
    view! {
        <li class="branch" data-testid="branch" data-state=branch.work.state.name()>
            <p class="branch-title" dir="auto">{branch.title.clone()}</p>
            <ol class="nodes">{nodes.collect_view()}</ol>
            <p class="cost">
                {cost(words, branch.tries, &branch.work)}
                <span class="visually-hidden">{word(words, branch.work.state)}</span>
            </p>
        </li>
    }
}
