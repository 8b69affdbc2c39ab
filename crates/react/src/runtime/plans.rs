//! What is done about a model's plan.

use kikitori_agent::FunctionCallResult;
use serde_json::json;

use super::AgentRuntime;
use crate::announcement::only_announces;
use crate::consent::{Consent, ToolPermission};
use crate::guardrails::{GuardrailAction, Guardrails};
use crate::planner::{Plan, Wanted};
use crate::state::{SWITCHED_OFF, StoppedReason};
use crate::update::AgentUpdate;

impl AgentRuntime {
    pub(super) fn planned(&mut self, plan: Plan, wanted: Wanted, at: u64) {
        if plan.calls.is_empty()
            && let Some(answer) = plan.final_answer
        {
            let is_plan = wanted == Wanted::Plan && self.planner.has_tools();
            if is_plan && only_announces(self.state.current(), &answer) {
                let (thought, calls, extra) = (answer, Vec::new(), plan.extra);
                return self.emit(AgentUpdate::Planned {
                    thought,
                    calls,
                    extra,
                    at,
                });
            }
            return self.answered(plan.thought, answer, at);
        }
        if wanted == Wanted::Answer {
            return self.end(self.reason(), plan.thought, None, at);
        }
        let first = self.state.run_steps;
        let calls = plan.calls;
        let refused = plan.refused;
        self.emit(AgentUpdate::Planned {
            thought: plan.thought,
            calls: calls.clone(),
            extra: plan.extra,
            at,
        });
        for (call, sequence) in calls.iter().zip(first..) {
            let refused = refused.iter().find(|it| it.call.id == call.id);
            if let Some(refused) = refused {
                let output = refused.result.clone();
                self.tool_ended(sequence, output, at);
            } else if self.permissions.of(&call.function.name) == ToolPermission::Ask
                && self.planner.offers(&call.function.name)
            {
                self.consent(sequence, Consent::Wanted, at);
            } else if self.planner.is_switched_off(&call.function.name) {
                self.tool_ended(sequence, switched_off(&call.function.name), at);
            } else if !self.planner.offers(&call.function.name) {
                let known = self.planner.names();
                let output = FunctionCallResult::error(format!(
                    "There is no tool named {:?}. There are: {known}",
                    call.function.name
                ));
                self.tool_ended(sequence, output, at);
            }
        }
    }

    /// Why a run ends with this answer.
    pub(super) fn reason(&self) -> StoppedReason {
        match self.state.current() {
            Some(it) if !it.failed_tools.is_empty() => StoppedReason::ToolFailureDegraded,
            Some(it) if self.wanted(it) == Wanted::Answer => StoppedReason::MaxStepsReached,
            _ => StoppedReason::Completed,
        }
    }

    fn answered(&mut self, thought: String, answer: String, at: u64) {
        let verdicts = self.guardrails.check_output(&answer);
        let is_blocked = Guardrails::strictest(&verdicts) == GuardrailAction::Block;
        verdicts
            .into_iter()
            .for_each(|it| self.emit(AgentUpdate::Judged(it)));
        match is_blocked {
            true => self.end(StoppedReason::Blocked, String::new(), None, at),
            false => self.end(self.reason(), thought, Some(answer), at),
        }
    }
}

/// What comes of a call of a tool that the person has switched off.
fn switched_off(tool: &str) -> FunctionCallResult {
    let told = format!(
        "The person has switched off {tool:?}, so it was not called. Do not call it again: tell them that it is switched off, and that they can switch it on and ask again."
    );
    FunctionCallResult::error(told).with_data(json!({ SWITCHED_OFF: true }))
}
