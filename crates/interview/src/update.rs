//! How a session changes: the one list of everything that can happen to it.
//!
//! An update holds what was decided and what came from outside, once. A reply of a model holds the
//! arguments of its calls; the record of a call, a review and the value of a field name the call
//! and are made of it by [`apply`](crate::apply).

use std::collections::BTreeSet;

use kikitori_agent::{FunctionCallResult, LoopControl};
use kikitori_json::FromJson;
use kikitori_llm::{AssistantMessage, ToolCallId, UsageTotals};
use serde::Serialize;

use crate::agent_kind::AgentKind;
use crate::bootstrap::Bootstrap;
use crate::failure::Failure;
use crate::field::FieldRecord;
use crate::lines::LineChange;
use crate::message::PageContext;
use crate::plan::Plan;
use crate::receipt::Receipt;
use crate::value::Evidence;
use kikitori_form::{FactDefinition, FieldId, FormField};

/// One change of a [`MainSessionState`](crate::MainSessionState).
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SessionUpdate {
    /// A step begins. What comes until the next one happens at the same time.
    Stepped {
        /// When, in milliseconds since 1970.
        at: u64,
    },
    /// The respondent said something, about the field that is being asked for if there is one.
    Answered {
        /// What.
        text: String,
        /// What the page sent with it.
        page: PageContext,
        /// Whether it is about anything, and no answer to the private field that was asked for last.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        about_anything: bool,
        /// The private field that it tells of although another one is asked for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tells: Option<FieldId>,
    },
    /// The answer that the agents are at work on, with all that came of it, is taken back.
    TurnWithdrawn,
    /// An agent starts.
    RunStarted {
        /// Which.
        agent: AgentKind,
        /// How often it may ask the model.
        max_turns: u32,
        /// What it is told.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        brief: Option<String>,
        /// What is reviewed or read, for a Reviewer and a LineReader.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        review: Option<ReviewOf>,
    },
    /// The agent whose next call is this one becomes the active one.
    Activated {
        /// See [`AgentStackEntry::call`](crate::AgentStackEntry).
        call: u64,
    },
    /// The active agent's run ended: what it said is shown and kept.
    RunEnded,
    /// The active agent's run ends, and nothing of it is kept.
    RunDropped,
    /// The active agent's model replied.
    Replied {
        /// The reply, as it is kept.
        reply: AssistantMessage,
        /// What the model still has to do, for a reply that calls no tool.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        remaining: Vec<String>,
    },
    /// Model calls used this much.
    Used {
        /// For which agent.
        agent: AgentKind,
        /// How much.
        usage: UsageTotals,
    },
    /// A call of the active agent's reply is put on record, before it is made.
    CallBegun {
        /// Which.
        call: ToolCallId,
    },
    /// A call on record has its outcome.
    CallEnded {
        /// Its number on record.
        run_step: u64,
        /// The call that the active agent's run waits for; none when the run does not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        call: Option<ToolCallId>,
        /// The outcome.
        result: FunctionCallResult,
        /// How the run goes on.
        #[serde(default, skip_serializing_if = "AfterCall::is_continue")]
        then: AfterCall,
    },
    /// Language, country or time zone are settled.
    BootstrapSet(Bootstrap),
    /// The person has settled it by hand, and stays with that whatever they take back.
    SettledByHand {
        /// What was settled before.
        before: Bootstrap,
    },
    /// There is an order to ask in.
    Planned(Plan),
    /// A call of `review` by the active agent was accepted.
    ReviewRecorded {
        /// The call's number on record.
        run_step: u64,
    },
    /// A field is as a message, a review or an entry by hand has made it.
    FieldRecorded {
        /// Which.
        field_id: FieldId,
        /// What of it.
        record: FieldRecord,
    },
    /// Lines of a group are read, corrected, put in or taken away.
    LinesChanged {
        /// The group's field.
        field_id: FieldId,
        /// What of it, in order.
        changes: Vec<LineChange>,
        /// The words that they were told in; none where that is a whole message, or nobody said it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        words: Option<Evidence>,
    },
    /// A review found something missing: what it asks is to be asked once nobody is at work.
    FollowUpDue {
        /// The call of `review`, by its number on record.
        run_step: u64,
    },
    /// What a model reported of a field was no answer to it, also when it was asked once more.
    NotHeard {
        /// The field.
        field_id: FieldId,
        /// The respondent's words.
        quote: String,
        /// Why, for the model.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        problem: Option<String>,
    },
    /// What a message said beside the answer that code took from it is with the respondent again, and
    /// unsent: no model may see that message.
    GivenBack {
        /// What.
        rest: String,
    },
    /// Code asks the respondent, in the form's own words or a Reviewer's.
    OwnQuestion {
        /// Which field it is about, if it is about one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        field_id: Option<FieldId>,
        /// What it says.
        text: String,
        /// Short answers that can be picked.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        suggestions: Vec<String>,
        /// Whether it stands in for a model's, which was of no use.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        stands_in: bool,
        /// Whether it says what the Interviewer took down.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        tells_heard: bool,
    },
    /// The respondent puts something into fields by hand: what comes next can be taken back by
    /// itself, and nothing before it any more.
    EntryBegun,
    /// The respondent clicked or typed something into a field itself, and the conversation shows it.
    Entered {
        /// Which.
        field_id: FieldId,
        /// What, as people read it.
        text: String,
    },
    /// A Reviewer's sub-session ended, and the field is as its result says. Older pages only.
    FieldReviewed {
        /// The sub-session.
        sub_session: String,
        /// Whether the value is what the respondent said, word by word.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        own_words: bool,
    },
    /// An answer that the form holds is another one now. Older pages only.
    FieldCorrected {
        /// The field.
        field_id: FieldId,
        /// What it was; none when the field had been declined.
        old: Option<String>,
        /// What it is.
        new: String,
    },
    /// The respondent will not answer a field that has to be answered: it is left open. Older pages
    /// only.
    FieldDeclined {
        /// The field.
        field_id: FieldId,
    },
    /// The form has got fields that it did not have when it was begun.
    FieldsAdded {
        /// Which, behind all others.
        fields: Vec<FormField>,
        /// What their answers have to contain.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        facts: Vec<FactDefinition>,
    },
    /// Fields of the form offer other options than they did.
    OptionsChanged {
        /// Which, as they are now.
        fields: Vec<FormField>,
    },
    /// The page's form that is asked for shows other fields than it did.
    FieldsHidden {
        /// Those that it does not show, instead of those before.
        fields: BTreeSet<FieldId>,
    },
    /// An answer was taken back, and its field is to be asked for again.
    FieldReopened {
        /// Which.
        field_id: FieldId,
    },
    /// The page's own form does not take the answer to a field, which is to be asked for again.
    FieldTurnedDown {
        /// Which.
        field_id: FieldId,
        /// What the page says of it.
        said: String,
    },
    /// The plan's field at this place is asked for.
    FieldEntered {
        /// From 0.
        index: usize,
    },
    /// One more follow-up question to the current field.
    FollowUpCounted,
    /// The interview stands still.
    Failed(Failure),
    /// It goes on.
    FailureCleared {
        /// Whether follow-ups are counted anew.
        resets_follow_ups: bool,
    },
    /// The respondent confirmed the form.
    Submitted {
        /// The local time.
        local_time: String,
    },
    /// They took that back, to correct something.
    Reopened,
    /// A server has received the confirmed form.
    Delivered {
        /// What it said.
        receipt: Receipt,
    },
    /// Models are sent a summary of this many messages at the beginning of the conversation.
    Compacted {
        /// How many.
        messages: usize,
    },
    /// Requests may have so many tokens, as far as the endpoint has shown.
    ContextLearnt {
        /// How many.
        tokens: Option<u64>,
    },
}

/// What a Reviewer or a LineReader is started for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct ReviewOf {
    /// The field.
    pub field_id: FieldId,
    /// The call of `subtask` that waits for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waiting_call: Option<ToolCallId>,
    /// The lines that are read, for a LineReader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<LineBatch>,
    /// See [`SubSession::early`](crate::state::SubSession::early).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub early: bool,
}

/// Lines of a group that one model reads, by their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, FromJson)]
pub struct LineBatch {
    /// The first.
    pub first: u32,
    /// The last.
    pub last: u32,
}

/// [`LoopControl`] without the text, which is the call's own.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "snake_case")]
pub enum AfterCall {
    /// The run goes on.
    #[default]
    Continue,
    /// The person is asked what the call says.
    Ask,
    /// The run is complete.
    Finish,
}

impl AfterCall {
    pub(crate) fn is_continue(&self) -> bool {
        *self == Self::Continue
    }
}

impl From<&LoopControl> for AfterCall {
    fn from(then: &LoopControl) -> Self {
        match then {
            LoopControl::Continue => Self::Continue,
            LoopControl::AwaitUser { .. } => Self::Ask,
            LoopControl::Finish => Self::Finish,
        }
    }
}
