//! What is shown of a question that was worked on before.

use super::phase::{Phase, RunBlocked};
use super::question::{self, Question};
use super::{ControllerEvent, HelpDeskController, RunMode};
use crate::agent::{AgentState, HelpDeskAgent};
use crate::event::HelpDeskEvent;
use crate::session::{HelpDeskSession, NodeRecord, SessionUpdate};

impl HelpDeskController {
    /// What a page that is opened does with the question at hand: it shows the answer, goes on with
    /// what was interrupted, and waits where somebody had stopped.
    pub async fn open(&self) {
        match self.stored_question().await {
            Ok(Some(question)) if question.is_stopped && !question.is_answered => {
                self.show_stopped(&question).await;
            }
            // What cannot be read is told.
            _ => self.run(RunMode::Resume).await,
        }
    }

    async fn show_stopped(&self, question: &Question) {
        let store = &*self.ports.store;
        let session = HelpDeskSession::stored(store, &question.run).await;
        let session = session.ok().flatten().unwrap_or_default();
        // For the picture only.
        let state = match HelpDeskAgent::new() {
            Ok(agent) => agent.stored(store, &question.run).await.ok().flatten(),
            Err(_) => None,
        };
        // Whoever has asked meanwhile wants something else.
        if self.is_working() {
            return;
        }
        self.show(&question.run, &question.text);
        self.emit(ControllerEvent::Run(HelpDeskEvent::RunStarted {
            usage: session.usage,
        }));
        if let Some(state) = state {
            self.show_done(&session.nodes, &state);
        }
        self.emit(ControllerEvent::Run(HelpDeskEvent::RunEnded));
        self.enter(Phase::Stopped);
    }

    /// Shows what was done of a run before.
    pub(super) fn show_done(&self, nodes: &[NodeRecord], state: &AgentState) {
        let emit = |event| self.emit(ControllerEvent::Run(event));
        if !state.plan.is_empty() {
            let subtasks = state.plan.clone();
            emit(HelpDeskEvent::PlanReady { subtasks });
        }
        // All of them, or none; older pages kept nothing else of what they had done.
        for (subtask, result) in state.subtask_results.iter().enumerate() {
            let outcome = result.outcome();
            emit(HelpDeskEvent::SubtaskEnded { subtask, outcome });
        }
        for record in nodes {
            emit(HelpDeskEvent::Restored(*record));
        }
    }

    /// Puts on record that there is an answer, which a page that was killed right after it had not.
    /// Without that it is shown all the same, and a list calls the session open.
    async fn note_answered(&self, run: &str) {
        if let Some(_lock) = question::try_lock(&self.ports).await {
            self.note(run, SessionUpdate::Answered).await;
        }
    }

    /// Puts `update` on record, as far as that is possible. The lock is held by then.
    pub(super) async fn note(&self, run: &str, update: SessionUpdate) {
        if let Ok(record) = question::resume(&self.ports, run).await
            && record.change(vec![update]).is_ok()
        {
            let _ = record.store().await;
        }
    }

    /// Shows the answer to the question at hand, if there is one. Nothing is written for one that
    /// is on record.
    pub(super) async fn answered(&self) -> Result<Option<Phase>, RunBlocked> {
        let Some(question) = self.at_hand().await? else {
            return Ok(None);
        };
        let store = &*self.ports.store;
        let state = match HelpDeskAgent::new()?.stored(store, &question.run).await {
            Err(error) if question.is_answered => return Err(self.show_blocked(&question, error)),
            // Whoever goes on with the run is told.
            state => state.unwrap_or_default(),
        };
        let Some(result) = state.and_then(AgentState::into_result) else {
            return Ok(None);
        };
        // Without the session it is not known what was used, but the answer is.
        let session = HelpDeskSession::stored(store, &question.run).await;
        let session = session.ok().flatten().unwrap_or_default();
        self.show(&question.run, &question.text);
        let usage = session.usage;
        self.emit(ControllerEvent::Run(HelpDeskEvent::RunStarted { usage }));
        for record in session.nodes {
            self.emit(ControllerEvent::Run(HelpDeskEvent::Restored(record)));
        }
        if !question.is_answered {
            self.note_answered(&question.run).await;
        }
        Ok(Some(Phase::Answered {
            result: Box::new(result),
            store_error: None,
        }))
    }
}
