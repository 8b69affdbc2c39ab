//! What a conversation with the agent knows.

use kikitori_agent::{CallStatus, FunctionCallResult, RunStep};
use kikitori_json::FromJson;
use kikitori_llm::{ToolCall, UsageTotals};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::consent::Consent;
use crate::guardrails::GuardrailResult;

/// Marks the outcome of a call whose tool the person had switched off.
pub(crate) const SWITCHED_OFF: &str = "switchedOff";
/// The fields in which servers send their reasoning.
const REASONING: [&str; 2] = ["reasoning", "reasoning_content"];

/// A conversation: questions in their order, each with its steps and its answer. It changes by
/// [`AgentUpdate`](crate::AgentUpdate)s only, and can be stored between any two of them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase", default)]
pub struct AgentState {
    /// The session.
    pub session_id: String,
    /// When it was begun, in milliseconds since 1970.
    pub created_at: u64,
    /// When it last changed.
    pub updated_at: u64,
    /// Questions and what came of them.
    pub exchanges: Vec<Exchange>,
    /// What all model calls have used.
    pub usage: UsageTotals,
    /// The tokens that a request may have, if that was learnt.
    pub context_tokens: Option<u64>,
    /// Replies that were taken, by which steps of the engine are told apart.
    pub replies: u64,
    /// Tool calls that were put on record, which number them.
    pub run_steps: u64,
}

/// A question and what came of it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase", default)]
pub struct Exchange {
    /// The question.
    pub query: String,
    /// What the person's clock said.
    pub local_time: Option<String>,
    /// When it was asked, in milliseconds since 1970.
    pub asked_at: u64,
    /// What the guardrails said of the question and of the answer.
    pub verdicts: Vec<GuardrailResult>,
    /// Plans with their observations.
    pub steps: Vec<AgentStep>,
    /// Tools that were given up, in the order in which that was.
    pub failed_tools: Vec<String>,
    /// What the model thought last, before it answered.
    pub last_thought: String,
    /// The answer.
    pub answer: Option<String>,
    /// Why it has ended; none while it goes on.
    pub stopped: Option<StoppedReason>,
    /// When something happened last.
    pub changed_at: u64,
    /// What its model calls have used.
    pub usage: UsageTotals,
    /// What those since the last step have used.
    pub usage_since_step: UsageTotals,
}

/// Why a question's run has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, FromJson)]
#[serde(rename_all = "snake_case")]
pub enum StoppedReason {
    /// The model answered.
    Completed,
    /// It had no steps left, and answered from what it had.
    MaxStepsReached,
    /// A tool was given up, and the model answered without it.
    ToolFailureDegraded,
    /// A guardrail blocked the question or the answer.
    Blocked,
    /// The next call would have gone over a cap. It can go on when the cap is raised.
    Budget,
    /// The person stopped it. It can go on.
    Cancelled,
}

impl StoppedReason {
    /// Whether the run can go on from where it is.
    pub fn can_go_on(self) -> bool {
        matches!(self, Self::Budget | Self::Cancelled)
    }
}

/// One plan: what the model thought, and the tools that it had run side by side.
#[derive(Debug, Clone, Default, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase", default)]
pub struct AgentStep {
    /// What the model said beside its calls.
    pub thought: String,
    /// What it called. A plan without an action was a thought alone.
    pub actions: Vec<Action>,
    /// What its server sent with the reply besides, which goes back unchanged.
    pub extra: Map<String, Value>,
    /// When the model was asked.
    pub began_at: u64,
    /// When it had replied.
    pub planned_at: u64,
    /// What its model calls used.
    pub usage: UsageTotals,
}

/// A tool that was run.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct Action {
    /// The call, as the model wrote it.
    pub call: ToolCall,
    /// Each time that it was run, on record. The last one may be under way.
    pub attempts: Vec<RunStep>,
    /// What the person said of it, if they are asked.
    #[serde(default)]
    pub consent: Option<Consent>,
}

impl AgentState {
    /// The question at hand.
    pub fn current(&self) -> Option<&Exchange> {
        self.exchanges.last()
    }

    /// Every tool call on record, in order.
    pub fn all_run_steps(&self) -> impl Iterator<Item = &RunStep> {
        let steps = self.exchanges.iter().flat_map(|it| &it.steps);
        let actions = steps.flat_map(|it| &it.actions);
        actions.flat_map(|it| &it.attempts)
    }
}

impl Exchange {
    /// Tool calls that are to be run: on record, without an outcome, and not waiting for the person.
    pub fn open_attempts(&self) -> impl Iterator<Item = &RunStep> {
        let actions = self.open_actions();
        let actions = actions.filter(|action| !action.is_waiting());
        actions.filter_map(|action| action.attempts.last())
    }

    /// Tool calls that the person is asked about.
    pub fn waiting_actions(&self) -> impl Iterator<Item = &Action> {
        self.open_actions().filter(|action| action.is_waiting())
    }

    fn open_actions(&self) -> impl Iterator<Item = &Action> {
        let step = self.steps.last().into_iter();
        let actions = step.flat_map(|it| &it.actions);
        actions.filter(|action| action.observation().is_none())
    }

    /// Whether anything can still happen to it.
    pub fn is_open(&self) -> bool {
        self.stopped.is_none()
    }
}

impl AgentStep {
    /// What the model thought, for a person to read: what it said, or what its server sent of its
    /// reasoning.
    pub fn shown_thought(&self) -> &str {
        if !self.thought.is_empty() {
            return &self.thought;
        }
        let mut reasoning = REASONING.iter().filter_map(|it| self.extra.get(*it));
        reasoning.find_map(Value::as_str).unwrap_or_default()
    }
}

impl Action {
    /// What came of it; none while it is under way.
    pub fn observation(&self) -> Option<&FunctionCallResult> {
        self.attempts.last()?.output.as_ref()
    }

    /// Whether it is not run before the person has said that it may.
    pub fn is_waiting(&self) -> bool {
        self.observation().is_none() && self.consent.is_some_and(Consent::is_wanted)
    }

    /// The number of its last attempt on record, by which the person's word for it is known.
    pub fn sequence(&self) -> Option<u64> {
        self.attempts.last().map(|it| it.sequence)
    }

    /// Whether it did what it was called for.
    pub fn has_succeeded(&self) -> bool {
        self.observation()
            .is_some_and(|it| it.status == CallStatus::Success)
    }

    /// Whether it was not run because the person had switched off its tool.
    pub fn was_switched_off(&self) -> bool {
        let data = self.observation().and_then(|it| it.result.data.as_ref());
        data.and_then(|it| it.get(SWITCHED_OFF)) == Some(&Value::Bool(true))
            && !self.has_succeeded()
    }

    /// How long all its attempts took, in milliseconds, without the one that is under way.
    pub fn duration(&self) -> u64 {
        let ended = |it: &RunStep| Some(it.finished_at?.saturating_sub(it.started_at));
        self.attempts.iter().filter_map(ended).sum()
    }
}
