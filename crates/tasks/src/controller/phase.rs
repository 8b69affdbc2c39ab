//! What the controller is doing, and why it does not go on.

use kikitori_engine::caller::NoModel;
use kikitori_store::StoreError;

use crate::chain::{Pause, Phase};
use crate::manager::ManagerError;

/// What the controller is doing.
#[derive(Debug, Clone, PartialEq)]
pub enum ControllerPhase {
    /// There is no chain at hand.
    Idle,
    /// The chain is at work.
    Working,
    /// The chain waits for the person, or has ended.
    Rests(Pause),
    /// It could not go on. It can when the person goes on.
    Blocked(RunBlocked),
}

/// Why a chain could not go on.
#[derive(Debug, Clone, PartialEq)]
pub enum RunBlocked {
    /// Another tab works on this chain.
    Elsewhere,
    /// There is no model to ask.
    NoModel(NoModel),
    /// The part of the program that brings services that were chosen did not come. Nothing is done without them.
    PartMissing,
    /// What was stored of the chain is gone or damaged.
    Lost(ManagerError),
    /// Something could not be stored.
    Error(ManagerError),
}

impl<E: Into<ManagerError>> From<E> for RunBlocked {
    fn from(error: E) -> Self {
        match error.into() {
            ManagerError::Superseded | ManagerError::Store(StoreError::Superseded) => {
                Self::Elsewhere
            }
            error @ (ManagerError::NoChain(_)
            | ManagerError::Damaged(_)
            | ManagerError::Store(StoreError::Deleted | StoreError::Vanished)) => Self::Lost(error),
            error => Self::Error(error),
        }
    }
}

impl Phase {
    /// Whether something is done that nobody has to be asked about.
    pub fn is_at_work(self) -> bool {
        matches!(self, Self::Planning | Self::Running | Self::Answering)
    }

    /// Whether the chain has come to its end, whichever that is.
    pub fn is_over(self) -> bool {
        matches!(self, Self::Done | Self::Cancelled | Self::Failed)
    }
}
