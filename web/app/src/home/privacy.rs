//! What the person should know before they write anything.

use super::messages::{messages, privacy};
use kikitori_browser::{NoConnection, StoreKind};
use leptos::prelude::*;
use leptos::task::spawn_local;

use kikitori_parts::page::Page;

/// What leaves the device, and where it goes.
#[component]
pub fn Privacy() -> impl IntoView {
    let page = Page::current();
    let ask_again = move |_| {
        spawn_local(async move {
            page.ask_server().await;
        });
    };
    let none = move || page.connection_now().and_then(Result::err);
    view! {
        <p class="privacy" data-testid="privacy">
            // In a browser that stores nothing, the notice below says so instead.
            <Show when=move || page.store_kind.get() != Some(StoreKind::Memory)>
                {move || messages(page).stored_here}
            </Show>
            {move || match page.connection_now() {
                None => messages(page).settings_wait.to_owned(),
                Some(Ok(connection)) if connection.is_scripted() => messages(page).scripted_notice.to_owned(),
                Some(Ok(connection)) => privacy(page.language.get(), &connection),
                Some(Err(NoConnection::NoAnswer)) => messages(page).settings_failed.to_owned(),
                Some(Err(NoConnection::NothingChosen)) => page.messages().nothing_chosen.to_owned(),
            }}
            <Show when=move || none() == Some(NoConnection::NoAnswer)>
                " "
                <button type="button" class="link" on:click=ask_again>
                    {move || page.messages().try_again}
                </button>
            </Show>
            <Show when=move || none() == Some(NoConnection::NothingChosen)>
                " "
                <button
                    type="button"
                    class="link"
                    data-testid="choose-model"
                    aria-haspopup="dialog"
                    on:click=move |_| page.settings_open.set(true)
                >
                    {move || page.messages().choose_model}
                </button>
            </Show>
        </p>
    }
}
