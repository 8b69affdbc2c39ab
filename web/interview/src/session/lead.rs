//! The engine at work on a session: a part of its own, which comes while the first question is made.

use std::rc::Rc;

use futures::channel::mpsc::unbounded;
use kikitori_engine::caller::CallError;
use kikitori_interview::{
    DriveError, Interview, LineEngine, Pause, RunEnd, Speaker, asks_for_lines,
};
use leptos::prelude::*;

use super::feed::Feed;
use super::{Opening, Phase, Session, Started};
use crate::limits::{limits, ports};
use crate::messages::failures;
use crate::parts;
use kikitori_parts::signals::set_if_new;

impl Session {
    /// Goes on with the session until its screen is left: as it has been `started` here, or as it is
    /// stored.
    pub async fn lead(self, mut started: Option<Started>) {
        while self.run_once(started.take()).await == RunEnd::OpenAnew {}
    }

    async fn run_once(self, started: Option<Started>) -> RunEnd {
        let lines = match &started {
            Some(started) if asks_for_lines(started.opening.form()) => {
                let Some(engine) = self.reads_lines().await else {
                    return RunEnd::Left;
                };
                Some(engine)
            }
            _ => None,
        };
        let ports_with = |lines| ports(self.page, Rc::new(Feed { session: self }), lines);
        let ports = ports_with(lines).await;
        let was_begun = started.is_some();
        let is_here = self.commands.try_with_value(Option::is_some);
        if is_here.is_none() || was_begun && is_here == Some(false) {
            // The screen was left meanwhile. What was begun is stored.
            return RunEnd::Left;
        }
        let limits = untrack(|| limits(self.page));
        let (interview, commands) = match started {
            Some(Started { opening, commands }) => {
                let interview = Interview::take_over(opening, ports, limits);
                (interview, Some(commands))
            }
            None => {
                let mut resumed = Interview::resume(&self.id(), ports, limits).await;
                let asks = |it: &Interview| asks_for_lines(&it.orchestrator().state().form);
                if resumed.as_ref().is_ok_and(asks) {
                    let Some(engine) = self.reads_lines().await else {
                        return RunEnd::Left;
                    };
                    let ports = ports_with(Some(engine)).await;
                    resumed = Interview::resume(&self.id(), ports, limits).await;
                }
                (resumed, None)
            }
        };
        let interview = match interview {
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
        let receiver = match commands {
            Some(commands) => commands,
            None => {
                let unsent = interview.unsent().await;
                let (commands, receiver) = unbounded();
                if self.commands.try_set_value(Some(commands)).is_some() {
                    // The screen was left meanwhile.
                    return RunEnd::Left;
                }
                let said = interview.orchestrator().state().chat();
                let answers = said.filter(|it| it.speaker == Speaker::Respondent);
                self.take_up_drafts(unsent, answers.count());
                receiver
            }
        };
        self.drafts.set_value(Some(interview.drafts()));
        set_if_new(self.opening, Opening::Open);
        let mut is_first = was_begun;
        let on_pause = |outcome| {
            let was_first = std::mem::take(&mut is_first);
            let has_answered = was_first && self.sent.try_with_value(Option::is_some) == Some(true);
            // What they have sent meanwhile is taken next.
            if !has_answered || outcome != Ok(Pause::Answer) {
                self.paused(outcome);
            }
        };
        interview.run(receiver, on_pause).await
    }

    /// What reads lines: without it a group would be recorded as one value. `None` when the screen was
    /// left before it came.
    async fn reads_lines(self) -> Option<&'static LineEngine> {
        let reads_lines = self.comes(parts::lines::lines).await?;
        Some(reads_lines())
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
