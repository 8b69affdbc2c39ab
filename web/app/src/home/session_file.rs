//! A session as a file: to keep it, or to go on with it on another device.

use super::messages::{Messages, messages};
use kikitori_browser::BrowserIds;
use kikitori_journal::Sessions;
use leptos::html::Input;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;
use web_sys::File;

use kikitori_parts::page::Page;

/// Larger files are not even read; what is too large for a session is refused when it is read.
const MAX_BYTES: f64 = 64.0 * 1024.0 * 1024.0;

/// A place to choose a file that a session was saved in.
#[component]
pub fn OpenSessionFile(
    /// What to do once it is in the store.
    on_stored: Callback<()>,
) -> impl IntoView {
    let page = Page::current();
    let problem = RwSignal::new(None::<String>);
    let node = NodeRef::<Input>::new();
    let open = move |_| {
        let files = node.get_untracked().and_then(|input| input.files());
        let Some(file) = files.and_then(|files| files.get(0)) else {
            return;
        };
        spawn_local(async move {
            let stored = store(page, file).await;
            let is_stored = stored.is_ok();
            problem.try_set(stored.err());
            if is_stored {
                on_stored.run(());
            }
            // So that the same file can be chosen again.
            if let Some(Some(input)) = node.try_get_untracked() {
                input.set_value("");
            }
        });
    };
    view! {
        <div class="session-file">
            <label class="button quiet drop-label" for="session-file">
                {move || messages(page).open_session_file}
            </label>
            <input
                id="session-file"
                class="drop-input"
                type="file"
                accept=".json,application/json"
                data-testid="session-file"
                node_ref=node
                aria-describedby="session-file-error"
                on:change=open
            />
            <p class="field-error" id="session-file-error" role="alert" data-testid="session-file-error">
                {move || problem.get()}
            </p>
        </div>
    }
}

async fn store(page: Page, file: File) -> Result<(), String> {
    let words = Messages::of(page.language.get_untracked());
    if file.size() > MAX_BYTES {
        return Err(words.no_session_file.to_owned());
    }
    let text = JsFuture::from(file.text())
        .await
        .ok()
        .and_then(|text| text.as_string())
        .ok_or_else(|| words.file_unreadable.to_owned())?;
    let sessions = Sessions::new(page.store().await.store);
    match sessions.import(&text, &BrowserIds).await {
        Ok(_) => {
            page.announcement.set(words.session_stored.to_owned());
            Ok(())
        }
        Err(error) => Err(format!("{} {error}", words.no_session_file)),
    }
}
