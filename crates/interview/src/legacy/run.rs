//! An agent's run as older pages stored it: each call stood there several times.

use kikitori_agent::{AgentRun, AgentStep, FunctionCallResult};
use kikitori_json::StrictValue;
use kikitori_llm::{Message, ToolCall, UsageTotals};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::state::MainSessionState;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OldRun {
    agent: String,
    max_turns: u32,
    turns: u32,
    messages: Vec<Message>,
    tool_calls: Vec<OldOutcome>,
    #[serde(default)]
    spent: UsageTotals,
    state: Value,
}

#[derive(Serialize, Deserialize)]
struct OldOutcome {
    call: ToolCall,
    result: FunctionCallResult,
}

impl OldRun {
    pub(super) fn into_run(mut self) -> Option<AgentRun> {
        let is_reply = |message: &Message| matches!(message, Message::Assistant(_));
        let opening = self.messages.iter().position(is_reply);
        let opening = opening.unwrap_or(self.messages.len());
        let calls: Vec<ToolCall> = self
            .messages
            .iter()
            .filter_map(|message| match message {
                Message::Assistant(reply) => Some(&reply.tool_calls),
                _ => None,
            })
            .flatten()
            .cloned()
            .collect();
        let mut outcomes: Vec<Value> = calls
            .iter()
            .map(|call| {
                let made = self.tool_calls.iter().position(|it| it.call == *call);
                made.map_or(Value::Null, |made| {
                    json!({"result": self.tool_calls.remove(made).result, "then": "continue"})
                })
            })
            .collect();
        let mut state = self.state;
        if let Some(running) = state.get("running_tools").cloned() {
            // The outcomes of a reply's calls are told the model together now.
            let last = self.messages.iter().rposition(is_reply);
            self.messages.truncate(last.map_or(0, |last| last + 1));
            let then = running.get("then").cloned().unwrap_or_default();
            let last_made = outcomes.iter_mut().rfind(|outcome| !outcome.is_null());
            if let Some(Value::Object(outcome)) = last_made {
                outcome.insert("then".to_owned(), then);
            }
            state = "running_tools".into();
        }
        AgentRun::deserialize(StrictValue(json!({
            "agent": self.agent,
            "maxTurns": self.max_turns,
            "turns": self.turns,
            "opening": opening,
            "messages": self.messages,
            "outcomes": outcomes,
            "spent": self.spent,
            "state": state,
        })))
        .ok()
    }
}

/// Older pages put a call on record in a step of its own before it was made. One that was not made
/// yet is put on record again when it is.
pub(super) fn drop_unmade_call(state: &mut MainSessionState) {
    let active = state.agent_stack.last();
    let is_to_be_made =
        active.is_some_and(|active| matches!(active.run.next_step(), AgentStep::RunTool(_)));
    let is_open = state
        .run_steps
        .last()
        .is_some_and(|step| step.output.is_none());
    if is_to_be_made && is_open {
        state.run_steps.pop();
    }
}
