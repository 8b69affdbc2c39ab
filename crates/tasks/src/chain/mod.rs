//! A chain as an engine: plans once, runs tasks, asks, and answers.

mod command;
mod confirmation;
mod earlier;
mod engine;
mod state;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use kikitori_engine::caller::{CallError, ModelOutcome};
use kikitori_journal::Journaled;
use serde_json::{Map, Value};

use crate::execution::{ExecutorRefusal, TaskExecutor, TaskFailure, TaskUpdate};
use crate::formatter::ResponseFormatter;
use crate::planner::{ActionPlanner, MAX_REPAIRS, PlanReply};
use crate::task::TaskIndex;
pub use command::{
    ChainError, ChainLimits, Command, ConfirmationAnswer, MAX_REQUEST_BYTES, Pause, Phase,
};
pub use confirmation::{Confirmation, ConfirmationKind, ConfirmationService};
pub use earlier::{EarlierRequest, EarlierState, EarlierTask};
pub use engine::KIND;
pub use state::{ChainFailure, ChainRequest, ChainState, ChainUpdate};

/// How often the answer is asked for with less of the results, when they are too long.
const MAX_SHORTENED: u32 = 4;

/// The engine of one chain. It calls the planner once, hands the tasks to the executor, asks the
/// person where that is needed, and has the answer written.
pub struct TrueReactAgent {
    state: ChainState,
    planner: Rc<ActionPlanner>,
    limits: ChainLimits,
    /// Updates since they were last taken.
    updates: Vec<ChainUpdate>,
    /// Why no model call is named although one is due. It is not stored: a chain that is opened
    /// again goes on.
    halt: Option<CallError>,
    /// How often results were too long for the answer's call.
    shortened: u32,
    /// Tasks that have changed since somebody was told.
    changed: RefCell<BTreeSet<TaskIndex>>,
}

impl TrueReactAgent {
    /// A new chain.
    ///
    /// # Errors
    /// [`ChainError`] when the request cannot be taken.
    pub fn start(
        id: String,
        request: ChainRequest,
        planner: Rc<ActionPlanner>,
        limits: ChainLimits,
        now_ms: u64,
    ) -> Result<Self, ChainError> {
        check_request(&request)?;
        let state = ChainState::new(id, request, now_ms);
        Ok(Self::of(state, planner, limits))
    }

    /// The engine of a chain that was read back from the store. Of changing tasks that ran then
    /// nobody knows whether they were done.
    pub fn resume(
        state: ChainState,
        planner: Rc<ActionPlanner>,
        limits: ChainLimits,
        now_ms: u64,
    ) -> Self {
        let mut agent = Self::of(state, planner, limits);
        agent
            .with_executor(|executor, planner, limits| {
                let directory = planner.directory();
                let mut updates = executor.resume(directory, &limits.execution, now_ms);
                updates.extend(executor.begin_ready(directory, &limits.execution, now_ms));
                Ok(updates)
            })
            // It refuses nothing.
            .unwrap_or_default();
        agent.changed.take();
        agent
    }

    fn of(state: ChainState, planner: Rc<ActionPlanner>, limits: ChainLimits) -> Self {
        Self {
            state,
            planner,
            limits,
            updates: Vec::new(),
            halt: None,
            shortened: 0,
            changed: RefCell::default(),
        }
    }

    /// What the chain knows.
    pub fn state(&self) -> &ChainState {
        &self.state
    }

    /// What it does or waits for.
    pub fn phase(&self) -> Phase {
        match self.state.phase() {
            Phase::Planning | Phase::Answering if self.halt.is_some() => Phase::CallFailed,
            phase => phase,
        }
    }

    /// Why it stands still, when nothing is at work.
    pub fn pause(&self) -> Pause {
        match (self.phase(), &self.halt, &self.state.failure) {
            (Phase::Failed, _, Some(failure)) => Pause::Failed(failure.clone()),
            (Phase::CallFailed, Some(error), _) => Pause::CallFailed(error.clone()),
            (phase, ..) => Pause::At(phase),
        }
    }

    /// What a task is called with, results in the place of references.
    ///
    /// # Errors
    /// [`TaskFailure`] when it cannot be called so.
    pub fn parameters(&self, task: TaskIndex) -> Result<Map<String, Value>, TaskFailure> {
        let limits = &self.limits.execution;
        match &self.state.executor {
            Some(executor) => executor.parameters(task, self.planner.directory(), limits),
            None => Ok(Map::new()),
        }
    }

    /// The services that it plans for.
    pub fn planner(&self) -> &ActionPlanner {
        &self.planner
    }

    /// The tasks that have changed since this was last asked, in the order of the plan.
    pub fn take_changed(&self) -> Vec<TaskIndex> {
        self.changed.take().into_iter().collect()
    }

    fn formatter(&self) -> ResponseFormatter {
        ResponseFormatter {
            result_characters: self.limits.result_characters >> self.shortened.min(16),
        }
    }

    /// Changes the state, and keeps the change to be stored.
    fn emit(&mut self, update: ChainUpdate) {
        self.state.apply(update.clone());
        self.updates.push(update);
        self.note_changes();
    }

    fn note_changes(&mut self) {
        if let Some(executor) = &mut self.state.executor {
            self.changed.get_mut().extend(executor.take_changed());
        }
    }

    /// Lets the executor change its tasks, and keeps its updates to be stored.
    fn with_executor(
        &mut self,
        work: impl FnOnce(
            &mut TaskExecutor,
            &ActionPlanner,
            &ChainLimits,
        ) -> Result<Vec<TaskUpdate>, ExecutorRefusal>,
    ) -> Result<(), ChainError> {
        let planner = Rc::clone(&self.planner);
        let executor = self
            .state
            .executor
            .as_mut()
            .filter(|_| self.state.is_started);
        let what = "anything about tasks";
        let executor = executor.ok_or(ChainError::NotExpected { what })?;
        let updates = work(executor, &planner, &self.limits)?;
        let edits = |update: &TaskUpdate| matches!(update, TaskUpdate::Edited { .. });
        if updates.iter().any(edits) {
            self.state.answer = None;
        }
        self.updates
            .extend(updates.into_iter().map(ChainUpdate::Task));
        self.note_changes();
        Ok(())
    }

    /// Begins every task that may.
    fn begin_ready(&mut self, now_ms: u64) {
        let begun = self.with_executor(|executor, planner, limits| {
            Ok(executor.begin_ready(planner.directory(), &limits.execution, now_ms))
        });
        // Before the plan is started there is nothing to begin.
        begun.unwrap_or_default();
    }

    /// Takes what came of the model call that is due.
    fn model_answered(&mut self, outcome: ModelOutcome, now_ms: u64) {
        let is_planning = self.phase() == Phase::Planning;
        let usage = outcome.usage;
        self.emit(ChainUpdate::Stepped { at: now_ms });
        self.emit(ChainUpdate::Called { usage });
        match outcome.result {
            Err(error) if !is_planning && error.is_too_long() && self.shortened < MAX_SHORTENED => {
                self.shortened += 1;
            }
            Err(error) => {
                tracing::warn!(chain = %self.state.id, %error, "model call failed");
                self.halt = Some(error);
            }
            Ok(completion) if is_planning => match self.planner.read(completion.message) {
                Ok(PlanReply::Tasks { tasks, left_undone }) => {
                    self.emit(ChainUpdate::Planned { tasks, left_undone });
                }
                Ok(PlanReply::Nothing { reply: text }) => {
                    self.emit(ChainUpdate::Answered { text });
                }
                Err(refused) if self.state.refused.len() < MAX_REPAIRS => {
                    self.emit(ChainUpdate::PlanRefused(*refused));
                }
                Err(refused) => {
                    let problems = refused.problems;
                    self.emit(ChainUpdate::Failed(ChainFailure::NoPlan { problems }));
                }
            },
            Ok(completion) => {
                let text = completion.message.content.unwrap_or_default();
                self.emit(ChainUpdate::Answered { text });
            }
        }
    }

    /// Takes what the person does.
    fn take(&mut self, command: Command, now_ms: u64) -> Result<(), ChainError> {
        let phase = self.phase();
        let not_expected = |what| Err(ChainError::NotExpected { what });
        match command {
            Command::Start { leave_out } => {
                let Some(executor) = &self.state.executor else {
                    return not_expected("a start");
                };
                if phase != Phase::Review {
                    return not_expected("a start");
                }
                // Tried on a copy: what is refused changes nothing.
                let mut tried = executor.clone();
                let updates = tried.leave_out(&leave_out)?;
                if tried.is_over() {
                    return Err(ChainError::NothingLeft);
                }
                for update in updates {
                    self.emit(ChainUpdate::Task(update));
                }
                self.emit(ChainUpdate::Started);
            }
            Command::Confirm { task, answer } => {
                if self.state.cancelled_at.is_some()
                    && !matches!(answer, ConfirmationAnswer::Settle(_))
                {
                    return Err(ExecutorRefusal::Cancelled.into());
                }
                self.with_executor(|executor, planner, _| match &answer {
                    ConfirmationAnswer::Choose(option) => {
                        executor.choose(&task, option, planner.directory())
                    }
                    ConfirmationAnswer::Write(written) => {
                        executor.write(&task, written, planner.directory())
                    }
                    ConfirmationAnswer::Edit(parameters) => {
                        executor.edit(&task, parameters.clone(), planner.directory())
                    }
                    ConfirmationAnswer::EditAndApprove(parameters) => {
                        executor.edit_and_approve(&task, parameters.clone(), planner.directory())
                    }
                    ConfirmationAnswer::Approve => executor.approve(&task),
                    ConfirmationAnswer::LeaveOut => executor.leave_out(std::slice::from_ref(&task)),
                    ConfirmationAnswer::Settle(settlement) => {
                        executor.settle(&task, *settlement, now_ms)
                    }
                })?;
            }
            Command::Edit { task, parameters } => {
                self.with_executor(|executor, planner, _| {
                    executor.edit(&task, parameters, planner.directory())
                })?;
            }
            Command::Pause => self.with_executor(|executor, _, _| Ok(executor.pause(true)))?,
            Command::Resume if phase == Phase::Cancelled => {
                if !self.state.can_be_reopened() {
                    return not_expected("a chain to be gone on with");
                }
                self.emit(ChainUpdate::Reopened);
            }
            Command::Resume => self.with_executor(|executor, _, _| Ok(executor.pause(false)))?,
            Command::Cancel => match phase {
                Phase::Done | Phase::Cancelled => return not_expected("a cancellation"),
                _ if self.state.cancelled_at.is_some() => {}
                _ => self.emit(ChainUpdate::Cancelled { at: now_ms }),
            },
            Command::Retry => match (phase, self.halt.take()) {
                (Phase::Failed, _) => {
                    let request = self.state.request.clone();
                    self.emit(ChainUpdate::Requested(request));
                }
                (Phase::Cancelled, _) if self.state.can_be_answered() => {
                    self.emit(ChainUpdate::AnswerWanted);
                }
                (_, Some(_)) => {}
                (_, None) => return not_expected("a retry"),
            },
            Command::Request(mut request) => {
                check_request(&request)?;
                if self.state.is_started {
                    return not_expected("another request");
                }
                // It may be about the plan that the person has seen.
                request.earlier = match self.state.executor {
                    Some(_) => EarlierRequest::before(&self.state, &|_| false),
                    None => self.state.request.earlier.clone(),
                };
                self.halt = None;
                self.emit(ChainUpdate::Requested(request));
            }
        }
        self.emit(ChainUpdate::Stepped { at: now_ms });
        self.begin_ready(now_ms);
        Ok(())
    }
}

fn check_request(request: &ChainRequest) -> Result<(), ChainError> {
    if request.text.trim().is_empty() {
        return Err(ChainError::BlankRequest);
    }
    let bytes = request.text.len();
    match bytes > MAX_REQUEST_BYTES {
        true => Err(ChainError::RequestTooLong { bytes }),
        false => Ok(()),
    }
}
