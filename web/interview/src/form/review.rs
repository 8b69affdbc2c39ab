//! All answers at once, before the form is sent.

use kikitori_browser::StoreKind;
use kikitori_form::file::Submit;
use kikitori_interview::Speaker;
use leptos::prelude::*;

use super::answers::Answers;
use super::delivery::host;
use super::details::Details;
use super::foreign::with_foreign;
use super::messages::{messages, phrases};
use crate::components::choices::Suggestions;
use crate::components::composer::Composer;
use crate::components::conversation::turn;
use crate::components::trouble::Trouble;
use crate::session::{Phase, Session, Turn};

/// The review screen.
#[component]
pub fn Review(
    /// The session.
    session: Session,
) -> impl IntoView {
    let page = session.page;
    let submit = session.form_file.get_untracked().submit.clone();
    let submit = StoredValue::new(submit);
    // Only a button that sends bears the word for it that the form brings.
    let own_label = move || Some(session.form.get().submit_label).filter(|label| !label.is_empty());
    let label = move || {
        let language = page.language.get();
        submit.with_value(|submit| match submit {
            None | Some(Submit::Download(_)) if !page.hands_over() => {
                messages(page).confirm.to_owned()
            }
            Some(Submit::Post(to)) => {
                own_label().unwrap_or_else(|| phrases::send_to(language, host(&to.url.0)))
            }
            None | Some(Submit::Download(_) | Submit::HostEvent(_)) => {
                own_label().unwrap_or_else(|| messages(page).hand_over_label.to_owned())
            }
        })
    };
    let means = move || {
        let language = page.language.get();
        submit.with_value(|submit| match submit {
            None | Some(Submit::Download(_)) if !page.hands_over() => {
                messages(page).confirm_means.to_owned()
            }
            Some(Submit::Post(to)) => phrases::send_means(language, host(&to.url.0)),
            None | Some(Submit::Download(_) | Submit::HostEvent(_)) => {
                messages(page).hand_over_means.to_owned()
            }
        })
    };
    // What is said after the last answer is said here: the conversation is left.
    let is_theirs = |turn: &&Turn| turn.speaker == Speaker::Respondent;
    let corrected_before = session.turns.with_untracked(|turns| {
        let last = turns.iter().rfind(is_theirs)?.index;
        let is_of_here = session.said_on_review.get_value() == Some(last);
        let place = turns.iter().position(|turn| turn.index == last);
        place.filter(|_| is_of_here)
    });
    if corrected_before.is_some() {
        page.show_end_soon(".correct");
    }
    let said_before = corrected_before.unwrap_or_else(|| session.turns.with_untracked(Vec::len));
    let last_word = move || {
        let last = said_before.checked_sub(1);
        let said = session.turns.with(|turns| turns.get(last?).cloned());
        // Before something that was put in by hand there was a question, which is no last word; and what is
        // said since may have made another of it.
        let is_last = session.turns.with(Vec::len) <= said_before;
        let said = said
            .filter(|turn| turn.speaker == Speaker::Assistant && is_last && !session.by_hand.get());
        said.map(|turn| {
            view! {
                <p class="lead" data-testid="last-word" dir="auto" lang=session.language.get()>
                    {turn.text}
                </p>
            }
        })
    };
    // The reply stands at the foot of a long page, and so does what it gives back.
    Effect::new(move |before: Option<usize>| {
        let count = session.turns.with(Vec::len);
        let theirs = session.turns.with(|turns| {
            let mut said = turns.iter().skip(said_before);
            said.rfind(is_theirs).map(|turn| turn.index)
        });
        if theirs.is_some() {
            session.said_on_review.set_value(theirs);
        }
        let is_reply = session.turns.with(|turns| {
            turns
                .last()
                .is_some_and(|it| it.speaker == Speaker::Assistant)
        });
        if is_reply && before.is_some_and(|before| before < count) && count > said_before {
            page.show_end_soon(".correct");
        }
        count
    });
    // What is corrected here is answered here.
    let said_here = move || {
        let turns = session.turns.get().into_iter();
        turns.skip(said_before).collect::<Vec<_>>()
    };
    // What was begun before the last question was passed over came along, and stands far below.
    let came_along = Memo::new(move |before: Option<&bool>| {
        let is_there = session.text.with(|text| !text.trim().is_empty());
        is_there && before.is_none_or(|came_along| *came_along)
    });
    let unsent = move || {
        came_along.get().then(|| {
            view! {
                <p class="notice" data-testid="not-sent-yet">{messages(page).not_sent_yet}</p>
            }
        })
    };
    let blocking = move || {
        let labels = session.blocking.get();
        (!labels.is_empty()).then(|| {
            let language = page.language.get();
            let are_kept = page.store_kind.get() != Some(StoreKind::Memory);
            let told = |labels: &str| phrases::cannot_send(language, labels, are_kept);
            let labels = phrases::named(language, &labels);
            let text = with_foreign(told, labels, session.form_language());
            view! { <p class="notice" data-testid="blocking">{text}</p> }
        })
    };
    // The button that they keep from working stands far below.
    let needed = move || {
        let labels = session.blocking.get();
        (!labels.is_empty()).then(|| {
            let language = page.language.get();
            let told = |labels: &str| phrases::still_needed(language, labels);
            let labels = phrases::named(language, &labels);
            let text = with_foreign(told, labels, session.form_language());
            view! { <p class="notice" data-testid="still-needed">{text}</p> }
        })
    };
    let may_confirm = move || {
        let is_open = session.phase.with(|phase| *phase == Phase::Confirm);
        is_open && session.blocking.with(Vec::is_empty)
    };
    // What keeps the button from working otherwise is said by who tells of it.
    let is_writing = move || {
        let phase = session.phase;
        phase.with(|phase| matches!(phase, Phase::Thinking(_)))
    };
    let waits = move || {
        is_writing().then(|| {
            view! {
                <p class="quiet-text" id="confirm-waits" data-testid="confirm-waits">
                    {move || messages(page).confirm_waits}
                </p>
            }
        })
    };
    view! {
        <div class="sheet-page">
            <p class="over-title" dir="auto" lang=move || session.form_language()>
                {move || session.form.get().title}
            </p>
            <h1 tabindex="-1">{move || messages(page).review_title}</h1>
            {last_word}
            <p class="lead">{move || messages(page).review_text}</p>
            {needed}
            <Answers session can_change=true />
            <section class="correct" aria-label=move || messages(page).correct_label>
                <ol class="turns" data-testid="said-here">
                    <For each=said_here key=|said| (said.index, said.at) children=move |said| turn(session, said) />
                </ol>
                <Suggestions session after=said_before />
                {unsent}
                <Composer session label=Signal::derive(move || messages(page).correct_label) />
            </section>
            <Details session can_change=true />
            <Trouble session />
            {blocking}
            <p class="quiet-text" data-testid="send-means">{means}</p>
            <button
                type="button"
                class="button primary large"
                data-testid="confirm"
                // Not disabled, which would take the focus away from it.
                aria-disabled=move || (!may_confirm()).to_string()
                aria-describedby=move || is_writing().then_some("confirm-waits")
                on:click=move |_| {
                    if may_confirm() {
                        session.confirm();
                    }
                }
            >
                {label}
            </button>
            {waits}
        </div>
    }
}
