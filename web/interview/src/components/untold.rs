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
        let pending = session.pending.get().into_iter();
        pending
            .filter(|it| session.is_told_below(&it.field_id))
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
