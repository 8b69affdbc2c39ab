//! What a run of the help desk is made of.

use std::ops::Range;

use kikitori_agent::NonBlank;
use kikitori_json::StrictValue;
use kikitori_search::DocumentId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::{Answer, Gap};

/// What has to be looked up to answer a question.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// A question each, understandable by itself.
    pub subtasks: Vec<String>,
}

/// What has to be looked up to answer the question.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanArgs {
    /// What has to be looked up, a full question each.
    pub subtasks: Vec<NonBlank>,
}

/// What to look for.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchArgs {
    /// A few words that the documents are likely to use.
    pub query: NonBlank,
}

/// A passage that a tool found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchOutput {
    /// The document it is in.
    pub document: DocumentId,
    /// Its place among the document's passages, from 0.
    pub number: u32,
    /// The headings it stands under, outermost first.
    pub headings: Vec<String>,
    /// Its text, without markup.
    pub text: String,
    /// Where it stands in the document, in bytes.
    pub range: Range<usize>,
}

impl SearchOutput {
    /// Names the passage to the model.
    pub fn id(&self) -> String {
        format!("{}#{}", self.document, self.number)
    }
}

/// One call of a tool, with what it found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolResult {
    /// The tool.
    pub tool_name: String,
    /// Its arguments as the model wrote them.
    pub args: String,
    /// What it found; nothing when the call was refused.
    pub results: Vec<SearchOutput>,
}

impl ToolResult {
    /// The words that it searched for, if it is a search.
    pub(crate) fn query(&self) -> Option<String> {
        let args = serde_json::from_str(&self.args).ok()?;
        let args = SearchArgs::deserialize(StrictValue(args)).ok()?;
        Some(args.query.into_string())
    }
}

/// What a reflection on an answer comes to.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReflectArgs {
    /// First, in one sentence, what the answer covers and what it lacks. Then what to search for,
    /// if the verdict is `search_again`.
    pub advice: String,
    /// What the subtask asks and the passages do not say, in a few words in the language of the
    /// subtask; empty if nothing is missing.
    pub missing: String,
    /// `answered`, `partly_answered`, `search_again` or `not_in_documents`.
    pub verdict: Verdict,
}

/// What becomes of a subtask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(
    missing_docs,
    reason = "they would stand in the schema, and the rules say it"
)]
pub enum Verdict {
    Answered,
    PartlyAnswered,
    SearchAgain,
    NotInDocuments,
}

/// A reflection on an answer, as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReflectionResult {
    /// What the answer lacks and what to search for.
    pub advice: String,
    /// Whether the answer covers the subtask and rests on the passages.
    pub is_completed: bool,
    /// Whether the documents do not seem to hold the answer.
    #[serde(default)]
    pub is_not_in_documents: bool,
    /// Whether they seem to hold a part of it only.
    #[serde(default)]
    pub is_partly_answered: bool,
    /// What is missing, for the visitor.
    #[serde(default)]
    pub missing: String,
}

impl From<ReflectArgs> for ReflectionResult {
    fn from(args: ReflectArgs) -> Self {
        Self {
            advice: args.advice,
            is_completed: args.verdict == Verdict::Answered,
            is_not_in_documents: args.verdict == Verdict::NotInDocuments,
            is_partly_answered: args.verdict == Verdict::PartlyAnswered,
            missing: args.missing.trim().chars().take(MISSING_CHARS).collect(),
        }
    }
}

/// A subtask, worked on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subtask {
    /// What was to be looked up.
    pub task_name: String,
    /// The calls of each try.
    pub tool_results: Vec<Vec<ToolResult>>,
    /// The reflection on each try.
    pub reflection_results: Vec<ReflectionResult>,
    /// Whether the last reflection let the answer pass.
    pub is_completed: bool,
    /// The last try's answer; empty when nothing was found to answer from.
    pub subtask_answer: String,
    /// Tries made.
    pub challenge_count: u32,
    /// The last of `tool_results` that was known when it was written.
    #[serde(default)]
    pub answered_from: Option<usize>,
    /// Why there is no answer, if there is none.
    pub failure: Option<GapReason>,
    /// Why the work ended with the answer that there was by then, if no reflection let it pass: the
    /// documents do not hold (all of) it, the tries were used up, or the model did not reflect.
    #[serde(default)]
    pub ended_early: Option<GapReason>,
}

/// What became of a subtask, in short.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubtaskOutcome {
    /// Tries made.
    pub challenges: u32,
    /// What is wrong with its answer, or why there is none.
    pub problem: Option<GapReason>,
    /// Whether there is one.
    pub has_answer: bool,
}

/// Searches that a gap names, and how much of each, and of what it says is missing.
const SEARCHES_SHOWN: usize = 12;
const SEARCH_CHARS: usize = 80;
const MISSING_CHARS: usize = 200;

impl Subtask {
    /// What the visitor has to be told about it, if it was not answered, or not enough.
    pub fn gap(&self) -> Option<Gap> {
        let not_found = GapReason::NotInDocuments;
        let unanswered = self.subtask_answer.is_empty().then_some(not_found);
        // An answer that nobody looked at may be a good one.
        let refused = self.ended_early.filter(|reason| {
            use GapReason::{NotConfirmed, NotInDocuments, PartlyAnswered};
            matches!(reason, NotInDocuments | PartlyAnswered | NotConfirmed)
        });
        let reason = self.failure.or(unanswered).or(refused)?;
        Some(self.gap_of(reason))
    }

    /// It as a gap, for this reason.
    pub(crate) fn gap_of(&self, reason: GapReason) -> Gap {
        let last = self.reflection_results.last();
        let missing = last.map(|it| it.missing.clone());
        Gap {
            task_name: self.task_name.clone(),
            reason,
            missing: missing
                .filter(|_| reason == GapReason::PartlyAnswered)
                .unwrap_or_default(),
            searched: self.searched(),
        }
    }

    /// What became of it, in short.
    pub fn outcome(&self) -> SubtaskOutcome {
        SubtaskOutcome {
            challenges: self.challenge_count,
            problem: self.gap().map(|gap| gap.reason).or(self.ended_early),
            has_answer: self.has_answer(),
        }
    }

    /// Whether it has something that the answer to the question can be written from.
    pub(crate) fn has_answer(&self) -> bool {
        self.failure.is_none() && !self.subtask_answer.is_empty()
    }

    /// The words that were searched for, each once.
    fn searched(&self) -> Vec<String> {
        let mut searched: Vec<String> = Vec::new();
        for call in self.tool_results.iter().flatten() {
            let Some(query) = call.query() else {
                continue;
            };
            let query: String = query.chars().take(SEARCH_CHARS).collect();
            if searched.len() < SEARCHES_SHOWN && !searched.contains(&query) {
                searched.push(query);
            }
        }
        searched
    }
}

/// Why a subtask has no answer, or none that was checked. A page has a sentence for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GapReason {
    /// The documents do not say.
    #[serde(alias = "the documents do not say")]
    NotInDocuments,
    /// The documents say a part of it.
    PartlyAnswered,
    /// Something was found, and no reflection let the answer from it pass.
    NotConfirmed,
    /// The model's replies never had the form that was asked for.
    UnexpectedForm,
    /// The model refused to give what was asked for.
    Declined,
    /// The model's replies had the form and broke its rules, also after it was shown how.
    Invalid,
    /// What has to be sent is longer than the model takes.
    TooLong,
    /// The endpoint withheld the reply.
    Filtered,
    /// The reply was longer than the endpoint lets it be.
    ReplyTooLong,
    /// An older page stored it in words of its own.
    #[serde(other)]
    Unknown,
}

/// What a finished run comes to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AgentResult {
    /// The visitor's question.
    pub question: String,
    /// The plan.
    pub plan: Plan,
    /// Each of its subtasks, in order.
    pub subtasks: Vec<Subtask>,
    /// The answer.
    pub answer: Answer,
}
