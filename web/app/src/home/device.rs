//! What home knows of what this device keeps, before it looks into the store.

use kikitori_browser::{has_noted_sessions, may_hold_records};
use kikitori_parts::page::Page;
use kikitori_parts::signals::set_if_new;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::messages::Messages;

/// What home knows of this device. A handle: all copies are the same.
#[derive(Clone, Copy)]
pub struct Device {
    /// The page.
    pub page: Page,
    /// Whether there may be something to show.
    pub is_wanted: RwSignal<bool>,
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
    pub fn has_sessions(self) -> bool {
        self.listed.get().is_some_and(|count| count > 0)
    }

    /// Has everything read anew.
    pub fn changed(self) {
        self.is_wanted.set(true);
        self.changes.update(|count| *count = count.wrapping_add(1));
    }
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
