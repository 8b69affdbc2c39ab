//! Texts of the task chains.

pub mod amounts;
mod en;
pub mod examples;
mod ja;
pub mod phrases;
pub mod task;
mod texts;

use kikitori_browser::NoConnection;
use kikitori_desk::messages::failures::no_connection;
use kikitori_engine::caller::{CallError, NoModel};
use kikitori_parts::Language;
use kikitori_parts::messages::advice::model_advice;
use kikitori_tasks::controller::{ControllerPhase, RunBlocked};
use kikitori_tasks::{ChainError, ExecutorRefusal, ManagerError, Pause};

pub use texts::Messages;

impl Messages {
    /// The texts in `language`.
    pub fn of(language: Language) -> &'static Self {
        language.pick(&en::MESSAGES, &ja::MESSAGES)
    }
}

/// Why the chain does not go on, and what to do; nothing where it does, or waits for the person.
pub fn trouble(language: Language, phase: &ControllerPhase) -> Option<String> {
    let words = Messages::of(language);
    let blocked = match phase {
        ControllerPhase::Blocked(blocked) => blocked,
        ControllerPhase::Rests(Pause::CallFailed(error)) => {
            return Some(call_failed(language, error));
        }
        ControllerPhase::Rests(Pause::Failed(_)) => return Some(words.no_plan.to_owned()),
        _ => return None,
    };
    Some(match blocked {
        // That is said in a place of its own.
        RunBlocked::PartMissing => return None,
        RunBlocked::Elsewhere => words.elsewhere.to_owned(),
        RunBlocked::Lost(_) => words.lost.to_owned(),
        RunBlocked::NoModel(NoModel::ServerAway) => {
            no_connection(language, NoConnection::NoAnswer).to_owned()
        }
        RunBlocked::NoModel(NoModel::NoneChosen) => {
            no_connection(language, NoConnection::NothingChosen).to_owned()
        }
        RunBlocked::NoModel(NoModel::LimitsUnreadable) => {
            no_connection(language, NoConnection::LimitsUnreadable).to_owned()
        }
        RunBlocked::Error(ManagerError::Store(error)) => language.store_advice(error).to_owned(),
        RunBlocked::Error(_) => words.broken.to_owned(),
    })
}

/// How the error that is in the way names itself, in English.
pub fn details(phase: &ControllerPhase) -> Option<String> {
    match phase {
        ControllerPhase::Rests(Pause::CallFailed(error)) => Some(error.to_string()),
        ControllerPhase::Blocked(RunBlocked::Lost(error) | RunBlocked::Error(error)) => {
            Some(error.to_string())
        }
        _ => None,
    }
}

/// Why what the person did was not taken.
pub fn refused(language: Language, refusal: &ChainError) -> &'static str {
    let words = Messages::of(language);
    match refusal {
        ChainError::Task(ExecutorRefusal::Invalid { .. } | ExecutorRefusal::Unfitting { .. }) => {
            words.bad_values
        }
        ChainError::Task(ExecutorRefusal::WouldRepeat { .. }) => words.would_repeat,
        ChainError::RequestTooLong { .. } => words.too_long,
        _ => words.moved_on,
    }
}

fn call_failed(language: Language, error: &CallError) -> String {
    let words = Messages::of(language);
    match error {
        CallError::Model(error) => model_advice(language, error.kind()).to_owned(),
        CallError::BudgetExceeded { .. } => words.budget.to_owned(),
        CallError::UnexpectedForm { .. } | CallError::Invalid { .. } => words.unusable.to_owned(),
        _ => words.broken.to_owned(),
    }
}
