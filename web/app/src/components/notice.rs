//! What the person should know before they write anything.

use kikitori_browser::{NoLink, StoreKind};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::page::Page;

/// What leaves the device, and where it goes.
#[component]
pub fn Privacy() -> impl IntoView {
    let page = Page::current();
    let ask_again = move |_| {
        spawn_local(async move {
            page.ask_server().await;
        });
    };
    let none = move || page.link_now().and_then(Result::err);
    view! {
        <p class="privacy" data-testid="privacy">
            // In a browser that stores nothing, the notice below says so instead.
            <Show when=move || page.store_kind.get() != Some(StoreKind::Memory)>
                {move || page.words().stored_here}
            </Show>
            {move || match page.link_now() {
                None => page.words().settings_wait.to_owned(),
                Some(Ok(link)) if link.is_scripted() => page.words().scripted_notice.to_owned(),
                Some(Ok(link)) => page.lang.get().privacy(&link),
                Some(Err(NoLink::NoAnswer)) => page.words().settings_failed.to_owned(),
                Some(Err(NoLink::NothingChosen)) => page.words().nothing_chosen.to_owned(),
            }}
            <Show when=move || none() == Some(NoLink::NoAnswer)>
                " "
                <button type="button" class="link" on:click=ask_again>
                    {move || page.words().try_again}
                </button>
            </Show>
            <Show when=move || none() == Some(NoLink::NothingChosen)>
                " "
                <button
                    type="button"
                    class="link"
                    data-testid="choose-model"
                    aria-haspopup="dialog"
                    on:click=move |_| page.settings_open.set(true)
                >
                    {move || page.words().choose_model}
                </button>
            </Show>
        </p>
    }
}

/// What it means when the browser refuses its usual storage, or did for a while.
#[component]
pub fn StorageNotice() -> impl IntoView {
    let page = Page::current();
    let kind = move || match page.store_kind.get()? {
        StoreKind::IndexedDb => None,
        StoreKind::LocalStorage => Some(("local-storage", page.words().local_storage)),
        StoreKind::Memory => Some(("memory", page.words().memory)),
    };
    move || {
        let elsewhere = page.store_elsewhere.get().map(|_| page.words().elsewhere);
        view! {
            {kind()
                .map(|(kind, text)| {
                    view! { <p class="notice" data-testid="storage-notice" data-kind=kind>{text}</p> }
                })}
            {elsewhere
                .map(|text| view! { <p class="notice" data-testid="storage-elsewhere">{text}</p> })}
        }
    }
}
