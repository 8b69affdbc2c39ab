//! A way to change an answer where it stands. Its input is loaded when it is wanted.

use kikitori_interview::FieldId;
use leptos::prelude::*;

use crate::messages::{messages, phrases};
use crate::parts::form as form_part;
use crate::session::{Screen, Session};
use kikitori_parts::dom::on_click;
use kikitori_parts::part::{bare, on_demand};

/// A button that opens the input of a field in its place.
#[component]
pub fn ChangeHere(
    /// Whose answer.
    session: Session,
    /// To which field.
    field: FieldId,
    /// What that is called.
    label: Memo<String>,
    /// What the ids of its inputs begin with.
    place: &'static str,
) -> impl IntoView {
    let page = session.page;
    let open = RwSignal::new(false);
    let button = NodeRef::<leptos::html::Button>::new();
    let on_end = Callback::new(move |()| {
        open.set(false);
        request_animation_frame(move || {
            if let Some(button) = button.get_untracked() {
                // It cannot fail for an element of the page.
                let _ = button.focus();
            }
        });
    });
    let change = move || {
        let field = field.clone();
        on_demand(form_part::form, bare, move |form| {
            (form.change)(session, field.clone(), place, on_end)
        })
    };
    // What was sent stands.
    let is_over = move || session.screen.get() == Screen::Done;
    view! {
        <button
            type="button"
            class="link change-here"
            data-testid="change"
            node_ref=button
            hidden=move || open.get() || is_over()
            aria-label=move || label.with(|label| phrases::change(page.language.get(), label))
            on:click=on_click(move || open.set(true))
        >
            {move || messages(page).change}
        </button>
        <Show when=move || open.get()>{change.clone()}</Show>
    }
}
