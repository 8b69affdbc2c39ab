//! A panel over the page. The browser's own dialog keeps the focus inside, closes on Escape and
//! gives the focus back.

use leptos::html::Dialog;
use leptos::prelude::*;

use crate::page::Page;
use crate::signals::set_if_new;

/// Shows `children` over the page while `open`.
#[component]
pub fn Sheet(
    /// Whether it is shown; set to false when the person closes it.
    open: RwSignal<bool>,
    /// What it is called.
    #[prop(into)]
    label: Signal<&'static str>,
    /// What is in it.
    children: Children,
) -> impl IntoView {
    let page = Page::current();
    let node = NodeRef::<Dialog>::new();
    Effect::new(move || {
        let Some(dialog) = node.get() else {
            return;
        };
        match (open.get(), dialog.open()) {
            (true, false) => {
                // It fails only for a dialog that is open or not on the page.
                let _ = dialog.show_modal();
            }
            (false, true) => dialog.close(),
            _ => {}
        }
    });
    view! {
        <dialog class="sheet" node_ref=node aria-label=label on:close=move |_| set_if_new(open, false)>
            <div class="sheet-bar">
                <p class="sheet-title">{label}</p>
                <button type="button" class="button quiet" on:click=move |_| open.set(false)>
                    {move || page.messages().close}
                </button>
            </div>
            {children()}
        </dialog>
    }
}
