//! `ask`: the only way in which an agent speaks to the person.

use kikitori_agent::{FunctionCallResult, LoopControl, NonBlank, ToolOutput};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

/// A person reads six suggestions at most.
const MAX_SUGGESTIONS: usize = 6;

/// What the model says.
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
    let mut suggestions: Vec<String> = Vec::new();
    for suggestion in args.suggestions.unwrap_or_default() {
        let suggestion = suggestion.trim().to_owned();
        if !suggestion.is_empty() && !suggestions.contains(&suggestion) {
            suggestions.push(suggestion);
        }
    }
    suggestions.truncate(MAX_SUGGESTIONS);
    ToolOutput {
        result: FunctionCallResult::success("Asked. The respondent's answer follows.")
            .with_data(json!({ "suggestions": suggestions })),
        then: LoopControl::AwaitUser {
            text: args.message.into_string(),
        },
    }
}
