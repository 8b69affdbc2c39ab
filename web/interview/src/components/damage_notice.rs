//! What a session has lost to records that cannot be read.

use kikitori_interview::Losses;
use kikitori_journal::SessionKey;
use kikitori_parts::components::save_session::SaveSession;
use leptos::prelude::*;

use crate::messages::phrases::lost;
use crate::session::Session;

/// What is missing, what is safe, and a way to save everything as it is.
#[component]
pub fn DamageNotice(
    /// Whose losses.
    session: Session,
) -> impl IntoView {
    let page = session.page;
    let is_damaged = move || !session.losses.with(Losses::is_none);
    view! {
        <Show when=is_damaged>
            <div class="notice" data-testid="damage" role="status">
                <p id="damage-text">{move || lost(page.language.get(), &session.losses.get())}</p>
                <SaveSession session=SessionKey::new(session.id().0.as_str()) described="damage-text" />
            </div>
        </Show>
    }
}
