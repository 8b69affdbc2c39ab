//! The answer, with the places it rests on.

use kikitori_helpdesk::{AgentResult, Citation, Phase, Statement};
use leptos::html::Dialog;
use leptos::prelude::*;

use crate::desk::DeskPage;
use crate::messages::gaps::gap;
use crate::passage::passage;

/// The answer while it is written, and when it is there.
#[component]
pub fn Answer(
    /// Whose.
    desk: DeskPage,
) -> impl IntoView {
    let words = move || desk.messages();
    let opened = RwSignal::new(None::<Citation>);
    let result = Memo::new(move |_| match desk.phase.get() {
        Phase::Answered { result, .. } => Some(*result),
        _ => None,
    });
    let draft = move || desk.progress.with(|progress| progress.draft.clone());
    let is_shown = move || result.with(Option::is_some) || !draft().is_empty();
    view! {
        <section class="desk-answer" aria-label=move || words().answer aria-live="polite" hidden=move || !is_shown()>
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
    let words = desk.messages_now();
    let answer = result.answer;
    let is_empty = answer.statements.is_empty();
    let is_as_found = answer.ended_early.is_some();
    // A passage has one number, however many statements rest on it.
    let mut cited: Vec<String> = Vec::new();
    let statements = answer.statements.into_iter().map(|statement| {
        let numbers = statement.citations.iter().map(|citation| {
            let id = citation.passage.id();
            let place = cited.iter().position(|it| *it == id);
            place.unwrap_or_else(|| {
                cited.push(id);
                cited.len() - 1
            }) + 1
        });
        let numbers: Vec<usize> = numbers.collect();
        said(desk, statement, numbers, opened)
    });
    let statements = statements.collect_view();
    let gaps = (!answer.gaps.is_empty()).then(|| {
        let gaps = answer.gaps.into_iter().map(|it| {
            let reason = gap(desk.page.language.get_untracked(), it.reason);
            let missing = (!it.missing.is_empty()).then(|| {
                view! { " " {words.missing} " " <span dir="auto">{it.missing}</span> }
            });
            let searched = (!it.searched.is_empty()).then(|| {
                view! {
                    <p class="quiet-text">
                        {words.searched_for} " " <span dir="auto">{it.searched.join(" · ")}</span>
                    </p>
                }
            });
            view! { <li><span dir="auto">{it.task_name}</span> " – " {reason} {missing} {searched}</li> }
        });
        view! {
            <div class="gaps" data-testid="gaps">
                <h3>{words.gaps}</h3>
                <ul>{gaps.collect_view()}</ul>
            </div>
        }
    });
    view! {
        <p class="quiet-text asked" dir="auto">{result.question}</p>
        <div data-testid="answer">
            {is_empty.then(|| view! { <p>{words.nothing}</p> })}
            {is_as_found.then(|| view! { <p class="quiet-text">{words.as_found}</p> })}
            {statements}
            {gaps}
        </div>
    }
}

/// Where a cited passage stands; its document and which passage of it, if it is under no heading.
fn place(desk: DeskPage, citation: &Citation) -> String {
    let passage = &citation.passage;
    match passage.headings.as_slice() {
        [] => format!(
            "{} › {}",
            desk.library.title(&passage.document),
            passage.number.saturating_add(1)
        ),
        headings => headings.join(" › "),
    }
}

fn said(
    desk: DeskPage,
    statement: Statement,
    numbers: Vec<usize>,
    opened: RwSignal<Option<Citation>>,
) -> impl IntoView {
    let words = desk.messages_now();
    let lacks_source = statement.citations.is_empty() && !statement.says_only_what_is_missing;
    let figures = (!statement.figures_not_found.is_empty()).then(|| {
        let figures = statement.figures_not_found.join(", ");
        format!("{} {figures}", words.not_in_source)
    });
    let citations = statement.citations.into_iter().zip(numbers);
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
    let mut citations = citations.collect::<Vec<_>>().into_iter();
    let first = citations.next();
    let (text, last_word) = before_last_word(&statement.text);
    view! {
        <p class="statement" data-testid="statement" dir="auto">
            {text.to_owned()}
            <span class="together">{last_word.to_owned()} " " {first}</span>
            {citations.collect_view()}
            {lacks_source.then(|| view! { <span class="no-source">{words.no_source}</span> })}
            {figures.map(|figures| view! { " " <span class="not-in-source">{figures}</span> })}
        </p>
    }
}

/// A text before its last word, and that word; a few letters of one that is too long to be kept on
/// one line, as all are where words are not parted.
fn before_last_word(text: &str) -> (&str, &str) {
    const LONGEST: usize = 12;
    const FEW: usize = 3;
    let last = |letters: usize| {
        let mut ends = text.char_indices().rev();
        ends.nth(letters - 1).map_or(0, |(at, _)| at)
    };
    let word = text
        .char_indices()
        .rfind(|(_, letter)| letter.is_whitespace());
    let word = word.map_or(0, |(at, letter)| at + letter.len_utf8());
    let at = if word >= last(LONGEST) {
        word
    } else {
        last(FEW)
    };
    text.split_at_checked(at).unwrap_or((text, ""))
}

/// The passage that a citation names, with the sentence marked.
#[component]
fn Source(desk: DeskPage, opened: RwSignal<Option<Citation>>) -> impl IntoView {
    let words = move || desk.messages();
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
    let opened_passage = move || {
        let citation = opened.get()?;
        let title = desk.library.title(&citation.passage.document);
        // Most documents begin with a heading that says what they are called.
        let headings = match citation.passage.headings.as_slice() {
            [first, rest @ ..] if *first == title => rest,
            headings => headings,
        };
        let heading = (!headings.is_empty()).then(|| headings.join(" › "));
        Some(view! {
            <p class="quiet-text" dir="auto">{title}</p>
            {heading.map(|heading| view! { <h2 dir="auto">{heading}</h2> })}
            {passage(&citation.passage.text, &citation.marks)}
        })
    };
    view! {
        <dialog
            class="source"
            node_ref=node
            aria-label=move || words().source
            on:close=move |_| opened.set(None)
        >
            {opened_passage}
            <button type="button" class="button" data-testid="close-source" on:click=move |_| opened.set(None)>
                {move || desk.page.messages().close}
            </button>
        </dialog>
    }
}
