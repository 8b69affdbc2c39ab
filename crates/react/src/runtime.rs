//! The agent as an engine: its steps, and what it is told.

mod consent;
mod plans;

use std::fmt;

use kikitori_agent::{FunctionCallResult, ToolOutput};
use kikitori_engine::caller::{CallError, ContextWindow};
use kikitori_engine::{Action as StepAction, Engine, Outcome, Step, StepId, ToolRequest};
use kikitori_journal::{Journaled, SessionHead};
use kikitori_llm::UsageTotals;

use crate::command::{Command, NotExpected};
use crate::consent::{ToolPermission, ToolPermissions};
use crate::fallback::{FallbackResult, FallbackStrategy};
use crate::guardrails::{GuardrailAction, Guardrails};
use crate::head::head_of;
use crate::planner::{PlanForm, ReActPlanner, Wanted};
use crate::state::{AgentState, Exchange, StoppedReason};
use crate::update::{AGENT, AgentUpdate};

/// Bytes of an outcome that are kept, its data included.
const MAX_OUTCOME_BYTES: usize = 256 * 1024;

/// The ReAct loop: input guardrail, plan, tools with fallback, observations, and again, until there
/// is an answer or a bound is reached. A plain value that does nothing itself; the driver performs
/// its steps and stores what changed after each.
pub struct AgentRuntime {
    state: AgentState,
    updates: Vec<AgentUpdate>,
    planner: ReActPlanner,
    guardrails: Guardrails,
    fallback: FallbackStrategy,
    max_steps: u32,
    context_tokens: u64,
    permissions: ToolPermissions,
    /// Why the last model call brought nothing. It is not stored: who opens the session again
    /// tries again.
    failed: Option<CallError>,
}

impl fmt::Debug for AgentRuntime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgentRuntime")
            .field("exchanges", &self.state.exchanges.len())
            .field("failed", &self.failed)
            .finish_non_exhaustive()
    }
}

impl AgentRuntime {
    /// One that goes on from `state`, with `max_steps` plans a question and requests of
    /// `context_tokens` at most.
    pub fn new(
        state: AgentState,
        planner: ReActPlanner,
        guardrails: Guardrails,
        fallback: FallbackStrategy,
        max_steps: u32,
        context_tokens: u64,
    ) -> Self {
        Self {
            state,
            updates: Vec::new(),
            planner,
            guardrails,
            fallback,
            max_steps,
            context_tokens,
            permissions: ToolPermissions::default(),
            failed: None,
        }
    }

    /// Why the last model call brought nothing, if nothing is done until the person goes on.
    pub fn failure(&self) -> Option<&CallError> {
        self.failed.as_ref()
    }

    /// Whether what a reply says may be shown while it arrives. Not where it may be withheld.
    pub fn may_show_drafts(&self) -> bool {
        !self.guardrails.may_withhold()
    }

    fn emit(&mut self, update: AgentUpdate) {
        self.state.apply(update.clone());
        self.updates.push(update);
    }

    /// The question that is worked on.
    fn open(&self) -> Option<&Exchange> {
        self.state.current().filter(|it| it.is_open())
    }

    fn wanted(&self, exchange: &Exchange) -> Wanted {
        let has_steps_left = (exchange.steps.len() as u64) < u64::from(self.max_steps);
        match exchange.failed_tools.is_empty() && has_steps_left {
            true => Wanted::Plan,
            false => Wanted::Answer,
        }
    }

    fn window(&self) -> ContextWindow {
        ContextWindow::new(self.context_tokens, self.state.context_tokens)
    }

    fn plan_id(&self, form: PlanForm) -> StepId {
        StepId((self.state.replies << 2) | u64::from(form == PlanForm::Text))
    }

    fn ask(
        &mut self,
        query: String,
        local_time: Option<String>,
        at: u64,
    ) -> Result<(), NotExpected> {
        if query.trim().is_empty() {
            return Err(NotExpected::EmptyQuery);
        }
        if self.open().is_some() {
            self.end(StoppedReason::Cancelled, String::new(), None, at);
        }
        self.failed = None;
        let verdicts = self.guardrails.check_input(&query);
        self.emit(AgentUpdate::Asked {
            query,
            local_time,
            at,
        });
        let action = Guardrails::strictest(&verdicts);
        verdicts
            .into_iter()
            .for_each(|it| self.emit(AgentUpdate::Judged(it)));
        if action == GuardrailAction::Block {
            self.end(StoppedReason::Blocked, String::new(), None, at);
        }
        Ok(())
    }

    fn ask_last_again(&mut self, local_time: Option<String>, at: u64) -> Result<(), NotExpected> {
        let last = self.state.current().filter(|it| !it.is_open());
        let last = last.ok_or(NotExpected::NothingAtHand)?;
        let query = last.query.clone();
        // What tools were called with stays on record.
        if last.steps.iter().all(|it| it.actions.is_empty()) {
            self.emit(AgentUpdate::Withdrawn { at });
        }
        self.ask(query, local_time, at)
    }

    fn end(&mut self, reason: StoppedReason, thought: String, answer: Option<String>, at: u64) {
        self.emit(AgentUpdate::Ended {
            reason,
            thought,
            answer,
            at,
        });
    }

    fn tool_ended(&mut self, sequence: u64, mut output: FunctionCallResult, at: u64) {
        bound(&mut output);
        let Some(exchange) = self.state.current() else {
            return;
        };
        let tool = exchange.open_attempts().find(|it| it.sequence == sequence);
        let tool = tool.map(|it| it.tool.clone()).unwrap_or_default();
        let judged = match self.permissions.of(&tool) {
            // What changes something is never made again without the person.
            ToolPermission::Ask => FallbackResult::Observed,
            _ => self.fallback.judge(exchange, sequence, &output),
        };
        self.emit(AgentUpdate::ToolEnded {
            sequence,
            output,
            at,
        });
        match judged {
            FallbackResult::Observed => {}
            FallbackResult::Retry => self.emit(AgentUpdate::Retried { sequence, at }),
            FallbackResult::Degraded => self.emit(AgentUpdate::Degraded { tool }),
        }
    }

    fn call_failed(&mut self, error: CallError, form: PlanForm, wanted: Wanted, at: u64) {
        match error {
            CallError::BudgetExceeded { .. } => {
                self.end(StoppedReason::Budget, String::new(), None, at);
            }
            // Without an answer it is still known what was found.
            CallError::UnexpectedForm { .. } if wanted == Wanted::Answer => {
                self.end(self.reason(), String::new(), None, at);
            }
            error if error.is_too_long() && self.shorten(form, wanted) => {}
            // It was learnt meanwhile that no calls can be had; the same is asked for in words.
            _ if form != self.planner.form() => {}
            error => self.failed = Some(error),
        }
    }

    /// Makes do with half of the context; whether that makes the request shorter.
    fn shorten(&mut self, form: PlanForm, wanted: Wanted) -> bool {
        let tokens_within = |most: u64| {
            let call = self.planner.call(&self.state, form, wanted, most);
            call.request.estimated_tokens()
        };
        let mut window = self.window();
        let before = tokens_within(window.tokens());
        if !window.halve(before, window.tokens()) || tokens_within(window.tokens()) >= before {
            return false;
        }
        let tokens = window.learnt();
        self.emit(AgentUpdate::ContextLearnt { tokens });
        true
    }
}

impl Engine for AgentRuntime {
    type State = AgentState;
    type Input = Command;
    type Refusal = NotExpected;

    fn state(&self) -> &AgentState {
        &self.state
    }

    fn head(&self) -> SessionHead {
        head_of(&self.state)
    }

    fn steps(&self) -> Vec<Step> {
        let Some(exchange) = self.open().filter(|_| self.failed.is_none()) else {
            return Vec::new();
        };
        let tools = exchange.open_attempts().map(|attempt| Step {
            id: tool_id(attempt.sequence),
            action: StepAction::RunTool(ToolRequest {
                agent: AGENT.to_owned(),
                tool: attempt.tool.clone(),
                arguments: attempt.input.clone(),
            }),
        });
        let tools: Vec<Step> = tools.collect();
        if !tools.is_empty() || exchange.waiting_actions().next().is_some() {
            return tools;
        }
        let form = self.planner.form();
        let (wanted, tokens) = (self.wanted(exchange), self.window().tokens());
        let call = self.planner.call(&self.state, form, wanted, tokens);
        vec![Step {
            id: self.plan_id(form),
            action: StepAction::CallModel(Box::new(call)),
        }]
    }

    fn told(&mut self, id: StepId, outcome: Outcome, now_ms: u64) -> Result<(), NotExpected> {
        let not_expected = NotExpected::Outcome(id);
        let exchange = self.open().filter(|_| self.failed.is_none());
        let exchange = exchange.ok_or(NotExpected::Outcome(id))?;
        let open: Vec<u64> = exchange.open_attempts().map(|it| it.sequence).collect();
        match outcome {
            Outcome::Tool(ToolOutput { result, .. }) => {
                let sequence = open.into_iter().find(|it| tool_id(*it) == id);
                self.tool_ended(sequence.ok_or(not_expected)?, result, now_ms);
            }
            Outcome::Model(outcome) => {
                let forms = [PlanForm::Calls, PlanForm::Text];
                let form = forms.into_iter().find(|it| self.plan_id(*it) == id);
                let is_due = open.is_empty() && exchange.waiting_actions().next().is_none();
                let form = form.filter(|_| is_due).ok_or(not_expected)?;
                let wanted = self.wanted(exchange);
                self.used(outcome.usage);
                match outcome.result {
                    Ok(completion) => {
                        let number = self.state.replies;
                        let plan = self.planner.plan(completion.message, form, wanted, number);
                        self.planned(plan, wanted, now_ms);
                    }
                    Err(error) => self.call_failed(error, form, wanted, now_ms),
                }
            }
        }
        Ok(())
    }

    fn abandoned(&mut self, _: StepId, usage: UsageTotals, _: u64) {
        self.used(usage);
    }

    fn input(&mut self, input: Command, now_ms: u64) -> Result<(), NotExpected> {
        match input {
            Command::Ask { query, local_time } => return self.ask(query, local_time, now_ms),
            Command::AskAgain { local_time } => return self.ask_last_again(local_time, now_ms),
            Command::Decide {
                sequence,
                is_allowed,
            } => return self.decide(sequence, is_allowed, now_ms),
            Command::Stop if self.open().is_some() => {
                self.failed = None;
                self.end(StoppedReason::Cancelled, String::new(), None, now_ms);
            }
            Command::GoOn if self.failed.take().is_some() => {}
            Command::GoOn => {
                let stopped = self.state.current().and_then(|it| it.stopped);
                if !stopped.is_some_and(StoppedReason::can_go_on) {
                    return Err(NotExpected::NothingAtHand);
                }
                self.emit(AgentUpdate::Reopened { at: now_ms });
                self.ask_again(now_ms);
            }
            Command::Stop => return Err(NotExpected::NothingAtHand),
        }
        Ok(())
    }

    fn take_updates(&mut self) -> Vec<AgentUpdate> {
        std::mem::take(&mut self.updates)
    }
}

impl AgentRuntime {
    fn used(&mut self, usage: UsageTotals) {
        if usage != UsageTotals::default() {
            self.emit(AgentUpdate::Used(usage));
        }
    }
}

fn tool_id(sequence: u64) -> StepId {
    StepId((sequence << 2) | 2)
}

/// Holds an outcome to what is kept of one.
fn bound(output: &mut FunctionCallResult) {
    let message = &mut output.result.message;
    if message.len() > MAX_OUTCOME_BYTES {
        let end = (0..=MAX_OUTCOME_BYTES)
            .rev()
            .find(|it| message.is_char_boundary(*it));
        message.truncate(end.unwrap_or_default());
        message.push_str(" [… cut]");
    }
    let data = &mut output.result.data;
    if data
        .as_ref()
        .is_some_and(|it| it.to_string().len() > MAX_OUTCOME_BYTES)
    {
        *data = None;
    }
}
