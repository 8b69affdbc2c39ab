//! How a run ends.

use crate::error::TaskFailure;
use crate::interrupt::Interrupt;

/// How a run ends, at least for now. Every one but an error keeps the state; but for
/// [`Outcome::Done`], the run can be resumed.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome<S> {
    /// No edge leads on.
    Done {
        /// The state it ends with.
        state: S,
    },
    /// Nodes have asked questions.
    Interrupted {
        /// The state before the superstep that waits.
        state: S,
        /// All questions that are open, in the order of their tasks.
        interrupts: Vec<Interrupt>,
    },
    /// Nodes failed. The updates of others of the same superstep are kept, and they are not run
    /// again.
    Failed {
        /// The state before the superstep that failed.
        state: S,
        /// Which, in the order of their tasks.
        failures: Vec<TaskFailure>,
    },
    /// The run went on for as many supersteps as it may.
    RecursionLimit {
        /// The state so far.
        state: S,
        /// The limit.
        limit: u32,
    },
    /// It was cancelled.
    Cancelled {
        /// The state before the superstep that was under way.
        state: S,
    },
}

impl<S> Outcome<S> {
    /// The state that is kept.
    pub fn state(&self) -> &S {
        match self {
            Self::Done { state }
            | Self::Interrupted { state, .. }
            | Self::Failed { state, .. }
            | Self::RecursionLimit { state, .. }
            | Self::Cancelled { state } => state,
        }
    }

    /// Which of them it is.
    pub fn kind(&self) -> OutcomeKind {
        match self {
            Self::Done { .. } => OutcomeKind::Done,
            Self::Interrupted { .. } => OutcomeKind::Interrupted,
            Self::Failed { .. } => OutcomeKind::Failed,
            Self::RecursionLimit { .. } => OutcomeKind::RecursionLimit,
            Self::Cancelled { .. } => OutcomeKind::Cancelled,
        }
    }
}

/// An [`Outcome`] without what belongs to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutcomeKind {
    /// No edge leads on.
    Done,
    /// Nodes have asked questions.
    Interrupted,
    /// Nodes failed, or the run could not go on at all.
    Failed,
    /// The run went on for as many supersteps as it may.
    RecursionLimit,
    /// It was cancelled, or its time was over.
    Cancelled,
}
