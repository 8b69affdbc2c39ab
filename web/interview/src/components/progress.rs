//! How many fields are done, as a bar.

use leptos::prelude::*;

use crate::messages::messages;
use crate::session::Session;

/// The bar. What it says to a screen reader is what it paints.
#[component]
pub fn Progress(
    /// Whose fields.
    session: Session,
) -> impl IntoView {
    let page = session.page;
    let percent = move || {
        let (done, all) = session.progress();
        let tenths = done * 1000 / all.max(1);
        format!("{}.{}%", tenths / 10, tenths % 10)
    };
    view! {
        <div
            class="progress"
            role="progressbar"
            aria-label=move || messages(page).progress
            aria-valuemin="0"
            aria-valuemax=move || session.progress().1.to_string()
            aria-valuenow=move || session.progress().0.to_string()
            aria-valuetext=move || {
                let (done, all) = session.progress();
                page.language.get().fields_done(done, all)
            }
        >
            <div class="progress-done" style:width=percent></div>
        </div>
    }
}
