//! What the person should know of a browser that stores less than others, or nothing more.

use kikitori_browser::StoreKind;
use leptos::prelude::*;

use crate::page::Page;

/// What it means when the browser refuses its usual storage, or did for a while, or is full.
#[component]
pub fn StorageNotice() -> impl IntoView {
    let page = Page::current();
    let kind = move || match page.store_kind.get()? {
        StoreKind::IndexedDb => None,
        StoreKind::LocalStorage => Some(("local-storage", page.messages().local_storage)),
        StoreKind::Memory => Some(("memory", page.messages().memory)),
    };
    move || {
        let elsewhere = page
            .store_elsewhere
            .get()
            .map(|_| page.messages().elsewhere);
        let full = page.store_full.get().then(|| page.messages().full);
        view! {
            {full.map(|text| view! { <p class="notice" data-testid="storage-full">{text}</p> })}
            {kind()
                .map(|(kind, text)| {
                    view! { <p class="notice" data-testid="storage-notice" data-kind=kind>{text}</p> }
                })}
            {elsewhere
                .map(|text| view! { <p class="notice" data-testid="storage-elsewhere">{text}</p> })}
        }
    }
}
