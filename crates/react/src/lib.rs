//! The ReAct agent: it thinks, uses tools, observes, and answers, within bounds.
//!
//! [`AgentRuntime`] is an engine of the shared room (`kikitori_engine`): it names steps and is told
//! their outcomes, and its [`AgentState`] changes by [`AgentUpdate`]s only, which are stored before
//! anybody sees them. [`Agent`] is a session of it at work. The [`ReActPlanner`] asks for tool calls
//! as the endpoint gives them; where it gives none, in the text form that [`parse_text_form`]
//! reads. [`Guardrails`] look at questions and answers, and the [`FallbackStrategy`] says what is
//! done about a tool that fails.

mod agent;
mod announcement;
mod command;
mod consent;
pub mod controller;
mod fallback;
mod guardrails;
mod head;
mod history;
mod planner;
mod prompts;
mod result;
mod runtime;
mod settings;
mod state;
mod text_form;
mod tools;
mod update;

pub use agent::{Agent, AgentError, AgentEvent, AgentPorts};
pub use command::{Command, NotExpected};
pub use consent::{Consent, ToolPermission, ToolPermissions};
pub use fallback::{FallbackResult, FallbackStrategy};
pub use guardrails::{
    Guardrail, GuardrailAction, GuardrailError, GuardrailReason, GuardrailResult, Guardrails, Stage,
};
pub use head::SESSION_KIND;
pub use planner::{PlanForm, ReActPlanner};
pub use result::AgentResult;
pub use runtime::AgentRuntime;
pub use settings::Settings;
pub use state::{Action, AgentState, AgentStep, Exchange, StoppedReason};
pub use text_form::{PlanResult, PlannedAction, parse_text_form};
pub use tools::{AgentTools, TOOL_TIME_LIMIT};
pub use update::AgentUpdate;
