//! A first question that needs no engine to be understood.

use kikitori_json::FromJson;
use kikitori_llm::AssistantMessage;
use serde_json::Value;

use super::beginning::{Beginning, First};
use crate::bounds::MAX_QUESTION_CHARS;
use crate::orchestrator::COUNTRY;
use crate::tools::bounded_suggestions;

/// The question that a session begins with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstQuestion {
    /// What it says: plain text.
    pub text: String,
    /// Short answers to pick from.
    pub suggestions: Vec<String>,
    /// When it came, in milliseconds since 1970.
    pub at: u64,
}

/// What a call of `ask` says beside the question. Of the first one there is nothing to say.
const BESIDE: [&str; 5] = ["heard", "question", "language", "country", "time_zone"];

impl Beginning {
    /// The question in `reply`, if that is one call of `ask` for what is asked first, and nothing
    /// else: the engine takes it as it is.
    pub fn question_in(&self, reply: &AssistantMessage, at: u64) -> Option<FirstQuestion> {
        let [call] = reply.tool_calls.as_slice() else {
            return None;
        };
        let arguments = match call.function.name.as_str() {
            "ask" => kikitori_json::from_str(&call.function.arguments).ok()?,
            _ => return None,
        };
        let Value::Object(arguments) = arguments else {
            return None;
        };
        let (mut asks, mut text, mut suggestions) = (None, None, None);
        for (name, value) in arguments {
            match (name.as_str(), value) {
                ("asks", Value::String(named)) => asks = Some(named),
                ("message", Value::String(said)) => text = Some(said.trim().to_owned()),
                ("suggestions", Value::Null) => {}
                ("suggestions", told) => suggestions = Some(Vec::from_json(told).ok()?),
                (name, Value::Null) if BESIDE.contains(&name) => {}
                ("heard", Value::Array(none)) if none.is_empty() => {}
                _ => return None,
            }
        }
        let asked = match self.first() {
            First::Country => COUNTRY,
            First::Field(field) => field.field_id.as_str(),
            First::Nothing => return None,
        };
        let text = text.filter(|text| {
            let length = text.chars().count();
            (1..=MAX_QUESTION_CHARS).contains(&length)
        });
        let text = text.filter(|_| asks.as_deref() == Some(asked))?;
        Some(FirstQuestion {
            text,
            suggestions: bounded_suggestions(suggestions),
            at,
        })
    }
}
