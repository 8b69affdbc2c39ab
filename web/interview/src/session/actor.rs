//! Opening a session and performing its steps, until its screen is left.

use std::rc::Rc;

use futures::channel::mpsc::unbounded;
use gloo_timers::future::TimeoutFuture;
use kikitori_browser::SessionLock;
use kikitori_engine::caller::CallError;
use kikitori_interview::{
    Command, Draft, DriveError, Interview, Pause, RunEnd, SessionId, Speaker,
};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::feed::Feed;
use super::{Opening, Phase, Session};
use crate::limits::{limits, ports};
use crate::messages::failures;
use kikitori_parts::components::delete::lock_name;
use kikitori_parts::signals::set_if_new;

/// A person pauses about this long between two strokes of keys.
const DRAFT_PAUSE_MS: u32 = 300;
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

    /// Takes what now stands in the composer, and stores it once the person pauses.
    pub fn type_text(self, text: String) {
        self.text.set(text);
        set_if_new(self.refusal, None);
        let edit = self.edits.with_value(|edits| edits.wrapping_add(1));
        self.edits.set_value(edit);
        spawn_local(async move {
            TimeoutFuture::new(DRAFT_PAUSE_MS).await;
            if self.edits.try_get_value() == Some(edit) {
                self.save_draft();
            }
        });
    }

    /// Stores what stands in the composer.
    pub fn save_draft(self) {
        if self
            .opening
            .with_untracked(|opening| *opening != Opening::Open)
        {
            return;
        }
        let Some(drafts) = self.drafts.get_value() else {
            return;
        };
        let draft = Draft {
            text: self.text.get_untracked(),
            typed_after: Some(self.answers_given()),
        };
        spawn_local(async move {
            if let Err(error) = drafts.save(&draft).await {
                // What is typed is still on the page, and sending it reports a store that fails.
                tracing::warn!(%error, "the draft was not stored");
            }
        });
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
        // What was typed while nothing could be stored stays.
        if let Some(text) = unsent
            && self.text.with_untracked(String::is_empty)
        {
            set_if_new(self.text, text);
        }
        set_if_new(self.opening, Opening::Open);
        interview
            .run(receiver, |outcome| self.paused(outcome))
            .await
    }

    fn answers_given(self) -> usize {
        self.turns.with_untracked(|turns| {
            let answers = turns
                .iter()
                .filter(|turn| turn.speaker == Speaker::Respondent);
            answers.count()
        })
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
