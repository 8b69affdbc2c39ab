//! The conversation beside the form, as a file: a recording that the form can be held against later.

use kikitori_browser::{Previews, previews};
use kikitori_journal::{SessionKey, Sessions};
use kikitori_parts::components::icons::{Icon, icon};
use kikitori_parts::components::save_session::save_exported;
use kikitori_parts::dom::on_click;
use kikitori_parts::page::Page;
use kikitori_store::StoreError;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::messages::Messages;

/// A button that saves the session of this id, where there is one.
pub fn save_conversation(page: Page, session: RwSignal<Option<String>>) -> AnyView {
    let said = RwSignal::new(String::new());
    // What was said of one is not of the next.
    Effect::new(move || {
        session.track();
        said.set(String::new());
    });
    let words = move || Messages::of(page.language.get());
    let save = move || {
        let Some(id) = session.get_untracked() else {
            return;
        };
        spawn_local(async move {
            let words = Messages::of(page.language.get_untracked());
            let name = format!("conversation-{id}.json");
            let file = export(SessionKey::new(id)).await;
            let saved = save_exported(page, &name, file);
            said.try_set(match saved {
                Ok(true) => words.conversation_saved.to_owned(),
                Ok(false) => words.conversation_gone.to_owned(),
                Err(failed) => failed,
            });
        });
    };
    view! {
        <Show when=move || session.with(Option::is_some)>
            <button
                type="button"
                class="button quiet"
                data-testid="save-conversation"
                on:click=on_click(save)
            >
                {icon(Icon::Download)}
                {move || words().save_conversation}
            </button>
        </Show>
        <p class="quiet-text" role="status" data-testid="conversation-saved">
            {move || said.get()}
        </p>
    }
    .into_any()
}

/// The session's file, wherever the element keeps it.
async fn export(session: SessionKey) -> Result<Option<String>, StoreError> {
    let Some(Previews {
        in_database,
        in_local_storage,
        ..
    }) = previews().await
    else {
        return Ok(None);
    };
    for store in [in_database, in_local_storage].into_iter().flatten() {
        let found = Sessions::new(store).export(&session).await?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}
