//! A conversation as the agents that talk to the respondent see it.

use std::collections::HashMap;

use kikitori_llm::Message;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::parse;

/// One thing that happened, oldest first in what [`read`] returns.
#[derive(Debug, Clone, PartialEq)]
pub enum Event<'a> {
    /// The orchestrator said what is to be done; the whole message.
    Brief(&'a str),
    /// The respondent said this.
    Said(String),
    /// The model asked the respondent something.
    Asked,
    /// A tool did what it was called for, or did not.
    Outcome {
        /// The tool.
        tool: &'a str,
        /// The arguments of its call.
        arguments: Value,
        /// Whether it worked.
        worked: bool,
    },
}

/// Reads what the rules go by; other messages are left out.
pub fn read(messages: &[Message]) -> Vec<Event<'_>> {
    let mut calls = HashMap::new();
    let mut events = Vec::new();
    for message in messages {
        match message {
            Message::System { .. } => {}
            Message::User { content, .. } => {
                if parse::block(content, "brief").is_some() {
                    events.push(Event::Brief(content));
                } else if let Some(said) = parse::respondent_message(content) {
                    events.push(Event::Said(said));
                }
            }
            Message::Assistant(message) => {
                for call in &message.tool_calls {
                    if call.function.name == "ask" {
                        events.push(Event::Asked);
                    }
                    calls.insert(&call.id, &call.function);
                }
            }
            Message::Tool {
                tool_call_id,
                content,
                ..
            } => {
                if let Some(function) = calls.get(tool_call_id) {
                    events.push(Event::Outcome {
                        tool: &function.name,
                        arguments: serde_json::from_str(&function.arguments).unwrap_or_default(),
                        worked: worked(content),
                    });
                }
            }
        }
    }
    events
}

fn worked(content: &str) -> bool {
    let outcome: Value = serde_json::from_str(content).unwrap_or_default();
    outcome.get("status").and_then(Value::as_str) == Some("success")
}

/// Whether `tool` has already done its work in these messages.
pub fn has_worked(messages: &[Message], tool: &str) -> bool {
    read(messages).iter().any(
        |event| matches!(event, Event::Outcome { tool: named, worked: true, .. } if *named == tool),
    )
}

/// The latest brief and where it stands.
pub fn latest_brief<T: DeserializeOwned>(events: &[Event<'_>]) -> Option<(usize, T)> {
    events
        .iter()
        .enumerate()
        .rev()
        .find_map(|(at, event)| match event {
            Event::Brief(text) => Some((at, parse::json(text, "brief")?)),
            _ => None,
        })
}

/// What the respondent has said since they were last asked, and where they began.
pub fn latest_answer(events: &[Event<'_>]) -> Option<(usize, String)> {
    let asked = events
        .iter()
        .rposition(|event| *event == Event::Asked)
        .unwrap_or(0);
    let mut said = events
        .iter()
        .enumerate()
        .skip(asked)
        .filter_map(|(at, event)| match event {
            Event::Said(text) => Some((at, text)),
            _ => None,
        });
    let (at, first) = said.next()?;
    let mut answer = first.clone();
    for (_, more) in said {
        answer.push('\n');
        answer.push_str(more);
    }
    Some((at, answer))
}
