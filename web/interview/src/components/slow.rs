//! That a reply takes longer than usual, and what can be done meanwhile.

use std::time::Duration;

use kikitori_parts::dom::on_click;
use leptos::prelude::*;

use crate::messages::messages;
use crate::session::Session;

/// Whoever waits as long without a word wonders.
const LONG: Duration = Duration::from_secs(20);

/// Says so once, as long as nothing of the reply is there.
#[component]
pub fn Slow(
    /// Whose reply.
    session: Session,
) -> impl IntoView {
    let page = session.page;
    let waits = Memo::new(move |_| session.is_thinking() && session.draft.with(Option::is_none));
    let is_slow = RwSignal::new(false);
    Effect::new(move |before: Option<Option<TimeoutHandle>>| {
        if let Some(before) = before.flatten() {
            before.clear();
        }
        is_slow.set(false);
        let say = move || {
            if is_slow.try_set(true).is_none() {
                let told = untrack(|| messages(page).slow);
                page.announcement.set(told.to_owned());
            }
        };
        let wait = || set_timeout_with_handle(say, LONG).ok();
        waits.get().then(wait).flatten()
    });
    view! {
        <Show when=move || is_slow.get()>
            <div class="slow" data-testid="slow">
                <p>{move || messages(page).slow}</p>
                <button
                    type="button"
                    class="link"
                    data-testid="slow-form"
                    on:click=on_click(move || session.open_form())
                >
                    {move || messages(page).as_a_form}
                </button>
            </div>
        </Show>
    }
}
