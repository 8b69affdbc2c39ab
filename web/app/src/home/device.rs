//! What home knows of what this device keeps, before it looks into the store.

use kikitori_browser::{EraseNote, has_noted_sessions, may_hold_records};
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
    /// Whether the list of sessions is shown, or why there is none.
    pub shows_list: RwSignal<bool>,
    /// Counts what changed, so that what is shown is read anew.
    pub changes: RwSignal<u32>,
}

impl Device {
    /// Looks whether there may be sessions.
    pub fn look(page: Page) -> Self {
        let device = Self {
            page,
            is_wanted: RwSignal::new(has_noted_sessions()),
            shows_list: RwSignal::new(false),
            changes: RwSignal::new(0),
        };
        spawn_local(async move {
            if may_hold_records().await {
                set_if_new(device.is_wanted, true);
            }
        });
        device
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
    /// What `note` says of it.
    pub fn of(note: EraseNote) -> Option<Self> {
        match note {
            EraseNote::Erased => Some(Self::Here),
            EraseNote::ErasedElsewhere => Some(Self::Elsewhere),
            EraseNote::Erase | EraseNote::Wait => None,
        }
    }

    /// In words.
    pub fn text(self, messages: &Messages) -> &'static str {
        match self {
            Self::Here => messages.erased,
            Self::Elsewhere => messages.erased_elsewhere,
        }
    }
}
