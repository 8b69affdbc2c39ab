//! Deleting everything, and waiting while another tab does, in a document in which nothing else has
//! begun.

use kikitori_browser::{EraseError, EraseNote, EraseOutcome, Eraser, erase_outcome};
use kikitori_parts::components::header::Header;
use kikitori_parts::dom::on_click;
use kikitori_parts::page::Page;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::rc::Rc;

use super::messages::{Messages, messages};

/// Deletes everything, shows how that goes, and goes on as a page that is opened for the first time.
pub fn erase(page: Page) -> AnyView {
    let eraser = StoredValue::new_local(Rc::new(Eraser::new()));
    let failed = RwSignal::new(None::<EraseError>);
    let attempt = move || {
        failed.set(None);
        let eraser = eraser.get_value();
        spawn_local(async move {
            match eraser.erase().await {
                Ok(()) => {
                    EraseNote::Erased.leave();
                    page.load_anew("#/");
                }
                Err(error) => drop(failed.try_set(Some(error))),
            }
        });
    };
    attempt();
    let content = move || {
        let words = messages(page);
        let Some(error) = failed.get() else {
            return view! { <p class="quiet-text" role="status">{words.erasing}</p> }.into_any();
        };
        let (why, leave) = told(words, error);
        view! {
            <p class="notice" role="alert" data-testid="erase-failed">{why}</p>
            <div class="row">
                <button type="button" class="button primary" data-testid="erase-again" on:click=on_click(attempt)>
                    {page.messages().try_again}
                </button>
                <button
                    type="button"
                    class="button"
                    data-testid="erase-leave"
                    on:click=on_click(move || page.load_anew("#/"))
                >
                    {leave}
                </button>
            </div>
        }
        .into_any()
    };
    screen(page, content)
}

/// What is left, and what the way out is called.
fn told(words: &Messages, error: EraseError) -> (&'static str, &'static str) {
    match error {
        EraseError::Busy => (words.erase_busy, words.erase_leave),
        EraseError::DatabasePending => (words.erase_pending, words.erase_home),
        EraseError::DatabaseLeft => (words.erase_database_left, words.erase_home),
        EraseError::LocalStorageLeft => (words.erase_settings_left, words.erase_home),
        EraseError::Refused => (words.erase_refused, words.erase_home),
    }
}

/// Waits until it is known what another tab has deleted, and goes home.
pub fn wait(page: Page) -> AnyView {
    spawn_local(async move {
        if erase_outcome().await == EraseOutcome::Erased {
            EraseNote::ErasedElsewhere.leave();
        }
        page.load_anew("#/");
    });
    let content = move || {
        let text = messages(page).erase_wait;
        view! { <p class="quiet-text" role="status" data-testid="erase-wait">{text}</p> }.into_any()
    };
    screen(page, content)
}

fn screen(page: Page, content: impl Fn() -> AnyView + Send + 'static) -> AnyView {
    view! {
        <Header />
        <main class="plain" data-screen="erase">
            <h1 tabindex="-1">{move || messages(page).erase}</h1>
            {content}
        </main>
    }
    .into_any()
}
