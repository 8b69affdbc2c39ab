//! The sample forms. Each is a file in `web/forms`, fetched when it is begun.

use kikitori_parts::page::Page;
use leptos::prelude::*;

use super::messages::samples::{SAMPLES, Sample};

/// One button for each sample form; `on_pick` gets the form's id.
pub fn samples(page: Page, on_pick: Callback<&'static str>) -> AnyView {
    let buttons = SAMPLES.map(|sample| button(page, sample, on_pick));
    view! { <ul class="samples">{buttons.collect_view()}</ul> }.into_any()
}

fn button(page: Page, sample: Sample, on_pick: Callback<&'static str>) -> AnyView {
    let Sample { id, fields, .. } = sample;
    // Of two languages, the reader's.
    let shown = Memo::new(move |_| match sample.other_title {
        Some(other) if page.language.get() != sample.language => (sample.language.other(), other),
        _ => (sample.language, sample.title),
    });
    let tag = move || shown.get().0.tag();
    let name = move || shown.get().0.own_name();
    view! {
        <li>
            <button type="button" class="sample" data-testid="sample" data-form=id on:click=move |_| on_pick.run(id)>
                <span class="sample-title" lang=tag>{move || shown.get().1}</span>
                <span class="sample-meta">
                    {move || page.language.get().field_count(fields)} " · "
                    <span lang=tag>{name}</span>
                </span>
            </button>
        </li>
    }
    .into_any()
}
