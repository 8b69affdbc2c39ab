//! A panel over the page. The browser's own dialog keeps the focus inside, closes on Escape and
//! gives the focus back, where what had it is still there.

use leptos::html::Dialog;
use leptos::prelude::*;

use super::icons::{Icon, icon};
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
    /// What is shown in it now, where that is one of several.
    #[prop(optional)]
    about: Option<Signal<String>>,
    /// Whether it is a card in the middle, for a few lines.
    #[prop(optional)]
    is_small: bool,
    /// The test id of the button that closes it.
    #[prop(default = "close")]
    close_id: &'static str,
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
    let closed = move |_| {
        // The browser tells of it later, with its next frame: it may be open again by then.
        if node.get_untracked().is_some_and(|dialog| dialog.open()) {
            return;
        }
        set_if_new(open, false);
        page.keep_focus_soon(&["main .trouble .button", "h1"]);
    };
    let name = move || {
        let about = about.map(|it| it.get()).filter(|it| !it.is_empty());
        match about {
            Some(about) => format!("{}: {about}", label.get()),
            None => label.get().to_owned(),
        }
    };
    view! {
        <dialog class="sheet" class:small=is_small node_ref=node aria-label=name on:close=closed>
            <div class="sheet-bar">
                <p class="sheet-title" tabindex="-1">{label}</p>
                <button type="button" class="button quiet" data-testid=close_id on:click=move |_| open.set(false)>
                    {icon(Icon::Close)}
                    {move || page.messages().close}
                </button>
            </div>
            {children()}
        </dialog>
    }
}
