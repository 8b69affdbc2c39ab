//! A small engine of task chains: plans once, runs tasks side by side as soon as their own
//! dependencies are done, asks the person where a task is ambiguous, and words one answer.

use std::collections::{BTreeMap, BTreeSet};

use kikitori_agent::{FunctionCallResult, ToolOutput};
use kikitori_engine::caller::{Expect, ModelCall};
use kikitori_engine::{Action, Engine, Outcome, Step, StepId, ToolRequest};
use kikitori_journal::{Journaled, Progress, SessionHead, SessionStatus};
use kikitori_llm::{ChatRequest, Message, UsageTotals};
use serde::{Deserialize, Serialize};
use thiserror::Error;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Task {
    pub id: u64,
    pub tool: String,
    #[serde(default)]
    pub after: BTreeSet<u64>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Chain {
    pub request: String,
    pub tasks: Vec<Task>,
    pub begun: BTreeSet<u64>,
    pub outputs: BTreeMap<u64, String>,
    /// What tasks ask the person.
    pub questions: BTreeMap<u64, String>,
    pub answer: Option<String>,
    pub cancelled: bool,
    pub used: UsageTotals,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ChainUpdate {
    Planned(Vec<Task>),
    Begun(u64),
    Done(u64, String),
    Asked(u64, String),
    Cancelled,
    Answered(String),
    Used(UsageTotals),
}

impl Journaled for Chain {
    type Update = ChainUpdate;
    const KIND: &'static str = "chain";

    fn apply(&mut self, update: ChainUpdate) {
        match update {
            ChainUpdate::Planned(tasks) => self.tasks = tasks,
            ChainUpdate::Begun(task) => {
                self.begun.insert(task);
            }
            ChainUpdate::Done(task, output) => {
                self.questions.remove(&task);
                self.outputs.insert(task, output);
            }
            ChainUpdate::Asked(task, question) => {
                self.questions.insert(task, question);
            }
            ChainUpdate::Cancelled => self.cancelled = true,
            ChainUpdate::Answered(answer) => self.answer = Some(answer),
            ChainUpdate::Used(usage) => self.used = self.used.plus(usage),
        }
    }
}

/// What the person does.
#[derive(Debug, Clone)]
pub enum Choice {
    Choose(u64, String),
    Cancel,
}

#[derive(Debug, PartialEq, Eq, Error)]
#[error("nothing waits for this")]
pub struct NotExpected;

const PLAN: u64 = 0;
const FORMAT: u64 = 1_000;
/// A task's output that asks which of several things is meant.
const AMBIGUOUS: &str = "which: ";

#[derive(Clone)]
pub struct Chains {
    state: Chain,
    updates: Vec<ChainUpdate>,
}

impl Chains {
    pub fn new(state: Chain) -> Self {
        Self {
            state,
            updates: Vec::new(),
        }
    }

    fn emit(&mut self, update: ChainUpdate) {
        self.state.apply(update.clone());
        self.updates.push(update);
    }

    fn is_ready(&self, task: &Task) -> bool {
        let state = &self.state;
        let is_open = |id: &u64| !state.outputs.contains_key(id);
        is_open(&task.id)
            && !state.questions.contains_key(&task.id)
            && !task.after.iter().any(is_open)
    }

    /// Puts every task that can run on record, before it runs.
    fn begin_ready(&mut self) {
        let ready = self.state.tasks.iter().filter(|task| self.is_ready(task));
        let begun = &self.state.begun;
        let fresh: Vec<u64> = ready
            .map(|task| task.id)
            .filter(|id| !begun.contains(id))
            .collect();
        for id in fresh {
            self.emit(ChainUpdate::Begun(id));
        }
    }

    fn call(&self, id: u64, text: String) -> Step {
        let request = ChatRequest {
            messages: vec![Message::user(text)],
            ..ChatRequest::default()
        };
        Step {
            id: StepId(id),
            action: Action::CallModel(Box::new(ModelCall {
                agent: "planner".to_owned(),
                request,
                expect: Expect::Text,
                show: None,
                run: UsageTotals::default(),
            })),
        }
    }
}

impl Engine for Chains {
    type State = Chain;
    type Input = Choice;
    type Refusal = NotExpected;

    fn state(&self) -> &Chain {
        &self.state
    }

    fn head(&self) -> SessionHead {
        let count = |count: usize| u32::try_from(count).unwrap();
        SessionHead {
            id: "chain".to_owned(),
            kind: "tasks".to_owned(),
            title: self.state.request.clone(),
            language: None,
            progress: Progress {
                done: count(self.state.outputs.len()),
                of: count(self.state.tasks.len()),
            },
            status: SessionStatus::Open,
            created_at: 0,
            updated_at: 0,
            last_update: None,
        }
    }

    fn steps(&self) -> Vec<Step> {
        let state = &self.state;
        if state.cancelled || state.answer.is_some() {
            return Vec::new();
        }
        if state.tasks.is_empty() {
            return vec![self.call(PLAN, state.request.clone())];
        }
        if state.outputs.len() == state.tasks.len() {
            let outputs: Vec<&str> = state.outputs.values().map(String::as_str).collect();
            return vec![self.call(FORMAT, outputs.join(" "))];
        }
        let ready = state.tasks.iter().filter(|task| self.is_ready(task));
        ready
            .map(|task| {
                // What earlier tasks came to goes into this one's arguments.
                let inputs = task.after.iter().filter_map(|id| state.outputs.get(id));
                let inputs: Vec<&str> = inputs.map(String::as_str).collect();
                Step {
                    id: StepId(task.id),
                    action: Action::RunTool(ToolRequest {
                        agent: "executor".to_owned(),
                        tool: task.tool.clone(),
                        arguments: inputs.join("+"),
                    }),
                }
            })
            .collect()
    }

    fn told(&mut self, id: StepId, outcome: Outcome, _: u64) -> Result<(), NotExpected> {
        if !self.steps().iter().any(|step| step.id == id) {
            return Err(NotExpected);
        }
        match outcome {
            Outcome::Model(outcome) => {
                self.emit(ChainUpdate::Used(outcome.usage));
                let reply = outcome.result.map_err(|_| NotExpected)?;
                let text = reply.message.content.unwrap_or_default();
                match id.0 {
                    PLAN => {
                        let tasks = serde_json::from_str(&text).map_err(|_| NotExpected)?;
                        self.emit(ChainUpdate::Planned(tasks));
                    }
                    _ => self.emit(ChainUpdate::Answered(text)),
                }
            }
            Outcome::Tool(output) => {
                let message = output.result.result.message;
                match message.strip_prefix(AMBIGUOUS) {
                    Some(question) => self.emit(ChainUpdate::Asked(id.0, question.to_owned())),
                    None => self.emit(ChainUpdate::Done(id.0, message)),
                }
            }
        }
        self.begin_ready();
        Ok(())
    }

    fn abandoned(&mut self, _: StepId, usage: UsageTotals, _: u64) {
        self.emit(ChainUpdate::Used(usage));
    }

    fn input(&mut self, input: Choice, _: u64) -> Result<(), NotExpected> {
        match input {
            Choice::Choose(task, choice) if self.state.questions.contains_key(&task) => {
                self.emit(ChainUpdate::Done(task, choice));
                self.begin_ready();
                Ok(())
            }
            Choice::Choose(..) => Err(NotExpected),
            Choice::Cancel => {
                self.emit(ChainUpdate::Cancelled);
                Ok(())
            }
        }
    }

    fn take_updates(&mut self) -> Vec<ChainUpdate> {
        std::mem::take(&mut self.updates)
    }
}

/// What a tool of the tests answers: its name and what went in.
pub fn output(request: &ToolRequest) -> ToolOutput {
    let message = match request.tool.as_str() {
        "ambiguous" => format!("{AMBIGUOUS}{}?", request.arguments),
        tool => format!("{tool}({})", request.arguments),
    };
    FunctionCallResult::success(message).into()
}
