//! What goes in and out of the engine.

use std::rc::Rc;

use kikitori_agent::AgentError;
use kikitori_llm::{BudgetExceeded, Caps, ChatRequest, Price, ToolCall};
use kikitori_store::StoreError;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{CapScope, MAX_ANSWER_BYTES};
use crate::field::FieldState;
use crate::form::FieldId;
use crate::locale::Locale;
use crate::state::AgentKind;

/// The number of a step. Each step has its own; an outcome for any but the current one is
/// refused, so that none is taken twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StepId(pub u64);

/// What the engine needs next.
#[derive(Debug, Clone, PartialEq)]
pub enum Next {
    /// The model's reply to this request.
    CallModel {
        /// The step.
        step: StepId,
        /// On whose behalf.
        agent: AgentKind,
        /// The request; the model's name is left to the driver's client.
        request: ChatRequest,
    },
    /// [`super::Orchestrator::run_tool`], once the call is on record.
    RunTool {
        /// The step.
        step: StepId,
        /// On whose behalf.
        agent: AgentKind,
        /// The call as the model wrote it.
        call: ToolCall,
    },
    /// The respondent's answer to the last question.
    Answer {
        /// The step.
        step: StepId,
    },
    /// The respondent's word that the form is right as it is.
    Confirm {
        /// The step.
        step: StepId,
    },
    /// [`super::Orchestrator::retry`], when the person wants it.
    Retry {
        /// The step.
        step: StepId,
        /// What went wrong.
        failure: Failure,
    },
    /// Nothing: the form is confirmed.
    Done,
}

/// Why an outcome was refused. The state is as it was before.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EngineError {
    /// The outcome is of a step that is not the current one.
    #[error("step {given:?} is not the one being waited for ({current:?})")]
    StaleStep {
        /// The step that was named.
        given: StepId,
        /// The current one.
        current: StepId,
    },
    /// The engine waits for something else.
    #[error("the interview is not waiting for {what}")]
    NotExpected {
        /// What was reported.
        what: &'static str,
    },
    /// The answer has nothing in it.
    #[error("Type an answer first.")]
    BlankAnswer,
    /// The answer is too long.
    #[error(
        "The answer is too long ({} KB; {} KB fit). Shorten it, or send it in parts.",
        bytes.div_ceil(1024),
        MAX_ANSWER_BYTES / 1024
    )]
    AnswerTooLong {
        /// Its size.
        bytes: usize,
    },
    /// A required field is not done.
    #[error("still open: {}", labels.join(", "))]
    RequiredFieldsOpen {
        /// The open fields' labels.
        labels: Vec<String>,
    },
    /// The agent's run refused the outcome.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The state cannot be written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What the engine takes from outside when it moves on.
pub struct Environment {
    /// Milliseconds since 1970.
    pub now_ms: u64,
    /// What the platform knows of languages and places.
    pub locale: Rc<dyn Locale>,
}

/// The bounds of an interview.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Model calls in one run of an agent.
    pub max_turns: u32,
    /// Follow-up questions about one field.
    pub max_follow_ups: u32,
    /// Answers to the greeting.
    pub max_greetings: u32,
    /// What the model calls of one run of an agent may come to.
    pub run_caps: Caps,
    /// What all model calls of a session may come to.
    pub session_caps: Caps,
    /// What the model's tokens cost, where that is known.
    pub price: Option<Price>,
    /// Tokens that one request may have, by estimate.
    pub context_tokens: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_turns: 10,
            max_follow_ups: 5,
            max_greetings: 10,
            run_caps: Caps::default(),
            session_caps: Caps::default(),
            price: None,
            context_tokens: 100_000,
        }
    }
}

/// A field as the page lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineEntry {
    /// Which field.
    pub field_id: FieldId,
    /// What it is called, in the respondent's language once there is a plan.
    pub label: String,
    /// Whether it has to be answered.
    pub required: bool,
    /// How far it has come.
    pub state: FieldState,
    /// The accepted answer, if there is one.
    pub value: Option<String>,
    /// Whether it is being asked for.
    pub current: bool,
}
