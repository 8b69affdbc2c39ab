//! Deleting everything, in a document in which nothing else has begun.

use kikitori_browser::{EraseError, erase as erase_all, forget_to_erase};
use kikitori_parts::components::header::Header;
use kikitori_parts::dom::on_click;
use kikitori_parts::page::Page;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::messages::messages;
use crate::home::device::Erased;

/// Deletes everything, shows how that goes, and goes on as a page that is opened for the first time.
pub fn erase(page: Page) -> AnyView {
    let failed = RwSignal::new(None::<EraseError>);
    let attempt = move || {
        failed.set(None);
        spawn_local(async move {
            match erase_all().await {
                Ok(()) => page.load_anew(Erased::Here.location()),
                Err(error) => drop(failed.try_set(Some(error))),
            }
        });
    };
    attempt();
    let leave = move || {
        forget_to_erase();
        page.load_anew("#/");
    };
    let content = move || {
        let words = messages(page);
        let Some(error) = failed.get() else {
            return view! { <p class="quiet-text" role="status">{words.erasing}</p> }.into_any();
        };
        let why = match error {
            EraseError::Busy => words.erase_busy,
            EraseError::Refused => words.erase_refused,
        };
        view! {
            <p class="notice" role="alert" data-testid="erase-failed">{why}</p>
            <div class="row">
                <button type="button" class="button primary" data-testid="erase-again" on:click=on_click(attempt)>
                    {page.messages().try_again}
                </button>
                <button type="button" class="button" data-testid="erase-leave" on:click=on_click(leave)>
                    {words.erase_leave}
                </button>
            </div>
        }
        .into_any()
    };
    view! {
        <Header />
        <main class="plain" data-screen="erase">
            <h1 tabindex="-1">{move || messages(page).erase}</h1>
            {content}
        </main>
    }
    .into_any()
}
