//! How many tokens a text has, roughly, where no server has counted them.

use serde_json::{Map, Value};

use crate::protocol::delta::Delta;
use crate::protocol::message::{AssistantMessage, Message};
use crate::protocol::outgoing::Outgoing;
use crate::protocol::request::{ChatRequest, Completion};
use crate::protocol::tools::ToolDefinition;

/// What a message costs beside its text: its role and its marks.
const PER_MESSAGE: u64 = 4;

/// Roughly the tokens of `text`: four ASCII characters make one, and any other character is one.
/// That is near the truth for English and a little above it for Japanese, whatever the model.
///
/// ```
/// use kikitori_llm::estimated_tokens;
/// assert_eq!(estimated_tokens("Good morning"), 3);
/// assert_eq!(estimated_tokens("おはよう"), 4);
/// ```
pub fn estimated_tokens(text: &str) -> u64 {
    // Looked at for every text of every request, and nearly all are ASCII, which is quickly seen.
    if text.is_ascii() {
        return (text.len() as u64).div_ceil(4);
    }
    let ascii = text.bytes().filter(u8::is_ascii).count() as u64;
    ascii.div_ceil(4) + (text.chars().count() as u64).saturating_sub(ascii)
}

/// About how many characters from the beginning of `text` have so many tokens; all of them when
/// the whole has no more.
///
/// ```
/// use kikitori_llm::characters_within;
/// assert_eq!(characters_within("おはよう", 2), 2);
/// assert_eq!(characters_within("Good morning", 100), 12);
/// ```
pub fn characters_within(text: &str, tokens: u64) -> usize {
    let all = text.chars().count();
    let needed = estimated_tokens(text);
    if needed <= tokens {
        return all;
    }
    let share = u128::from(tokens) * all as u128 / u128::from(needed);
    usize::try_from(share).unwrap_or(all)
}

impl Message {
    /// Roughly the tokens of this message in a request.
    pub fn estimated_tokens(&self) -> u64 {
        PER_MESSAGE
            + match self {
                Self::System { content, .. }
                | Self::User { content, .. }
                | Self::Tool { content, .. } => estimated_tokens(content),
                Self::Assistant(message) => message.estimated_tokens(),
            }
    }
}

impl AssistantMessage {
    /// Roughly the tokens of its text, its calls and what else came with it, such as reasoning.
    fn estimated_tokens(&self) -> u64 {
        let text = self.content.as_deref().map_or(0, estimated_tokens);
        let calls = self.tool_calls.iter().map(|call| {
            let function = &call.function;
            let named = estimated_tokens(&function.name) + estimated_tokens(&function.arguments);
            PER_MESSAGE
                + named
                + tokens_of_members(&call.extra)
                + tokens_of_members(&function.extra)
        });
        text + calls.sum::<u64>() + tokens_of_members(&self.extra)
    }
}

fn tokens_of_members(members: &Map<String, Value>) -> u64 {
    members.values().map(estimated_value_tokens).sum()
}

/// Roughly the tokens of a member that the protocol does not name.
pub(crate) fn estimated_value_tokens(value: &Value) -> u64 {
    match value {
        Value::String(text) => estimated_tokens(text),
        Value::Null => 0,
        other => estimated_tokens(&other.to_string()),
    }
}

impl ChatRequest {
    /// Roughly the tokens that the model reads for this request.
    pub fn estimated_tokens(&self) -> u64 {
        Outgoing::from(self).estimated_tokens()
    }
}

impl Outgoing<'_> {
    pub(crate) fn estimated_tokens(&self) -> u64 {
        let messages = self.messages.iter().map(Message::estimated_tokens);
        let format = self.extra.get("response_format");
        let format = format.map_or(0, |format| estimated_tokens(&format.to_string()));
        messages.sum::<u64>() + self.tools.estimated_tokens() + format
    }
}

impl ToolDefinition {
    /// Roughly the tokens of this tool in a request.
    pub(crate) fn estimated_tokens(&self) -> u64 {
        let function = &self.function;
        PER_MESSAGE
            + estimated_tokens(&function.name)
            + estimated_tokens(&function.description)
            + estimated_tokens(&function.parameters.to_string())
    }
}

impl Delta {
    /// Roughly the tokens of this piece.
    pub fn estimated_tokens(&self) -> u64 {
        match self {
            Self::Text(piece) | Self::Arguments { piece, .. } => estimated_tokens(piece),
        }
    }
}

impl Completion {
    /// Roughly the tokens that the model wrote.
    pub(crate) fn estimated_tokens(&self) -> u64 {
        self.message.estimated_tokens()
    }
}
