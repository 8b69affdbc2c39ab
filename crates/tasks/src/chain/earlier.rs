//! What was asked for before and what came of it, in brief, for a request that follows it.

use kikitori_json::FromJson;
use serde::Serialize;

use super::ChainState;
use crate::execution::{TaskExecutor, TaskRecord, TaskStatus};

/// Earlier requests that a request knows of.
const MAX_EARLIER: usize = 3;
/// Tasks of each that are told.
const MAX_TASKS: usize = 30;
/// Characters of a request.
const REQUEST: usize = 1_000;
/// Characters of an answer.
const ANSWER: usize = 1_500;
/// Characters of the parameters of all tasks together, and of each however many there are.
const PARAMETERS: (usize, usize) = (4_000, 100);
/// The same of their results.
const RESULTS: (usize, usize) = (6_000, 200);
/// The same of the results, and the characters of the answer, of a request before the last one.
const BRIEF_RESULTS: (usize, usize) = (1_500, 120);
const BRIEF_ANSWER: usize = 600;
/// Marks what was cut.
const CUT: &str = " [… cut]";

/// An earlier request with what came of it. It is stored with the request that follows it, as that
/// may be planned again when the earlier one is long gone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct EarlierRequest {
    /// The person's words.
    pub request: String,
    /// Its tasks, in the order of the plan.
    pub tasks: Vec<EarlierTask>,
    /// How many more there were.
    #[serde(default)]
    pub more: usize,
    /// What the person was told in the end. Empty if nothing.
    #[serde(default)]
    pub answer: String,
}

/// A task of an earlier request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct EarlierTask {
    /// Its id.
    pub id: String,
    /// Service and method.
    pub called: String,
    /// What became of it.
    pub state: EarlierState,
    /// What it was called with, as JSON.
    pub parameters: String,
    /// Whether the person changed or chose that.
    #[serde(default)]
    pub changed_by_person: bool,
    /// What it came to, as JSON, or why it failed. Empty if nothing.
    #[serde(default)]
    pub result: String,
}

/// What became of a task of an earlier request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub enum EarlierState {
    /// The plan was never run.
    Planned,
    /// It was done.
    Done,
    /// It was done, and the person has taken it back since.
    TakenBack,
    /// It failed.
    Failed,
    /// Nobody knows whether it was done.
    Unknown,
    /// The person left it out.
    LeftOut,
    /// It was not done.
    NotDone,
}

impl EarlierState {
    pub(crate) fn told(self) -> &'static str {
        match self {
            Self::Planned => "planned, never run",
            Self::Done => "done",
            Self::TakenBack => "done, and taken back by the person since",
            Self::Failed => "failed",
            Self::Unknown => "nobody knows whether it was done",
            Self::LeftOut => "left out by the person",
            Self::NotDone => "not done",
        }
    }
}

impl EarlierRequest {
    /// What a request after the chain `state` knows of: that chain, and before it what its own
    /// request knew of, with less of the results and answers and without what was planned and
    /// never run. `was_taken_back` tells by a task's idempotency key whether the person has taken
    /// back what it changed.
    pub fn before(state: &ChainState, was_taken_back: &dyn Fn(&str) -> bool) -> Vec<Self> {
        let earlier = state.request.earlier.iter().map(Self::briefer);
        let mut known: Vec<Self> = earlier.collect();
        known.push(Self::of(state, was_taken_back));
        let too_many = known.len().saturating_sub(MAX_EARLIER);
        known.drain(..too_many);
        known
    }

    fn of(state: &ChainState, was_taken_back: &dyn Fn(&str) -> bool) -> Self {
        let executor = state.executor.as_ref();
        let records = executor.map(TaskExecutor::records).unwrap_or_default();
        let told = records.len().min(MAX_TASKS);
        let (parameters, results) = (share(PARAMETERS, told), share(RESULTS, told));
        let tasks = records.iter().take(told).map(|record| {
            let result = match &record.status {
                TaskStatus::Succeeded { result } => result.to_string(),
                TaskStatus::Failed(failure) => failure.to_string(),
                _ => String::new(),
            };
            let planned = serde_json::to_string(&record.task.parameters).unwrap_or_default();
            EarlierTask {
                id: record.task.id.as_str().to_owned(),
                called: format!("{}.{}", record.task.service, record.task.method),
                state: match state.is_started {
                    true => became(record, was_taken_back(&state.idempotency_key(record))),
                    false => EarlierState::Planned,
                },
                parameters: cut(&planned, parameters),
                changed_by_person: record.changed_by_person,
                result: cut(&result, results),
            }
        });
        Self {
            request: cut(state.request.text.trim(), REQUEST),
            tasks: tasks.collect(),
            more: records.len() - told,
            answer: cut(state.answer.as_deref().unwrap_or_default(), ANSWER),
        }
    }

    fn briefer(&self) -> Self {
        let done = self.tasks.iter();
        let done = done.filter(|it| it.state != EarlierState::Planned);
        let most = share(BRIEF_RESULTS, self.tasks.len());
        let brief = |it: &EarlierTask| EarlierTask {
            result: cut(&it.result, most),
            ..it.clone()
        };
        Self {
            answer: cut(&self.answer, BRIEF_ANSWER),
            tasks: done.map(brief).collect(),
            ..self.clone()
        }
    }
}

fn became(record: &TaskRecord, is_taken_back: bool) -> EarlierState {
    match &record.status {
        TaskStatus::Succeeded { .. } if is_taken_back => EarlierState::TakenBack,
        TaskStatus::Succeeded { .. } => EarlierState::Done,
        TaskStatus::Failed(_) => EarlierState::Failed,
        TaskStatus::OutcomeUnknown { .. } => EarlierState::Unknown,
        TaskStatus::LeftOut { .. } => EarlierState::LeftOut,
        _ => EarlierState::NotDone,
    }
}

/// How much each of so many is told of, when all together are told so much, and each so much at
/// least.
fn share((all, least): (usize, usize), of: usize) -> usize {
    (all / of.max(1)).max(least)
}

/// The first `most` characters.
fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}{CUT}", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
