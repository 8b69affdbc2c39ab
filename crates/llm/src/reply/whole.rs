//! A reply that came in one piece.

use kikitori_json::{FromJson, from_slice};
use serde_json::Value;

use crate::protocol::error::LlmError;
use crate::protocol::message::AssistantMessage;
use crate::protocol::reported::Reported;
use crate::protocol::request::{Completion, FinishReason, Usage, finish_reason};
use crate::reply::assemble::check;

#[derive(FromJson)]
struct Whole {
    #[serde(default)]
    choices: Option<Vec<Choice>>,
    #[serde(default)]
    usage: Option<Usage>,
    #[serde(default)]
    error: Option<Value>,
    #[serde(default)]
    object: Option<Value>,
}

#[derive(FromJson)]
struct Choice {
    message: AssistantMessage,
    #[serde(default, deserialize_with = "finish_reason")]
    finish_reason: Option<FinishReason>,
}

/// Reads the body of a reply. A call that came without an id has an empty one.
pub(crate) fn read_whole(body: &[u8]) -> Result<Completion, LlmError> {
    let whole: Whole = from_slice(body).map_err(|error| LlmError::Malformed {
        detail: format!("expected a chat completion: {error}"),
    })?;
    let reported = Reported::in_reply(whole.error, whole.object.as_ref(), body);
    if let Some(Reported { message, code }) = reported {
        return Err(LlmError::InReply { message, code });
    }
    let Some(mut choice) = whole.choices.unwrap_or_default().into_iter().next() else {
        return Err(LlmError::Malformed {
            detail: "the reply has no choices".to_owned(),
        });
    };
    choice.message.extra.remove("role");
    check(Completion {
        message: choice.message,
        finish_reason: choice.finish_reason,
        usage: whole.usage,
    })
}
