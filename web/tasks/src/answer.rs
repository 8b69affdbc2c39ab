//! What a chain came to: the answer with the tasks that it rests on, and after a stop what was done
//! and what was not.

use kikitori_parts::components::formatted::{Piece, draft_view, formatted_view, markdown_reader};
use kikitori_parts::components::icons::{Icon, icon};
use kikitori_parts::dom::find;
use kikitori_parts::messages::budget::spent;
use kikitori_parts::part::{bare, on_demand};
use kikitori_tasks::controller::ControllerPhase;
use kikitori_tasks::{AnswerPart, Command, Phase, answer_parts};
use leptos::prelude::*;

use crate::details::undo;
use crate::messages::task::{given, title};
use crate::tasks::TasksPage;
use crate::view::{Chain, TaskState};

/// The answer while it is written, and what everything came to in the end.
#[component]
pub fn Outcome(
    /// Whose.
    tasks: TasksPage,
) -> impl IntoView {
    let ended = Memo::new(move |_| {
        tasks.chain.with(|chain| {
            chain
                .as_ref()
                .filter(|it| matches!(it.phase, Phase::Done | Phase::Cancelled))
                .cloned()
        })
    });
    let is_writing = Memo::new(move |_| {
        tasks.chain.with(|chain| {
            chain
                .as_ref()
                .is_some_and(|it| it.phase == Phase::Answering)
        })
    });
    let draft = move || {
        let so_far = Signal::derive(move || tasks.draft.with(|it| without_ids(it)));
        is_writing.get().then(|| {
            view! {
                <p class="at-work">{tasks.messages().writing}</p>
                {draft_view(tasks.page, so_far)}
            }
        })
    };
    view! {
        {draft}
        {move || ended.get().map(|chain| outcome(tasks, &chain))}
    }
}

/// A draft without the ids of tasks in it, which become numbers in the end.
fn without_ids(draft: &str) -> String {
    let mut text = String::new();
    let mut rest = draft;
    while let Some((before, behind)) = rest.split_once('[') {
        text.push_str(before.trim_end_matches(' '));
        rest = behind.split_once(']').map_or("", |(_, behind)| behind);
    }
    text.push_str(rest);
    text
}

fn outcome(tasks: TasksPage, chain: &Chain) -> impl IntoView + use<> {
    let words = tasks.messages();
    let stopped = (chain.phase == Phase::Cancelled).then(|| {
        view! {
            <p class="chain-notice" data-testid="stopped">{words.cancelled}</p>
            {done_and_not_done(tasks, chain)}
            {ways_on(tasks, chain)}
        }
    });
    let answer = chain.answer.is_some().then(|| answer(tasks, chain));
    let used = (chain.spent.calls > 0).then(|| {
        view! {
            <details class="steps-spent">
                <summary>{tasks.page.messages().details}</summary>
                <p class="quiet-text" data-testid="spent">{spent(tasks.page.language.get(), &chain.spent)}</p>
            </details>
        }
    });
    view! {
        {stopped}
        {answer}
        {taken_back(tasks, chain)}
        {changes(tasks, chain)}
        {used}
    }
}

/// The ways on from a stop: what was cut off is done after all, or an answer is written of the rest.
fn ways_on(tasks: TasksPage, chain: &Chain) -> Option<AnyView> {
    let is_elsewhere = tasks
        .phase
        .with(|it| matches!(it, ControllerPhase::Blocked(_)));
    let (can_go_on, can_answer) = (chain.can_be_reopened, chain.can_be_answered);
    if is_elsewhere || !(can_go_on || can_answer) {
        return None;
    }
    let words = tasks.messages();
    let go_on = move |_| tasks.command(Command::Resume);
    let write = move |_| tasks.command(Command::Retry);
    let go_on = can_go_on.then(|| {
        view! {
            <button type="button" class="button" data-testid="reopen" on:click=go_on>
                {icon(Icon::Continue)}
                {words.resume}
            </button>
        }
    });
    let write = can_answer.then(|| {
        view! {
            <button type="button" class="button" data-testid="write-answer" on:click=write>
                {words.write_answer}
            </button>
        }
    });
    Some(view! { <p class="row">{go_on} {write}</p> }.into_any())
}

fn names(tasks: TasksPage, chain: &Chain, is_it: impl Fn(&TaskState) -> bool) -> AnyView {
    let language = tasks.page.language.get();
    let found = chain.tasks.iter().filter(|it| is_it(&it.state));
    let items: Vec<_> = found
        .map(|it| view! { <li dir="auto">{title(language, chain, it)}</li> })
        .collect();
    match items.is_empty() {
        true => view! { <p class="quiet-text">{tasks.messages().nothing}</p> }.into_any(),
        false => view! { <ul class="task-list">{items}</ul> }.into_any(),
    }
}

fn done_and_not_done(tasks: TasksPage, chain: &Chain) -> Option<AnyView> {
    if chain.tasks.is_empty() {
        return None;
    }
    let words = tasks.messages();
    let view = view! {
        <div class="done-and-not">
            <div data-testid="was-done-list">
                <h3>{words.was_done}</h3>
                {names(tasks, chain, |it| matches!(it, TaskState::Done(_)))}
            </div>
            <div data-testid="not-done-list">
                <h3>{words.was_not_done}</h3>
                {names(tasks, chain, |it| !matches!(it, TaskState::Done(_)))}
            </div>
        </div>
    };
    Some(view.into_any())
}

fn answer(tasks: TasksPage, chain: &Chain) -> impl IntoView + use<> {
    let (words, language) = (tasks.messages(), tasks.page.language.get());
    let unmentioned = (!chain.unmentioned.is_empty()).then(|| {
        let titles = chain.unmentioned.iter().filter_map(|it| chain.tasks.get(*it));
        let titles: Vec<String> = titles.map(|it| title(language, chain, it)).collect();
        view! { <p class="chain-notice" data-testid="unmentioned">{words.unmentioned} " " {titles.join("; ")}</p> }
    });
    let shown = chain.clone();
    let said = on_demand(markdown_reader, bare, move |read| {
        let text = shown.answer.as_deref().unwrap_or_default();
        let cited = &mut |text: &str| pieces(tasks, &shown, text);
        let tag = tasks.page.language.get_untracked().tag_of(text);
        let text = formatted_view(tasks.page, &read(text), cited);
        view! { <div class="chain-answer formatted" data-testid="answer" lang=tag>{text}</div> }
            .into_any()
    });
    view! {
        <section class="desk-answer" tabindex="-1" aria-label=words.answer>
            {said}
            {unmentioned}
        </section>
    }
}

/// A text with buttons for the tasks that it rests on.
fn pieces(tasks: TasksPage, chain: &Chain, text: &str) -> Vec<Piece> {
    let parts = tasks.state.with_value(|state| {
        let executor = state.as_ref().and_then(|it| it.executor.as_ref());
        executor.map(|it| answer_parts(text, it))
    });
    // A request that came to no plan is answered without tasks.
    let parts = parts.unwrap_or_else(|| vec![AnswerPart::Text(text.to_owned())]);
    let parts = parts.into_iter().filter_map(|part| match part {
        AnswerPart::Text(text) => Some(Piece::Text(text)),
        AnswerPart::Citation(id) => {
            let position = chain.tasks.iter().position(|it| it.id == id.as_str())?;
            Some(Piece::View(citation(tasks, chain, position)))
        }
    });
    parts.collect()
}

/// The answer says what was done; what of it the person has taken back since is said beside it.
fn taken_back(tasks: TasksPage, chain: &Chain) -> impl IntoView + use<> {
    let chain = chain.clone();
    move || {
        let language = tasks.page.language.get();
        let undone = chain.tasks.iter();
        let undone = undone.filter(|it| tasks.is_undone(&it.key) == Some(true));
        let titles: Vec<String> = undone.map(|it| title(language, &chain, it)).collect();
        (!titles.is_empty()).then(|| {
            view! {
                <p class="chain-notice" data-testid="taken-back" dir="auto">
                    {tasks.messages().taken_back} " " {titles.join("; ")}
                </p>
            }
        })
    }
}

fn citation(tasks: TasksPage, chain: &Chain, position: usize) -> AnyView {
    let (words, language) = (tasks.messages(), tasks.page.language.get());
    let name = chain
        .tasks
        .get(position)
        .map(|it| title(language, chain, it));
    let title = format!("{} {}", words.rests_on, name.unwrap_or_default());
    // Who speaks to the page says what they see: the number.
    let number = chain.number(position);
    let label = format!("{number} {title}");
    let show = move |_| {
        tasks.marked.set(Some(position));
        request_animation_frame(move || {
            if let Some(node) = find(&format!("#task-node-{position}")) {
                node.scroll_into_view();
                // It cannot fail for an element of the page.
                let _ = node.focus();
            }
        });
    };
    view! {
        <button
            type="button"
            class="citation"
            data-testid="citation"
            lang=language.tag()
            aria-label=label
            title=title
            on:click=show
        >
            {number}
        </button>
    }
    .into_any()
}

/// What tasks changed, each with the way back.
fn changes(tasks: TasksPage, chain: &Chain) -> Option<AnyView> {
    let language = tasks.page.language.get();
    let changed = chain
        .tasks
        .iter()
        .filter(|it| it.is_changing && matches!(it.state, TaskState::Done(_)));
    let items: Vec<_> = changed
        .map(|task| {
            view! {
                <li class="done-change" data-testid="change">
                    <span class="done-change-what">
                        <span dir="auto">{title(language, chain, task)}</span>
                        {given(language, chain, task).map(|it| view! { <span class="quiet-text" dir="auto">{it}</span> })}
                    </span>
                    {undo(tasks, task)}
                </li>
            }
        })
        .collect();
    if items.is_empty() {
        return None;
    }
    let view = view! {
        <div class="changes">
            <h3>{tasks.messages().changed}</h3>
            <ul>{items}</ul>
        </div>
    };
    Some(view.into_any())
}
