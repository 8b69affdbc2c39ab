//! The kitchen as it is stored: looked into, and what tasks changed in it taken back.

use kikitori_browser::{BrowserClock, BrowserLocale};
use kikitori_parts::signals::set_if_new;
use kikitori_ports::Clock;
use kikitori_tasks::kitchen::{Change, Kitchen};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::problem_of;
use crate::messages::Messages;
use crate::ports;
use crate::tasks::TasksPage;

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// The day that it is for the person in so many days.
pub fn day_in(days: u32) -> Option<String> {
    let after = u64::from(days).saturating_mul(DAY_MS);
    BrowserLocale.own_day(BrowserClock.now_ms().saturating_add(after))
}

impl TasksPage {
    /// The kitchen, in the language of the page.
    pub async fn kitchen(self) -> Kitchen {
        let store = self.page.store().await.store;
        ports::kitchen(store, self.page.language.get_untracked())
    }

    /// Fills a kitchen that was never used with the sample.
    pub async fn fill_kitchen(self) {
        // Where nothing can be stored the tables stay empty, and a notice says why.
        if let Err(error) = self.kitchen().await.fill_with_sample(&day_in).await {
            tracing::warn!(%error, "the kitchen has no sample");
        }
        self.look_into_kitchen().await;
    }

    /// Looks what is in the kitchen now.
    pub async fn look_into_kitchen(self) {
        let kitchen = self.kitchen().await;
        if let Ok(pantry) = kitchen.pantry().await {
            set_if_new(self.pantry, pantry);
        }
        if let Ok(book) = kitchen.recipe_book().await {
            set_if_new(self.book, book);
        }
    }

    /// Tells the other tabs that the person has changed the kitchen.
    pub fn kitchen_changed(self) {
        if let Some(others) = self.others.get_value() {
            others.kitchen_changed();
        }
    }

    /// Takes back what the task of this key changed.
    pub fn undo(self, key: String) {
        self.acted();
        spawn_local(async move {
            match self.kitchen().await.undo(&key).await {
                Ok(()) => {
                    let words = Messages::of(self.page.language.get_untracked());
                    self.page.announcement.set(words.undone.to_owned());
                }
                Err(error) => self.refused.set(Some(problem_of(self, &error))),
            }
            self.look_into_kitchen().await;
            self.keep_focus();
            self.kitchen_changed();
        });
    }

    /// Whether what the task of this key changed was taken back, if it changed something that this
    /// page remembers.
    pub fn is_undone(self, key: &str) -> Option<bool> {
        let of = |changes: &[Change]| {
            let change = changes.iter().find(|it| it.key == key)?;
            Some(change.undo.is_none())
        };
        self.pantry
            .with(|it| of(&it.changes))
            .or_else(|| self.book.with(|it| of(&it.changes)))
    }
}
