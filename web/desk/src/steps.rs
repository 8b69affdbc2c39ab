//! The graph at work, as a picture that is also readable as text.

use kikitori_helpdesk::{NodeProgress, NodeState, Phase, SubtaskPhase, SubtaskProgress};
use kikitori_parts::Language;
use kikitori_parts::budget::spent as said_spent;
use leptos::prelude::*;

use crate::desk::DeskPage;
use crate::messages::Messages;
use crate::messages::gaps::gap;

/// Plan, subtasks side by side, answer.
#[component]
pub fn Steps(
    /// Whose run.
    desk: DeskPage,
) -> impl IntoView {
    let words = move || desk.messages();
    view! {
        <section class="steps" aria-label=move || words().work data-testid="steps">
            <h2>
                {move || match desk.phase.with(|phase| matches!(phase, Phase::Answered { .. })) {
                    true => words().worked,
                    false => words().work,
                }}
            </h2>
            <ol class="graph">
                {move || {
                    let progress = desk.progress.get();
                    let words = words();
                    view! {
                        {stage(words, words.plan, &progress.plan, "plan")}
                        <li class="fan">
                            <ol class="branches">
                                {progress
                                    .subtasks
                                    .iter()
                                    .map(|it| branch(desk.page.language.get(), it))
                                    .collect_view()}
                            </ol>
                        </li>
                        {stage(words, words.write, &progress.answer, "write")}
                    }
                }}
            </ol>
            <p class="quiet-text" data-testid="spent">
                {move || {
                    let spent = desk.progress.with(|progress| progress.usage);
                    (spent.calls > 0).then(|| said_spent(desk.page.language.get(), &spent))
                }}
            </p>
        </section>
    }
}

fn word(words: &'static Messages, state: NodeState) -> &'static str {
    match state {
        NodeState::Waiting => words.waiting,
        NodeState::Running => words.running,
        NodeState::Done => words.done,
        NodeState::NotFound => words.not_found,
        NodeState::Failed => words.failed,
    }
}

/// Tries if there are several, time and tokens once there are any.
fn cost(words: &'static Messages, tries: u32, work: &NodeProgress) -> String {
    let mut cost = Vec::new();
    if tries > 1 {
        cost.push(format!("{tries} {}", words.tries));
    }
    if work.duration > 0 {
        let tenths = work.duration / 100;
        cost.push(format!("{}.{} s", tenths / 10, tenths % 10));
    }
    if work.tokens > 0 {
        cost.push(format!("{} {}", work.tokens, words.tokens));
    }
    cost.join(" · ")
}

fn stage(
    words: &'static Messages,
    name: &'static str,
    work: &NodeProgress,
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

fn branch(language: Language, subtask: &SubtaskProgress) -> impl IntoView {
    let words = Messages::of(language);
    let problem = subtask.problem.map(|reason| gap(language, reason));
    let name = |phase| match phase {
        SubtaskPhase::SelectTools => words.select_tools,
        SubtaskPhase::ExecuteTools => words.execute_tools,
        SubtaskPhase::CreateSubtaskAnswer => words.create_subtask_answer,
        SubtaskPhase::ReflectSubtask => words.reflect_subtask,
    };
    let phases = subtask.phases.iter().zip(SubtaskPhase::ALL);
    let phases = phases.map(|(state, phase)| {
        view! {
            <li class="node" data-node=phase.key() data-state=state.name()>
                <span class="dot" aria-hidden="true"></span>
                {name(phase)}
                <span class="visually-hidden">{word(words, *state)}</span>
            </li>
        }
    });
    let whole = &subtask.whole;
    view! {
        <li class="branch" data-testid="branch" data-state=whole.state.name()>
            <p class="branch-title" dir="auto">{subtask.title.clone()}</p>
            <ol class="nodes">{phases.collect_view()}</ol>
            {problem.map(|problem| view! { <p class="quiet-text">{problem}</p> })}
            <p class="cost">
                {cost(words, subtask.challenges, whole)}
                <span class="visually-hidden">{word(words, whole.state)}</span>
            </p>
        </li>
    }
}
