//! How a conversation changes: the one list of everything that can happen to it.

use kikitori_agent::{FunctionCallResult, RunStep};
use kikitori_journal::Journaled;
use kikitori_json::FromJson;
use kikitori_llm::{ToolCall, UsageTotals};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::consent::Consent;
use crate::guardrails::GuardrailResult;
use crate::state::{Action, AgentState, AgentStep, Exchange, StoppedReason};

/// Whose model calls and tool calls these are, on record.
pub(crate) const AGENT: &str = "agent";

/// One change of an [`AgentState`]. Times are in milliseconds since 1970.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "snake_case")]
pub enum AgentUpdate {
    /// The person asked something.
    Asked {
        /// What.
        query: String,
        /// What their clock said.
        local_time: Option<String>,
        /// When.
        at: u64,
    },
    /// The last question is taken back, to be asked again. No tool was called for it.
    Withdrawn {
        /// When.
        at: u64,
    },
    /// A guardrail looked at the question or the answer.
    Judged(GuardrailResult),
    /// The model said what to do next. Its calls are on record from now on.
    Planned {
        /// What it thought.
        thought: String,
        /// What it called.
        calls: Vec<ToolCall>,
        /// What its server sent with the reply besides.
        extra: Map<String, Value>,
        /// When.
        at: u64,
    },
    /// A tool call ended.
    ToolEnded {
        /// Which.
        sequence: u64,
        /// Its outcome.
        output: FunctionCallResult,
        /// When.
        at: u64,
    },
    /// A tool call that failed is made again, and has a number of its own.
    Retried {
        /// The one that failed.
        sequence: u64,
        /// When.
        at: u64,
    },
    /// A tool call needs the person's consent, or has got or not got it.
    Consent {
        /// Which call.
        sequence: u64,
        /// How it stands.
        consent: Consent,
        /// When.
        at: u64,
    },
    /// A tool is given up: the model answers without it.
    Degraded {
        /// Which.
        tool: String,
    },
    /// The question's run ended.
    Ended {
        /// Why.
        reason: StoppedReason,
        /// What the model thought before it answered.
        thought: String,
        /// The answer, if there is one.
        answer: Option<String>,
        /// When.
        at: u64,
    },
    /// The person goes on with a run that was stopped.
    Reopened {
        /// When.
        at: u64,
    },
    /// Model calls used this.
    Used(UsageTotals),
    /// A request may have so many tokens; none takes back what was learnt.
    ContextLearnt {
        /// How many.
        tokens: Option<u64>,
    },
}

impl Journaled for AgentState {
    type Update = AgentUpdate;
    const KIND: &'static str = "agent session";

    fn apply(&mut self, update: AgentUpdate) {
        match update {
            AgentUpdate::Asked {
                query,
                local_time,
                at,
            } => {
                self.exchanges.push(Exchange {
                    query,
                    local_time,
                    asked_at: at,
                    ..Exchange::default()
                });
                self.changed(at);
            }
            AgentUpdate::Withdrawn { at } => {
                self.exchanges.pop();
                self.updated_at = at;
            }
            AgentUpdate::Judged(verdict) => self.current_mut(|it| it.verdicts.push(verdict)),
            AgentUpdate::Planned {
                thought,
                calls,
                extra,
                at,
            } => self.planned(thought, calls, extra, at),
            AgentUpdate::ToolEnded {
                sequence,
                output,
                at,
            } => {
                self.action_mut(sequence, |action| {
                    let attempts = action.attempts.iter_mut();
                    for attempt in attempts.filter(|it| it.sequence == sequence) {
                        attempt.complete(output.clone(), at);
                    }
                });
                self.changed(at);
            }
            AgentUpdate::Retried { sequence, at } => {
                let (next, session) = (self.run_steps, self.session_id.clone());
                self.run_steps = self.run_steps.saturating_add(1);
                self.action_mut(sequence, |action| {
                    let again = attempt(next, &session, &action.call, at);
                    action.attempts.push(again);
                });
            }
            AgentUpdate::Consent {
                sequence,
                consent,
                at,
            } => {
                self.action_mut(sequence, |action| action.consent = Some(consent));
                self.changed(at);
            }
            AgentUpdate::Degraded { tool } => self.current_mut(|it| {
                if !it.failed_tools.contains(&tool) {
                    it.failed_tools.push(tool);
                }
            }),
            AgentUpdate::Ended {
                reason,
                thought,
                answer,
                at,
            } => {
                self.replies = self.replies.saturating_add(1);
                self.current_mut(|it| {
                    it.stopped = Some(reason);
                    it.answer = answer;
                    it.last_thought = thought;
                });
                self.changed(at);
            }
            AgentUpdate::Reopened { at } => {
                self.current_mut(|it| it.stopped = None);
                self.changed(at);
            }
            AgentUpdate::Used(usage) => {
                self.usage = self.usage.plus(usage);
                self.current_mut(|it| {
                    it.usage = it.usage.plus(usage);
                    it.usage_since_step = it.usage_since_step.plus(usage);
                });
            }
            AgentUpdate::ContextLearnt { tokens } => self.context_tokens = tokens,
        }
    }
}

impl AgentState {
    fn current_mut(&mut self, change: impl FnOnce(&mut Exchange)) {
        if let Some(exchange) = self.exchanges.last_mut() {
            change(exchange);
        }
    }

    fn changed(&mut self, at: u64) {
        self.updated_at = at;
        self.current_mut(|it| it.changed_at = at);
    }

    fn planned(
        &mut self,
        thought: String,
        calls: Vec<ToolCall>,
        extra: Map<String, Value>,
        at: u64,
    ) {
        self.replies = self.replies.saturating_add(1);
        let first = self.run_steps;
        self.run_steps = first.saturating_add(calls.len() as u64);
        let session = self.session_id.clone();
        let actions = calls
            .into_iter()
            .zip(first..)
            .map(|(call, sequence)| Action {
                attempts: vec![attempt(sequence, &session, &call, at)],
                call,
                consent: None,
            });
        let actions = actions.collect();
        self.current_mut(|it| {
            it.steps.push(AgentStep {
                thought,
                actions,
                extra,
                began_at: it.changed_at,
                planned_at: at,
                usage: std::mem::take(&mut it.usage_since_step),
            });
        });
        self.changed(at);
    }

    /// Changes the action of the question at hand that has the attempt `sequence`.
    fn action_mut(&mut self, sequence: u64, change: impl FnOnce(&mut Action)) {
        self.current_mut(|exchange| {
            let mut actions = exchange
                .steps
                .iter_mut()
                .rev()
                .flat_map(|it| &mut it.actions);
            let has = |it: &&mut Action| it.attempts.iter().any(|it| it.sequence == sequence);
            if let Some(action) = actions.find(has) {
                change(action);
            }
        });
    }
}

fn attempt(sequence: u64, session: &str, call: &ToolCall, at: u64) -> RunStep {
    RunStep {
        sequence,
        session_id: session.to_owned(),
        agent: AGENT.to_owned(),
        tool: call.function.name.clone(),
        input: call.function.arguments.clone(),
        output: None,
        started_at: at,
        finished_at: None,
    }
}
