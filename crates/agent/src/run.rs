//! The agent loop as a value.

use std::collections::VecDeque;

use kikitori_llm::{Completion, Message, ToolCall, ToolCallId, UsageTotals};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

use crate::reply_calls::{ReplyCalls, ToolCallResult};
use crate::result::{FunctionCallResult, LoopControl, ToolOutput};

/// Why a run ended without a result, or an outcome was refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Error)]
#[serde(rename_all = "snake_case")]
pub enum AgentError {
    /// The model was asked as often as the run allows.
    #[error("the {agent} came to no result in {turns} turns")]
    TurnLimit {
        /// The agent.
        agent: String,
        /// Turns taken.
        turns: u32,
    },
    /// An outcome was reported for a step that the run is not waiting for.
    #[error("the {agent} is not waiting for {what}")]
    UnexpectedOutcome {
        /// The agent.
        agent: String,
        /// The step that was reported.
        what: String,
    },
}

/// What a run needs next.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum AgentStep<'a> {
    /// A reply of the model to the history and [`AgentRun::messages`].
    CallModel,
    /// The outcome of this call.
    RunTool(&'a ToolCall),
    /// Nothing: it is over.
    Ended(&'a RunEnd),
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunEnd {
    /// The person was asked something and has the word.
    AwaitingUser {
        /// What they were asked.
        text: String,
    },
    /// The work is done.
    Completed {
        /// What the model said last, if it said anything.
        text: String,
    },
    /// It came to nothing.
    Failed(AgentError),
}

/// What a finished run hands to its caller. The state that the run's tools changed is not in it:
/// it belongs to the caller, who lent it to each call as the tools' context.
#[derive(Debug, Clone, PartialEq)]
pub struct AgentLoopResult {
    /// What to say to the person.
    pub response_text: String,
    /// The calls that were made, in order.
    pub tool_calls: Vec<ToolCallResult>,
    /// Whether the person has the word now.
    pub awaiting_user_response: bool,
    /// Data of tool calls for the next assistant message.
    pub data: Map<String, Value>,
    /// What all its model calls came to.
    pub spent: UsageTotals,
}

/// One run of an agent: from being given the word until it asks the person, completes or fails.
///
/// ```
/// use kikitori_agent::{AgentRun, AgentStep, RunEnd};
/// use kikitori_llm::{AssistantMessage, Completion};
/// let mut run = AgentRun::new("greeter", 10);
/// assert_eq!(run.next_step(), AgentStep::CallModel);
/// let reply = Completion {
///     message: AssistantMessage { content: Some("All set.".into()), ..Default::default() },
///     ..Default::default()
/// };
/// run.model_replied(reply, Vec::new).unwrap();
/// assert!(matches!(run.next_step(), AgentStep::Ended(RunEnd::Completed { .. })));
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AgentRun {
    agent: String,
    max_turns: u32,
    turns: u32,
    messages: Vec<Message>,
    tool_calls: Vec<ToolCallResult>,
    data: Map<String, Value>,
    #[serde(default)]
    spent: UsageTotals,
    state: RunState,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum RunState {
    AwaitingModel,
    RunningTools {
        pending: VecDeque<ToolCall>,
        then: LoopControl,
    },
    Ended(RunEnd),
}

impl AgentRun {
    /// The number of model calls a run may make unless told otherwise.
    pub const DEFAULT_MAX_TURNS: u32 = 10;

    /// A run of `agent` that may ask the model `max_turns` times.
    pub fn new(agent: impl Into<String>, max_turns: u32) -> Self {
        Self {
            agent: agent.into(),
            max_turns,
            turns: 0,
            messages: Vec::new(),
            tool_calls: Vec::new(),
            data: Map::new(),
            spent: UsageTotals::default(),
            state: RunState::AwaitingModel,
        }
    }

    /// The same run, opened with a message to the model that this run keeps.
    #[must_use]
    pub fn opened_with(mut self, message: Message) -> Self {
        self.messages.push(message);
        self
    }

    /// The agent's name.
    pub fn agent(&self) -> &str {
        &self.agent
    }

    /// What this run added to the conversation, oldest first.
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// The same, taken out of a run that is over.
    pub fn into_messages(self) -> Vec<Message> {
        self.messages
    }

    /// What its model calls came to so far.
    pub fn spent(&self) -> UsageTotals {
        self.spent
    }

    /// Counts what a model call came to, whether it brought a reply or failed.
    pub fn charge(&mut self, call: UsageTotals) {
        self.spent = self.spent.plus(call);
    }

    /// The calls that have an outcome, in order.
    pub fn tool_calls(&self) -> &[ToolCallResult] {
        &self.tool_calls
    }

    /// Model calls made so far.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// What the run needs next. Asking changes nothing.
    pub fn next_step(&self) -> AgentStep<'_> {
        match &self.state {
            RunState::AwaitingModel => AgentStep::CallModel,
            RunState::RunningTools { pending, .. } => match pending.front() {
                Some(call) => AgentStep::RunTool(call),
                // `settle_tools` never leaves an empty queue behind.
                None => AgentStep::CallModel,
            },
            RunState::Ended(end) => AgentStep::Ended(end),
        }
    }

    /// Takes the model's reply. `remaining_tasks` is asked only when the reply calls no tool:
    /// what it lists is put to the model for another turn; when it lists nothing, the run is
    /// complete. Returns the calls that were refused because there were too many in the reply:
    /// they have their outcome already, and belong on record like any other.
    ///
    /// # Errors
    /// [`AgentError::UnexpectedOutcome`] when the run was not waiting for the model.
    pub fn model_replied(
        &mut self,
        completion: Completion,
        remaining_tasks: impl FnOnce() -> Vec<String>,
    ) -> Result<&[ToolCallResult], AgentError> {
        if self.state != RunState::AwaitingModel {
            return Err(self.unexpected("a reply of the model"));
        }
        self.turns += 1;
        let mut message = completion.message;
        let calls = ReplyCalls::of(&mut message, self.turns);
        let text = message.content.clone().unwrap_or_default();
        self.messages.push(Message::Assistant(message));
        if !calls.admitted.is_empty() {
            self.state = RunState::RunningTools {
                pending: calls.admitted.into(),
                then: LoopControl::Continue,
            };
            let answered = self.tool_calls.len();
            for ToolCallResult { call, result } in calls.refused {
                self.record(call, result);
            }
            return Ok(self.tool_calls.get(answered..).unwrap_or_default());
        }
        let remaining = remaining_tasks();
        if remaining.is_empty() {
            self.state = RunState::Ended(RunEnd::Completed { text });
            return Ok(&[]);
        }
        self.messages.push(Message::user(format!(
            "You still need to: {}",
            remaining.join("; ")
        )));
        self.ask_the_model_again();
        Ok(&[])
    }

    /// Takes the outcome of the call that [`Self::next_step`] named.
    ///
    /// # Errors
    /// [`AgentError::UnexpectedOutcome`] when the run was not waiting for this call.
    pub fn tool_finished(&mut self, id: &ToolCallId, output: ToolOutput) -> Result<(), AgentError> {
        let call = match &mut self.state {
            RunState::RunningTools { pending, then } => match pending.front() {
                Some(call) if call.id == *id => {
                    keep_first_question(then, output.then);
                    pending.pop_front()
                }
                _ => None,
            },
            _ => None,
        };
        let Some(call) = call else {
            return Err(self.unexpected(&format!("the outcome of call {id}")));
        };
        if let Some(data) = &output.result.result.data {
            self.data.insert(call.function.name.clone(), data.clone());
        }
        self.record(call, output.result);
        self.settle_tools();
        Ok(())
    }

    /// What the caller gets, once the run is over.
    pub fn result(&self) -> Option<Result<AgentLoopResult, AgentError>> {
        let RunState::Ended(end) = &self.state else {
            return None;
        };
        let (response_text, awaiting_user_response) = match end {
            RunEnd::AwaitingUser { text } => (text.clone(), true),
            RunEnd::Completed { text } => (text.clone(), false),
            RunEnd::Failed(error) => return Some(Err(error.clone())),
        };
        Some(Ok(AgentLoopResult {
            response_text,
            tool_calls: self.tool_calls.clone(),
            awaiting_user_response,
            data: self.data.clone(),
            spent: self.spent,
        }))
    }

    fn record(&mut self, call: ToolCall, result: FunctionCallResult) {
        self.messages
            .push(Message::tool(call.id.clone(), result.for_model()));
        self.tool_calls.push(ToolCallResult { call, result });
    }

    fn settle_tools(&mut self) {
        let RunState::RunningTools { pending, then } = &self.state else {
            return;
        };
        if !pending.is_empty() {
            return;
        }
        match then.clone() {
            LoopControl::Continue => self.ask_the_model_again(),
            LoopControl::AwaitUser { text } => {
                self.state = RunState::Ended(RunEnd::AwaitingUser { text })
            }
            LoopControl::Finish => {
                self.state = RunState::Ended(RunEnd::Completed {
                    text: String::new(),
                });
            }
        }
    }

    fn ask_the_model_again(&mut self) {
        self.state = if self.turns < self.max_turns {
            RunState::AwaitingModel
        } else {
            RunState::Ended(RunEnd::Failed(AgentError::TurnLimit {
                agent: self.agent.clone(),
                turns: self.turns,
            }))
        };
    }

    fn unexpected(&self, what: &str) -> AgentError {
        AgentError::UnexpectedOutcome {
            agent: self.agent.clone(),
            what: what.to_owned(),
        }
    }
}

/// Asking the person counts over finishing: they must hear what they were told.
fn keep_first_question(so_far: &mut LoopControl, new: LoopControl) {
    match (&so_far, &new) {
        (LoopControl::AwaitUser { .. }, _) | (_, LoopControl::Continue) => {}
        _ => *so_far = new,
    }
}

#[cfg(test)]
#[path = "run_tests.rs"]
mod tests;
