//! Opening a form of the person's own.

use super::messages::{Messages, messages};
use leptos::ev::DragEvent;
use leptos::html::Input;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;
use web_sys::{File, FileList};

use kikitori_parts::page::Page;

/// Larger files are not even read; the parser's own limit is smaller.
const MAX_BYTES: f64 = 16.0 * 1024.0 * 1024.0;

/// A place to choose a file or to drop one; `on_open` gets the text that is in it.
#[component]
pub fn FormFile(
    /// What opening one does.
    on_open: Callback<String>,
    /// Why the file was not taken.
    error: RwSignal<Option<String>>,
) -> impl IntoView {
    let page = Page::current();
    let over = RwSignal::new(false);
    let node = NodeRef::<Input>::new();
    let open = move |files: Option<FileList>| {
        let Some(file) = files.and_then(|files| files.get(0)) else {
            return;
        };
        spawn_local(async move {
            let read = read(page, file).await;
            match read {
                Ok(text) => {
                    error.try_set(None);
                    on_open.run(text);
                }
                Err(problem) => {
                    error.try_set(Some(problem));
                }
            }
            // So that the same file, once mended, can be chosen again.
            if let Some(Some(input)) = node.try_get_untracked() {
                input.set_value("");
            }
        });
    };
    let on_drop = move |event: DragEvent| {
        event.prevent_default();
        over.set(false);
        open(event.data_transfer().and_then(|data| data.files()));
    };
    view! {
        <div
            class="drop"
            class:over=move || over.get()
            class:refused=move || error.with(Option::is_some)
            on:dragover=move |event| {
                event.prevent_default();
                over.set(true);
            }
            on:dragleave=move |_| over.set(false)
            on:drop=on_drop
        >
            <label class="button drop-label" for="form-file">{move || messages(page).own_form_label}</label>
            <input
                id="form-file"
                class="drop-input"
                type="file"
                accept=".json,application/json"
                data-testid="form-file"
                node_ref=node
                aria-describedby="form-file-hint form-error"
                aria-invalid=move || error.with(Option::is_some).to_string()
                on:change=move |_| open(node.get_untracked().and_then(|input| input.files()))
            />
            <p class="drop-hint" id="form-file-hint">{move || messages(page).own_form_hint}</p>
            <p class="field-error" id="form-error" role="alert" data-testid="form-error">
                {move || error.get()}
            </p>
        </div>
    }
}

async fn read(page: Page, file: File) -> Result<String, String> {
    let messages = Messages::of(page.language.get_untracked());
    if file.size() > MAX_BYTES {
        return Err(messages.file_too_large.to_owned());
    }
    let text = JsFuture::from(file.text())
        .await
        .ok()
        .and_then(|text| text.as_string());
    text.ok_or_else(|| messages.file_unreadable.to_owned())
}
