//! A model that answers at once, with the same words each time. The page that measures and the
//! endpoint that it measures against share it.

use serde_json::{Value, json};

/// Fields of the form that its interview is about.
pub const FIELDS: usize = 20;

/// Whose turn it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Sets language, country and time zone.
    Greeter,
    /// Plans the fields.
    Architect,
    /// Accepts every answer.
    Reviewer,
    /// Asks for the next field.
    Interviewer,
}

impl Part {
    /// Whose tools these are.
    pub fn offered(offers: impl Fn(&str) -> bool) -> Self {
        if offers("set_language") {
            Self::Greeter
        } else if offers("create_plan") {
            Self::Architect
        } else if offers("review") {
            Self::Reviewer
        } else {
            Self::Interviewer
        }
    }

    fn calls(self) -> Vec<(&'static str, Value)> {
        match self {
            Self::Greeter => vec![
                ("set_language", json!({"language": "en"})),
                ("set_country", json!({"country": "JP"})),
                ("set_timezone", json!({"timezone": null})),
            ],
            Self::Architect => {
                let ids: Vec<_> = (0..FIELDS).map(|n| format!("f{n}")).collect();
                let plan = json!({"field_ids": ids, "translations": null});
                vec![("create_plan", plan)]
            }
            Self::Reviewer => vec![(
                "review",
                json!({"passed": true, "field_value": "An answer", "feedback": null, "missing_facts": null, "extracted_facts": ["It is an answer"]}),
            )],
            Self::Interviewer => vec![(
                "ask",
                json!({"message": "What should stand in this field?", "suggestions": null}),
            )],
        }
    }

    /// The tool calls of its reply, as they stand in a message.
    fn tool_calls(self) -> Vec<Value> {
        let calls = self.calls().into_iter().enumerate();
        calls
            .map(|(index, (name, arguments))| {
                json!({
                    "index": index, "id": format!("call-{index}"), "type": "function",
                    "function": {"name": name, "arguments": arguments.to_string()},
                })
            })
            .collect()
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
