//! The help desk: answers a visitor's question from documents.
//!
//! A planner says what has to be looked up; each subtask searches, answers and reflects on its
//! answer, up to three times, side by side with the others; a writer puts the answers together.
//! Every statement of the answer is traced by code to the sentences it rests on, and a subtask
//! that comes to nothing is a stated gap in the answer.
//!
//! [`HelpDeskAgent`] is the graph, [`HelpDeskResources`] what its nodes work with,
//! [`HelpDeskController`] what runs, stores, resumes and forgets questions for a page, and
//! [`HelpDeskError`] why something could not be done.

mod agent;
mod answer;
mod cite;
mod controller;
mod data;
mod error;
mod event;
mod figures;
mod fit;
mod found;
mod model_calls;
mod node;
mod progress;
mod prompts;
mod quote;
mod resources;
mod session;
mod settings;
mod source;
mod subtask;
mod tools;
mod unsearched;
mod when;
mod writer;

pub use agent::{AgentState, AgentUpdate, HelpDeskAgent};
pub use answer::{Answer, AnswerArgs, Citation, Gap, SourceArgs, Statement, StatementArgs};
pub use controller::{
    ConnectedModel, ControllerEvent, ControllerPorts, Documents, HelpDeskController, Lock, Locks,
    ModelFactory, NoModel, Phase, QUESTION_LOCK, Question, RunBlocked, RunMode,
};
pub use data::{
    AgentResult, GapReason, Plan, PlanArgs, ReflectArgs, ReflectionResult, SearchArgs,
    SearchOutput, Subtask, SubtaskOutcome, ToolResult, Verdict,
};
pub use error::{HelpDeskError, NodeFailure};
pub use event::HelpDeskEvent;
pub use kikitori_agent::as_data;
pub use node::{Node, SubtaskPhase};
pub use progress::{NodeProgress, NodeState, RunProgress, SubtaskProgress};
pub use prompts::{AnsweredPart, DefaultPrompts, HelpDeskAgentPrompts, passages_as_data};
pub use resources::HelpDeskResources;
pub use session::{
    EarlierQuestion, HelpDeskSession, NodeRecord, SESSION_KIND, SessionRecord, SessionUpdate,
};
pub use settings::{MAX_CHALLENGE_COUNT, Settings};
pub use subtask::{AgentSubGraphState, SubtaskUpdate};
pub use tools::{DocumentSearch, found};
