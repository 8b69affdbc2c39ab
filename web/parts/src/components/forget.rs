//! The way to have nothing kept of what is at hand: asked for once more before it is done.

use leptos::prelude::*;

use super::icons::{Icon, icon};
use crate::dom::{focus_soon, on_click};
use crate::page::Page;

/// What is deleted, and how. A handle: all copies are the same.
#[derive(Clone, Copy)]
pub struct Forget {
    /// The page that it is on.
    pub page: Page,
    /// The button's words.
    pub label: Signal<&'static str>,
    /// What is asked before it is done.
    pub question: Signal<&'static str>,
    /// What gets the focus when it is done.
    pub focus: &'static str,
    /// Deletes it.
    pub on_forget: Callback<()>,
}

/// The button, or the question in its place.
pub fn forget(it: Forget) -> AnyView {
    let is_asked = RwSignal::new(false);
    let ask = move || {
        is_asked.set(true);
        focus_soon("[data-testid=forget-confirm]");
    };
    let keep = move || {
        is_asked.set(false);
        focus_soon("[data-testid=forget]");
    };
    let forget = move || {
        is_asked.set(false);
        focus_soon(it.focus);
        it.on_forget.run(());
    };
    let shown = move || {
        match is_asked.get() {
        false => view! {
            <button type="button" class="button quiet" data-testid="forget" on:click=on_click(ask)>
                {icon(Icon::Delete)}
                {it.label}
            </button>
        }
        .into_any(),
        true => view! {
            <span>{it.question}</span>
            <button type="button" class="button danger" data-testid="forget-confirm" on:click=on_click(forget)>
                {move || it.page.messages().delete_now}
            </button>
            <button type="button" class="button quiet" on:click=on_click(keep)>
                {move || it.page.messages().keep}
            </button>
        }
        .into_any(),
    }
    };
    view! { {shown} }.into_any()
}
