//! Where home shows what this device keeps. What looks into the store is a part of its own.

use kikitori_parts::page::Page;
use kikitori_parts::part::{NotLoaded, bare, missing, on_demand, screen, why_missing};
use kikitori_parts::signals::set_if_new;
use leptos::ev;
use leptos::html::Details;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::File;

use super::device::Device;
use super::file_button::file_button;
use super::messages::messages;
use super::parts::{Kept, kept};

/// The sessions, where there may be some.
pub fn sessions(device: Device) -> AnyView {
    let list = move || {
        let show = move |kept: Kept| (kept.list)(device, open_copy);
        device.is_wanted.get().then(|| on_demand(kept, bare, show))
    };
    view! { {list} }.into_any()
}

/// A place to choose a file that a session was saved in.
fn open_copy(device: Device) -> AnyView {
    let page = device.page;
    let problem = RwSignal::new(None::<String>);
    let not_loaded = RwSignal::new(None);
    let open = move |file: File| {
        not_loaded.set(None);
        spawn_local(async move {
            match kept().await {
                Ok(kept) => match (kept.import)(page, file).await {
                    Ok(()) => device.changed(),
                    Err(text) => drop(problem.try_set(Some(text))),
                },
                Err(NotLoaded) => drop(not_loaded.try_set(Some(why_missing(page).await))),
            }
        });
    };
    // The file is chosen again: the page may not keep it.
    let again = Callback::new(move |()| not_loaded.set(None));
    let trouble = move || not_loaded.get().map(|why| missing(page, why, again));
    let label = move || messages(page).open_session_file;
    view! {
        {file_button("session", label, problem, Callback::new(open))}
        {trouble}
    }
    .into_any()
}

/// What is stored, once the person wants to know.
pub fn stored(device: Device) -> AnyView {
    let page = device.page;
    let is_open = RwSignal::new(false);
    let node = NodeRef::<Details>::new();
    let toggle = move |_: ev::Event| {
        let open = node.get_untracked().is_some_and(|details| details.open());
        set_if_new(is_open, open);
    };
    let content = move || {
        let show = move |kept: Kept| (kept.storage)(device);
        is_open.get().then(|| on_demand(kept, bare, show))
    };
    view! {
        <div class="device">
            {move || (!device.shows_list.get()).then(|| open_copy(device))}
            <details class="stored" data-testid="stored" node_ref=node on:toggle=toggle>
                <summary>{move || messages(page).stored}</summary>
                {content}
            </details>
        </div>
    }
    .into_any()
}

/// The screen that deletes everything.
pub fn erase_screen(page: Page) -> AnyView {
    on_demand(kept, screen, move |kept| (kept.erase)(page))
}

/// The screen that waits for what becomes of that in another tab.
pub fn wait_screen(page: Page) -> AnyView {
    on_demand(kept, screen, move |kept| (kept.wait)(page))
}
