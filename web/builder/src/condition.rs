//! When a field is asked, where that hangs on one earlier answer.

use kikitori_form::edit::{FieldEdit, SimpleCondition};
use kikitori_form::file::Field;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::{FieldId, Form};
use leptos::prelude::*;
use serde_json::Value;

use crate::builder::Builder;
use crate::messages::Messages;
use crate::select::{Select, select};

/// What stands for any answer at all.
const ANY: &str = "any";

/// When the field is asked.
#[derive(Debug, Clone, PartialEq)]
enum When {
    Always,
    Simple(SimpleCondition),
    /// More than can be chosen here.
    Other,
}

/// The choice of it; nothing for the first field.
pub fn condition(builder: Builder, field: StoredValue<String>) -> AnyView {
    let own = move || field.get_value();
    let when = Memo::new(move |_| {
        let when = |_: &Form, _, it: &Field| match &it.when {
            None => When::Always,
            Some(when) => SimpleCondition::of(when).map_or(When::Other, When::Simple),
        };
        builder.in_field(&own(), when).unwrap_or(When::Always)
    });
    let id = StoredValue::new(format!("builder-when-{}", own()));
    let earlier = move || {
        let earlier = |form: &Form, at: usize, _: &Field| {
            let fields = form.fields.iter().take(at);
            let named = fields.map(|it| {
                let label = it.label.in_language(form.own_language());
                (it.id.as_str().to_owned(), label.to_owned())
            });
            named.collect::<Vec<_>>()
        };
        builder.in_field(&own(), earlier).unwrap_or_default()
    };
    let set = move |when: Option<SimpleCondition>| {
        builder.edit_field(&id.get_value(), &own(), FieldEdit::When(when));
    };
    let chosen = move || match when.get() {
        When::Simple(it) => it.field.as_str().to_owned(),
        When::Always | When::Other => String::new(),
    };
    let choose = move |name: String| {
        let field = FieldId::new(&name);
        set(field.map(|field| SimpleCondition { field, is: None }));
    };
    let values = move || match when.get() {
        When::Simple(it) => values(builder, &it),
        When::Always | When::Other => Vec::new(),
    };
    let is = move || match when.get() {
        When::Simple(SimpleCondition { is: Some(is), .. }) => is.to_string(),
        _ => ANY.to_owned(),
    };
    let choose_value = move |text: String| {
        if let When::Simple(it) = when.get_untracked() {
            // One of those that are offered, or any.
            let is = serde_json::from_str::<Value>(&text).ok();
            set(Some(SimpleCondition { is, ..it }));
        }
    };
    let first = move || Select {
        id: id.get_value(),
        test_id: "when",
        label: Signal::derive(move || builder.messages().when),
        shows_label: true,
        value: Signal::derive(chosen),
        options: Signal::derive(move || {
            let always = (String::new(), builder.messages().always.to_owned());
            std::iter::once(always).chain(earlier()).collect()
        }),
        on_change: Callback::new(choose),
    };
    let second = move || Select {
        id: format!("{}-is", id.get_value()),
        test_id: "when-is",
        label: Signal::derive(move || builder.messages().when_is),
        shows_label: false,
        value: Signal::derive(is),
        options: Signal::derive(values),
        on_change: Callback::new(choose_value),
    };
    let has_earlier = Memo::new(move |_| !earlier().is_empty());
    let is_other = Memo::new(move |_| when.get() == When::Other);
    let has_values = Memo::new(move |_| !values().is_empty());
    let choice = move || match (has_earlier.get(), is_other.get()) {
        (false, _) => ().into_any(),
        (true, true) => {
            view! { <p class="quiet-text">{builder.messages().other_condition}</p> }.into_any()
        }
        (true, false) => view! {
            <div class="builder-when">
                {select(builder, first(), None)}
                {move || has_values.get().then(|| select(builder, second(), None))}
            </div>
        }
        .into_any(),
    };
    view! { {choice} }.into_any()
}

/// What the answer can be, as JSON, and how that is called; nothing for a field that is gone.
fn values(builder: Builder, when: &SimpleCondition) -> Vec<(String, String)> {
    let words = builder.messages();
    let read = |form: &Form, _, field: &Field| {
        let mut all = vec![(ANY.to_owned(), words.any_answer.to_owned())];
        all.extend(values_of(form, field, words));
        all
    };
    builder
        .in_field(when.field.as_str(), read)
        .unwrap_or_default()
}

fn values_of(form: &Form, field: &Field, words: &Messages) -> Vec<(String, String)> {
    let options = match &field.answer {
        AnswerType::YesNo(_) => {
            let yes_no = [("true", words.yes), ("false", words.no)];
            let yes_no = yes_no.map(|(value, label)| (value.to_owned(), label.to_owned()));
            return yes_no.to_vec();
        }
        AnswerType::Choice(it) => &it.options,
        AnswerType::Choices(it) => &it.options,
        _ => return Vec::new(),
    };
    let option = |it: &kikitori_form::file::answer::ChoiceOption| {
        let value = Value::from(it.value.as_str()).to_string();
        (value, it.label.in_language(form.own_language()).to_owned())
    };
    options.iter().map(option).collect()
}
