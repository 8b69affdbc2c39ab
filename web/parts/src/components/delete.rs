//! Deleting a session, with a question before it.

use kikitori_browser::SessionLock;
use kikitori_journal::{SessionKey, Sessions};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::icons::{Icon, icon};
use crate::page::Page;
use crate::unsent::forget_session;

/// A button that asks back before it deletes.
#[component]
pub fn DeleteSession(
    /// Which session.
    #[prop(into)]
    id: String,
    /// What the button says.
    #[prop(into)]
    label: Signal<&'static str>,
    /// What is drawn before that.
    #[prop(optional)]
    drawing: Option<Icon>,
    /// The lock that another tab would hold; that of a session of this id unless it is named.
    #[prop(optional, into)]
    lock: String,
    /// Whether this tab has the session open, and so its lock.
    #[prop(optional)]
    is_open_here: bool,
    /// What to do once it is gone.
    on_deleted: Callback<()>,
) -> impl IntoView {
    let page = Page::current();
    let asked = RwSignal::new(false);
    let problem = RwSignal::new(None::<String>);
    let lock = if lock.is_empty() {
        lock_name(&id)
    } else {
        lock
    };
    let lock = StoredValue::new((!is_open_here).then_some(lock));
    let id = StoredValue::new(id);
    let delete = move |_| {
        spawn_local(async move {
            let (Some(id), Some(lock)) = (id.try_get_value(), lock.try_get_value()) else {
                return;
            };
            match remove(page, &id, lock).await {
                Ok(()) => on_deleted.run(()),
                Err(text) => {
                    problem.try_set(Some(text));
                }
            }
        });
    };
    let ask = move |_| {
        problem.set(None);
        asked.set(true);
        // A key that is held down, or pressed twice, must not delete.
        page.focus_soon("[data-testid=session-delete-keep]");
    };
    let keep = move || {
        asked.set(false);
        let selector = format!("[data-delete=\"{}\"]", id.with_value(String::clone));
        request_animation_frame(move || page.focus(&selector));
    };
    let on_key = move |event: leptos::ev::KeyboardEvent| {
        if asked.get_untracked() && event.key() == "Escape" {
            event.prevent_default();
            event.stop_propagation();
            keep();
        }
    };
    view! {
        <div class="delete" on:keydown=on_key>
            {move || {
                if asked.get() {
                    view! {
                        <span class="delete-question">{page.messages().delete_question}</span>
                        <button
                            type="button"
                            class="button danger"
                            data-testid="session-delete-confirm"
                            on:click=delete
                        >
                            {page.messages().delete_now}
                        </button>
                        <button
                            type="button"
                            class="button quiet"
                            data-testid="session-delete-keep"
                            on:click=move |_| keep()
                        >
                            {page.messages().keep}
                        </button>
                    }
                        .into_any()
                } else {
                    view! {
                        <button
                            type="button"
                            class="button quiet"
                            data-testid="session-delete"
                            data-delete=id.with_value(String::clone)
                            on:click=ask
                        >
                            {drawing.map(icon)}
                            {label}
                        </button>
                    }
                        .into_any()
                }
            }}
            <p class="field-error" role="alert">{move || problem.get()}</p>
        </div>
    }
}

/// The name of the lock that a tab holds while it has the session open.
pub fn lock_name(id: &str) -> String {
    format!("{}/session/{id}", kikitori_browser::namespace())
}

async fn remove(page: Page, id: &str, lock: Option<String>) -> Result<(), String> {
    let words = page.messages_now();
    let lock = match lock {
        None => None,
        Some(name) => Some(SessionLock::try_acquire(&name).await),
    };
    if let Some(None) = lock {
        return Err(words.delete_locked.to_owned());
    }
    let opened = page.store().await;
    let session = SessionKey::new(id);
    let deleted = Sessions::new(opened.store).delete(&session).await;
    let language = page.language.get_untracked();
    deleted
        .map_err(|error| format!("{} {}", words.delete_failed, language.store_advice(&error)))?;
    forget_session(id);
    page.announcement.set(words.deleted.to_owned());
    page.deleted.set(Some(id.to_owned()));
    Ok(())
}
