//! The answer, with the places it rests on.

use kikitori_helpdesk::{AgentResult, Citation, Phase, Statement};
use leptos::html::Dialog;
use leptos::prelude::*;

use crate::desk::DeskPage;

/// The answer while it is written, and when it is there.
#[component]
pub fn Answer(
    /// Whose.
    desk: DeskPage,
) -> impl IntoView {
    let words = move || desk.lang.get().words();
    let opened = RwSignal::new(None::<Citation>);
    let result = Memo::new(move |_| match desk.phase.get() {
        Phase::Answered { result, .. } => Some(*result),
        _ => None,
    });
    let draft = move || desk.progress.with(|progress| progress.draft.clone());
    let is_shown = move || result.with(Option::is_some) || !draft().is_empty();
    view! {
        <section class="answer" aria-label=move || words().answer aria-live="polite" hidden=move || !is_shown()>
            <h2>{move || words().answer}</h2>
            {move || match result.get() {
                Some(result) => finished(desk, result, opened).into_any(),
                None => {
                    view! { <p class="draft" data-testid="draft" dir="auto" aria-live="off">{draft()}</p> }.into_any()
                }
            }}
        </section>
        <Source desk opened />
    }
}

fn finished(
    desk: DeskPage,
    result: AgentResult,
    opened: RwSignal<Option<Citation>>,
) -> impl IntoView {
    let words = desk.lang.get_untracked().words();
    let answer = result.answer;
    let is_empty = answer.statements.is_empty();
    let is_as_found = answer.ended_early.is_some();
    let mut number = 0;
    let statements = answer.statements.into_iter().map(|statement| {
        let first = number;
        number += statement.citations.len();
        said(desk, statement, first, opened)
    });
    let statements = statements.collect_view();
    let gaps = (!answer.gaps.is_empty()).then(|| {
        let gaps = answer.gaps.into_iter().map(|gap| {
            let reason = desk.lang.get_untracked().gap(gap.reason);
            view! { <li><span dir="auto">{gap.task_name}</span> " – " {reason}</li> }
        });
        view! {
            <div class="gaps" data-testid="gaps">
                <h3>{words.gaps}</h3>
                <ul>{gaps.collect_view()}</ul>
            </div>
        }
    });
    view! {
        <div data-testid="answer">
            {is_empty.then(|| view! { <p>{words.nothing}</p> })}
            {is_as_found.then(|| view! { <p class="quiet-text">{words.as_found}</p> })}
            {statements}
            {gaps}
        </div>
    }
}

/// Where a cited passage stands; its document, if it is under no heading.
fn place(desk: DeskPage, citation: &Citation) -> String {
    match citation.passage.headings.as_slice() {
        [] => desk.library.title(&citation.passage.document),
        headings => headings.join(" › "),
    }
}

fn said(
    desk: DeskPage,
    statement: Statement,
    first: usize,
    opened: RwSignal<Option<Citation>>,
) -> impl IntoView {
    let words = desk.lang.get_untracked().words();
    let has_source = !statement.citations.is_empty();
    let citations = statement.citations.into_iter().zip(first + 1..);
    let citations = citations.map(|(citation, number)| {
        let label = format!("{} {number}: {}", words.source, place(desk, &citation));
        view! {
            <button
                type="button"
                class="citation"
                data-testid="citation"
                aria-label=label.clone()
                title=label
                on:click=move |_| opened.set(Some(citation.clone()))
            >
                {number}
            </button>
        }
    });
    view! {
        <p class="statement" data-testid="statement">
            <span dir="auto">{statement.text}</span>
            " "
            {citations.collect_view()}
            {(!has_source).then(|| view! { <span class="no-source">{words.no_source}</span> })}
        </p>
    }
}

/// The passage that a citation names, with the sentence marked.
#[component]
fn Source(desk: DeskPage, opened: RwSignal<Option<Citation>>) -> impl IntoView {
    let words = move || desk.lang.get().words();
    let node = NodeRef::<Dialog>::new();
    Effect::new(move || {
        let Some(dialog) = node.get() else {
            return;
        };
        match (opened.with(Option::is_some), dialog.open()) {
            (true, false) => {
                // It fails only for a dialog that is open or not on the page.
                let _ = dialog.show_modal();
            }
            (false, true) => dialog.close(),
            _ => {}
        }
    });
    let passage = move || {
        let citation = opened.get()?;
        let text = &citation.passage.text;
        let part = |range: std::ops::Range<usize>| text.get(range).unwrap_or_default().to_owned();
        let sentence = citation.sentence.clone();
        let title = desk.library.title(&citation.passage.document);
        // Most documents begin with a heading that says what they are called.
        let headings = match citation.passage.headings.as_slice() {
            [first, rest @ ..] if *first == title => rest,
            headings => headings,
        };
        Some(view! {
            <p class="quiet-text" dir="auto">{title}</p>
            <h2 dir="auto">{headings.join(" › ")}</h2>
            <p class="passage" data-testid="passage" dir="auto">
                {part(0..sentence.start)}
                <mark>{part(sentence.clone())}</mark>
                {part(sentence.end..text.len())}
            </p>
        })
    };
    view! {
        <dialog
            class="source"
            node_ref=node
            aria-label=move || words().source
            on:close=move |_| opened.set(None)
        >
            {passage}
            <button type="button" class="button" data-testid="close-source" on:click=move |_| opened.set(None)>
                {move || words().close}
            </button>
        </dialog>
    }
}
