//! A model that answers at once, with the same words each time. The page that measures and the
//! endpoint that it measures against share it.

use serde_json::{Value, json};

/// Fields of the form that its interview is about.
pub const FIELDS: usize = 20;
/// What the respondent answers each time.
pub const ANSWER: &str = "An answer";

/// The Interviewer's reply once so many questions have been asked: it takes the answer to the last
/// one, and asks the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// Questions that were asked before.
    pub asked: usize,
}

impl Turn {
    fn arguments(self) -> Value {
        let id = |field: usize| format!("f{field}");
        let heard = self.asked.checked_sub(1).map(|field| {
            json!({"field_id": id(field), "quote": ANSWER, "value": null, "facts": null, "missing": null, "outcome": "answered"})
        });
        let asks = (self.asked < FIELDS).then(|| id(self.asked));
        let heard: Vec<Value> = heard.into_iter().collect();
        json!({"heard": heard, "question": null, "language": null, "country": null, "time_zone": null,
            "asks": asks, "message": "What should stand in this field?", "suggestions": null})
    }

    /// The call of its reply, as it stands in a message.
    fn tool_calls(self) -> Vec<Value> {
        vec![json!({
            "index": 0, "id": "call-0", "type": "function",
            "function": {"name": "ask", "arguments": self.arguments().to_string()},
        })]
    }

    /// The reply in one piece.
    pub fn whole(self) -> String {
        let message =
            json!({"role": "assistant", "content": null, "tool_calls": self.tool_calls()});
        let choice = json!({"index": 0, "message": message, "finish_reason": "tool_calls"});
        json!({"id": "instant", "object": "chat.completion", "choices": [choice]}).to_string()
    }

    /// The reply as a stream of events.
    pub fn streamed(self) -> String {
        let chunk = |delta: Value, finish_reason: Value| {
            let choice = json!({"index": 0, "delta": delta, "finish_reason": finish_reason});
            let chunk =
                json!({"id": "instant", "object": "chat.completion.chunk", "choices": [choice]});
            format!("data: {chunk}\n\n")
        };
        let said = json!({"role": "assistant", "tool_calls": self.tool_calls()});
        let (said, ended) = (
            chunk(said, Value::Null),
            chunk(json!({}), "tool_calls".into()),
        );
        format!("{said}{ended}data: [DONE]\n\n")
    }
}
