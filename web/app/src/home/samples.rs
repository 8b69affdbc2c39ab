//! The sample forms. Each is a file in `web/forms`, fetched when it is begun; what is shown of it
//! before stands here, in the form's own language.

use kikitori_parts::Language;
use kikitori_parts::page::Page;
use leptos::prelude::*;

/// What is shown of a form.
struct Sample {
    /// Its id, and its file's name.
    id: &'static str,
    /// The language that it is written in.
    language: Language,
    title: &'static str,
    fields: usize,
}

/// `tests/tests/sample_forms.rs` compares them with the files.
const SAMPLES: [Sample; 4] = [
    Sample {
        id: "job-application",
        language: Language::En,
        title: "Job application: Support engineer",
        fields: 7,
    },
    Sample {
        id: "clinic-intake",
        language: Language::Ja,
        title: "内科 初診の問診票",
        fields: 7,
    },
    Sample {
        id: "bug-report",
        language: Language::En,
        title: "Bug report",
        fields: 6,
    },
    Sample {
        id: "order",
        language: Language::En,
        title: "Order",
        fields: 3,
    },
];

/// One button for each sample form; `on_pick` gets the form's id.
pub fn samples(page: Page, on_pick: Callback<&'static str>) -> AnyView {
    let buttons = SAMPLES.map(|sample| button(page, sample, on_pick));
    view! { <ul class="samples">{buttons.collect_view()}</ul> }.into_any()
}

fn button(page: Page, sample: Sample, on_pick: Callback<&'static str>) -> AnyView {
    let Sample {
        id,
        language,
        title,
        fields,
    } = sample;
    let name = language.pick("English", "日本語");
    view! {
        <li>
            <button type="button" class="sample" data-testid="sample" data-form=id on:click=move |_| on_pick.run(id)>
                <span class="sample-title" lang=language.tag()>{title}</span>
                <span class="sample-meta">
                    {move || page.language.get().field_count(fields)} " · "
                    <span lang=language.tag()>{name}</span>
                </span>
            </button>
        </li>
    }
    .into_any()
}
