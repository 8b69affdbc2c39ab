//! The chain as an engine: its steps, and what it is told.

use kikitori_engine::{Action, Engine, Outcome, Step, StepId, ToolRequest};
use kikitori_journal::{Progress, SessionHead, SessionStatus};
use kikitori_llm::UsageTotals;

use super::TrueReactAgent;
use super::command::{ChainError, Command, Phase};
use super::state::{ChainState, ChainUpdate};
use crate::service::{CallRequest, from_output};
use crate::task::TaskIndex;

/// The kind of session that this engine leads.
pub const KIND: &str = "tasks";
/// The executor's name in records.
const EXECUTOR: &str = "executor";

/// The step of a task's call; those of model calls have even numbers.
fn task_step(step: u64) -> StepId {
    StepId(step.saturating_mul(2).saturating_add(1))
}

impl Engine for TrueReactAgent {
    type State = ChainState;
    type Input = Command;
    type Refusal = ChainError;

    fn state(&self) -> &ChainState {
        &self.state
    }

    fn head(&self) -> SessionHead {
        let state = &self.state;
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let executor = state.executor.as_ref();
        SessionHead {
            id: state.id.clone(),
            kind: KIND.to_owned(),
            title: title(&state.request.text),
            language: state.request.language.clone(),
            progress: Progress {
                done: count(executor.map_or(0, |executor| executor.counts().done)),
                of: count(executor.map_or(0, |executor| executor.records().len())),
            },
            status: match self.phase() {
                Phase::Done => SessionStatus::Done,
                Phase::Cancelled | Phase::Failed => SessionStatus::Failed,
                _ => SessionStatus::Open,
            },
            created_at: state.created_at,
            updated_at: state.updated_at,
            last_update: None,
        }
    }

    fn steps(&self) -> Vec<Step> {
        let state = &self.state;
        match (self.phase(), &state.executor) {
            (Phase::Planning, _) => {
                let request = &state.request;
                let refused = &state.refused;
                let call = self.planner.call(request, refused, state.spent);
                vec![self.model_step(call)]
            }
            (Phase::Answering, _) => {
                let call = self.formatter().call(state);
                vec![self.model_step(call)]
            }
            (Phase::Running, Some(executor)) => {
                let running = executor.running();
                let steps = running.filter_map(|(step, task)| self.task_step(step, task));
                steps.collect()
            }
            _ => Vec::new(),
        }
    }

    fn told(&mut self, id: StepId, outcome: Outcome, now_ms: u64) -> Result<(), ChainError> {
        match outcome {
            Outcome::Model(outcome) => {
                let is_due = matches!(self.phase(), Phase::Planning | Phase::Answering);
                if !is_due || id != self.model_step_id() {
                    let what = "this reply";
                    return Err(ChainError::NotExpected { what });
                }
                self.model_answered(outcome, now_ms);
            }
            Outcome::Tool(output) => {
                if id.0.is_multiple_of(2) {
                    let what = "this result";
                    return Err(ChainError::NotExpected { what });
                }
                let outcome = from_output(output);
                self.with_executor(|executor, _, limits| {
                    executor.told(id.0 / 2, outcome, &limits.execution, now_ms)
                })?;
                self.emit(ChainUpdate::Stepped { at: now_ms });
            }
        }
        self.begin_ready(now_ms);
        Ok(())
    }

    fn abandoned(&mut self, id: StepId, usage: UsageTotals, now_ms: u64) {
        if id.0.is_multiple_of(2) {
            if usage != UsageTotals::default() {
                self.emit(ChainUpdate::Stepped { at: now_ms });
                self.emit(ChainUpdate::Called { usage });
            }
            return;
        }
        let interrupted = self.with_executor(|executor, _, _| Ok(executor.interrupted(id.0 / 2)));
        // Without a started plan no task was called.
        interrupted.unwrap_or_default();
    }

    fn input(&mut self, input: Command, now_ms: u64) -> Result<(), ChainError> {
        self.take(input, now_ms)
    }

    fn take_updates(&mut self) -> Vec<ChainUpdate> {
        std::mem::take(&mut self.updates)
    }
}

impl TrueReactAgent {
    fn model_step_id(&self) -> StepId {
        StepId(self.state.calls.saturating_mul(2))
    }

    fn model_step(&self, call: kikitori_engine::caller::ModelCall) -> Step {
        Step {
            id: self.model_step_id(),
            action: Action::CallModel(Box::new(call)),
        }
    }

    fn task_step(&self, step: u64, task: TaskIndex) -> Option<Step> {
        let record = self.state.executor.as_ref()?.record(task)?;
        // They could be made when it was begun, and results do not change under a running task.
        let parameters = self.parameters(task).ok()?;
        let (task, terms) = (&record.task, &record.task.terms);
        let call = CallRequest {
            service: task.service.clone(),
            method: task.method.clone(),
            parameters,
            idempotency_key: self.state.idempotency_key(record),
            is_preview: record.is_preview(),
            wait_ms: terms.limits.wait_before(record.attempts),
            time_ms: terms.limits.time_ms,
        };
        Some(Step {
            id: task_step(step),
            action: Action::RunTool(ToolRequest {
                agent: EXECUTOR.to_owned(),
                tool: format!("{}.{}", task.service, task.method),
                arguments: serde_json::to_string(&call).ok()?,
            }),
        })
    }
}

/// Characters of a request that lists show.
const TITLE: usize = 80;

fn title(request: &str) -> String {
    let line = request.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(TITLE) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line,
    }
}
