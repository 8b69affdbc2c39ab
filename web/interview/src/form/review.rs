//! All answers at once, before the form is sent.

use kikitori_interview::Speaker;
use leptos::prelude::*;

use super::answers::{Answers, Details};
use super::messages::messages;
use crate::components::trouble::Trouble;
use crate::session::{Phase, Session};

/// The review screen.
#[component]
pub fn Review(
    /// The session.
    session: Session,
) -> impl IntoView {
    let page = session.page;
    let label = move || {
        let label = session.form.get().submit_label;
        if label.is_empty() {
            messages(page).confirm.to_owned()
        } else {
            label
        }
    };
    // What is said after the last answer is said here: the conversation is left.
    let last_word = move || {
        let said = session.turns.with(|turns| turns.last().cloned());
        let said = said.filter(|turn| turn.speaker == Speaker::Assistant);
        said.map(|turn| {
            view! {
                <p class="lead" data-testid="last-word" dir="auto" lang=session.language.get()>
                    {turn.text}
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
            <p class="lead">{move || messages(page).review_text}</p>
            {last_word}
            <Answers session />
            <Details session />
            <Trouble session />
            <p class="quiet-text">{move || messages(page).confirm_means}</p>
            <button
                type="button"
                class="button primary large"
                data-testid="confirm"
                // Not disabled, which would take the focus away from it.
                aria-disabled=move || session.phase.with(|phase| *phase != Phase::Confirm).to_string()
                on:click=move |_| session.confirm()
            >
                {label}
            </button>
        </div>
    }
}
