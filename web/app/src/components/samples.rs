//! The sample forms, as cards.

use kikitori_interview::SessionForm;
use leptos::prelude::*;

use crate::page::Page;
use crate::samples::{Sample, samples};
use crate::words::Lang;

/// One card for each sample form; `on_pick` starts it.
#[component]
pub fn Samples(
    /// What picking one does.
    on_pick: Callback<SessionForm>,
) -> impl IntoView {
    let page = Page::current();
    let card = move |sample: Sample| {
        let Sample { form, lang } = sample;
        let id = form.id.clone();
        let (title, description, fields) = (
            form.title.clone(),
            form.description.clone(),
            form.fields.len(),
        );
        let language = match lang {
            Lang::En => "English",
            Lang::Ja => "日本語",
        };
        view! {
            <li>
                <button
                    type="button"
                    class="card"
                    data-testid="sample"
                    data-form=id
                    on:click=move |_| on_pick.run(form.clone())
                >
                    <span class="card-title" lang=lang.tag()>{title}</span>
                    <span class="card-text" lang=lang.tag()>{description}</span>
                    <span class="card-meta">
                        <span>{move || page.lang.get().field_count(fields)}</span>
                        <span lang=lang.tag()>{language}</span>
                    </span>
                </button>
            </li>
        }
    };
    view! { <ul class="cards">{samples().into_iter().map(card).collect_view()}</ul> }
}
