//! What a run of the help desk is made of.

use std::ops::Range;

use kikitori_agent::NonBlank;
use kikitori_search::DocumentId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What has to be looked up to answer a question.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// A question each, understandable by itself.
    pub subtasks: Vec<String>,
}

/// See the tool `plan`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanArgs {
    /// What has to be looked up, a full question each.
    pub subtasks: Vec<NonBlank>,
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

/// See the tool `reflect`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReflectionResult {
    /// What to search for instead, if the answer is not enough.
    pub advice: String,
    /// Whether the answer covers the subtask and rests on the passages.
    pub is_completed: bool,
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
    /// The last try's answer.
    pub subtask_answer: String,
    /// Tries made.
    pub challenge_count: u32,
    /// Which of `tool_results` that answer rests on.
    #[serde(default)]
    pub answered_from: Option<usize>,
    /// Why there is no answer, if something went wrong.
    pub failure: Option<GapReason>,
    /// Why the work ended with the answer that there was by then, if something went wrong: the
    /// model did not reflect on it, for example.
    #[serde(default)]
    pub ended_early: Option<GapReason>,
}

/// See the tool `answer`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerArgs {
    /// The answer in order.
    pub statements: Vec<StatementArgs>,
}

/// One statement as the model writes it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatementArgs {
    /// One to three sentences.
    pub text: NonBlank,
    /// The ids of the passages it rests on.
    pub passages: Vec<String>,
}

/// The answer to a question.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// What is said, in order.
    pub statements: Vec<Statement>,
    /// What could not be found out.
    pub gaps: Vec<Gap>,
    /// Why the statements are the subtasks' own answers, if the writer came to nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_early: Option<GapReason>,
}

impl Answer {
    /// All statements as one text.
    pub fn text(&self) -> String {
        let texts: Vec<&str> = self.statements.iter().map(|it| it.text.as_str()).collect();
        texts.join("\n")
    }
}

/// A statement and what it rests on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Statement {
    /// Plain text.
    pub text: String,
    /// What it rests on. Empty when the model named nothing that says anything like it: then the
    /// page says that the statement has no source.
    pub citations: Vec<Citation>,
}

/// A place in a document that a statement rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Citation {
    /// The passage.
    pub passage: SearchOutput,
    /// The sentence in its text that is most like the statement, in bytes.
    pub sentence: Range<usize>,
}

/// A subtask without an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gap {
    /// What was to be looked up.
    pub task_name: String,
    /// Why it was not found out.
    pub reason: GapReason,
}

/// Why a subtask has no answer, or none that was checked. A page has a sentence for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GapReason {
    /// The documents do not say.
    #[serde(alias = "the documents do not say")]
    NotInDocuments,
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
