//! What a task is given and what it came to, as a person reads it.

use kikitori_parts::Language;
use kikitori_parts::format::pretty;
use leptos::prelude::*;
use serde_json::{Map, Value};

use crate::messages::Messages;
use crate::messages::amounts::{amount, unit_name};
use crate::messages::phrases::listed;

/// Rows that are shown of a list.
const MOST_ROWS: usize = 50;

/// What a name in parameters and results is called.
pub fn label(words: &'static Messages, name: &str) -> String {
    match name {
        "name" => words.key_name,
        "amount" => words.key_amount,
        "unit" => words.key_unit,
        "best_before" => words.key_best_before,
        "day" => words.key_day,
        "date" => words.key_date,
        "before" => words.key_before,
        "past_best_before" => words.key_past,
        "recipe" => words.key_recipe,
        "minutes" => words.key_minutes,
        "ingredients" => words.key_ingredients,
        "serves" => words.key_serves,
        "items" => words.key_items,
        "removed" => words.key_removed,
        "left" => words.key_left,
        "recipes" => words.key_recipes,
        "people" => words.key_people,
        "using" => words.key_using,
        "without" => words.key_without,
        "avoid" => words.key_avoid,
        "unchecked" => words.key_unchecked,
        "max_minutes" => words.key_max_minutes,
        "menus" => words.key_menus,
        "word" => words.key_word,
        "item" => words.key_item,
        other => return other.to_owned(),
    }
    .to_owned()
}

/// The members of an object, a name and a value in each line.
pub fn members(language: Language, object: &Map<String, Value>) -> AnyView {
    let words = Messages::of(language);
    let shown = object.iter().filter(|(_, value)| !value.is_null());
    let rows = shown.map(|(name, value)| {
        let shown = match (name.as_str(), value) {
            ("unit", Value::String(unit)) => unit_name(words, unit).to_owned().into_any(),
            _ => value_view(language, value),
        };
        view! {
            <div>
                <dt>{label(words, name)}</dt>
                <dd dir="auto">{shown}</dd>
            </div>
        }
    });
    view! { <dl class="facts task-facts">{rows.collect_view()}</dl> }.into_any()
}

/// Any value.
pub fn value_view(language: Language, value: &Value) -> AnyView {
    match value {
        Value::Object(object) => match in_words(language, value) {
            Some(text) => text.into_any(),
            None => members(language, object),
        },
        Value::Array(items) if items.iter().any(Value::is_object) => list(language, items),
        other => match in_words(language, other) {
            Some(text) => text.into_any(),
            None => view! { <pre tabindex="0">{pretty(other)}</pre> }.into_any(),
        },
    }
}

fn list(language: Language, items: &[Value]) -> AnyView {
    let more = items.len().saturating_sub(MOST_ROWS);
    let rows = items.iter().take(MOST_ROWS).map(|item| {
        let shown = match in_words(language, item) {
            Some(text) => text.into_any(),
            None => value_view(language, item),
        };
        view! { <li dir="auto">{shown}</li> }
    });
    view! {
        <ul class="task-list">
            {rows.collect_view()}
            {(more > 0).then(|| view! { <li>"… +" {more}</li> })}
        </ul>
    }
    .into_any()
}

/// What fits into a line: texts, numbers, lists of them, amounts of something.
fn in_words(language: Language, value: &Value) -> Option<String> {
    match value {
        Value::Null => Some(Messages::of(language).nothing.to_owned()),
        Value::String(text) => Some(text.clone()),
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        Value::Array(items) if items.is_empty() => Some(Messages::of(language).nothing.to_owned()),
        Value::Array(items) => {
            let said: Option<Vec<String>> = items
                .iter()
                .map(|it| {
                    if it.is_object() {
                        None
                    } else {
                        in_words(language, it)
                    }
                })
                .collect();
            said.map(|it| listed(language, &it))
        }
        Value::Object(object) => {
            let name = object.get("name").and_then(Value::as_str)?;
            let is_amount = object.contains_key("amount") && object.contains_key("unit");
            let before = object.get("best_before").and_then(Value::as_str);
            let before =
                before.map(|day| format!(" ({} {day})", Messages::of(language).key_best_before));
            is_amount.then(|| {
                format!(
                    "{name}: {}{}",
                    amount(language, object),
                    before.unwrap_or_default()
                )
            })
        }
    }
}
