//! `ask`: the only way in which an agent speaks to the person.

use kikitori_agent::{
    FunctionCallResult, LoopControl, NonBlank, ToolOutput, parse_and_validate_tool_args,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::bounds::{MAX_QUESTION_CHARS, MAX_SUGGESTION_CHARS, cut};

/// A person reads six suggestions at most.
const MAX_SUGGESTIONS: usize = 6;

/// What `ask` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskArgs {
    /// The question or message, in the respondent's language. Plain text.
    pub message: NonBlank,
    /// Up to six short answers that the respondent can pick instead of typing.
    pub suggestions: Option<Vec<String>>,
}

pub(super) const DESCRIPTION: &str =
    "Say something to the respondent and wait for their answer. One question at a time.";

/// Puts the message to the person; the suggestions go to the page as data.
pub(super) fn ask(args: AskArgs) -> ToolOutput {
    let message = args.message.into_string();
    let length = message.chars().count();
    if length > MAX_QUESTION_CHARS {
        return FunctionCallResult::error(format!(
            "Not asked: message has {length} characters, and {MAX_QUESTION_CHARS} are the most. Ask for one thing."
        ))
        .into();
    }
    let mut suggestions: Vec<String> = Vec::new();
    for suggestion in args.suggestions.unwrap_or_default() {
        let suggestion = cut(suggestion.trim(), MAX_SUGGESTION_CHARS);
        if !suggestion.is_empty() && !suggestions.contains(&suggestion) {
            suggestions.push(suggestion);
        }
    }
    suggestions.truncate(MAX_SUGGESTIONS);
    ToolOutput {
        result: FunctionCallResult::success("Asked. The respondent's answer follows.")
            .with_data(json!({ "suggestions": suggestions })),
        then: LoopControl::AwaitUser { text: message },
    }
}

/// The question of a call of `ask` on record.
pub(crate) fn question_of(arguments: &str) -> Option<String> {
    let args = parse_and_validate_tool_args::<AskArgs>(arguments, "ask").ok()?;
    Some(args.message.into_string())
}
