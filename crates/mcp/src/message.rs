//! JSON-RPC messages, and what is read of them.

use serde_json::{Value, json};

use crate::error::McpError;

/// The methods and notifications that this client sends or takes.
pub(crate) mod method {
    pub const INITIALIZE: &str = "initialize";
    pub const INITIALIZED: &str = "notifications/initialized";
    pub const CANCELLED: &str = "notifications/cancelled";
    pub const PROGRESS: &str = "notifications/progress";
    pub const LIST_TOOLS: &str = "tools/list";
    pub const CALL_TOOL: &str = "tools/call";
    pub const ELICIT: &str = "elicitation/create";
    pub const PING: &str = "ping";
}

/// A method that this client does not have.
pub(crate) const METHOD_NOT_FOUND: i64 = -32_601;
/// Parameters that are not what a method takes.
pub(crate) const INVALID_PARAMS: i64 = -32_602;

/// A message of the server.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ServerMessage {
    /// Its answer to the request of this number; without one where it could not read it.
    Answer {
        id: Option<u64>,
        outcome: Result<Value, McpError>,
    },
    /// It asks for something. The id goes back as it came.
    Request {
        id: Value,
        method: String,
        params: Value,
    },
    /// It tells something.
    Notification { method: String, params: Value },
}

impl ServerMessage {
    /// The messages in a body: one, or several in a list, as the first revision with this transport
    /// allowed.
    pub(crate) fn in_text(text: &str) -> Result<Vec<Self>, McpError> {
        let value: Value =
            serde_json::from_str(text).map_err(|error| McpError::malformed(error.to_string()))?;
        match value {
            Value::Array(all) => all.into_iter().map(Self::read).collect(),
            one => Ok(vec![Self::read(one)?]),
        }
    }

    fn read(value: Value) -> Result<Self, McpError> {
        let Value::Object(mut members) = value else {
            return Err(McpError::malformed("a message that is no object"));
        };
        let params = members.remove("params").unwrap_or_default();
        match (members.remove("method"), members.remove("id")) {
            (Some(Value::String(method)), Some(id @ (Value::String(_) | Value::Number(_)))) => {
                Ok(Self::Request { id, method, params })
            }
            (Some(Value::String(method)), None) => Ok(Self::Notification { method, params }),
            (Some(_), _) => Err(McpError::malformed("a message whose method is no text")),
            (None, id) => {
                let outcome = match (members.remove("result"), members.remove("error")) {
                    (_, Some(error @ Value::Object(_))) => Err(reported(&error)),
                    (Some(result), None) => Ok(result),
                    _ => return Err(McpError::malformed("an answer without a result")),
                };
                let id = id.as_ref().and_then(Value::as_u64);
                Ok(Self::Answer { id, outcome })
            }
        }
    }
}

/// The error that an answer reports.
pub(crate) fn reported(error: &Value) -> McpError {
    let message = error.get("message").and_then(Value::as_str);
    McpError::Rpc {
        code: error.get("code").and_then(Value::as_i64).unwrap_or(0),
        message: shortened(message.unwrap_or("the server says nothing more")),
    }
}

/// So much of a server's text as an error repeats.
pub(crate) fn shortened(text: &str) -> String {
    text.chars().take(2_000).collect()
}

pub(crate) fn request(id: u64, method: &str, params: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()
}

pub(crate) fn notification(method: &str, params: &Value) -> String {
    json!({"jsonrpc": "2.0", "method": method, "params": params}).to_string()
}

pub(crate) fn answer(id: &Value, result: Result<Value, (i64, String)>) -> String {
    let answer = match result {
        Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
        Err((code, message)) => {
            let error = json!({"code": code, "message": message});
            json!({"jsonrpc": "2.0", "id": id, "error": error})
        }
    };
    answer.to_string()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<ServerMessage>, McpError> {
        ServerMessage::in_text(text)
    }

    #[test]
    fn what_a_server_sends_is_told_apart() {
        let answer = read(r#"{"jsonrpc":"2.0","id":3,"result":{"a":1}}"#).unwrap();
        let outcome = Ok(json!({"a": 1}));
        assert_eq!(
            answer,
            [ServerMessage::Answer {
                id: Some(3),
                outcome
            }]
        );
        let failed = read(r#"{"id":null,"error":{"code":-32700,"message":"what?"}}"#).unwrap();
        let outcome = Err(McpError::Rpc {
            code: -32_700,
            message: "what?".into(),
        });
        assert_eq!(failed, [ServerMessage::Answer { id: None, outcome }]);
        let asked = read(r#"{"id":"q","method":"ping"}"#).unwrap();
        let expected = ServerMessage::Request {
            id: json!("q"),
            method: "ping".into(),
            params: Value::Null,
        };
        assert_eq!(asked, [expected]);
        let both = read(r#"[{"method":"a"},{"id":1,"result":null}]"#).unwrap();
        assert_eq!(both.len(), 2);
    }

    #[test]
    fn what_is_no_message_is_an_error() {
        for text in [
            "",
            "{",
            "1",
            "{}",
            r#"{"id":1}"#,
            r#"{"method":1}"#,
            r#"[[]]"#,
        ] {
            let error = read(text).unwrap_err();
            assert!(
                matches!(error, McpError::Malformed { .. }),
                "{text}: {error}"
            );
        }
    }
}
