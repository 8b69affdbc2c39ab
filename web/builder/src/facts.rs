//! What an answer has to contain.

use kikitori_form::Form;
use kikitori_form::edit::{FieldEdit, words_in};
use kikitori_form::file::Field;
use kikitori_parts::dom::on_change;
use leptos::prelude::*;

use crate::builder::Builder;
use crate::languages::problem;

/// A line for each fact, and an empty one for another. They are in the form's own language; what is
/// said in others stays.
pub fn facts(builder: Builder, field: StoredValue<String>) -> AnyView {
    let own = move || field.get_value();
    let known = Memo::new(move |_| {
        let known = |form: &Form, _, it: &Field| {
            let own = form.own_language();
            let fact = |it: &kikitori_form::file::Fact| {
                let words = |text| words_in(text, form, own).to_owned();
                (words(&it.fact), words(&it.done_criteria))
            };
            it.facts.iter().map(fact).collect::<Vec<_>>()
        };
        builder.in_field(&own(), known).unwrap_or_default()
    });
    let id = StoredValue::new(format!("builder-facts-{}", own()));
    let take = move |at: usize, is_fact: bool, words: String| {
        let mut facts = known.get_untracked();
        if at == facts.len() {
            facts.push((String::new(), String::new()));
        }
        if let Some((fact, done)) = facts.get_mut(at) {
            *(if is_fact { fact } else { done }) = words;
        }
        let own_language = |form: &Form| form.own_language().to_owned();
        let language = builder.form.with_untracked(own_language);
        builder.edit_field(
            &id.get_value(),
            &own(),
            FieldEdit::Facts { language, facts },
        );
    };
    let count = Memo::new(move |_| known.with(Vec::len));
    let line = move |at: usize, is_fact: bool| {
        let value = move || {
            let both = known.with(|all| all.get(at).cloned()).unwrap_or_default();
            if is_fact { both.0 } else { both.1 }
        };
        let label = move || {
            let words = builder.messages();
            let label = if is_fact { words.fact } else { words.fact_done };
            format!("{label} {}", at + 1)
        };
        view! {
            <input
                class="box"
                type="text"
                dir="auto"
                autocomplete="off"
                data-testid=if is_fact { "fact" } else { "fact-done" }
                aria-label=label
                placeholder=move || {
                    let words = builder.messages();
                    if is_fact { words.fact } else { words.fact_done }
                }
                prop:value=value
                on:change=on_change(move |words| take(at, is_fact, words))
            />
        }
        .into_any()
    };
    let one = move |at: usize| {
        view! { <div class="builder-fact">{line(at, true)} {line(at, false)}</div> }.into_any()
    };
    view! {
        <fieldset class="builder-facts">
            <legend>{move || builder.messages().facts}</legend>
            <For each=move || 0..=count.get() key=|at| *at children=one />
            {problem(builder, id.get_value())}
        </fieldset>
    }
    .into_any()
}
