//! The interview: agents fill in a form by talking with a person.
//!
//! [`Orchestrator`] is the engine. It decides and does nothing: it names its steps and is told
//! their outcomes and what the person does. [`Interview`] is a session with the driver that
//! performs the steps and stores each outcome before anyone sees it.

mod agent_kind;
mod alike;
mod apply;
mod bootstrap;
mod bounds;
pub mod chips;
mod clauses;
mod draft;
mod events;
mod failure;
mod field;
mod head;
mod interview;
mod language_name;
mod legacy;
mod lines;
mod locale;
mod losses;
mod message;
mod nearly;
mod opening;
mod orchestrator;
mod pieces;
mod plan;
mod prompts;
mod quotes;
mod receipt;
mod recorded;
pub mod replay;
mod state;
mod submission;
pub mod tools;
mod update;
mod value;

pub use agent_kind::AgentKind;
pub use bootstrap::Bootstrap;
pub use bounds::{
    MAX_FACT_CHARS, MAX_FACTS_PER_REVIEW, MAX_FEEDBACK_CHARS, MAX_INTENT_CHARS, MAX_LABEL_CHARS,
    MAX_QUESTION_CHARS, MAX_SUGGESTION_CHARS, MAX_VALUE_BYTES,
};
pub use draft::{Draft, DraftKeeper, Unsent};
pub use events::{Event, Events};
pub use failure::Failure;
pub use field::{
    FieldBefore, FieldOutcome, FieldProgress, FieldRecord, FieldReview, FieldState,
    MAX_FACTS_PER_FIELD, RecordedBy,
};
pub use interview::{DriveError, Interview, Ports, RunEnd, load_session};
pub use kikitori_engine::caller::CapScope;
pub use kikitori_form::values::{Currency, DayName, Formats};
pub use kikitori_form::{
    FactDefinition, FieldId, FormError, FormField, SessionForm, parse_form, with_one_i,
};
pub use lines::{
    ChangedLine, LINE_NUMBER, LINE_ZONE, Line, LineChange, LineCorrection, LineSheet, LineValue,
    SetAside, asks_for_lines, number_of_row,
};
pub use locale::{CountryCode, LanguageTag, Locale, NoLocale, TimeZone};
pub use losses::Losses;
pub use message::{ChatMessage, PageContext, SessionMessage, Speaker};
pub use opening::{
    BeginError, Beginning, CallMadeElsewhere, FirstQuestion, MadeReply, NotHandedOver, Opening,
    first_question_shown,
};
pub use orchestrator::{
    Command, EngineError, Entry, FieldEntry, Limits, LineEdit, LineEngine, MAX_ANSWER_BYTES,
    Orchestrator, OutlineEntry, Pause, Settle, TurnedDown, Used, UsedBounds, line_engine,
};
pub use pieces::{Piece, new_of_several, new_of_text, several};
pub use plan::{Plan, PlanSource, PlannedField, TranslatedForm};
pub use receipt::Receipt;
pub use recorded::RecordedRow;
pub use state::{AgentStackEntry, MainSessionState, SessionId, SubSession, TurnStart};
pub use submission::{
    SheetWords, ShownName, Submission, SubmittedField, SubmittedLine, TableWords,
};
pub use tools::{InterviewTools, ReviewResult};
pub use update::{AfterCall, LineBatch, ReviewOf, SessionUpdate};
pub use value::{Collected, Evidence, RecordedValue, ValueSource};
