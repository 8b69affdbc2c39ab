//! Running the tasks of a chain, as a value that performs nothing itself.

mod asked;
mod decide;
mod executor;
mod needs;
mod outcome;
mod person;
mod record;
mod result;
mod schedule;
mod stored;
mod update;

pub use asked::{AskedField, AskedFieldKind, AskedForm};
pub use decide::ExecutionLimits;
pub use executor::TaskExecutor;
pub use outcome::{
    AmbiguityDetected, ChoiceOption, MAX_OPTIONS, ServiceError, ServiceErrorKind, TaskFailure,
    TaskOutcome, UnknownBecause,
};
pub use person::{ExecutorRefusal, Settlement};
pub use record::{TaskCounts, TaskRecord, TaskStatus};
pub use result::{ExecutionResult, ExecutionStatus};
pub use update::TaskUpdate;
