//! What leaves beside the answers: where and when they were given.

use kikitori_browser::{country_name, language_name};
use kikitori_form::values::time_in_words;
use kikitori_parts::dom::on_click;
use leptos::prelude::*;

use super::messages::messages;
use super::place::PlaceForm;
use crate::components::value::zone_in_words;
use crate::session::Session;

/// Language, country, time zone, and when it was confirmed.
#[component]
pub fn Details(
    /// Whose.
    session: Session,
    /// Whether they can still be changed.
    #[prop(optional)]
    can_change: bool,
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
        let rows = details(session).into_iter();
        rows.map(|it| row(it.label, it.name, it.value))
            .collect_view()
    };
    view! {
        <section class="answer-details" aria-labelledby="answer-details-title">
            <h2 id="answer-details-title">{move || messages(page).details}</h2>
            <dl class="facts">{rows}</dl>
            {can_change.then(|| changed(session))}
        </section>
    }
}

/// One of them.
pub struct Detail {
    /// What it is called.
    pub label: &'static str,
    /// Its name in the file.
    pub name: &'static str,
    /// What it is, if that is known.
    pub value: Option<String>,
}

/// All of them.
pub fn details(session: Session) -> Vec<Detail> {
    let page = session.page;
    let words = messages(page);
    let reader = page.language.get().tag();
    let language = session.language.get();
    let language = language.map(|tag| language_name(&tag, reader).unwrap_or(tag));
    let place = session.place.get();
    let country = place.country;
    let country = country.map(|code| country_name(&code, reader).unwrap_or(code));
    let zone = zone_in_words(session);
    // What is sent is its name.
    let named = place.time_zone.map(|zone| format!("({zone})"));
    let words_and_name = zone
        .clone()
        .zip(named)
        .map(|(zone, name)| format!("{zone} {name}"));
    let submitted = session.submission.get();
    let confirmed_at = submitted.and_then(|submission| submission.submitted_at);
    let confirmed_at = confirmed_at.map(|at| {
        let at = time_in_words(&at, reader).unwrap_or(at);
        match &zone {
            Some(zone) => format!("{at} ({zone})"),
            None => at,
        }
    });
    let detail = |label, name, value| Detail { label, name, value };
    let mut all = vec![
        detail(words.language, "language", language),
        detail(words.country, "country", country),
        detail(words.time_zone, "timezone", words_and_name),
    ];
    // Until then it has no place there.
    if confirmed_at.is_some() {
        all.push(detail(words.confirmed_at, "submittedAt", confirmed_at));
    }
    all
}

fn changed(session: Session) -> impl IntoView {
    let page = session.page;
    let open = RwSignal::new(false);
    let on_end = Callback::new(move |()| {
        open.set(false);
        page.focus_soon("[data-testid=\"details-change\"]");
    });
    view! {
        <button
            type="button"
            class="link"
            data-testid="details-change"
            aria-label=move || crate::messages::messages(page).place_change
            hidden=move || open.get()
            on:click=on_click(move || open.set(true))
        >
            {move || crate::messages::messages(page).change}
        </button>
        <Show when=move || open.get()>
            <PlaceForm session on_end />
        </Show>
    }
}
