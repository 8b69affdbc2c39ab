//! The way down the modes to a valid value, as a value that says what to send and is told what
//! came of it.

use crate::context::fit::cut_reply;
use crate::profile::mode::StructuredOutputMode;
use crate::protocol::message::{AssistantMessage, Message};
use crate::protocol::request::ChatRequest;
use crate::structured::ask::{add_to_user, ask};
use crate::structured::reply::{Flaw, read};
use crate::structured::request::StructuredRequest;

/// How often the model is shown what is wrong with its reply.
const MAX_REPAIRS: u32 = 2;
/// Tokens of a reply that the model is shown again. One that is longer is mostly not what was
/// asked for, and two of them may be more than a context holds.
const MAX_SHOWN_AGAIN: u64 = 4_000;
/// Characters of a problem: a validator may repeat the value in it.
const MAX_PROBLEM: usize = 2_000;

/// A structured value that is being asked for. Whoever makes the calls sends what
/// [`Self::request`] says and lets [`Self::read`] look at the reply.
#[derive(Debug, Clone, PartialEq)]
pub struct StructuredAttempt {
    wanted: StructuredRequest,
    mode: StructuredOutputMode,
    asked: ChatRequest,
    repairs: u32,
    /// The mode in which the model was told that it had not replied as it was asked.
    asked_again_at: Option<StructuredOutputMode>,
    /// Modes that were left because they were ignored.
    ignored: Vec<StructuredOutputMode>,
}

impl StructuredAttempt {
    /// Asks for what is `wanted` in the way of `mode`.
    pub fn new(wanted: StructuredRequest, mode: StructuredOutputMode) -> Self {
        Self {
            asked: ask(&wanted, mode),
            wanted,
            mode,
            repairs: 0,
            asked_again_at: None,
            ignored: Vec::new(),
        }
    }

    /// What is to be sent now.
    pub fn request(&self) -> &ChatRequest {
        &self.asked
    }

    /// The way in which it is asked for.
    pub fn mode(&self) -> StructuredOutputMode {
        self.mode
    }

    /// How often the model was shown what is wrong.
    pub fn repairs(&self) -> u32 {
        self.repairs
    }

    /// The modes that were tried and left because replies came as if nobody had asked so. That
    /// something is wrong with the endpoint they show only if another mode brings the value.
    pub fn ignored(&self) -> &[StructuredOutputMode] {
        &self.ignored
    }

    /// Whether the `flaw` of a reply shows that the mode was ignored. Prose does; so does any other
    /// flaw after the model was told so, as the schema is not known to a model that is not held to
    /// it.
    pub fn is_ignored(&self, flaw: &Flaw) -> bool {
        match flaw {
            Flaw::ModeIgnored { .. } => true,
            Flaw::Invalid { .. } => self.asked_again_at == Some(self.mode),
            Flaw::Declined { .. } => false,
        }
    }

    /// Asks once more in the surest way, where a first `reply` was as if nobody had asked so;
    /// `false` if that was done, or this is not the surest way.
    pub fn asks_again(&mut self, reply: &AssistantMessage, problem: &str) -> bool {
        if self.asked_again_at.is_some() || !self.ignored.is_empty() {
            return false;
        }
        self.asked_again_at = Some(self.mode);
        self.show(reply.clone(), problem);
        true
    }

    /// Leaves a mode that was ignored for `next`, a lower one.
    pub fn leave_ignored_for(&mut self, next: StructuredOutputMode) {
        self.ignored.push(self.mode);
        self.falls_back_to(next);
    }

    /// Begins anew at `mode`, which is what is known to work by now; whether that is another one
    /// than was tried.
    pub fn falls_back_to(&mut self, mode: StructuredOutputMode) -> bool {
        let falls_back = mode > self.mode;
        if falls_back {
            self.mode = mode;
            self.asked = ask(&self.wanted, mode);
        }
        falls_back
    }

    /// The value in `reply`, made by `validate`, which says to the model what is wrong with the
    /// complete JSON text that it is given.
    ///
    /// # Errors
    /// [`Flaw`] when it is not the value.
    pub fn read<T>(
        &self,
        reply: &AssistantMessage,
        validate: impl Fn(&str) -> Result<T, String>,
    ) -> Result<T, Flaw> {
        read(reply, self.mode, &self.wanted.name, validate)
    }

    /// Shows the model its `reply` and the `problem` with it in the next request; `false` when it
    /// has been shown often enough. A long reply is cut.
    pub fn repair(&mut self, reply: AssistantMessage, problem: &str) -> bool {
        if self.repairs == MAX_REPAIRS {
            return false;
        }
        self.repairs += 1;
        self.show(reply, problem);
        true
    }

    fn show(&mut self, mut reply: AssistantMessage, problem: &str) {
        cut_reply(&mut reply, MAX_SHOWN_AGAIN);
        let problem: String = problem.chars().take(MAX_PROBLEM).collect();
        let problem = format!(
            "This reply cannot be used. {problem}\nGive the whole value again, corrected, and nothing else."
        );
        show_what_is_wrong(&mut self.asked.messages, reply, &problem);
    }
}

/// Adds the reply and what is wrong with it to the conversation, so that every call has its
/// outcome and no message is empty.
fn show_what_is_wrong(messages: &mut Vec<Message>, reply: AssistantMessage, problem: &str) {
    let calls: Vec<_> = reply
        .tool_calls
        .iter()
        .map(|call| call.id.clone())
        .collect();
    let says_something = reply
        .content
        .as_deref()
        .is_some_and(|it| !it.trim().is_empty());
    if says_something || !calls.is_empty() {
        messages.push(Message::Assistant(reply));
    }
    if calls.is_empty() {
        add_to_user(messages, problem);
    }
    for id in calls {
        messages.push(Message::tool(id, problem));
    }
}
