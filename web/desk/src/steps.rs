//! The graph at work, as a picture that is also readable as text.

use kikitori_helpdesk::{NodeProgress, NodeState, Phase, SubtaskPhase, SubtaskProgress};
use kikitori_parts::Language;
use kikitori_parts::components::icons::{Icon, Mark, icon, mark};
use kikitori_parts::messages::budget::spent as said_spent;
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
    // So many stand side by side.
    let is_abreast = move || desk.progress.with(|progress| progress.subtasks.len() <= 3);
    view! {
        <section class="steps" aria-label=move || words().work data-testid="steps">
            <h2>
                {move || match desk.phase.with(|phase| matches!(phase, Phase::Answered { .. })) {
                    true => words().worked,
                    false => words().work,
                }}
            </h2>
            <ol class="graph" class:abreast=is_abreast>
                {move || {
                    let (progress, words) = (desk.progress.get(), words());
                    // The question itself stands above already.
                    let asked = desk.asked.get();
                    let is_said = |it: &SubtaskProgress| it.title.trim() == asked.trim();
                    view! {
                        {stage(words, Icon::Plan, words.plan, &progress.plan, "plan")}
                        <li class="fan">
                            <ol class="branches">
                                {progress
                                    .subtasks
                                    .iter()
                                    .map(|it| branch(desk.page.language.get(), it, is_said(it)))
                                    .collect_view()}
                            </ol>
                        </li>
                        {stage(words, Icon::Answer, words.write, &progress.answer, "write")}
                    }
                }}
            </ol>
            {move || spent(desk)}
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

fn drawn(state: NodeState) -> AnyView {
    mark(match state {
        NodeState::Waiting => Mark::Waiting,
        NodeState::Running => Mark::Working,
        NodeState::Done => Mark::Done,
        NodeState::NotFound => Mark::Without,
        NodeState::Failed => Mark::Failed,
    })
}

/// Tries if there are several, and time once there is any.
fn cost(words: &'static Messages, tries: u32, work: &NodeProgress) -> String {
    let mut cost = Vec::new();
    if tries > 1 {
        cost.push(format!("{tries} {}", words.tries));
    }
    if work.duration > 0 {
        let tenths = work.duration / 100;
        cost.push(format!("{}.{} {}", tenths / 10, tenths % 10, words.seconds));
    }
    cost.join(" · ")
}

/// What the run used of the model, for who wants to know: all of it, and each step's tokens.
fn spent(desk: DeskPage) -> Option<AnyView> {
    let (words, language) = (desk.messages(), desk.page.language.get());
    let progress = desk.progress.get();
    if progress.usage.calls == 0 {
        return None;
    }
    let plan = (words.plan.to_owned(), None, progress.plan.tokens);
    let answer = (words.write.to_owned(), None, progress.answer.tokens);
    let subtasks = progress.subtasks.iter().map(|subtask| {
        let title = subtask.title.clone();
        let tag = language.tag_of(&title);
        (title, tag, subtask.whole.tokens)
    });
    let steps = [plan].into_iter().chain(subtasks).chain([answer]);
    let rows = steps.filter(|(.., tokens)| *tokens > 0);
    let rows = rows.map(|(name, tag, tokens)| {
        view! {
            <div>
                <dt dir="auto" lang=tag>{name}</dt>
                <dd>{format!("{tokens} {}", words.tokens)}</dd>
            </div>
        }
    });
    let view = view! {
        <details class="steps-spent">
            <summary>{desk.page.messages().details}</summary>
            <p class="quiet-text" data-testid="spent">{said_spent(language, &progress.usage)}</p>
            <dl class="facts">{rows.collect_view()}</dl>
        </details>
    };
    Some(view.into_any())
}

fn stage(
    words: &'static Messages,
    drawing: Icon,
    name: &'static str,
    work: &NodeProgress,
    id: &'static str,
) -> impl IntoView + use<> {
    view! {
        <li class="stage" data-node=id data-state=work.state.name()>
            {icon(drawing)}
            <span class="stage-name">{name}</span>
            {drawn(work.state)}
            <span class="visually-hidden">{word(words, work.state)}</span>
            <span class="cost">{cost(words, 1, work)}</span>
        </li>
    }
}

fn branch(language: Language, subtask: &SubtaskProgress, is_said: bool) -> impl IntoView + use<> {
    let words = Messages::of(language);
    let problem = subtask.problem.map(|reason| gap(language, reason));
    let named = |phase| match phase {
        SubtaskPhase::SelectTools => (Icon::Words, words.select_tools),
        SubtaskPhase::ExecuteTools => (Icon::Search, words.execute_tools),
        SubtaskPhase::CreateSubtaskAnswer => (Icon::Answer, words.create_subtask_answer),
        SubtaskPhase::ReflectSubtask => (Icon::Reflect, words.reflect_subtask),
    };
    let phases = subtask.phases.iter().zip(SubtaskPhase::ALL);
    let phases = phases.map(|(state, phase)| {
        let (drawing, name) = named(phase);
        view! {
            <li class="node" data-node=phase.key() data-state=state.name()>
                {icon(drawing)}
                <span>{name}</span>
                {drawn(*state)}
                <span class="visually-hidden">{word(words, *state)}</span>
            </li>
        }
    });
    let whole = &subtask.whole;
    view! {
        <li class="branch" data-testid="branch" data-state=whole.state.name()>
            <p class="branch-title" class:visually-hidden=is_said dir="auto" lang=language.tag_of(&subtask.title)>
                {subtask.title.clone()}
            </p>
            <ol class="nodes">{phases.collect_view()}</ol>
            {problem.map(|problem| view! { <p class="quiet-text">{problem}</p> })}
            <p class="cost">
                {cost(words, subtask.challenges, whole)}
                <span class="visually-hidden">{word(words, whole.state)}</span>
            </p>
        </li>
    }
}
