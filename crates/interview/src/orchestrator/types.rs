//! What goes in and out of the engine.

use std::collections::BTreeSet;

use kikitori_engine::caller::CallError;
use kikitori_llm::{Caps, Price};
use thiserror::Error;

use super::lines::LineEdit;
use super::turned_down::TurnedDown;
use super::used::Used;
use crate::failure::Failure;
use crate::field::{FieldOutcome, FieldState};
use crate::locale::{CountryCode, LanguageTag, TimeZone};
use crate::message::PageContext;
use crate::receipt::Receipt;
use crate::value::Collected;
use kikitori_form::file::MAX_FIELDS;
use kikitori_form::values::{Refusal, Value};
use kikitori_form::{FieldId, SessionForm};

/// A longer answer than this many bytes is refused before anything is done with it.
pub const MAX_ANSWER_BYTES: usize = 256 * 1024;

/// What the person does. It is taken also while an agent is at work.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Answers the question, or adds to what they said.
    Answer {
        /// The text as typed.
        text: String,
        /// What the page sends with it.
        page: PageContext,
    },
    /// Confirms the form.
    Confirm {
        /// The local time.
        local_time: String,
    },
    /// Stops the agents: the answer that they are at work on is taken back.
    Stop,
    /// Goes on after an error, a stop or a failure.
    Retry,
    /// Sets other bounds, from the next call on.
    Limit(Limits),
    /// Settles language, country or time zone.
    Settle(Settle),
    /// Puts something into fields, without a model: all of it or nothing.
    Enter {
        /// What.
        entries: Vec<FieldEntry>,
    },
    /// Puts into fields what the page around knows already, without a model and in one step. What does not
    /// fit is left out. It is taken of a confirmed form too, unless that goes to a server.
    Fill {
        /// What.
        entries: Vec<FieldEntry>,
    },
    /// The page's form that is asked for has changed. What it has got since it was begun is asked for
    /// too, and a field without an answer that is not shown any more is not, until it is again. What
    /// was known of a field stays as it was.
    FollowPage {
        /// The form as it is now.
        form: Box<SessionForm>,
        /// The fields that the page shows.
        shown: BTreeSet<FieldId>,
    },
    /// The page's form that is asked for does not take answers that code has accepted.
    TurnDown {
        /// Which, with what it says of each.
        answers: Vec<TurnedDown>,
    },
    /// Takes back what they said or entered last.
    Back,
    /// Takes the confirmation back, to correct something: as long as no server has the form.
    Reopen,
    /// Keeps what the server said that the confirmed form was sent to.
    Delivered {
        /// What.
        receipt: Receipt,
    },
}

/// What can be settled by hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settle {
    /// The language that is spoken from now on.
    Language(LanguageTag),
    /// Where they live; none where they would rather not say.
    Country(Option<CountryCode>),
    /// Their time zone.
    TimeZone(TimeZone),
}

/// What is put into a field by hand.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldEntry {
    /// Which field.
    pub field_id: FieldId,
    /// What.
    pub entry: Entry,
}

/// What the respondent clicks or types into a field itself.
#[derive(Debug, Clone, PartialEq)]
pub enum Entry {
    /// A value, as text or JSON; code checks it. A time stays in the zone that it was told in. Null takes
    /// back what is recorded.
    Value(serde_json::Value),
    /// The same of a time that is told in the zone which is settled now, whichever it was told in before.
    Here(serde_json::Value),
    /// Edits of single lines of a group.
    Lines(Vec<LineEdit>),
    /// They pass over what is not required.
    Skip,
    /// They do not know it.
    DoesNotKnow,
    /// They would rather not say.
    Decline,
}

/// What an interview waits for while no agent is at work.
#[derive(Debug, Clone, PartialEq)]
pub enum Pause {
    /// The respondent is to answer.
    Answer,
    /// The respondent is to confirm.
    Confirm,
    /// The form is confirmed.
    Done,
    /// The engine stands still until a retry.
    Failed(Failure),
    /// A model call brought no reply; a retry makes it again.
    CallFailed(CallError),
    /// The person stopped a reply that no answer of theirs had begun; a retry asks for it again.
    Stopped,
}

/// Why a command or an outcome was refused. The state is as it was before.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EngineError {
    /// The outcome is of a step that is not the current one.
    #[error("step {given} is not the one being waited for")]
    StaleStep {
        /// The step that was named.
        given: u64,
    },
    /// The engine waits for something else.
    #[error("the interview is not waiting for {what}")]
    NotExpected {
        /// What was reported.
        what: &'static str,
    },
    /// The answer has nothing in it.
    #[error("Type an answer first.")]
    BlankAnswer,
    /// The answer is too long.
    #[error(
        "The answer is too long ({} KB; {} KB fit). Shorten it, or send it in parts.",
        bytes.div_ceil(1024),
        MAX_ANSWER_BYTES / 1024
    )]
    AnswerTooLong {
        /// Its size.
        bytes: usize,
    },
    /// What was put into a field is no answer to it.
    #[error("{field_id}: {}", refusal.sentence("en"))]
    EntryRefused {
        /// The field.
        field_id: FieldId,
        /// Why.
        refusal: Refusal,
    },
    /// The form would have more fields than a form can have.
    #[error(
        "a form has {} fields at most, and this one would have {fields}",
        MAX_FIELDS
    )]
    TooManyFields {
        /// How many.
        fields: usize,
    },
    /// A required field is not done.
    #[error("still open: {}", labels.join(", "))]
    RequiredFieldsOpen {
        /// The open fields' labels.
        labels: Vec<String>,
    },
}

/// The bounds of an interview.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Model calls in one run of an agent.
    pub max_turns: u32,
    /// Follow-up questions about one field.
    pub max_follow_ups: u32,
    /// Follow-up questions in one interview.
    pub max_interview_follow_ups: u32,
    /// What the model calls of one run of an agent may use.
    pub run_caps: Caps,
    /// What all model calls of a session may use.
    pub session_caps: Caps,
    /// What the model's tokens cost, where that is known.
    pub price: Option<Price>,
    /// Tokens that one request may have, by estimate.
    pub context_tokens: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_turns: 4,
            max_follow_ups: 5,
            max_interview_follow_ups: 100,
            run_caps: Caps::default(),
            session_caps: Caps::default(),
            price: None,
            context_tokens: 100_000,
        }
    }
}

/// A field as the page lists it.
#[derive(Debug, Clone, PartialEq)]
pub struct OutlineEntry {
    /// Which field.
    pub field_id: FieldId,
    /// What it is called, in the respondent's language once there is a plan.
    pub label: String,
    /// Whether it has to be answered.
    pub required: bool,
    /// How far it has come.
    pub state: FieldState,
    /// The accepted answer as people read it, if there is one.
    pub value: Option<String>,
    /// The same with its type, what was said and the words that it rests on.
    pub collected: Option<Collected>,
    /// Whether its words are none that the respondent said: they are shown theirs beside it.
    pub reworded: bool,
    /// How the asking for it ended; none while it is open.
    pub outcome: Option<FieldOutcome>,
    /// What is still missing of it.
    pub missing: Vec<String>,
    /// Whether they refused to answer it although it is required, so that it was left open.
    pub declined: bool,
    /// Whether the form cannot be sent, because they would not give this.
    pub blocks: bool,
    /// Whether they have refused it once and are asked for it once more: who refuses again leaves it
    /// open.
    pub refused_once: bool,
    /// Whether they told a part of it, which is kept if they leave it so.
    pub keeps_part: bool,
    /// The options that they picked so far, of a field that takes several and is still open.
    pub picked: Option<Value>,
    /// What it was, as people read it, before it was changed last.
    pub before: Option<String>,
    /// Whether it is kept from every model.
    pub private: bool,
    /// How often it was asked about again, and may be.
    pub follow_ups: Used<u32>,
    /// Whether it is being asked for.
    pub current: bool,
}
