//! What every engine runs on.
//!
//! An [`Engine`] decides: it names steps, is told their outcomes, and changes its state by updates.
//! A [`Driver`] performs the steps side by side and stores what changed before anyone sees it.
//! A [`caller::Caller`] is the one way to call a model: metered, under caps, shrunk when the
//! request is too long, repaired when the reply has not the form that was asked for.

pub mod caller;
pub mod controller;
mod driver;
mod engine;

pub use driver::{
    DEFAULT_SIDE_BY_SIDE, Driver, DriverError, DriverEvent, DriverEvents, DriverPorts, Idle,
    NoEvents, NoTools, OpenedSession, SessionRecord, ToolRunner,
};
pub use engine::{Action, Engine, Outcome, Step, StepId, ToolRequest};
