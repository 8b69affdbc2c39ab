//! From the JSON text that a model wrote to a validated Rust value.

use kikitori_json::StrictValue;
use schemars::JsonSchema;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use thiserror::Error;

/// A type that a tool takes its arguments as.
pub trait ToolArgs: DeserializeOwned + JsonSchema + 'static {}
impl<A: DeserializeOwned + JsonSchema + 'static> ToolArgs for A {}

/// What is wrong with a call's arguments. The text is written for the model, which sees it and
/// may try again.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ToolArgsError {
    /// Not JSON at all, or cut off.
    #[error("Invalid JSON for {tool}: {detail}")]
    InvalidJson {
        /// The tool that was called.
        tool: String,
        /// What the parser said, with line and column.
        detail: String,
    },
    /// JSON, but not what the tool takes.
    #[error("Invalid parameters for {tool} at {path}: {detail}")]
    InvalidParameters {
        /// The tool that was called.
        tool: String,
        /// Where, as in `fields[2].label`; `.` is the whole.
        path: String,
        /// What was expected there.
        detail: String,
    },
}

/// Parses `arguments` and validates them against the type that made the tool's schema.
///
/// An empty text counts as `{}`, which is how some servers send a call without arguments.
///
/// # Errors
/// [`ToolArgsError`], naming the tool and the path.
///
/// ```
/// use kikitori_agent::parse_and_validate_tool_args;
/// use schemars::JsonSchema;
/// use serde::Deserialize;
/// #[derive(Debug, Deserialize, JsonSchema)]
/// #[serde(deny_unknown_fields)]
/// struct Add { numbers: Vec<i64> }
/// let wrong = parse_and_validate_tool_args::<Add>(r#"{"numbers":[1,"two"]}"#, "add");
/// assert!(wrong.unwrap_err().to_string().starts_with("Invalid parameters for add at numbers[1]"));
/// ```
pub fn parse_and_validate_tool_args<A: ToolArgs>(
    arguments: &str,
    tool: &str,
) -> Result<A, ToolArgsError> {
    // Parsed as a whole first: a reply that was cut off must never pass for a shorter one.
    let value = parse(arguments, tool)?;
    serde_path_to_error::deserialize(StrictValue(value)).map_err(|error| invalid(tool, &error))
}

fn parse(arguments: &str, tool: &str) -> Result<Value, ToolArgsError> {
    let text = if arguments.trim().is_empty() {
        "{}"
    } else {
        arguments
    };
    serde_json::from_str(text).map_err(|error| ToolArgsError::InvalidJson {
        tool: tool.to_owned(),
        detail: error.to_string(),
    })
}

fn invalid(tool: &str, error: &serde_path_to_error::Error<serde_json::Error>) -> ToolArgsError {
    ToolArgsError::InvalidParameters {
        tool: tool.to_owned(),
        path: error.path().to_string(),
        detail: error.inner().to_string(),
    }
}

/// Text that is not blank.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(transparent)]
pub struct NonBlank(String);

impl NonBlank {
    /// `text` without white space around it, if anything is left.
    pub fn new(text: &str) -> Option<Self> {
        let text = text.trim();
        (!text.is_empty()).then(|| Self(text.to_owned()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text, taken out.
    pub fn into_string(self) -> String {
        self.0
    }
}

impl<'de> Deserialize<'de> for NonBlank {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        Self::new(&text).ok_or_else(|| D::Error::custom("expected text that is not blank"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Note {
        title: NonBlank,
        tag: Option<String>,
    }

    #[test]
    fn errors_name_the_tool_and_the_path() {
        let cases = [
            (r#"{"title":"#, "Invalid JSON for note: EOF while parsing"),
            ("nonsense", "Invalid JSON for note: expected ident"),
            (
                "",
                "Invalid parameters for note at .: missing field `title`",
            ),
            (
                r#"{"title":" "}"#,
                "Invalid parameters for note at title: expected text",
            ),
            (
                r#"{"title":3}"#,
                "Invalid parameters for note at title: invalid type: integer",
            ),
            (
                r#"{"title":"a","done":true}"#,
                "Invalid parameters for note at done: unknown field",
            ),
            (
                "[]",
                "Invalid parameters for note at .: invalid type: sequence",
            ),
            // A schema that says object does not mean its members in a row.
            (
                r#"["a", null]"#,
                "Invalid parameters for note at .: invalid type: sequence",
            ),
        ];
        for (arguments, expected) in cases {
            let error = parse_and_validate_tool_args::<Note>(arguments, "note").unwrap_err();
            assert!(
                error.to_string().starts_with(expected),
                "{arguments}: {error}"
            );
        }
    }

    #[test]
    fn null_and_absent_both_mean_not_given() {
        for arguments in [r#"{"title":" a ","tag":null}"#, r#"{"title":"a"}"#] {
            let note: Note = parse_and_validate_tool_args(arguments, "note").unwrap();
            assert_eq!(
                note,
                Note {
                    title: NonBlank("a".into()),
                    tag: None
                }
            );
        }
    }
}
