//! The record of tool calls: begun before a call is made, completed with its outcome.

use kikitori_agent::{AgentStep, FunctionCallResult, RunStep};
use kikitori_llm::ToolCall;

use super::Orchestrator;

impl Orchestrator {
    /// Puts the call that comes next on record before it is made.
    pub(super) fn record_the_next_call(&mut self, now_ms: u64) {
        let Some(entry) = self.state.agent_stack.last() else {
            return;
        };
        let AgentStep::RunTool(call) = entry.run.next_step() else {
            return;
        };
        let call = call.clone();
        self.record_call(&call, now_ms);
    }

    /// Puts a call of the agent with the word on record.
    pub(super) fn record_call(&mut self, call: &ToolCall, now_ms: u64) {
        let Some(entry) = self.state.agent_stack.last() else {
            return;
        };
        let sequence = self.state.run_steps.len();
        self.state.run_steps.push(RunStep {
            sequence: sequence as u64,
            session_id: self.state.session_id.0.clone(),
            agent: entry.agent.name().to_owned(),
            tool: call.function.name.clone(),
            input: RunStep::input_of(&call.function.arguments),
            output: None,
            started_at: now_ms,
            finished_at: None,
        });
        self.unsaved.touch_run_step(sequence);
    }

    /// Completes the call that was put on record last.
    pub(super) fn complete_last_record(&mut self, result: FunctionCallResult, now_ms: u64) {
        if let Some(record) = self.state.run_steps.last_mut() {
            record.complete(result, now_ms);
            let position = self.state.run_steps.len().saturating_sub(1);
            self.unsaved.touch_run_step(position);
        }
    }
}
