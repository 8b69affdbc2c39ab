//! Questions and answers, with the fields beside them.

use leptos::prelude::*;

use crate::components::choices::Picker;
use crate::components::composer::Composer;
use crate::components::conversation::Conversation;
use crate::components::outline::show_current_soon;
use crate::messages::{messages, phrases};
use crate::session::Session;
use kikitori_parts::components::sheet::Sheet;

/// The interview.
#[component]
pub fn Interview(
    /// The session.
    session: Session,
    /// Whether the fields are shown over the conversation, where there is no room beside it.
    outline_open: RwSignal<bool>,
) -> impl IntoView {
    let page = session.page;
    // The list was laid out nowhere before.
    Effect::new(move || {
        if outline_open.get() {
            show_current_soon(session);
        }
    });
    // The bar above is shorter then than it was.
    let more = move || {
        let more = session.more.get();
        let told = phrases::more_fields(page.language.get(), more);
        (more > 0).then(|| view! { " · " <span data-testid="more">{told}</span> })
    };
    view! {
        <div class="interview">
            {move || {
                if page.narrow.get() {
                    view! {
                        <Sheet open=outline_open label=Signal::derive(move || messages(page).fields)>
                            {session.with_engine(move |engine| (engine.outline)(session))}
                        </Sheet>
                    }
                        .into_any()
                } else {
                    view! {
                        <aside class="side left" aria-labelledby="outline-title">
                            <h2 id="outline-title">
                                {move || messages(page).fields}
                                {more}
                            </h2>
                            {session.with_engine(move |engine| (engine.outline)(session))}
                        </aside>
                    }
                        .into_any()
                }
            }}
            <div class="talk">
                <Conversation session />
                <Picker session />
                <Composer session label=Signal::derive(move || messages(page).composer_label) />
            </div>
        </div>
    }
}
