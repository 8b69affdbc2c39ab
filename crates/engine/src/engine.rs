//! What an engine is: a value that names its steps and is told their outcomes.

use std::fmt;

use kikitori_agent::ToolOutput;
use kikitori_journal::{Journaled, SessionHead};
use kikitori_llm::UsageTotals;

use crate::caller::{ModelCall, ModelOutcome};

/// Names a step within its session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StepId(pub u64);

impl fmt::Display for StepId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Something to be done for an engine.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Names it.
    pub id: StepId,
    /// What is to be done.
    pub action: Action,
}

/// What a step does.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Calls the model.
    CallModel(Box<ModelCall>),
    /// Runs a tool that takes its time or has effects. Its record is stored before it runs. A
    /// tool that does neither runs within the engine.
    RunTool(ToolRequest),
}

/// A call of a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolRequest {
    /// On whose behalf.
    pub agent: String,
    /// The tool.
    pub tool: String,
    /// Its arguments, as text.
    pub arguments: String,
}

/// What came of a step.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// Of a model call, one that failed included.
    Model(ModelOutcome),
    /// Of a tool.
    Tool(ToolOutput),
}

/// Decides what is done next, and does nothing itself. Its state changes by updates only, so that
/// it can be stopped and rebuilt between any two of them.
pub trait Engine {
    /// What it knows.
    type State: Journaled;
    /// What a person does. It is taken also while steps are performed.
    type Input;
    /// Why an outcome or an input was not taken. Nothing has changed then.
    type Refusal: std::error::Error;

    /// What it knows.
    fn state(&self) -> &Self::State;

    /// The session as lists show it.
    fn head(&self) -> SessionHead;

    /// Every step that may be performed now. Asking changes nothing. The same id is the same step;
    /// one that is no longer named is abandoned.
    fn steps(&self) -> Vec<Step>;

    /// The ids of [`Self::steps`], where telling them takes less than telling what each does.
    fn step_ids(&self) -> Vec<StepId> {
        self.steps().iter().map(|step| step.id).collect()
    }

    /// Those of [`Self::steps`] that are not in `under_way`, whose actions nobody needs any more.
    fn steps_besides(&self, under_way: &[StepId]) -> Vec<Step> {
        let mut steps = self.steps();
        steps.retain(|step| !under_way.contains(&step.id));
        steps
    }

    /// Takes a step's outcome. Outcomes come in any order. A step that is still named afterwards
    /// is performed again.
    ///
    /// # Errors
    /// [`Self::Refusal`] when it does not wait for that step.
    fn told(&mut self, id: StepId, outcome: Outcome, now_ms: u64) -> Result<(), Self::Refusal>;

    /// A step that it no longer names was ended before it had an outcome, and used this much.
    fn abandoned(&mut self, id: StepId, usage: UsageTotals, now_ms: u64);

    /// Takes what a person does.
    ///
    /// # Errors
    /// [`Self::Refusal`] when that is not possible now.
    fn input(&mut self, input: Self::Input, now_ms: u64) -> Result<(), Self::Refusal>;

    /// What changed since this was last asked.
    fn take_updates(&mut self) -> Vec<<Self::State as Journaled>::Update>;
}
