//! A chain as the page shows it: values that signals can hold.

use kikitori_llm::UsageTotals;
use kikitori_tasks::{
    AmbiguityDetected, ChainFailure, ChainState, ConfirmationKind, ConfirmationService, Drawing,
    Measures, Phase, ServiceDirectory, TaskCounts, TaskExecutor, TaskFailure, TaskId, TaskIndex,
    TaskRecord, TaskStatus, UnknownBecause, UnsaidNumber, unmentioned_failures, unsaid_numbers,
};
use serde_json::{Map, Value};

/// The sizes of the graph, in CSS pixels; `tasks_chain.css` has them too.
pub const MEASURES: Measures = Measures {
    width: 188.0,
    height: 76.0,
    beside: 16.0,
    below: 36.0,
    lane: 10.0,
};

/// A chain.
#[derive(Debug, Clone, PartialEq)]
pub struct Chain {
    pub id: String,
    pub request: String,
    pub phase: Phase,
    pub is_started: bool,
    /// In the order of the plan.
    pub tasks: Vec<TaskView>,
    /// Positions of the tasks, each after all that it depends on.
    pub order: Vec<usize>,
    pub drawing: Drawing,
    /// How many tasks have come to which end.
    pub counts: TaskCounts,
    pub asked: Vec<Asked>,
    /// Whether it was stopped, and there is something to write an answer of.
    pub can_be_answered: bool,
    /// Whether it was stopped, and what was cut off can be gone on with.
    pub can_be_reopened: bool,
    /// What of the request the plan leaves undone.
    pub left_undone: Option<String>,
    pub answer: Option<String>,
    /// Tasks that failed and that the answer does not speak of.
    pub unmentioned: Vec<usize>,
    /// What was wrong with the last plan, if there is none.
    pub problems: Option<Vec<String>>,
    pub spent: UsageTotals,
}

/// Something that the person is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// The task.
    pub task: usize,
    /// What it is called with.
    pub parameters: Map<String, Value>,
    pub kind: AskedKind,
    /// What its service says that it would do.
    pub preview: Option<Value>,
}

/// What is asked.
#[derive(Debug, Clone, PartialEq)]
pub enum AskedKind {
    /// Which of several things is meant.
    Choice(AmbiguityDetected),
    /// Whether it may change what it changes.
    Approval,
    /// Whether it was done, which nobody knows.
    OutcomeUnknown(UnknownBecause),
}

/// A task.
#[derive(Debug, Clone, PartialEq)]
pub struct TaskView {
    pub id: String,
    pub service: String,
    pub method: String,
    /// As they are planned, with references.
    pub planned: Map<String, Value>,
    /// With results in the place of references, where those are there.
    pub parameters: Map<String, Value>,
    /// Numbers in them that stand in none of the person's requests.
    pub unsaid: Vec<UnsaidNumber>,
    /// What it waits for.
    pub depends_on: Vec<usize>,
    /// All that wait for it, directly or not.
    pub waited_by: Vec<usize>,
    pub is_changing: bool,
    pub asks_first: bool,
    pub state: TaskState,
    pub attempts: u32,
    pub begun_at: Option<u64>,
    pub ended_at: Option<u64>,
    /// By which its service knows what it changed.
    pub key: String,
}

/// Where a task is.
#[derive(Debug, Clone, PartialEq)]
pub enum TaskState {
    Waiting,
    Asking,
    Running,
    Done(Value),
    Failed(TaskFailure),
    /// The task at this place came to nothing.
    Skipped(usize),
    LeftOut,
    Cancelled,
}

impl TaskState {
    /// In a word, as `data-state` has it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Asking => "asking",
            Self::Running => "running",
            Self::Done(_) => "done",
            Self::Failed(_) => "failed",
            Self::Skipped(_) => "skipped",
            Self::LeftOut => "left-out",
            Self::Cancelled => "cancelled",
        }
    }
}

fn at(task: TaskIndex) -> usize {
    task.0 as usize
}

impl Chain {
    /// The chain as it is stored, with the services that there are.
    pub fn of(state: &ChainState, directory: &ServiceDirectory) -> Self {
        let executor = state.executor.as_ref();
        let mut chain = Self {
            id: state.id.clone(),
            request: state.request.text.clone(),
            phase: state.phase(),
            is_started: state.is_started,
            tasks: Vec::new(),
            order: Vec::new(),
            drawing: Drawing::default(),
            counts: TaskCounts::default(),
            asked: Vec::new(),
            can_be_answered: state.can_be_answered(),
            can_be_reopened: state.can_be_reopened(),
            left_undone: state.left_undone.clone(),
            answer: state.answer.clone(),
            unmentioned: Vec::new(),
            problems: state
                .failure
                .as_ref()
                .map(|ChainFailure::NoPlan { problems }| problems.clone()),
            spent: state.spent,
        };
        let Some(executor) = executor else {
            return chain;
        };
        let find = |id: &TaskId| executor.graph().position(id).map(at);
        if let Some(text) = &state.answer {
            let ids = unmentioned_failures(text, executor);
            chain.unmentioned = ids.iter().filter_map(find).collect();
        }
        chain.tasks = (0..)
            .map(TaskIndex)
            .zip(executor.records())
            .map(|(index, record)| task(state, executor, index, record, directory))
            .collect();
        chain.counts = executor.counts();
        chain.order = executor.graph().order().map(at).collect();
        chain.drawing = Drawing::of(executor.graph(), MEASURES);
        let asked = ConfirmationService::of(state, directory).into_iter();
        chain.asked = asked
            .filter_map(|it| {
                Some(Asked {
                    task: find(&it.task)?,
                    parameters: it.parameters,
                    preview: it.preview,
                    kind: match it.kind {
                        ConfirmationKind::Choice(choice) => AskedKind::Choice(choice),
                        ConfirmationKind::Approval => AskedKind::Approval,
                        ConfirmationKind::OutcomeUnknown(why) => AskedKind::OutcomeUnknown(why),
                    },
                })
            })
            .collect();
        chain
    }

    /// The number of a task: its place in the order in which tasks are shown.
    pub fn number(&self, task: usize) -> usize {
        let place = self.order.iter().position(|it| *it == task);
        place.unwrap_or(task) + 1
    }
}

fn task(
    state: &ChainState,
    executor: &TaskExecutor,
    index: TaskIndex,
    record: &TaskRecord,
    directory: &ServiceDirectory,
) -> TaskView {
    let (task, graph) = (&record.task, executor.graph());
    let made = executor.parameters(index, directory, &Default::default());
    let waiting = graph.with_dependents(&[index], |_| true).into_iter();
    TaskView {
        id: task.id.as_str().to_owned(),
        service: task.service.clone(),
        method: task.method.clone(),
        planned: task.parameters.clone(),
        unsaid: unsaid(state, record),
        parameters: made.unwrap_or_else(|_| task.parameters.clone()),
        depends_on: graph.dependencies(index).map(at).collect(),
        waited_by: waiting.filter(|it| *it != index).map(at).collect(),
        is_changing: task.terms.effect.is_changing() && !record.had_nothing_to_change(),
        asks_first: task.terms.asks_first,
        state: match &record.status {
            TaskStatus::Waiting => TaskState::Waiting,
            TaskStatus::AwaitingApproval
            | TaskStatus::OutcomeUnknown { .. }
            | TaskStatus::Ambiguous(_) => TaskState::Asking,
            TaskStatus::Running { .. } => TaskState::Running,
            TaskStatus::Succeeded { result } => TaskState::Done(result.clone()),
            TaskStatus::Failed(failure) => TaskState::Failed(failure.clone()),
            TaskStatus::Skipped { because } => TaskState::Skipped(at(*because)),
            TaskStatus::LeftOut { .. } => TaskState::LeftOut,
            TaskStatus::Cancelled => TaskState::Cancelled,
        },
        attempts: record.attempts,
        begun_at: record.begun_at,
        ended_at: record.ended_at,
        key: state.idempotency_key(record),
    }
}

/// What the person has changed or chosen themselves is theirs.
fn unsaid(state: &ChainState, record: &TaskRecord) -> Vec<UnsaidNumber> {
    if record.changed_by_person {
        return Vec::new();
    }
    let earlier = state.request.earlier.iter().map(|it| it.request.as_str());
    let requests: Vec<&str> = earlier.chain([state.request.text.as_str()]).collect();
    unsaid_numbers(&record.task.parameters, &requests)
}
