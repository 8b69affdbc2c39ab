//! A text in each of the form's languages.

use kikitori_browser::language_name;
use kikitori_parts::dom::{on_change, on_click};
use leptos::prelude::*;

use crate::builder::{Builder, Misfit, Why};
use crate::messages::Messages;
use crate::select::{Select, select};

/// Languages that are offered beside the pages' own.
const OFFERED: [&str; 10] = ["en", "ja", "zh", "ko", "es", "fr", "de", "pt", "vi", "ar"];

/// A text that is put in for each language.
#[derive(Clone, Copy)]
pub struct Texts {
    pub builder: Builder,
    /// What it is.
    pub label: fn(&Messages) -> &'static str,
    /// Whether it has several lines.
    pub is_long: bool,
    /// What it says in a language.
    pub value: Callback<String, String>,
    /// Takes language and words, and the id of the control.
    pub on_change: Callback<(String, String, String)>,
    /// Made unique by the field that it is of.
    pub id: StoredValue<String>,
}

/// A box for each language.
pub fn texts(it: Texts) -> AnyView {
    let builder = it.builder;
    let all = Memo::new(move |_| builder.languages());
    let boxes = move || {
        let languages = all.get();
        let is_one = languages.len() == 1;
        let one = |language: String| text(it, language, is_one);
        languages.into_iter().map(one).collect_view()
    };
    view! { {boxes} }.into_any()
}

fn text(it: Texts, language: String, is_one: bool) -> AnyView {
    let builder = it.builder;
    let id = it.id.with_value(|id| format!("{id}-{language}"));
    let name = {
        let language = language.clone();
        move || {
            let label = (it.label)(builder.messages());
            match is_one {
                true => label.to_owned(),
                false => {
                    let page = builder.page.language.get().tag();
                    let name = language_name(&language, page);
                    let name = name.unwrap_or_else(|| language.clone());
                    builder.messages().in_language(label, &name)
                }
            }
        }
    };
    let value = {
        let language = language.clone();
        move || it.value.run(language.clone())
    };
    let change = {
        let (id, language) = (id.clone(), language.clone());
        on_change(move |words| it.on_change.run((id.clone(), language.clone(), words)))
    };
    let describes = format!("{id}-error");
    let is_refused = refused_here(builder, id.clone());
    let control = match it.is_long {
        true => view! {
            <textarea
                id=id.clone()
                class="box"
                rows="2"
                lang=language.clone()
                dir="auto"
                aria-describedby=describes
                aria-invalid=move || is_refused().to_string()
                prop:value=value
                on:change=change
            ></textarea>
        }
        .into_any(),
        false => view! {
            <input
                id=id.clone()
                class="box"
                type="text"
                lang=language.clone()
                dir="auto"
                autocomplete="off"
                aria-describedby=describes
                aria-invalid=move || is_refused().to_string()
                prop:value=value
                on:change=change
            />
        }
        .into_any(),
    };
    view! {
        <div class="field">
            <label for=id.clone()>{name}</label>
            {control}
            {problem(builder, id)}
        </div>
    }
    .into_any()
}

/// Whether the last change was made in this control and not taken.
pub fn refused_here(builder: Builder, id: String) -> impl Fn() -> bool + Clone + Send + 'static {
    move || {
        builder
            .refused
            .with(|it| it.as_ref().is_some_and(|it| it.control == id))
    }
}

/// Why what was put into a control is not taken.
pub fn problem(builder: Builder, id: String) -> AnyView {
    let name = format!("{id}-error");
    let why = move || {
        let refused = builder.refused.get()?;
        let is_here = refused.control == id;
        let title = builder.messages().refused;
        is_here.then(|| match refused.why {
            Why::NoForm(misfits) => {
                let each = misfits.into_iter().map(|it| misfit(builder, it));
                view! { <p>{title}</p> <ul class="builder-lines">{each.collect_view()}</ul> }
                    .into_any()
            }
            Why::Told(why) => view! { <p>{title}</p> <p>{why}</p> }.into_any(),
        })
    };
    view! { <div class="field-error" id=name role="alert" data-testid="refused">{why}</div> }
        .into_any()
}

/// What the form's reader says of a question, in English.
fn misfit(builder: Builder, it: Misfit) -> AnyView {
    let words = builder.messages();
    let question = it.question.map(|place| words.question(&place));
    view! { <li dir="auto">{question} <span lang="en">{it.what}</span></li> }.into_any()
}

/// The way to one more language.
pub fn add_language(builder: Builder) -> AnyView {
    let chosen = RwSignal::new(String::new());
    let options = move || {
        let there = builder.languages();
        let page = builder.page.language.get().tag();
        let is_there = |tag: &str| there.iter().any(|it| it.split('-').next() == Some(tag));
        let left = OFFERED.into_iter().filter(|tag| !is_there(tag));
        let named = left.map(|tag| {
            let name = language_name(tag, page).unwrap_or_else(|| tag.to_owned());
            (tag.to_owned(), name)
        });
        let none = (String::new(), builder.messages().choose.to_owned());
        std::iter::once(none).chain(named).collect()
    };
    let add = move || {
        let language = chosen.get_untracked();
        if !language.is_empty() {
            builder.more_languages.update(|all| all.push(language));
            chosen.set(String::new());
        }
    };
    let button = view! {
        <button
            type="button"
            class="button"
            data-testid="add-language"
            disabled=move || chosen.with(String::is_empty)
            on:click=on_click(add)
        >
            {move || builder.messages().add}
        </button>
    };
    let list = Select {
        id: "builder-language".to_owned(),
        test_id: "language-to-add",
        label: Signal::derive(move || builder.messages().one_more_language),
        shows_label: true,
        value: chosen.into(),
        options: Signal::derive(options),
        on_change: Callback::new(move |tag| chosen.set(tag)),
    };
    select(builder, list, Some(button.into_any()))
}
