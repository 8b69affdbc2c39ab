//! The agent loop as a value.

use kikitori_json::FromJson;
use kikitori_llm::{AssistantMessage, Message, ToolCall, ToolCallId, UsageTotals};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::bounds::bound_reply;
use crate::reply_calls::{ReplyCalls, ToolCallResult};
use crate::result::{FunctionCallResult, LoopControl, ToolOutput};
use crate::run_end::{AgentError, AgentLoopResult, RunEnd};

/// What a run needs next.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum AgentStep<'a> {
    /// A reply of the model to the history and [`AgentRun::messages`].
    CallModel,
    /// The outcome of this call, and of the others that [`AgentRun::pending_calls`] names, in any
    /// order.
    RunTool(&'a ToolCall),
    /// Nothing: it is over.
    Ended(&'a RunEnd),
}

/// One run of an agent: from its start until it asks the person, completes or fails.
///
/// ```
/// use kikitori_agent::{AgentRun, AgentStep, RunEnd};
/// use kikitori_llm::AssistantMessage;
/// let mut run = AgentRun::new("greeter", 10);
/// assert_eq!(run.next_step(), AgentStep::CallModel);
/// let reply = AssistantMessage { content: Some("All set.".into()), ..Default::default() };
/// run.model_replied(reply, Vec::new).unwrap();
/// assert!(matches!(run.next_step(), AgentStep::Ended(RunEnd::Completed { .. })));
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct AgentRun {
    agent: String,
    max_turns: u32,
    turns: u32,
    /// The messages that it was opened with.
    opening: usize,
    messages: Vec<Message>,
    /// Outcomes of the calls in `messages`, in the order of the calls. Of the last reply's calls
    /// some may be missing.
    outcomes: Vec<Option<CallOutcome>>,
    /// Stored under the name that it first had.
    #[serde(rename = "spent")]
    usage: UsageTotals,
    state: RunState,
}

/// What came of a call, for the run.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
struct CallOutcome {
    result: FunctionCallResult,
    then: LoopControl,
}

impl From<ToolOutput> for CallOutcome {
    fn from(output: ToolOutput) -> Self {
        Self {
            result: output.result,
            then: output.then,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "snake_case")]
enum RunState {
    AwaitingModel,
    RunningTools,
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
            opening: 0,
            messages: Vec::new(),
            outcomes: Vec::new(),
            usage: UsageTotals::default(),
            state: RunState::AwaitingModel,
        }
    }

    /// The same run, opened with a message to the model that this run keeps.
    #[must_use]
    pub fn opened_with(mut self, message: Message) -> Self {
        self.messages.push(message);
        self.opening = self.messages.len();
        self
    }

    /// Whether it was opened with a message.
    pub fn is_opened(&self) -> bool {
        self.opening > 0
    }

    /// The agent's name.
    pub fn agent(&self) -> &str {
        &self.agent
    }

    /// What this run added to the conversation, oldest first. The outcomes of a reply's calls are
    /// there once all of them are.
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// The same, taken out of a run that is over.
    pub fn into_messages(self) -> Vec<Message> {
        self.messages
    }

    /// What its model calls used so far.
    pub fn usage(&self) -> UsageTotals {
        self.usage
    }

    /// Counts what a model call used, whether it brought a reply or failed.
    pub fn charge(&mut self, call: UsageTotals) {
        self.usage = self.usage.plus(call);
    }

    /// The calls that have an outcome, in the order in which the model made them.
    pub fn tool_calls(&self) -> impl Iterator<Item = (&ToolCall, &FunctionCallResult)> {
        self.calls()
            .filter_map(|(call, outcome)| Some((call, &outcome?.result)))
    }

    /// The calls of the last reply that have no outcome yet.
    pub fn pending_calls(&self) -> impl Iterator<Item = &ToolCall> {
        self.calls()
            .filter_map(|(call, outcome)| outcome.is_none().then_some(call))
    }

    /// The calls of the last reply by which the run ends, in order.
    pub fn ending_calls(&self) -> impl Iterator<Item = &ToolCall> {
        let ends = |outcome: &CallOutcome| outcome.then != LoopControl::Continue;
        self.calls_of_last_reply()
            .filter_map(move |(call, outcome)| outcome.is_some_and(ends).then_some(call))
    }

    /// The call of this id; of several, the last one.
    pub fn call(&self, id: &ToolCallId) -> Option<&ToolCall> {
        let calls = self.calls().map(|(call, _)| call);
        calls.filter(|call| call.id == *id).last()
    }

    /// Whether the last reply called no tool.
    pub fn last_reply_was_text(&self) -> bool {
        let own = self.messages.get(self.opening..).unwrap_or_default();
        let last = own.iter().filter_map(reply_of).next_back();
        last.is_some_and(|reply| reply.tool_calls.is_empty())
    }

    /// Model calls made so far.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// What the run needs next. Asking changes nothing.
    pub fn next_step(&self) -> AgentStep<'_> {
        match &self.state {
            RunState::AwaitingModel => AgentStep::CallModel,
            RunState::RunningTools => match self.pending_calls().next() {
                Some(call) => AgentStep::RunTool(call),
                // The last outcome takes the run out of this state.
                None => AgentStep::CallModel,
            },
            RunState::Ended(end) => AgentStep::Ended(end),
        }
    }

    /// The reply as this run will keep it: each call with an id of its own, and within the bounds
    /// of what is kept of a reply. Preparing it twice changes nothing more.
    #[must_use]
    pub fn prepared(&self, mut reply: AssistantMessage) -> AssistantMessage {
        bound_reply(&mut reply);
        ReplyCalls::of(&mut reply, self.turns + 1);
        reply
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
        reply: AssistantMessage,
        remaining_tasks: impl FnOnce() -> Vec<String>,
    ) -> Result<Vec<ToolCallResult>, AgentError> {
        if self.state != RunState::AwaitingModel {
            return Err(self.unexpected("a reply of the model"));
        }
        let mut reply = self.prepared(reply);
        self.turns += 1;
        let calls = ReplyCalls::of(&mut reply, self.turns);
        let text = reply.content.clone().unwrap_or_default();
        self.messages.push(Message::Assistant(reply));
        if !calls.admitted.is_empty() {
            self.state = RunState::RunningTools;
            self.outcomes.extend(calls.admitted.iter().map(|_| None));
            let refused = calls.refused.iter().map(|refused| {
                Some(CallOutcome {
                    result: refused.result.clone(),
                    then: LoopControl::Continue,
                })
            });
            self.outcomes.extend(refused);
            return Ok(calls.refused);
        }
        let remaining = remaining_tasks();
        if remaining.is_empty() {
            self.state = RunState::Ended(RunEnd::Completed { text });
            return Ok(Vec::new());
        }
        self.messages.push(Message::user(format!(
            "You still need to: {}",
            remaining.join("; ")
        )));
        self.ask_the_model_again();
        Ok(Vec::new())
    }

    /// Takes the outcome of one of [`Self::pending_calls`]. In which order they come makes no
    /// difference in the end.
    ///
    /// # Errors
    /// [`AgentError::UnexpectedOutcome`] when the run was not waiting for this call.
    pub fn tool_finished(&mut self, id: &ToolCallId, output: ToolOutput) -> Result<(), AgentError> {
        let position = match self.state {
            RunState::RunningTools => self
                .calls()
                .position(|(call, outcome)| outcome.is_none() && call.id == *id),
            _ => None,
        };
        let open = position.and_then(|position| self.outcomes.get_mut(position));
        let Some(open) = open else {
            return Err(self.unexpected(&format!("the outcome of call {id}")));
        };
        *open = Some(output.into());
        if self.pending_calls().next().is_none() {
            self.settle_tools();
        }
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
        let tool_calls = self.tool_calls().map(|(call, result)| ToolCallResult {
            call: call.clone(),
            result: result.clone(),
        });
        Some(Ok(AgentLoopResult {
            response_text,
            tool_calls: tool_calls.collect(),
            awaiting_user_response,
            data: self.data(),
            usage: self.usage,
        }))
    }

    /// The data of tool calls by tool, for the next assistant message. A tool's last call counts.
    pub fn data(&self) -> Map<String, Value> {
        let with_data = self.tool_calls().filter_map(|(call, result)| {
            let data = result.result.data.clone()?;
            Some((call.function.name.clone(), data))
        });
        with_data.collect()
    }

    /// Every call with its outcome, in the order in which the model made them.
    fn calls(&self) -> impl Iterator<Item = (&ToolCall, Option<&CallOutcome>)> {
        let own = self.messages.get(self.opening..).unwrap_or_default();
        let replies = own.iter().filter_map(reply_of);
        let calls = replies.flat_map(|reply| &reply.tool_calls);
        calls.zip(self.outcomes.iter().map(Option::as_ref))
    }

    fn calls_of_last_reply(&self) -> impl Iterator<Item = (&ToolCall, Option<&CallOutcome>)> {
        let last = self.messages.iter().rev().find_map(reply_of);
        let count = last.map_or(0, |reply| reply.tool_calls.len());
        self.calls().skip(self.outcomes.len().saturating_sub(count))
    }

    /// Goes on once every call of the last reply has its outcome.
    fn settle_tools(&mut self) {
        let settled: Vec<_> = self
            .calls_of_last_reply()
            .filter_map(|(call, outcome)| Some((call.id.clone(), outcome?.clone())))
            .collect();
        let mut next = LoopControl::Continue;
        for (id, outcome) in settled {
            self.messages
                .push(Message::tool(id, outcome.result.for_model()));
            keep_first_question(&mut next, outcome.then);
        }
        match next {
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

fn reply_of(message: &Message) -> Option<&AssistantMessage> {
    match message {
        Message::Assistant(reply) => Some(reply),
        _ => None,
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
