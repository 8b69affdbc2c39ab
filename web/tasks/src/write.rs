//! What a server asks to be written while its tool runs, as fields.

use kikitori_tasks::{AskedField, AskedFieldKind, AskedForm, ConfirmationAnswer};
use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsValue;
use serde_json::{Map, Value, json};

use crate::messages::Messages;
use crate::tasks::TasksPage;

/// The longest text that is taken.
const MAX_CHARS: &str = "4000";

/// The fields, and the button that answers with them.
pub fn written(tasks: TasksPage, position: usize, form: &AskedForm) -> AnyView {
    let fields: Vec<(AskedField, RwSignal<String>)> = form
        .fields
        .iter()
        .map(|field| (field.clone(), RwSignal::new(begun(field))))
        .collect();
    let problem = RwSignal::new(None::<String>);
    let words = Messages::of(tasks.page.language.get_untracked());
    let shown = fields.iter().enumerate();
    let shown = shown.map(|(at, (field, text))| {
        let id = format!("write-{position}-{at}");
        view! {
            <div class="edit-field">
                <label for=id.clone() dir="auto">{field.label.clone()}</label>
                {control(words, field, id, *text)}
            </div>
        }
    });
    let shown = shown.collect_view();
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let mut answer = Map::new();
        for (field, text) in &fields {
            let text = text.get_untracked();
            match value(&field.kind, text.trim()) {
                Some(value) => drop(answer.insert(field.name.clone(), value)),
                None if text.trim().is_empty() && !field.is_required => {}
                None => {
                    let what = tasks.messages().fill_in;
                    return problem.set(Some(format!("{what} {}", field.label)));
                }
            }
        }
        tasks.confirm(position, ConfirmationAnswer::Write(answer));
    };
    view! {
        <form class="editor" data-testid="write" on:submit=submit>
            {shown}
            <p class="field-error" role="alert" dir="auto">{move || problem.get()}</p>
            <p class="row">
                <button type="submit" class="button primary" data-testid="write-done">
                    {move || tasks.messages().edit_done}
                </button>
            </p>
        </form>
    }
    .into_any()
}

/// What stands in a field at first.
fn begun(field: &AskedField) -> String {
    match &field.default {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Null) | None => String::new(),
        Some(other) => other.to_string(),
    }
}

/// What a field's text means; none where it means nothing of its kind.
fn value(kind: &AskedFieldKind, text: &str) -> Option<Value> {
    match kind {
        _ if text.is_empty() => None,
        AskedFieldKind::Text => Some(json!(text)),
        AskedFieldKind::WholeNumber => text.parse::<i64>().ok().map(Value::from),
        AskedFieldKind::Number => {
            // The browser reads it: what does so in Rust has a table of 10 KB.
            let is_decimal = text.bytes().all(|it| b"0123456789+-.eE".contains(&it));
            let number = is_decimal.then(|| JsValue::from_str(text).unchecked_into_f64());
            number.filter(|it| it.is_finite()).map(Value::from)
        }
        AskedFieldKind::YesNo => text.parse::<bool>().ok().map(Value::from),
        AskedFieldKind::OneOf(options) => {
            let is_one = options.iter().any(|(value, _)| value == text);
            is_one.then(|| json!(text))
        }
    }
}

fn control(words: &Messages, field: &AskedField, id: String, text: RwSignal<String>) -> AnyView {
    let options = match &field.kind {
        AskedFieldKind::OneOf(options) => options.clone(),
        AskedFieldKind::YesNo => vec![
            ("true".to_owned(), words.yes.to_owned()),
            ("false".to_owned(), words.no.to_owned()),
        ],
        kind => {
            let mode = match kind {
                AskedFieldKind::Text => None,
                _ => Some("decimal"),
            };
            return view! {
                <input
                    id=id
                    class="cell wide"
                    type="text"
                    inputmode=mode
                    maxlength=MAX_CHARS
                    autocomplete="off"
                    prop:value=text
                    on:input=move |event| text.set(event_target_value(&event))
                />
            }
            .into_any();
        }
    };
    let options = options.into_iter().map(|(value, label)| {
        let is_chosen = text.get_untracked() == value;
        view! { <option value=value prop:selected=is_chosen>{label}</option> }
    });
    view! {
        <select id=id class="cell" on:change=move |event| text.set(event_target_value(&event))>
            <option value=""></option>
            {options.collect_view()}
        </select>
    }
    .into_any()
}
