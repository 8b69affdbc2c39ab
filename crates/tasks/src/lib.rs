//! Task chains: plan once, run in parallel, ask when it is ambiguous.
//!
//! [`validate_plan`] checks a plan before anything of it runs, a [`TaskGraph`] puts it in order,
//! and a [`TaskExecutor`] runs it.

mod execution;
mod graph;
mod reference;
pub mod schema;
mod service;
mod task;
mod validate;

pub use execution::{
    AmbiguityDetected, ChoiceOption, ExecutionLimits, ExecutionResult, ExecutionStatus,
    ExecutorRefusal, MAX_OPTIONS, ServiceError, ServiceErrorKind, Settlement, TaskExecutor,
    TaskFailure, TaskOutcome, TaskRecord, TaskStatus, TaskUpdate, UnknownBecause,
};
pub use graph::{GraphError, TaskGraph};
pub use reference::{
    PathStep, Piece, Reference, ReferenceError, escaped, pieces, references, resolved,
};
pub use service::{MethodInfo, ServiceDirectory, ServiceInfo};
pub use task::{Effect, MAX_ID_BYTES, Task, TaskId, TaskIndex, TaskLimits, TaskTerms};
pub use validate::{DEFAULT_MAX_TASKS, PlanError, validate_plan};
