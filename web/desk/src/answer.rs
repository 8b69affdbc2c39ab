//! The answer, with the places it rests on.

use kikitori_helpdesk::{AgentResult, Citation, Phase, Statement};
use kikitori_parts::components::icons::{Icon, Mark, icon, mark};
use kikitori_parts::components::sheet::Sheet;
use kikitori_parts::signals::set_if_new;
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
    let language = move || desk.page.language.get();
    let draft = move || desk.progress.with(|progress| progress.draft.clone());
    let has_draft = Memo::new(move |_| desk.progress.with(|it| !it.draft.is_empty()));
    let is_working = Memo::new(move |_| desk.phase.with(|it| *it == Phase::Working));
    let asked = move || desk.asked.get();
    // Its place is there from the beginning, so that what stands below it stays where it is.
    let is_shown = move || desk.has_question() && !asked().is_empty();
    let title = move || match result.with(Option::is_some) || has_draft.get() || is_working.get() {
        true => words().answer,
        false => words().question_label,
    };
    let told = move || {
        match result.get() {
        Some(result) => {
            // What the page says of it follows its language.
            desk.page.language.track();
            finished(desk, result, opened).into_any()
        }
        None if has_draft.get() => {
            view! { <p class="draft" data-testid="draft" dir="auto" lang=move || language().tag_of(&draft()) aria-live="off">{draft}</p> }.into_any()
        }
        None if is_working.get() => {
            view! { <p class="quiet-text answer-waits">{mark(Mark::Working)} {words().looking_up}</p> }.into_any()
        }
        None => ().into_any(),
    }
    };
    view! {
        <section class="desk-answer" aria-label=title hidden=move || !is_shown()>
            <h2 id="answer-title" tabindex="-1">{title}</h2>
            <p class="asked" dir="auto" lang=move || language().tag_of(&asked())>{asked}</p>
            <div class="desk-told" aria-live="polite">{told}</div>
        </section>
        <Source desk opened />
    }
}

fn finished(
    desk: DeskPage,
    result: AgentResult,
    opened: RwSignal<Option<Citation>>,
) -> impl IntoView {
    let (words, language) = (desk.messages_now(), desk.page.language.get_untracked());
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
            let reason = gap(language, it.reason);
            let missing = (!it.missing.is_empty()).then(|| {
                let tag = language.tag_of(&it.missing);
                view! { " " {words.missing} " " <span dir="auto" lang=tag>{it.missing.clone()}</span> }
            });
            let searched = (!it.searched.is_empty()).then(|| {
                view! {
                    <p class="quiet-text">
                        {words.searched_for} " " <span dir="auto">{it.searched.join(" · ")}</span>
                    </p>
                }
            });
            view! { <li><span dir="auto" lang=language.tag_of(&it.task_name)>{it.task_name.clone()}</span> " – " {reason} {missing} {searched}</li> }
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
    // What the page says of a statement is in its own language.
    let tag = desk.page.language.get_untracked().tag();
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
                aria-haspopup="dialog"
                lang=tag
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
    let language = desk.page.language.get_untracked().tag_of(&statement.text);
    view! {
        <p class="statement" data-testid="statement" dir="auto" lang=language>
            {text.to_owned()}
            <span class="together">{last_word.to_owned()} " " {first}</span>
            {citations.collect_view()}
            {lacks_source.then(|| view! { <span class="no-source" lang=tag>{words.no_source}</span> })}
            {figures.map(|figures| view! { " " <span class="not-in-source" lang=tag>{figures}</span> })}
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

/// The passage that a citation names, with what the statement rests on marked.
#[component]
fn Source(desk: DeskPage, opened: RwSignal<Option<Citation>>) -> impl IntoView {
    let open = RwSignal::new(false);
    Effect::new(move || {
        if opened.with(Option::is_some) {
            open.set(true);
        }
    });
    Effect::new(move || {
        if !open.get() {
            set_if_new(opened, None);
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
        let language = desk.page.language.get();
        let tag = match desk.library.language(&citation.passage.document) {
            Some(tag) => language.unless_same(Some(tag)),
            None => language.tag_of(&citation.passage.text).map(str::to_owned),
        };
        Some(view! {
            <div lang=tag>
                <p class="document-title" dir="auto">{icon(Icon::Document)} {title}</p>
                {heading.map(|heading| view! { <h2 dir="auto">{heading}</h2> })}
                {passage(&citation.passage.text, &citation.marks)}
            </div>
        })
    };
    view! {
        <Sheet
            open
            is_small=true
            close_id="close-source"
            label=Signal::derive(move || desk.messages().source)
        >
            {opened_passage}
        </Sheet>
    }
}
