//! Messages of a conversation, with the fields we do not know kept as they came.

use kikitori_json::FromJson;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

/// One message of the conversation sent to, or received from, a model.
///
/// Fields that are not named here stay in `extra` and go back unchanged: some servers need
/// them in the next request.
///
/// ```
/// use kikitori_llm::Message;
/// let text = r#"{"role":"assistant","content":"Hello","thought_signature":"x1"}"#;
/// let message: Message = serde_json::from_str(text).unwrap();
/// assert_eq!(serde_json::to_string(&message).unwrap(), text);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(tag = "role", rename_all = "lowercase")]
pub enum Message {
    /// Rules for the model, written by us.
    System {
        /// The text.
        content: String,
        /// Fields that are not named here.
        #[serde(flatten)]
        extra: Map<String, Value>,
    },
    /// What the person, or the orchestrator on their behalf, says.
    User {
        /// The text.
        content: String,
        /// Fields that are not named here.
        #[serde(flatten)]
        extra: Map<String, Value>,
    },
    /// What the model said or called.
    Assistant(AssistantMessage),
    /// The outcome of a tool call.
    Tool {
        /// The call that this answers.
        tool_call_id: ToolCallId,
        /// The outcome, as the model sees it.
        content: String,
        /// Fields that are not named here.
        #[serde(flatten)]
        extra: Map<String, Value>,
    },
}

impl Message {
    /// A system message.
    pub fn system(content: impl Into<String>) -> Self {
        Self::System {
            content: content.into(),
            extra: Map::new(),
        }
    }

    /// A user message.
    pub fn user(content: impl Into<String>) -> Self {
        Self::User {
            content: content.into(),
            extra: Map::new(),
        }
    }

    /// The outcome of the call `id`.
    pub fn tool(id: ToolCallId, content: impl Into<String>) -> Self {
        Self::Tool {
            tool_call_id: id,
            content: content.into(),
            extra: Map::new(),
        }
    }
}

/// A reply of the model: text, tool calls, or both.
#[derive(Debug, Clone, Default, PartialEq, Serialize, FromJson)]
pub struct AssistantMessage {
    /// Visible text; absent when the model only calls tools.
    #[serde(default)]
    pub content: Option<String>,
    /// Calls, in the order in which they came.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tool_calls: Vec<ToolCall>,
    /// Whatever else the server sent with the message.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// Names one tool call within a conversation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, FromJson)]
#[serde(transparent)]
pub struct ToolCallId(pub String);

impl std::fmt::Display for ToolCallId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// One call of a tool, as the model wrote it: nothing in it is validated yet.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
pub struct ToolCall {
    /// The call's id; the outcome names it. Empty where the server sent none.
    #[serde(default)]
    pub id: ToolCallId,
    /// Always `function` in this protocol.
    #[serde(rename = "type", default = "function_kind")]
    pub kind: String,
    /// The function and its arguments.
    pub function: FunctionCall,
    /// Whatever else the server sent with the call.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

fn function_kind() -> String {
    "function".to_owned()
}

impl ToolCall {
    /// A call of `name` with `arguments`, a JSON text.
    pub fn new(
        id: impl Into<String>,
        name: impl Into<String>,
        arguments: impl Into<String>,
    ) -> Self {
        Self {
            id: ToolCallId(id.into()),
            kind: function_kind(),
            function: FunctionCall {
                name: name.into(),
                arguments: arguments.into(),
                extra: Map::new(),
            },
            extra: Map::new(),
        }
    }
}

/// The function that a [`ToolCall`] names.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
pub struct FunctionCall {
    /// The tool's name. Empty where the server sent none.
    #[serde(default)]
    pub name: String,
    /// The arguments as JSON text. Some servers send an object instead; it is read as its text.
    #[serde(default, deserialize_with = "text_or_json")]
    pub arguments: String,
    /// Whatever else the server sent with the function.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// Reads arguments that come as a string or, from some servers, as an object.
pub(crate) fn text_or_json<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    Ok(match Value::deserialize(from)? {
        Value::String(text) => text,
        Value::Null => String::new(),
        other => other.to_string(),
    })
}
