//! Looking for the reason when a session's first model call fails.

use std::pin::pin;

use futures::channel::oneshot;
use futures::future::{Either, select};
use kikitori_llm::LlmError;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::Session;
use kikitori_parts::reason::{Explanation, explain, last_step};
use kikitori_parts::signals::set_if_new;

impl Session {
    /// Looks why the call failed: once in a session, when it has failed for good, and only where
    /// more can be said than the error does.
    pub(super) fn look_for_reason(self, error: LlmError) {
        if self.has_looked.try_get_value() != Some(false) || last_step(error.kind()).is_none() {
            return;
        }
        self.has_looked.set_value(true);
        let (looking, stopped) = oneshot::channel();
        self.looking.set_value(Some(looking));
        set_if_new(self.explanation, Some(Explanation::Looking));
        let page = self.page;
        spawn_local(async move {
            let work = pin!(explain(page, error));
            if let Either::Right((found, _)) = select(stopped, work).await {
                set_if_new(self.explanation, found);
            }
        });
    }

    /// Forgets the reason, and ends the looking for it: the call is made again.
    pub(super) fn stop_looking(self) {
        let _ = self.looking.try_set_value(None);
        set_if_new(self.explanation, None);
    }
}
