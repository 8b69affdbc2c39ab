//! What no message has told of yet.

use leptos::prelude::*;

use super::recorded::RecordedLine;
use crate::session::Session;

/// What became of fields that no message has told of yet.
#[component]
pub fn Untold(
    /// Whose.
    session: Session,
) -> impl IntoView {
    let untold = Memo::new(move |_| {
        // What was put in far from the end of the conversation is told there too: nobody looks up for it.
        let last = session.turns.with(|turns| {
            let mut turns = turns.iter().rev();
            let told = turns.find(|turn| !turn.recorded.is_empty());
            told.map(|turn| turn.index)
        });
        let pending = session.pending.get().into_iter();
        let is_in_sight = |told_by: usize| Some(told_by) == last;
        pending
            .filter(|it| !session.told_by(&it.field_id).is_some_and(is_in_sight))
            .collect::<Vec<_>>()
    });
    view! {
        <Show when=move || untold.with(|untold| !untold.is_empty())>
            <div class="turn untold" data-testid="untold">
                <For
                    each=move || untold.get()
                    key=|recorded| recorded.field_id.clone()
                    children=move |recorded| view! { <RecordedLine session recorded /> }
                />
            </div>
        </Show>
    }
}
