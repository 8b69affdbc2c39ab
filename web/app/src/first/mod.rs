//! An interview begins with its first view (`kikitori_first`), which stands over the screen until the
//! session's own is there.

mod part;
mod view;

use std::rc::Rc;
use std::time::Duration;

use kikitori_browser::{BrowserTimer, ConnectionMode, StoreKind, has_own_budget};
use kikitori_interview_page::FirstView;
use kikitori_parts::page::Page;
use kikitori_ports::Timer;
use leptos::prelude::*;
use leptos::task::spawn_local;

pub use part::{fetch, first};

/// How often it is looked whether the session's screen may take over.
const LOOK: Duration = Duration::from_millis(20);
/// So often for a question that stands here and not yet there.
const LOOKS: u32 = 100;

/// A first view that stands on the page.
pub trait Standing: FirstView {
    /// Whether the session's screen may take over now: not in the middle of a word that an input
    /// method composes.
    fn may_move(&self) -> bool;

    /// Whether the session's screen shows as much as this does.
    fn is_matched(&self) -> bool;

    /// Gives its place, and what the person did in it, to the session's screen, if there is one.
    fn hand_over(&self);
}

/// The first view that stands on the page, if there is one. A handle: all copies are the same.
#[derive(Clone, Copy)]
pub struct First {
    page: Page,
    standing: StoredValue<Option<Rc<dyn Standing>>, LocalStorage>,
    /// Counts the interviews that stand at home and not on the page, because the person went elsewhere.
    pub left: RwSignal<u32>,
}

impl First {
    /// That of `page`.
    pub fn of(page: Page) -> Self {
        page.kept(|| Self {
            page,
            standing: StoredValue::new_local(None),
            left: RwSignal::new(0),
        })
    }

    /// Whether an interview can begin so now. Whatever is unusual is left to the session's own screen:
    /// limits that are to be kept, an endpoint of the person's own, and a store that they are told of.
    pub fn may_begin(self) -> bool {
        let page = self.page;
        let is_plain = page.choice.with_untracked(|choice| {
            matches!(choice.mode, None | Some(ConnectionMode::Server)) && choice.patience.is_none()
        });
        let is_stored = matches!(
            page.store_kind.get_untracked(),
            None | Some(StoreKind::IndexedDb)
        );
        let is_alone = self.standing.with_value(Option::is_none);
        is_plain && is_stored && is_alone && !has_own_budget()
    }

    /// `view` stands there from now on.
    pub fn stand(self, view: Rc<dyn Standing>) {
        self.standing.set_value(Some(view));
        self.page.has_moved.set(true);
        self.page.cover(Rc::new(move || self.give_way()));
        // One step back leads to what is under it.
        if let Ok(history) = window().history() {
            // It fails where there is no history, and nothing to go back to.
            let _ = history.push_state_with_url(&wasm_bindgen::JsValue::NULL, "", None);
        }
    }

    /// Whether `view` still stands there.
    pub fn has(self, view: &Rc<dyn Standing>) -> bool {
        self.standing
            .with_value(|standing| standing.as_ref().is_some_and(|it| Rc::ptr_eq(it, view)))
    }

    /// The person goes elsewhere, or what was begun cannot be gone on with.
    pub fn leave(self) {
        let Some(view) = self.taken() else {
            return;
        };
        // What it asked for nobody waits for any more, unless the session's screen does.
        view.hand_over();
        if self
            .page
            .location
            .with_untracked(|it| it == "#/" || it.is_empty())
        {
            // Home is there again, with what has begun meanwhile.
            self.is_left();
            self.page.speak_as_chosen();
            self.page.title.set(String::new());
            self.page.focus_soon("h1");
        }
    }

    /// There is an interview that the person left before its screen was there.
    pub fn is_left(self) {
        self.left.update(|count| *count = count.wrapping_add(1));
    }

    fn taken(self) -> Option<Rc<dyn Standing>> {
        let view = self.standing.try_update_value(Option::take).flatten();
        if view.is_some() {
            self.page.uncovered();
        }
        view
    }

    /// The session's screen is there.
    fn give_way(self) {
        spawn_local(async move {
            let mut looks = 0;
            // As long as the person composes a word.
            loop {
                BrowserTimer
                    .sleep(if looks == 0 { Duration::ZERO } else { LOOK })
                    .await;
                let Some(view) = self.standing.try_get_value().flatten() else {
                    return;
                };
                if view.may_move() && (view.is_matched() || looks >= LOOKS) {
                    break;
                }
                looks += 1;
            }
            if let Some(view) = self.taken() {
                view.hand_over();
            }
        });
    }
}
