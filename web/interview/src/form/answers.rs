//! Every answer that leaves, and what leaves beside them.

use kikitori_browser::{country_name, language_name};
use kikitori_form::values::time_in_words;
use kikitori_interview::{FieldState, OutlineEntry};
use leptos::prelude::*;

use super::messages::messages;
use crate::session::Session;

/// The answers, by field.
#[component]
pub fn Answers(
    /// Whose.
    session: Session,
) -> impl IntoView {
    view! {
        <dl class="answers" data-testid="answers">
            {move || session.outline.get().into_iter().map(|entry| answer(session, entry)).collect_view()}
        </dl>
    }
}

fn answer(session: Session, entry: OutlineEntry) -> impl IntoView {
    let page = session.page;
    let field_id = entry.field_id.to_string();
    let is_answered = entry.value.is_some();
    let without = move || match (entry.declined, entry.state) {
        (true, _) => messages(page).declined,
        (false, FieldState::Done) => crate::messages::messages(page).not_provided,
        (false, _) => messages(page).open,
    };
    let value = move || match &entry.value {
        Some(value) => value.clone(),
        None => without().to_owned(),
    };
    view! {
        <div class="answer">
            <dt dir="auto" lang=move || session.form_language()>{entry.label}</dt>
            <dd
                class:declined=!is_answered
                dir="auto"
                lang=move || is_answered.then(|| session.spoken()).flatten()
                data-testid="answer-value"
                data-field=field_id
            >
                {value}
            </dd>
        </div>
    }
}

/// What leaves beside the answers: where and when they were given.
#[component]
pub fn Details(
    /// Whose.
    session: Session,
) -> impl IntoView {
    let page = session.page;
    let row = move |label: &'static str, name: &'static str, value: Option<String>| {
        view! {
            <div>
                <dt>{label}</dt>
                <dd data-testid="detail" data-name=name>
                    {value.unwrap_or_else(|| messages(page).not_said.to_owned())}
                </dd>
            </div>
        }
    };
    let rows = move || {
        let words = messages(page);
        let reader = page.language.get().tag();
        let language = session.language.get();
        let language = language.map(|tag| language_name(&tag, reader).unwrap_or(tag));
        let place = session.place.get();
        let country = place.country;
        let country = country.map(|code| country_name(&code, reader).unwrap_or(code));
        let submitted = session.submission.get();
        let confirmed_at = submitted.and_then(|submission| submission.submitted_at);
        (
            row(words.language, "language", language),
            row(words.country, "country", country),
            row(words.time_zone, "timezone", place.time_zone),
            confirmed_at.map(|at| {
                let at = time_in_words(&at, reader).unwrap_or(at);
                row(words.confirmed_at, "submittedAt", Some(at))
            }),
        )
    };
    view! {
        <section class="answer-details" aria-labelledby="answer-details-title">
            <h2 id="answer-details-title">{move || messages(page).details}</h2>
            <dl class="facts">{rows}</dl>
        </section>
    }
}
