//! What this device keeps: the frame of it, which every visitor loads. What looks into the store is
//! a part of its own.

pub mod erase;
mod messages;
mod phrases;
pub mod session_file;
pub mod session_list;
pub mod storage;

use kikitori_browser::{has_noted_sessions, may_hold_records};
use kikitori_parts::page::{Page, set_if_new};
use kikitori_parts::part::{NotLoaded, bare, missing, on_demand, screen, why_missing};
use leptos::ev;
use leptos::html::Details;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::file_button::file_button;
use super::messages::{Messages, messages};
use super::parts::kept;

/// What home knows of this device. A handle: all copies are the same.
#[derive(Clone, Copy)]
pub struct Device {
    /// The page.
    pub page: Page,
    /// Whether there may be something to show.
    is_wanted: RwSignal<bool>,
    /// Sessions that are listed; none before they are.
    pub listed: RwSignal<Option<usize>>,
    /// Counts what changed, so that what is shown is read anew.
    pub changes: RwSignal<u32>,
}

impl Device {
    /// Looks whether there may be sessions, unless everything was just deleted.
    pub fn look(page: Page, is_erased: bool) -> Self {
        let device = Self {
            page,
            is_wanted: RwSignal::new(!is_erased && has_noted_sessions()),
            listed: RwSignal::new(None),
            changes: RwSignal::new(0),
        };
        if !is_erased {
            spawn_local(async move {
                if may_hold_records().await {
                    set_if_new(device.is_wanted, true);
                }
            });
        }
        device
    }

    /// Whether sessions are listed.
    fn has_sessions(self) -> bool {
        self.listed.get().is_some_and(|count| count > 0)
    }

    /// Has everything read anew.
    pub fn changed(self) {
        self.is_wanted.set(true);
        self.changes.update(|count| *count = count.wrapping_add(1));
    }
}

/// The sessions, where there may be some.
pub fn sessions(device: Device) -> AnyView {
    let list = move || {
        let show = move |kept: super::parts::Kept| (kept.list)(device);
        device.is_wanted.get().then(|| on_demand(kept, bare, show))
    };
    view! { {list} }.into_any()
}

/// A place to choose a file that a session was saved in.
pub fn open_copy(device: Device) -> AnyView {
    let page = device.page;
    let problem = RwSignal::new(None::<String>);
    let not_loaded = RwSignal::new(None);
    let open = move |file: web_sys::File| {
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
        let show = move |kept: super::parts::Kept| (kept.storage)(device);
        is_open.get().then(|| on_demand(kept, bare, show))
    };
    view! {
        <div class="device">
            {move || (!device.has_sessions()).then(|| open_copy(device))}
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

/// What was just deleted.
#[derive(Clone, Copy)]
pub enum Erased {
    /// Everything, by this tab.
    Here,
    /// Everything, by another one.
    Elsewhere,
}

impl Erased {
    /// The address at which it is told: nothing that is stored could.
    pub fn location(self) -> &'static str {
        match self {
            Self::Here => "#/deleted",
            Self::Elsewhere => "#/deleted-elsewhere",
        }
    }

    /// What is to be told here, once.
    pub fn told(page: Page) -> Option<Self> {
        let told = [Self::Here, Self::Elsewhere];
        let shown = page.location.get_untracked();
        let told = told.into_iter().find(|erased| erased.location() == shown);
        if told.is_some() {
            page.rename("#/");
        }
        told
    }

    /// In words.
    pub fn text(self, messages: &Messages) -> &'static str {
        match self {
            Self::Here => messages.erased,
            Self::Elsewhere => messages.erased_elsewhere,
        }
    }
}
