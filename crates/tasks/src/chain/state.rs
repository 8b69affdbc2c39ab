//! What a chain knows, and how that changes.

use kikitori_journal::Journaled;
use kikitori_json::FromJson;
use kikitori_llm::UsageTotals;
use serde::Serialize;
use thiserror::Error;

use super::command::Phase;
use super::earlier::EarlierRequest;
use crate::execution::{ExecutionStatus, TaskExecutor, TaskRecord, TaskStatus, TaskUpdate};
use crate::planner::RefusedPlan;
use crate::task::Task;

/// What a chain knows.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct ChainState {
    /// The chain's id; its session's too.
    pub id: String,
    /// What the person asked for.
    pub request: ChainRequest,
    /// When it was begun, in milliseconds since 1970.
    pub created_at: u64,
    /// When it last changed, in milliseconds since 1970.
    pub updated_at: u64,
    /// Plans that could not be run, since the request was last changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<RefusedPlan>,
    /// The tasks, once there is a plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub executor: Option<TaskExecutor>,
    /// What of the request the plan leaves undone, as the model says it to the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_undone: Option<String>,
    /// Whether the person let the plan run.
    #[serde(default)]
    pub is_started: bool,
    /// What the person is told in the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// When the person cancelled it, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cancelled_at: Option<u64>,
    /// Why there is no plan, and will be none without the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<ChainFailure>,
    /// What its model calls used.
    #[serde(default)]
    pub spent: UsageTotals,
    /// How many model calls have ended.
    #[serde(default)]
    pub calls: u64,
}

/// What a person asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct ChainRequest {
    /// Their words.
    pub text: String,
    /// Their local date and time, as a text for the model. May be empty.
    #[serde(default)]
    pub local_time: String,
    /// The language tag of the page, for lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// What was asked for before, the last one last, which the request may be about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<EarlierRequest>,
}

/// Why a chain came to no plan.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize, FromJson)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ChainFailure {
    /// The model's plans could not be run.
    #[error("the model made no plan that can be run: {}", problems.join(" "))]
    NoPlan {
        /// What was wrong with the last one.
        problems: Vec<String>,
    },
}

/// One change of a [`ChainState`].
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ChainUpdate {
    /// A step begins. What comes until the next one happens at the same time.
    Stepped {
        /// When, in milliseconds since 1970.
        at: u64,
    },
    /// A model call ended, or was ended.
    Called {
        /// What it used.
        usage: UsageTotals,
    },
    /// A plan could not be run, and the model is asked for another.
    PlanRefused(RefusedPlan),
    /// There is a plan.
    Planned {
        /// Its tasks, validated.
        tasks: Vec<Task>,
        /// What of the request it leaves undone, as the model says it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left_undone: Option<String>,
    },
    /// There is none, and none is asked for any more.
    Failed(ChainFailure),
    /// The person asks for something else, or for another plan.
    Requested(ChainRequest),
    /// The person lets the plan run.
    Started,
    /// Something happened to a task.
    Task(TaskUpdate),
    /// The answer is written.
    Answered {
        /// It.
        text: String,
    },
    /// The person wants the answer of a chain that they cancelled. What was cut off stays so.
    AnswerWanted,
    /// The person goes on with a chain that they cancelled.
    Reopened,
    /// The person cancels the chain.
    Cancelled {
        /// When, in milliseconds since 1970.
        at: u64,
    },
}

impl ChainState {
    /// A chain of which nothing is done yet.
    pub fn new(id: String, request: ChainRequest, now_ms: u64) -> Self {
        Self {
            id,
            request,
            created_at: now_ms,
            updated_at: now_ms,
            refused: Vec::new(),
            executor: None,
            left_undone: None,
            is_started: false,
            answer: None,
            cancelled_at: None,
            failure: None,
            spent: UsageTotals::default(),
            calls: 0,
        }
    }

    /// What the chain does or waits for, as far as that is stored: that a model call failed is not.
    pub fn phase(&self) -> Phase {
        if self.failure.is_some() {
            return Phase::Failed;
        }
        let status = self.executor.as_ref().map(TaskExecutor::status);
        if self.cancelled_at.is_some() {
            return match status {
                Some(ExecutionStatus::Running) => Phase::Running,
                _ => Phase::Cancelled,
            };
        }
        if self.answer.is_some() {
            return Phase::Done;
        }
        let Some(status) = status else {
            return Phase::Planning;
        };
        if !self.is_started {
            return Phase::Review;
        }
        match status {
            ExecutionStatus::Running => Phase::Running,
            ExecutionStatus::NeedsConfirmation => Phase::NeedsConfirmation,
            ExecutionStatus::Paused => Phase::Paused,
            ExecutionStatus::Succeeded | ExecutionStatus::Failed | ExecutionStatus::Cancelled => {
                Phase::Answering
            }
        }
    }

    /// Whether it was cancelled, and there is something to write an answer of.
    pub fn can_be_answered(&self) -> bool {
        let has_come = |it: &TaskRecord| {
            matches!(
                it.status,
                TaskStatus::Succeeded { .. } | TaskStatus::Failed(_)
            )
        };
        let executor = self.cancelled_executor();
        executor.is_some_and(|it| it.is_over() && it.records().iter().any(has_come))
    }

    /// Whether it was cancelled, and tasks were cut off that can be gone on with.
    pub fn can_be_reopened(&self) -> bool {
        let is_cut_off = |it: &TaskRecord| it.status == TaskStatus::Cancelled;
        let executor = self.cancelled_executor();
        executor.is_some_and(|it| it.records().iter().any(is_cut_off))
    }

    /// The tasks of a chain that had begun when it was cancelled, and has no answer.
    fn cancelled_executor(&self) -> Option<&TaskExecutor> {
        let has_begun = self.cancelled_at.is_some() && self.is_started && self.answer.is_none();
        self.executor.as_ref().filter(|_| has_begun)
    }

    /// The key that the calls of this task have in common, by which its service knows them.
    pub fn idempotency_key(&self, record: &TaskRecord) -> String {
        format!("{}/{}/{}", self.id, record.task.id, record.generation)
    }
}

impl Journaled for ChainState {
    type Update = ChainUpdate;
    const KIND: &'static str = "chain";

    fn apply(&mut self, update: ChainUpdate) {
        match update {
            ChainUpdate::Stepped { at } => self.updated_at = at,
            ChainUpdate::Called { usage } => {
                self.spent = self.spent.plus(usage);
                self.calls = self.calls.saturating_add(1);
            }
            ChainUpdate::PlanRefused(plan) => self.refused.push(plan),
            ChainUpdate::Planned { tasks, left_undone } => {
                self.refused.clear();
                self.left_undone = left_undone;
                // A plan is validated before it comes here.
                self.executor = TaskExecutor::new(tasks).ok();
            }
            ChainUpdate::Failed(failure) => self.failure = Some(failure),
            ChainUpdate::Requested(request) => {
                let fresh = Self::new(std::mem::take(&mut self.id), request, self.updated_at);
                *self = Self {
                    created_at: self.created_at,
                    spent: self.spent,
                    calls: self.calls,
                    ..fresh
                };
            }
            ChainUpdate::Started => self.is_started = true,
            ChainUpdate::Task(update) => {
                if matches!(update, TaskUpdate::Edited { .. }) {
                    // It spoke of what is worked on anew.
                    self.answer = None;
                }
                if let Some(executor) = &mut self.executor {
                    executor.apply(update);
                }
            }
            ChainUpdate::Answered { text } => self.answer = Some(text),
            ChainUpdate::AnswerWanted => {
                self.cancelled_at = None;
                if let Some(executor) = &mut self.executor {
                    executor.revive();
                }
            }
            ChainUpdate::Reopened => {
                self.cancelled_at = None;
                if let Some(executor) = &mut self.executor {
                    executor.apply(TaskUpdate::Reopened);
                }
            }
            ChainUpdate::Cancelled { at } => {
                self.cancelled_at = Some(at);
                if let Some(executor) = &mut self.executor {
                    executor.apply(TaskUpdate::Cancelled { at });
                }
            }
        }
    }
}
