//! A button that takes a file of the person's: chosen, or dropped on it.

use kikitori_parts::signals::set_if_new;
use leptos::ev::DragEvent;
use leptos::html::Input;
use leptos::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{File, FileList};

use super::messages::Messages;

/// The button called `<name>-file`, with what went wrong below it.
pub fn file_button(
    name: &'static str,
    label: impl Fn() -> &'static str + Copy + Send + 'static,
    error: RwSignal<Option<String>>,
    on_file: Callback<File>,
) -> AnyView {
    let over = RwSignal::new(false);
    let node = NodeRef::<Input>::new();
    let take = move |files: Option<FileList>| {
        if let Some(file) = files.and_then(|files| files.get(0)) {
            set_if_new(error, None);
            on_file.run(file);
        }
    };
    let choose = move |_| {
        if let Some(input) = node.get_untracked() {
            take(input.files());
            // So that the same file, once mended, can be chosen again.
            input.set_value("");
        }
    };
    let on_drop = move |event: DragEvent| {
        event.prevent_default();
        over.set(false);
        take(event.data_transfer().and_then(|data| data.files()));
    };
    let (id, error_id) = (format!("{name}-file"), format!("{name}-error"));
    view! {
        <div
            class="file"
            class:over=move || over.get()
            on:dragover=move |event| {
                event.prevent_default();
                over.set(true);
            }
            on:dragleave=move |_| over.set(false)
            on:drop=on_drop
        >
            <input
                id=id.clone()
                class="drop-input"
                type="file"
                accept=".json,application/json"
                data-testid=id.clone()
                node_ref=node
                aria-describedby=error_id.clone()
                aria-invalid=move || error.with(Option::is_some).to_string()
                on:change=choose
            />
            <label class="button quiet drop-label" for=id>{label}</label>
            <div class="field-error" id=error_id.clone() role="alert" data-testid=error_id>
                {move || error.get().map(|text| lines(&text))}
            </div>
        </div>
    }
    .into_any()
}

/// A sentence, and a list of what stands in the lines below it.
fn lines(text: &str) -> AnyView {
    let (sentence, rest) = text.split_once('\n').unwrap_or((text, ""));
    let items: Vec<_> = rest
        .lines()
        .map(|line| view! { <li dir="auto">{line.to_owned()}</li> })
        .collect();
    let list = (!items.is_empty()).then(|| view! { <ul class="findings">{items}</ul> });
    view! {
        <p>{sentence.to_owned()}</p>
        {list}
    }
    .into_any()
}

/// The text in `file`, unless it has more bytes than `most`.
///
/// # Errors
/// A sentence for the person; `too_large` when that is why.
pub async fn text_of(
    file: &File,
    most: f64,
    too_large: &'static str,
    messages: &'static Messages,
) -> Result<String, String> {
    if file.size() > most {
        return Err(too_large.to_owned());
    }
    let text = JsFuture::from(file.text()).await;
    let text = text.ok().and_then(|text| text.as_string());
    text.ok_or_else(|| messages.file_unreadable.to_owned())
}
