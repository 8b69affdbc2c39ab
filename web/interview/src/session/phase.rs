//! Which screen a session is on, and whose turn it is.

use kikitori_interview::{AgentKind, DriveError, Failure};

/// How far the opening of a session has come.
#[derive(Debug, Clone, PartialEq)]
pub enum Opening {
    /// It is being read.
    Wait,
    /// It is here.
    Open,
    /// Another tab has it.
    Locked,
    /// There is none of that id on this device.
    Missing,
    /// It cannot be read.
    Broken(DriveError),
    /// It was deleted here.
    Deleted,
}

/// Whose turn it is.
#[derive(Debug, Clone, PartialEq)]
pub enum Phase {
    /// An agent, or the store.
    Thinking(Option<AgentKind>),
    /// The person, to answer.
    Answer,
    /// The person, to confirm.
    Confirm,
    /// Nobody: the form is finished.
    Done,
    /// The person, after a step that failed.
    Error(DriveError),
    /// The person, who stopped a reply.
    Stopped,
    /// The person, after an agent came to nothing.
    Failed(Failure),
}

impl Phase {
    /// Whether something that is said is taken: an answer, or before confirming a correction. What is
    /// said while an agent is at work is not lost: it goes on with it.
    pub fn takes_answers(&self) -> bool {
        matches!(
            self,
            Self::Answer
                | Self::Confirm
                | Self::Thinking(_)
                | Self::Stopped
                | Self::Error(DriveError::Call(_))
        )
    }

    /// Whether the last step may be taken back: nobody is at work.
    pub fn takes_steps_back(&self) -> bool {
        matches!(self, Self::Answer | Self::Confirm)
    }

    /// As the page's `data-state` has it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Thinking(_) => "thinking",
            Self::Answer => "answer",
            Self::Confirm => "confirm",
            Self::Done => "done",
            Self::Error(_) => "error",
            Self::Stopped => "stopped",
            Self::Failed(_) => "failed",
        }
    }
}

/// The screens of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Screen {
    /// Questions and answers.
    Interview,
    /// Every field at once, with an input each.
    Form,
    /// All answers, to be confirmed.
    Review,
    /// The finished form.
    Done,
}

impl Screen {
    /// As the page's `data-screen` has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Interview => "interview",
            Self::Form => "form",
            Self::Review => "review",
            Self::Done => "done",
        }
    }
}
