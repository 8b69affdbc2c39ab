//! A session as a file, to keep it or to go on with it on another device.

use kikitori_browser::save_text;
use kikitori_journal::{SessionKey, Sessions};
use kikitori_store::StoreError;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::page::Page;

/// Saves what was exported of a session in a file of this name; says whether there was anything of it.
///
/// # Errors
/// What the person is told where that failed.
pub fn save_exported(
    page: Page,
    name: &str,
    file: Result<Option<String>, StoreError>,
) -> Result<bool, String> {
    let failed = page.messages_now().download_failed;
    match file {
        Ok(Some(text)) => {
            let saved = save_text(name, "application/json", &text);
            let saved = saved.map(|()| true);
            saved.map_err(|error| format!("{failed} {}", error.detail))
        }
        // It was deleted meanwhile.
        Ok(None) => Ok(false),
        Err(error) => {
            let language = page.language.get_untracked();
            Err(format!("{failed} {}", language.store_advice(&error)))
        }
    }
}

/// A button that saves everything that is stored of a session, whether it can be read or not.
#[component]
pub fn SaveSession(
    /// Which session.
    session: SessionKey,
    /// What describes it on the page, by its id there.
    #[prop(into)]
    described: String,
) -> impl IntoView {
    let page = Page::current();
    let problem = RwSignal::new(None::<String>);
    let session = StoredValue::new(session);
    let save = move |_| {
        spawn_local(async move {
            let Some(session) = session.try_get_value() else {
                return;
            };
            let file = Sessions::new(page.store().await.store)
                .export(&session)
                .await;
            let name = format!("kikitori-{}.json", session.id());
            problem.try_set(save_exported(page, &name, file).err());
        });
    };
    view! {
        <button type="button" class="button quiet" data-testid="session-save" aria-describedby=described on:click=save>
            {move || page.messages().save_session}
        </button>
        <p class="field-error" role="alert">{move || problem.get()}</p>
    }
}
