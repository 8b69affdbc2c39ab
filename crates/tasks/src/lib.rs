//! Task chains: plan once, run in parallel, ask when it is ambiguous.
//!
//! A [`TaskChainManager`] leads one chain: the [`ActionPlanner`] asks the model once for a plan,
//! [`validate_plan`] checks it before anything of it runs, a [`TaskExecutor`] says which tasks run
//! when, the [`ServiceCoordinator`] calls services, the [`ConfirmationService`] lists what the
//! person is asked, and the [`ResponseFormatter`] has the answer written. All of it but the manager
//! are values that perform nothing themselves; [`TrueReactAgent`] is the engine that they make.

mod chain;
pub mod controller;
mod drawing;
mod execution;
mod formatter;
mod graph;
pub mod kitchen;
mod manager;
mod planner;
mod progress;
mod prompts;
mod reference;
mod said;
pub mod schema;
mod service;
mod task;
mod validate;

pub use chain::{
    ChainError, ChainFailure, ChainLimits, ChainRequest, ChainState, ChainUpdate, Command,
    Confirmation, ConfirmationAnswer, ConfirmationKind, ConfirmationService, EarlierRequest,
    EarlierState, EarlierTask, KIND, MAX_REQUEST_BYTES, Pause, Phase, TrueReactAgent,
};
pub use drawing::{Drawing, Line, Measures, Point};
pub use execution::{
    AmbiguityDetected, AskedField, AskedFieldKind, AskedForm, ChoiceOption, ExecutionLimits,
    ExecutionResult, ExecutionStatus, ExecutorRefusal, MAX_OPTIONS, ServiceError, ServiceErrorKind,
    Settlement, TaskCounts, TaskExecutor, TaskFailure, TaskOutcome, TaskRecord, TaskStatus,
    TaskUpdate, UnknownBecause,
};
pub use formatter::{AnswerPart, FORMATTER, ResponseFormatter, answer_parts, unmentioned_failures};
pub use graph::{GraphError, TaskGraph};
pub use manager::{ChainPorts, ManagerError, ManagerLimits, TaskChainManager};
pub use planner::{ActionPlanner, MAX_REPAIRS, PLAN_TOOL, PLANNER, PlanReply, RefusedPlan};
pub use progress::{ChainProgress, ChainSubscriber, ProgressEvent, TaskOutline, TaskStatusKind};
pub use reference::{
    PathStep, Piece, Reference, ReferenceError, escaped, pieces, references, resolved,
};
pub use said::{UnsaidNumber, unsaid_numbers};
pub use service::{
    ANSWERS, LocalService, McpService, MethodInfo, OnProgress, QuestionTexts, RegisterError,
    Service, ServiceCall, ServiceCoordinator, ServiceDirectory, ServiceInfo,
};
pub use task::{Effect, MAX_ID_BYTES, PartialList, Task, TaskId, TaskIndex, TaskLimits, TaskTerms};
pub use validate::{DEFAULT_MAX_TASKS, PlanError, validate_plan};
