//! The LineReader's tool: `read_lines`.

use std::borrow::Cow;

use kikitori_agent::{FunctionCallResult, RegistryError, Tool, ToolOutput, ToolRegistry};
use kikitori_form::lines::{AsideReason, Claim, Confidence};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

use super::ask::not_blank;
use super::schemas;

/// What the LineReader's tool changes.
#[derive(Debug, Default)]
pub struct LineReaderContext {
    /// What it says of each line. Whether it holds is checked against the lines.
    pub read: Option<Vec<LineRead>>,
}

/// What `read_lines` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadLinesArgs {
    /// An entry for each line that was given.
    pub lines: Vec<ReadLineArgs>,
}

/// What one line says.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(description = "What one line says.")]
pub struct ReadLineArgs {
    /// Its number.
    pub line: u32,
    /// What it is.
    pub kind: LineKind,
    /// The values that stand in it.
    pub values: Option<Vec<ReadValueArgs>>,
    /// How sure you are.
    pub confidence: ReadConfidence,
}

/// The value of one field of a line.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(description = "The value of one field.")]
pub struct ReadValueArgs {
    /// Which.
    pub field: String,
    /// The words of the line that give it, copied.
    pub quote: String,
    /// The value; null if it is the quote.
    pub value: Option<String>,
    /// The number of the line that has the same value, if the quote points to it.
    pub same_as: Option<u32>,
    /// Whether the quote says that nobody knows it.
    pub not_known: Option<bool>,
}

macro_rules! plain_words {
    ($name:ident: $($word:literal)+) => {
        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({"type": "string", "enum": [$($word),+]})
            }
        }
    };
}

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineKind {
    /// A line of the group.
    Line,
    /// The name of what follows.
    Heading,
    /// What others come to.
    Total,
    /// Something else.
    Remark,
    /// It cannot be told.
    Unclear,
}

plain_words!(LineKind: "line" "heading" "total" "remark" "unclear");

/// How sure a reading is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReadConfidence {
    /// It says so.
    High,
    /// It most likely means so.
    Medium,
    /// It may mean something else.
    Low,
}

plain_words!(ReadConfidence: "high" "medium" "low");

/// What is said of one value of a line.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadClaim {
    /// What it is, and the words.
    pub claim: Claim,
    /// The line that has the same value, as the model wrote it.
    pub same_as: Option<u32>,
    /// Whether the words say that nobody knows it.
    pub not_known: bool,
}

/// What is said of one line.
#[derive(Debug, Clone, PartialEq)]
pub struct LineRead {
    /// Its number, as the model wrote it.
    pub number: u32,
    /// Why it is no line of the group.
    pub aside: Option<AsideReason>,
    /// Whether it cannot be told what it is.
    pub unclear: bool,
    /// Its values.
    pub claims: Vec<ReadClaim>,
    /// How sure that is.
    pub confidence: Confidence,
}

impl From<ReadLineArgs> for LineRead {
    fn from(args: ReadLineArgs) -> Self {
        let values = args.values.unwrap_or_default().into_iter();
        Self {
            number: args.line,
            aside: match args.kind {
                LineKind::Line | LineKind::Unclear => None,
                LineKind::Heading => Some(AsideReason::Heading),
                LineKind::Total => Some(AsideReason::Total),
                LineKind::Remark => Some(AsideReason::Remark),
            },
            unclear: args.kind == LineKind::Unclear,
            claims: values
                .map(|it| ReadClaim {
                    claim: Claim {
                        field: it.field.trim().to_owned(),
                        quote: it.quote,
                        value: not_blank(it.value),
                        same: None,
                    },
                    same_as: it.same_as,
                    not_known: it.not_known.unwrap_or_default(),
                })
                .collect(),
            confidence: match args.confidence {
                ReadConfidence::High => Confidence::High,
                ReadConfidence::Medium => Confidence::Medium,
                ReadConfidence::Low => Confidence::Low,
            },
        }
    }
}

pub(crate) fn registry() -> Result<ToolRegistry<LineReaderContext>, RegistryError> {
    let mut registry = ToolRegistry::new();
    registry.register(Tool::with_schema(
        "read_lines",
        "Report what each of the lines says.",
        schemas::READ_LINES,
        read_lines,
    )?)?;
    Ok(registry)
}

fn read_lines(args: ReadLinesArgs, context: &mut LineReaderContext) -> ToolOutput {
    context.read = Some(args.lines.into_iter().map(LineRead::from).collect());
    FunctionCallResult::success("Read.").into()
}
