//! What no model reads, so that nobody tells of it before it is asked for.

use kikitori_first::private_named;
use leptos::prelude::*;

use crate::messages::messages;
use crate::session::Session;
use kikitori_parts::components::icons::{Icon, icon};

/// The private fields that nothing is told of yet, in a line; nothing where there are none.
#[component]
pub fn PrivateLine(
    /// Whose.
    session: Session,
) -> impl IntoView {
    let page = session.page;
    let labels = Memo::new(move |_| {
        session.outline.with(|outline| {
            let private = outline.iter().filter(|it| it.private);
            let untold = private.filter(|it| it.value.is_none() && it.outcome.is_none());
            let language = session.language.get().unwrap_or_default();
            private_named(&language, untold.map(|it| it.label.as_str()))
        })
    });
    move || {
        let labels = labels.get()?;
        let words = messages(page);
        Some(view! {
            <p class="private-line" data-testid="kept-private">
                {icon(Icon::Private)}
                <span>{words.kept_private}</span>
                <bdi lang=move || session.form_language()>{labels}</bdi>
            </p>
        })
    }
}
