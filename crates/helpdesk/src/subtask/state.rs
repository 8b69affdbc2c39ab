//! What is known of a subtask while it is worked on, and what its nodes change of it.

use kikitori_graph::{GraphState, reduce};
use kikitori_llm::Message;
use serde::{Deserialize, Serialize};

use crate::data::{GapReason, ReflectionResult, Subtask, ToolResult};

/// The state of work on one subtask.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct AgentSubGraphState {
    /// The visitor's question.
    pub question: String,
    /// The whole plan.
    pub plan: Vec<String>,
    /// What this is about.
    pub subtask: String,
    /// Whether the last answer passed.
    pub is_completed: bool,
    /// The conversation with the model.
    pub messages: Vec<Message>,
    /// Tries made.
    pub challenge_count: u32,
    /// The calls of each try.
    pub tool_results: Vec<Vec<ToolResult>>,
    /// The reflection on each try.
    pub reflection_results: Vec<ReflectionResult>,
    /// The last try's answer.
    pub subtask_answer: String,
    /// The last of `tool_results` that was known when it was written.
    #[serde(default)]
    pub answered_from: Option<usize>,
    /// Why the work ended without an answer.
    pub failure: Option<GapReason>,
    /// Why it ended with the answer that there was by then.
    #[serde(default)]
    pub ended_early: Option<GapReason>,
}

impl AgentSubGraphState {
    /// The subtask as the plan's graph keeps it.
    pub(crate) fn to_subtask(&self) -> Subtask {
        Subtask {
            task_name: self.subtask.clone(),
            tool_results: self.tool_results.clone(),
            reflection_results: self.reflection_results.clone(),
            is_completed: self.is_completed,
            subtask_answer: self.subtask_answer.clone(),
            challenge_count: self.challenge_count,
            answered_from: self.answered_from,
            failure: self.failure,
            ended_early: self.ended_early,
        }
    }

    /// The last challenge ends it, whatever it came to.
    pub(super) fn is_over(&self) -> bool {
        self.is_completed || self.failure.is_some() || self.ended_early.is_some()
    }
}

/// What a node of the subgraph changes.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SubtaskUpdate {
    pub(super) messages: Option<Vec<Message>>,
    pub(super) tool_results: Vec<Vec<ToolResult>>,
    pub(super) reflection_results: Vec<ReflectionResult>,
    pub(super) subtask_answer: Option<String>,
    pub(super) challenge_count: Option<u32>,
    pub(super) is_completed: Option<bool>,
    #[serde(default)]
    pub(super) answered_from: Option<usize>,
    pub(super) failure: Option<GapReason>,
    #[serde(default)]
    pub(super) ended_early: Option<GapReason>,
}

impl GraphState for AgentSubGraphState {
    type Update = SubtaskUpdate;
    type Sent = ();
    const KIND: &'static str = "help desk subtask";

    fn apply(&mut self, update: SubtaskUpdate) {
        reduce::replace(&mut self.messages, update.messages);
        reduce::append(&mut self.tool_results, update.tool_results);
        reduce::append(&mut self.reflection_results, update.reflection_results);
        reduce::replace(&mut self.subtask_answer, update.subtask_answer);
        reduce::replace(&mut self.challenge_count, update.challenge_count);
        reduce::replace(&mut self.is_completed, update.is_completed);
        reduce::with(&mut self.answered_from, update.answered_from, set);
        reduce::with(&mut self.failure, update.failure, set);
        reduce::with(&mut self.ended_early, update.ended_early, set);
    }
}

fn set<T>(kept: &mut Option<T>, new: T) {
    *kept = Some(new);
}
