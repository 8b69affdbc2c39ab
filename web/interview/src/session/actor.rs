//! Opening a session and performing its steps, until its screen is left.

use std::rc::Rc;

use futures::channel::mpsc::unbounded;
use gloo_timers::future::TimeoutFuture;
use kikitori_browser::SessionLock;
use kikitori_engine::caller::CallError;
use kikitori_interview::{Command, DriveError, Interview, Pause, RunEnd, SessionId};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::feed::Feed;
use super::{Opening, Phase, Session};
use crate::limits::{limits, ports};
use crate::messages::failures;
use kikitori_parts::components::delete::lock_name;
use kikitori_parts::signals::set_if_new;

/// How often, and at what distance, a lock is asked for: this tab may just be giving it back.
const LOCK_TRIES: u32 = 5;
const LOCK_PAUSE_MS: u32 = 60;

impl Session {
    /// Opens the session and goes on with it.
    pub fn open(self) {
        set_if_new(self.opening, Opening::Wait);
        spawn_local(self.run(self.id()));
        let page = self.page;
        // What was found out is about the connection that it was found on.
        Effect::watch(
            move || page.choice.get(),
            move |_, _, _| self.stop_looking(),
            false,
        );
        Effect::watch(
            move || (limits(page), page.model_name()),
            move |(limits, _), _, _| self.command(Command::Limit(*limits)),
            false,
        );
    }

    /// Says that the session is gone from the store, so that nothing of it is stored again.
    pub fn forget(self) {
        self.text.set(String::new());
        set_if_new(self.opening, Opening::Deleted);
    }

    /// Ends the actor and what it is waiting for. To be called before the signals go.
    pub fn close(self) {
        self.save_draft();
        self.stop_looking();
        self.command(Command::Stop);
        self.commands.set_value(None);
        self.drafts.set_value(None);
    }

    async fn run(self, id: SessionId) {
        let Some(lock) = lock(&id).await else {
            return set_if_new(self.opening, Opening::Locked);
        };
        while self.run_once(&id).await == RunEnd::OpenAnew {}
        drop(lock);
    }

    async fn run_once(self, id: &SessionId) -> RunEnd {
        let ports = ports(self.page, Rc::new(Feed { session: self })).await;
        let interview = match Interview::resume(id, ports, untrack(|| limits(self.page))).await {
            Ok(interview) => interview,
            Err(error) => {
                let opening = match error {
                    DriveError::NoSession(_) => Opening::Missing,
                    error => Opening::Broken(error),
                };
                set_if_new(self.opening, opening);
                return RunEnd::Left;
            }
        };
        set_if_new(self.losses, interview.losses());
        let unsent = interview.unsent().await;
        let (commands, receiver) = unbounded();
        if self.commands.try_set_value(Some(commands)).is_some() {
            // The screen was left meanwhile.
            return RunEnd::Left;
        }
        self.drafts.set_value(Some(interview.drafts()));
        self.take_up_drafts(unsent);
        set_if_new(self.opening, Opening::Open);
        interview
            .run(receiver, |outcome| self.paused(outcome))
            .await
    }

    fn paused(self, outcome: Result<Pause, DriveError>) {
        let Some(lang) = self.page.language.try_get_untracked() else {
            return;
        };
        let phase = match outcome {
            Ok(Pause::Answer) => Phase::Answer,
            Ok(Pause::Confirm) => Phase::Confirm,
            Ok(Pause::Done) => Phase::Done,
            Ok(Pause::Failed(failure)) => Phase::Failed(failure),
            Ok(Pause::Stopped) => Phase::Stopped,
            Ok(Pause::CallFailed(error)) => Phase::Error(DriveError::Call(error)),
            Err(error) => match failures::refusal(lang, &error) {
                Some(reason) => {
                    set_if_new(self.refusal, Some(reason));
                    Phase::Answer
                }
                None => {
                    if let DriveError::Call(CallError::Model(error)) = &error {
                        self.look_for_reason(error.clone());
                    }
                    Phase::Error(error)
                }
            },
        };
        match &phase {
            Phase::Error(_) => self.failures.update(|failures| *failures += 1),
            Phase::Answer | Phase::Confirm | Phase::Done => set_if_new(self.failures, 0),
            _ => {}
        }
        set_if_new(self.draft, None);
        set_if_new(self.phase, phase);
    }
}

async fn lock(id: &SessionId) -> Option<SessionLock> {
    let name = lock_name(&id.0);
    for _ in 1..LOCK_TRIES {
        if let Some(lock) = SessionLock::try_acquire(&name).await {
            return Some(lock);
        }
        TimeoutFuture::new(LOCK_PAUSE_MS).await;
    }
    SessionLock::try_acquire(&name).await
}
