//! The interview as an engine: its steps, and what it is told.

use std::rc::Rc;

use kikitori_engine::caller::{CallError, Expect, Gate, ModelCall, ModelOutcome, Shown};
use kikitori_engine::{Action, Engine, Outcome, Step, StepId};
use kikitori_journal::SessionHead;
use kikitori_llm::{AssistantMessage, Completion, UsageTotals};

use super::{Command, EngineError, Orchestrator};
use crate::agent_kind::AgentKind;
use crate::head::head_of;
use crate::state::{AgentStackEntry, MainSessionState};
use crate::tools::InterviewerContext;
use crate::update::SessionUpdate;

impl Engine for Orchestrator {
    type State = MainSessionState;
    type Input = Command;
    type Refusal = EngineError;

    fn state(&self) -> &MainSessionState {
        &self.state
    }

    fn head(&self) -> SessionHead {
        head_of(&self.state)
    }

    fn steps(&self) -> Vec<Step> {
        self.steps_besides(&[])
    }

    fn step_ids(&self) -> Vec<StepId> {
        self.callers().map(|active| StepId(active.call)).collect()
    }

    /// A request is the whole conversation: none is made of a call that goes on anyway.
    fn steps_besides(&self, under_way: &[StepId]) -> Vec<Step> {
        let is_under_way = |it: &&AgentStackEntry| under_way.contains(&StepId(it.call));
        let (under_way, others): (Vec<_>, Vec<_>) = self.callers().partition(is_under_way);
        let mut asking = under_way.into_iter();
        if let Some(asking) = asking.find(|it| it.agent == AgentKind::Interviewer) {
            self.note_for_repair(&asking.run);
        }
        let steps = others.into_iter().map(|active| Step {
            id: StepId(active.call),
            action: Action::CallModel(Box::new(self.call_of(active))),
        });
        steps.collect()
    }

    fn told(&mut self, id: StepId, outcome: Outcome, now_ms: u64) -> Result<(), EngineError> {
        match outcome {
            Outcome::Model(outcome) => self.model_answered(id.0, outcome, now_ms),
            Outcome::Tool(_) => Err(EngineError::NotExpected {
                what: "a tool's outcome",
            }),
        }
    }

    fn abandoned(&mut self, id: StepId, usage: UsageTotals, now_ms: u64) {
        let left = self.left.iter().find(|(call, _)| *call == id.0);
        let mut running = self.state.agent_stack.iter();
        let running = running.find(|entry| entry.call == id.0);
        let agent = match (left, running) {
            (Some((_, agent)), _) => *agent,
            (None, Some(entry)) => entry.agent,
            (None, None) => AgentKind::Interviewer,
        };
        self.left.retain(|(call, _)| *call != id.0);
        if usage != UsageTotals::default() {
            self.emit(SessionUpdate::Stepped { at: now_ms });
            self.emit(SessionUpdate::Used { agent, usage });
        }
    }

    fn input(&mut self, input: Command, now_ms: u64) -> Result<(), EngineError> {
        self.take(input, now_ms)
    }

    fn take_updates(&mut self) -> Vec<SessionUpdate> {
        std::mem::take(&mut self.updates)
    }
}

impl Orchestrator {
    /// Takes what the call for the first question has brought and used; no outcome where nobody
    /// waited for it.
    pub(crate) fn take_first_call(
        &mut self,
        outcome: Option<Result<AssistantMessage, CallError>>,
        usage: UsageTotals,
        now_ms: u64,
    ) -> Result<(), EngineError> {
        let mut callers = self.callers();
        let caller = callers.find(|entry| entry.agent == AgentKind::Interviewer);
        let Some(id) = caller.map(|entry| entry.call) else {
            return Ok(());
        };
        drop(callers);
        let Some(result) = outcome else {
            self.abandoned(StepId(id), usage, now_ms);
            return Ok(());
        };
        let result = result.map(|message| Completion {
            message,
            ..Completion::default()
        });
        self.model_answered(id, ModelOutcome { result, usage }, now_ms)
    }

    /// Keeps a question from being shown that comes with a report which is refused: as the state is
    /// now, which is how the report is checked when it is whole.
    fn gate(&self) -> Option<Gate> {
        if !self.last_is_of_respondent() {
            return None;
        }
        let checker = self.checker();
        Some(Gate(Rc::new(move |so_far| checker.fits_so_far(so_far))))
    }

    /// Whether what an unfinished call of `ask` reports fits. What cannot be read yet may.
    fn fits_so_far(&self, so_far: &str) -> bool {
        let Some((before, _)) = so_far.rsplit_once("\"message\"") else {
            return true;
        };
        let before = before.trim_end();
        let comma = if before.ends_with(['{', ',']) {
            ""
        } else {
            ","
        };
        let closed = format!("{before}{comma}\"message\":\"-\"}}");
        let mut context = InterviewerContext::default();
        self.tools.interviewer.call("ask", &closed, &mut context);
        match context.asked {
            // What may claim something is looked at when it is whole.
            Some(ask) => {
                self.hear_as_settled_by(&ask).fits() && self.named_besides(&ask).is_empty()
            }
            None => false,
        }
    }

    fn call_of(&self, active: &AgentStackEntry) -> ModelCall {
        // A call is required from the start where the endpoint takes that. One that only talked
        // is told in words as well.
        let expect = match active.run.last_reply_was_text() {
            true => Expect::Call,
            false => Expect::Reply,
        };
        // What is prepared beside a review may come to nothing: nobody is shown it before.
        let is_asking = active.agent == AgentKind::Interviewer && !self.is_reviewing();
        let show = is_asking.then(|| Shown {
            tool: "ask".to_owned(),
            path: "message".to_owned(),
            gate: self.gate(),
        });
        ModelCall {
            agent: active.agent.name().to_owned(),
            request: self.request_of(active),
            expect,
            show,
            run: active.run.usage(),
        }
    }
}
