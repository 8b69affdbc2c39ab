//! What stands around inputs with which something is changed in its place.

use kikitori_parts::dom::on_click;
use kikitori_parts::page::Page;
use leptos::ev::{KeyboardEvent, SubmitEvent};
use leptos::prelude::*;

use super::messages::messages;

/// Inputs with a way to save and a way to leave it as it is, which Escape is too.
#[component]
pub fn ChangeFrame(
    /// Where its words are from.
    page: Page,
    /// What its parts are called by: `NAME-form`, `NAME-save` and `NAME-cancel`.
    name: &'static str,
    /// Is told to save.
    on_save: Callback<()>,
    /// Is told to leave it.
    on_end: Callback<()>,
    /// The inputs.
    children: Children,
) -> impl IntoView {
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Escape" && !event.is_composing() {
            event.prevent_default();
            on_end.run(());
        }
    };
    view! {
        <form
            class="change"
            class:line-form=move || name == "line"
            novalidate
            data-testid=format!("{name}-form")
            on:keydown=on_key
            on:submit=move |event: SubmitEvent| {
                event.prevent_default();
                on_save.run(());
            }
        >
            {children()}
            <div class="row">
                <button type="submit" class="button primary" data-testid=format!("{name}-save")>
                    {move || messages(page).save}
                </button>
                <button
                    type="button"
                    class="button quiet"
                    data-testid=format!("{name}-cancel")
                    on:click=on_click(move || on_end.run(()))
                >
                    {move || messages(page).keep}
                </button>
            </div>
        </form>
    }
}
