//! The help desk: answers a visitor's question from documents.
//!
//! A planner says what has to be looked up; each subtask searches, answers and reflects on its
//! answer, up to three times, side by side with the others; a writer puts the answers together.
//! Every statement of the answer is traced by code to the sentences it rests on, and a subtask
//! that comes to nothing is a stated gap in the answer.

mod agent;
mod cite;
mod data;
mod desk;
mod error;
mod fit;
mod prompts;
mod settings;
mod subtask;
mod tools;

pub use agent::{AgentState, AgentUpdate, HelpDeskAgent};
pub use data::{
    AgentResult, Answer, AnswerArgs, Citation, Gap, Plan, PlanArgs, ReflectionResult, SearchOutput,
    Statement, StatementArgs, Subtask, ToolResult,
};
pub use desk::Desk;
pub use error::{DeskError, HelpDeskError};
pub use prompts::{AnsweredPart, DefaultPrompts, HelpDeskAgentPrompts, as_data, passages_as_data};
pub use settings::{MAX_CHALLENGE_COUNT, Settings};
pub use subtask::{AgentSubGraphState, SubtaskUpdate};
pub use tools::{DocumentSearch, SearchArgs, SearchTool};
