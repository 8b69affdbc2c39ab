//! A button that takes a file of the person's: chosen, or dropped on it.

use kikitori_parts::components::file_take::FileTake;
use kikitori_parts::components::told_lines::told_lines;
use kikitori_parts::signals::set_if_new;
use leptos::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::File;

use super::messages::Messages;

/// The button called `<name>-file`, with what went wrong below it.
pub fn file_button(
    name: &'static str,
    label: impl Fn() -> &'static str + Copy + Send + 'static,
    error: RwSignal<Option<String>>,
    on_file: Callback<File>,
) -> AnyView {
    let files = FileTake::new(Callback::new(move |files: Vec<File>| {
        if let Some(file) = files.into_iter().next() {
            set_if_new(error, None);
            on_file.run(file);
        }
    }));
    let (id, error_id) = (format!("{name}-file"), format!("{name}-error"));
    view! {
        <div
            class="file"
            class:over=move || files.is_over.get()
            on:dragover=move |event| files.held(event)
            on:dragleave=move |event| files.left(event)
            on:drop=move |event| files.dropped(event)
        >
            <input
                id=id.clone()
                class="drop-input"
                type="file"
                accept=".json,application/json"
                data-testid=id.clone()
                node_ref=files.input
                aria-describedby=error_id.clone()
                aria-invalid=move || error.with(Option::is_some).to_string()
                on:change=move |event| files.chosen(event)
            />
            <label class="button quiet drop-label" for=id>{label}</label>
            <div class="field-error" id=error_id.clone() role="alert" data-testid=error_id>
                {move || error.get().map(|text| told_lines(&text))}
            </div>
        </div>
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
