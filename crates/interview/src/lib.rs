//! The interview: four agents fill in a form by talking with a person.
//!
//! [`Orchestrator`] is the engine. It decides and does nothing: asked what comes [`Next`], it
//! names one step; told the step's outcome, it moves on. [`Driver`] performs the steps through
//! its [`Ports`] and stores each outcome before anyone sees it.

mod driver;
mod field;
mod form;
mod locale;
mod orchestrator;
mod prompts;
mod records;
mod section;
mod state;
mod submission;
pub mod tools;

pub use driver::{Command, DriveError, Driver, Event, Events, Pause, Ports, run_session};
pub use field::{FieldProgress, FieldState};
pub use form::{FactDefinition, FieldId, FormError, FormField, SessionForm, parse_form};
pub use locale::{CountryCode, LanguageTag, Locale, NoLocale, TimeZone};
pub use orchestrator::{
    CapScope, EngineError, Environment, Failure, Limits, Next, Orchestrator, OutlineEntry, StepId,
};
pub use records::{SessionSummary, delete_session, list_sessions, load_session};
pub use section::Section;
pub use state::{
    AgentKind, AgentStackEntry, Bootstrap, ChatMessage, MainSessionState, PageContext, Plan,
    PlanSource, PlannedField, SessionId, SessionMessage, Speaker,
};
pub use submission::{Submission, SubmittedField};
pub use tools::{InterviewTools, ReviewResult};
