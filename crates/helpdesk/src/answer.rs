//! The answer to a question: as a model writes it, and as it is kept.

use std::ops::Range;

use kikitori_agent::NonBlank;
use kikitori_json::StrictValue;
use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::data::{GapReason, SearchOutput};

/// The answer to the visitor's question.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerArgs {
    /// The answer in order.
    pub statements: Vec<StatementArgs>,
}

/// One statement of the answer.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatementArgs {
    /// One to three sentences.
    pub text: NonBlank,
    /// The numbers of the subtasks that it answers.
    pub subtasks: Vec<u32>,
    /// The places it rests on.
    pub sources: Vec<SourceArgs>,
    /// Whether all it says is that the documents do not say something.
    pub says_only_what_is_missing: bool,
}

/// A place that a statement rests on.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SourceArgs {
    /// The id of the passage.
    pub passage: String,
    /// The words of the passage that say it, copied exactly, one sentence or row at most.
    pub quote: String,
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
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Statement {
    /// Plain text.
    pub text: String,
    /// What it rests on. Empty when the model named nothing that it was shown: then the page says
    /// that the statement has no source.
    pub citations: Vec<Citation>,
    /// Figures in it that stand neither in what it cites nor in the question nor in the plan.
    #[serde(default)]
    pub figures_not_found: Vec<String>,
    /// Whether all it says is that the documents do not say something, for which there is no
    /// source.
    #[serde(default)]
    pub says_only_what_is_missing: bool,
}

/// A passage that a statement rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Citation {
    /// The passage.
    pub passage: SearchOutput,
    /// The places in its text that say what the statement does, in bytes and in order, where any
    /// are found: statement and passage may be in different languages.
    #[serde(default, alias = "sentence", deserialize_with = "marks")]
    pub marks: Vec<Range<usize>>,
}

/// Marks, which were one sentence or none in earlier versions.
fn marks<'de, D: Deserializer<'de>>(stored: D) -> Result<Vec<Range<usize>>, D::Error> {
    let stored = Value::deserialize(stored)?;
    let marks = match stored {
        Value::Null => Ok(Vec::new()),
        Value::Array(_) => Vec::deserialize(StrictValue(stored)),
        sentence => Range::deserialize(StrictValue(sentence)).map(|it| vec![it]),
    };
    marks.map_err(D::Error::custom)
}

/// A subtask that was not answered, or not enough.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gap {
    /// What was to be looked up.
    pub task_name: String,
    /// Why it was not found out.
    pub reason: GapReason,
    /// What of it is missing, if a part was found.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub missing: String,
    /// What was searched for.
    #[serde(default)]
    pub searched: Vec<String>,
}
