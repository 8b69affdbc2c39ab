//! The sample forms, as cards.

use kikitori_parts::Language;
use kikitori_parts::page::Page;
use leptos::prelude::*;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// What a card shows of a form. The form itself is read when an interview begins.
#[derive(Deserialize)]
struct Face {
    id: String,
    title: String,
    description: String,
    fields: Vec<IgnoredAny>,
}

/// The forms in `web/forms`, each with the language that it is written in. A test of the interview
/// room's keeps them well-formed; one that were not would be left out.
const FORMS: [(Language, &str); 3] = [
    (
        Language::En,
        include_str!("../../../forms/job-application.json"),
    ),
    (
        Language::Ja,
        include_str!("../../../forms/clinic-intake.json"),
    ),
    (Language::En, include_str!("../../../forms/bug-report.json")),
];

/// One card for each sample form; `on_pick` gets the form's text.
#[component]
pub fn Samples(
    /// What picking one does.
    on_pick: Callback<String>,
) -> impl IntoView {
    let page = Page::current();
    let cards = FORMS.into_iter().filter_map(|(language, text)| {
        let face = serde_json::from_str(text).ok()?;
        Some(card(page, language, face, move || {
            on_pick.run(text.to_owned())
        }))
    });
    view! { <ul class="cards">{cards.collect_view()}</ul> }
}

fn card(page: Page, language: Language, face: Face, pick: impl Fn() + 'static) -> impl IntoView {
    let fields = face.fields.len();
    let name = match language {
        Language::En => "English",
        Language::Ja => "日本語",
    };
    view! {
        <li>
            <button type="button" class="card" data-testid="sample" data-form=face.id on:click=move |_| pick()>
                <span class="card-title" lang=language.tag()>{face.title}</span>
                <span class="card-text" lang=language.tag()>{face.description}</span>
                <span class="card-meta">
                    <span>{move || page.language.get().field_count(fields)}</span>
                    <span lang=language.tag()>{name}</span>
                </span>
            </button>
        </li>
    }
}
