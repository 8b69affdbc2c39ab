//! The sample forms. Each is a file in `web/forms`, fetched when it is begun; what is shown of it
//! before stands here, in the form's own language.

use kikitori_parts::Language;
use kikitori_parts::page::Page;
use leptos::prelude::*;

/// What is shown of a form.
struct Sample {
    /// Its id, and its file's name.
    id: &'static str,
    /// The language that it is written in first.
    language: Language,
    title: &'static str,
    /// Its title in the other language, where it is written in both.
    other_title: Option<&'static str>,
    fields: usize,
}

/// `tests/tests/sample_forms.rs` compares them with the files.
const SAMPLES: [Sample; 4] = [
    Sample {
        id: "job-application",
        language: Language::En,
        title: "Job application: Support engineer",
        other_title: None,
        fields: 7,
    },
    Sample {
        id: "clinic-intake",
        language: Language::Ja,
        title: "内科 初診の問診票",
        other_title: None,
        fields: 7,
    },
    Sample {
        id: "bug-report",
        language: Language::En,
        title: "Bug report",
        other_title: None,
        fields: 6,
    },
    Sample {
        id: "order",
        language: Language::En,
        title: "Order",
        other_title: Some("ご注文"),
        fields: 3,
    },
];

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
    let name = move || shown.get().0.pick("English", "日本語");
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
