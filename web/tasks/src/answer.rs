//! What a chain came to: the answer with the tasks that it rests on, and after a stop what was done
//! and what was not.

use kikitori_parts::budget::spent;
use kikitori_parts::dom::find;
use kikitori_tasks::Phase;
use leptos::prelude::*;

use crate::details::undo;
use crate::tasks::TasksPage;
use crate::view::{Chain, Part, TaskState};
use crate::wording::{given, title};

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
        let draft = tasks.draft.get();
        is_writing.get().then(|| {
            let language = tasks.page.language.get();
            let tag = language.tag_of(&draft);
            let text = without_ids(&draft);
            view! {
                <p class="at-work">{tasks.messages().writing}</p>
                <p class="draft" data-testid="draft" dir="auto" lang=tag aria-live="off">{text}</p>
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
        }
    });
    let answer = chain
        .answer
        .as_ref()
        .map(|parts| answer(tasks, chain, parts));
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
        {changes(tasks, chain)}
        {used}
    }
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

fn answer(tasks: TasksPage, chain: &Chain, parts: &[Part]) -> impl IntoView + use<> {
    let (words, language) = (tasks.messages(), tasks.page.language.get());
    let text: String = parts
        .iter()
        .map(|it| match it {
            Part::Text(text) => text.as_str(),
            Part::Task(_) => "",
        })
        .collect();
    let tag = language.tag_of(&text);
    let lines = lines(parts).into_iter().map(|(is_item, parts)| {
        let parts = parts.into_iter().map(|part| match part {
            Part::Text(text) => text.into_any(),
            Part::Task(position) => citation(tasks, chain, position),
        });
        let parts = parts.collect_view();
        match is_item {
            true => view! { <p class="answer-item" dir="auto">{parts}</p> }.into_any(),
            false => view! { <p dir="auto">{parts}</p> }.into_any(),
        }
    });
    let unmentioned = (!chain.unmentioned.is_empty()).then(|| {
        let titles = chain.unmentioned.iter().filter_map(|it| chain.tasks.get(*it));
        let titles: Vec<String> = titles.map(|it| title(language, chain, it)).collect();
        view! { <p class="chain-notice" data-testid="unmentioned">{words.unmentioned} " " {titles.join("; ")}</p> }
    });
    view! {
        <section class="desk-answer" aria-label=words.answer>
            <div class="chain-answer" data-testid="answer" lang=tag>{lines.collect_view()}</div>
            {unmentioned}
        </section>
    }
}

/// The answer line by line, with whether a line is an item of a list.
fn lines(parts: &[Part]) -> Vec<(bool, Vec<Part>)> {
    let mut lines: Vec<(bool, Vec<Part>)> = vec![(false, Vec::new())];
    for part in parts {
        match part {
            Part::Task(_) => {
                if let Some((_, line)) = lines.last_mut() {
                    line.push(part.clone());
                }
            }
            Part::Text(text) => {
                for (at, piece) in text.split('\n').enumerate() {
                    if at > 0 {
                        lines.push((false, Vec::new()));
                    }
                    let Some((is_item, line)) = lines.last_mut() else {
                        continue;
                    };
                    let item = piece
                        .trim_start()
                        .strip_prefix("- ")
                        .or_else(|| piece.trim_start().strip_prefix("* "));
                    let piece = match item {
                        Some(item) if line.is_empty() => {
                            *is_item = true;
                            item
                        }
                        _ => piece,
                    };
                    if !piece.trim().is_empty() {
                        line.push(Part::Text(piece.replace("**", "")));
                    }
                }
            }
        }
    }
    lines.retain(|(_, line)| !line.is_empty());
    lines
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
                <li class="change" data-testid="change">
                    <span class="change-what">
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
