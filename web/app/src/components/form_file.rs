//! Opening a form of the person's own.

use kikitori_interview::{FormError, SessionForm, parse_form};
use leptos::ev::DragEvent;
use leptos::html::Input;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;
use web_sys::{File, FileList};

use crate::page::Page;

/// Larger files are not even read; the parser's own limit is smaller.
const MAX_BYTES: f64 = 16.0 * 1024.0 * 1024.0;

/// A place to choose a file or to drop one; `on_open` gets the form that is in it.
#[component]
pub fn FormFile(
    /// What opening one does.
    on_open: Callback<SessionForm>,
) -> impl IntoView {
    let page = Page::current();
    let error = RwSignal::new(None::<String>);
    let over = RwSignal::new(false);
    let node = NodeRef::<Input>::new();
    let open = move |files: Option<FileList>| {
        let Some(file) = files.and_then(|files| files.get(0)) else {
            return;
        };
        spawn_local(async move {
            let read = read(page, file).await;
            match read {
                Ok(form) => {
                    error.try_set(None);
                    on_open.run(form);
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
            <label class="button drop-label" for="form-file">{move || page.words().own_form_label}</label>
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
            <p class="drop-hint" id="form-file-hint">{move || page.words().own_form_hint}</p>
            <p class="field-error" id="form-error" role="alert" data-testid="form-error">
                {move || error.get()}
            </p>
        </div>
    }
}

async fn read(page: Page, file: File) -> Result<SessionForm, String> {
    if file.size() > MAX_BYTES {
        let bytes = file.size() as usize;
        return Err(FormError::TooLarge { bytes }.to_string());
    }
    let text = JsFuture::from(file.text())
        .await
        .ok()
        .and_then(|text| text.as_string());
    match text {
        Some(text) => parse_form(&text).map_err(|error| error.to_string()),
        None => Err(page.lang.get_untracked().words().file_unreadable.to_owned()),
    }
}
