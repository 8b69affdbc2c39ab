//! What the person should know before they write anything.

use kikitori_browser::StoreKind;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::page::{Known, Page};

/// What leaves the device, and where it goes.
#[component]
pub fn Privacy() -> impl IntoView {
    let page = Page::current();
    let ask_again = move |_| {
        spawn_local(async move {
            page.ask_for_settings().await;
        });
    };
    view! {
        <p class="privacy" data-testid="privacy">
            // In a browser that stores nothing, the notice below says so instead.
            <Show when=move || page.store_kind.get() != Some(StoreKind::Memory)>
                {move || page.words().stored_here}
            </Show>
            {move || match page.known.get() {
                Known::Asking => page.words().settings_wait.to_owned(),
                Known::Settings(settings) if settings.scripted => page.words().scripted_notice.to_owned(),
                Known::Settings(settings) => {
                    page.lang.get().privacy(&settings.endpoint, settings.model.as_deref())
                }
                Known::No => page.words().settings_failed.to_owned(),
            }}
            <Show when=move || page.known.get() == Known::No>
                " "
                <button type="button" class="link" on:click=ask_again>
                    {move || page.words().try_again}
                </button>
            </Show>
        </p>
    }
}

/// What it means when the browser refuses its usual storage.
#[component]
pub fn StorageNotice() -> impl IntoView {
    let page = Page::current();
    move || {
        let (kind, text) = match page.store_kind.get()? {
            StoreKind::IndexedDb => return None,
            StoreKind::LocalStorage => ("local-storage", page.words().local_storage),
            StoreKind::Memory => ("memory", page.words().memory),
        };
        Some(view! {
            <p class="notice" data-testid="storage-notice" data-kind=kind>{text}</p>
        })
    }
}
