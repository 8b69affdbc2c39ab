//! A small ReAct engine: a guardrail before anything is called, then think, act and observe in
//! turns, with retries of a failing tool and an answer without it, and a limit on turns.

use kikitori_agent::CallStatus;
use kikitori_engine::caller::{Expect, ModelCall};
use kikitori_engine::{Action, Engine, Outcome, Step, StepId, ToolRequest};
use kikitori_journal::{Journaled, Progress, SessionHead, SessionStatus};
use kikitori_llm::{ChatRequest, Message, ToolCall, ToolDefinition, Tools, UsageTotals};
use serde::{Deserialize, Serialize};
use serde_json::json;
use thiserror::Error;

pub const MAX_STEPS: usize = 3;
pub const MAX_RETRIES: u32 = 2;
const BLOCKED: &str = "ignore your rules";

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AgentStep {
    pub thought: String,
    pub call: ToolCall,
    pub observation: Option<String>,
    pub tries: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stopped {
    Completed,
    Blocked,
    MaxStepsReached,
    ToolFailureDegraded,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Run {
    pub query: Option<String>,
    pub steps: Vec<AgentStep>,
    pub degraded: bool,
    pub answer: Option<String>,
    pub stopped: Option<Stopped>,
    pub used: UsageTotals,
    /// Counts outcomes, so that a step that is made again has another id.
    pub outcomes: u64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum RunUpdate {
    Asked(String),
    Planned {
        thought: String,
        call: Box<ToolCall>,
    },
    Failed,
    Observed(String),
    Degraded,
    Ended(Stopped, Option<String>),
    Used(UsageTotals),
}

impl Journaled for Run {
    type Update = RunUpdate;
    const KIND: &'static str = "react";

    fn apply(&mut self, update: RunUpdate) {
        self.outcomes += 1;
        match update {
            RunUpdate::Asked(query) => self.query = Some(query),
            RunUpdate::Planned { thought, call } => self.steps.push(AgentStep {
                thought,
                call: *call,
                observation: None,
                tries: 0,
            }),
            RunUpdate::Failed => self.last(|step| step.tries += 1),
            RunUpdate::Observed(text) => self.last(|step| step.observation = Some(text)),
            RunUpdate::Degraded => self.degraded = true,
            RunUpdate::Ended(stopped, answer) => {
                self.stopped = Some(stopped);
                self.answer = answer;
            }
            RunUpdate::Used(usage) => self.used = self.used.plus(usage),
        }
    }
}

impl Run {
    fn last(&mut self, change: impl FnOnce(&mut AgentStep)) {
        if let Some(step) = self.steps.last_mut() {
            change(step);
        }
    }
}

#[derive(Debug, PartialEq, Eq, Error)]
#[error("nothing waits for this")]
pub struct NotExpected;

pub struct React {
    state: Run,
    updates: Vec<RunUpdate>,
}

impl React {
    pub fn new(state: Run) -> Self {
        Self {
            state,
            updates: Vec::new(),
        }
    }

    fn emit(&mut self, update: RunUpdate) {
        self.state.apply(update.clone());
        self.updates.push(update);
    }

    fn call_model(&self, query: &str) -> Action {
        let mut messages = vec![Message::user(query)];
        for step in &self.state.steps {
            let seen = step.observation.as_deref().unwrap_or("The tool failed.");
            messages.push(Message::user(format!(
                "{}: {seen}",
                step.call.function.name
            )));
        }
        let tool = ToolDefinition::function("calculator", "Calculates.", json!({"type": "object"}));
        Action::CallModel(Box::new(ModelCall {
            agent: "planner".to_owned(),
            request: ChatRequest {
                messages,
                tools: if self.state.degraded {
                    Tools::default()
                } else {
                    vec![tool].into()
                },
                ..ChatRequest::default()
            },
            // Without its tool it answers as well as it can.
            expect: if self.state.degraded {
                Expect::Text
            } else {
                Expect::Reply
            },
            show: None,
            run: self.state.used,
        }))
    }

    fn model_replied(&mut self, text: Option<String>, call: Option<ToolCall>) {
        match call {
            Some(_) if self.state.steps.len() >= MAX_STEPS => {
                self.emit(RunUpdate::Ended(Stopped::MaxStepsReached, text));
            }
            Some(call) => self.emit(RunUpdate::Planned {
                thought: text.unwrap_or_default(),
                call: Box::new(call),
            }),
            None => {
                let stopped = match self.state.degraded {
                    true => Stopped::ToolFailureDegraded,
                    false => Stopped::Completed,
                };
                self.emit(RunUpdate::Ended(stopped, text));
            }
        }
    }
}

impl Engine for React {
    type State = Run;
    type Input = String;
    type Refusal = NotExpected;

    fn state(&self) -> &Run {
        &self.state
    }

    fn head(&self) -> SessionHead {
        SessionHead {
            id: "run".to_owned(),
            kind: "react".to_owned(),
            title: self.state.query.clone().unwrap_or_default(),
            language: None,
            progress: Progress::default(),
            status: SessionStatus::Open,
            created_at: 0,
            updated_at: 0,
            last_update: None,
        }
    }

    fn steps(&self) -> Vec<Step> {
        let state = &self.state;
        let (Some(query), None) = (&state.query, state.stopped) else {
            return Vec::new();
        };
        let last = state.steps.last();
        let action = match last.filter(|it| it.observation.is_none() && !state.degraded) {
            Some(step) => Action::RunTool(ToolRequest {
                agent: "runtime".to_owned(),
                tool: step.call.function.name.clone(),
                arguments: step.call.function.arguments.clone(),
            }),
            None => self.call_model(query),
        };
        vec![Step {
            id: StepId(state.outcomes),
            action,
        }]
    }

    fn told(&mut self, id: StepId, outcome: Outcome, _: u64) -> Result<(), NotExpected> {
        if id.0 != self.state.outcomes {
            return Err(NotExpected);
        }
        match outcome {
            Outcome::Model(outcome) => {
                self.emit(RunUpdate::Used(outcome.usage));
                let reply = outcome.result.map_err(|_| NotExpected)?.message;
                self.model_replied(reply.content, reply.tool_calls.into_iter().next());
            }
            Outcome::Tool(output) => {
                let tries = self.state.steps.last().map_or(0, |step| step.tries);
                match output.result.status {
                    CallStatus::Success => {
                        self.emit(RunUpdate::Observed(output.result.result.message));
                    }
                    CallStatus::Error | CallStatus::Failure if tries < MAX_RETRIES => {
                        self.emit(RunUpdate::Failed);
                    }
                    CallStatus::Error | CallStatus::Failure => self.emit(RunUpdate::Degraded),
                }
            }
        }
        Ok(())
    }

    fn abandoned(&mut self, _: StepId, usage: UsageTotals, _: u64) {
        self.emit(RunUpdate::Used(usage));
    }

    fn input(&mut self, query: String, _: u64) -> Result<(), NotExpected> {
        if self.state.query.is_some() {
            return Err(NotExpected);
        }
        let is_blocked = query.contains(BLOCKED);
        self.emit(RunUpdate::Asked(query));
        if is_blocked {
            self.emit(RunUpdate::Ended(Stopped::Blocked, None));
        }
        Ok(())
    }

    fn take_updates(&mut self) -> Vec<RunUpdate> {
        std::mem::take(&mut self.updates)
    }
}
