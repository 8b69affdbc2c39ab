//! The check of the connection that the settings show.

use std::pin::pin;

use futures::channel::oneshot;
use futures::future::{Either, select};
use kikitori_llm::Report;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::signals::set_if_new;

/// The check that the settings show. A handle: all copies are the same.
#[derive(Clone, Copy)]
pub struct Check {
    /// What it has found out so far; none before the first one, and after the connection changed.
    pub report: RwSignal<Option<Report>>,
    /// The models that the endpoint listed when it was last asked.
    pub models: RwSignal<Vec<String>>,
    /// Whether it is under way.
    pub is_running: RwSignal<bool>,
    /// Whether the browser may be asking the person for permission meanwhile.
    pub may_be_asked: RwSignal<bool>,
    /// Dropped to stop it.
    running: StoredValue<Option<oneshot::Sender<()>>>,
}

impl Default for Check {
    fn default() -> Self {
        Self {
            report: RwSignal::new(None),
            models: RwSignal::new(Vec::new()),
            is_running: RwSignal::new(false),
            may_be_asked: RwSignal::new(false),
            running: StoredValue::new(None),
        }
    }
}

impl Check {
    /// Begins with `work`, anew if it was under way.
    pub fn start(self, work: impl Future<Output = ()> + 'static) {
        self.forget();
        let (running, stopped) = oneshot::channel();
        self.running.set_value(Some(running));
        self.is_running.set(true);
        spawn_local(async move {
            let work = pin!(work);
            // First whether it is stopped: what it found then is about nothing any more.
            if let Either::Right(_) = select(stopped, work).await {
                self.is_running.set(false);
            }
        });
    }

    /// Stops it. Half a check says nothing.
    pub fn stop(self) {
        if self.is_running.get_untracked() {
            self.forget();
        }
    }

    /// Forgets what it found, for it was about another connection.
    pub fn forget(self) {
        self.running.set_value(None);
        set_if_new(self.is_running, false);
        set_if_new(self.may_be_asked, false);
        set_if_new(self.report, None);
    }
}
