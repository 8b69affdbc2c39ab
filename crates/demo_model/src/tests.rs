//! The agents as a request shows them.

mod agents;
mod answers;
mod interviews;
mod order;
mod play;
mod preflight;
mod properties;
mod questions;
mod reviews;
mod wording;

use kikitori_llm::{ChatRequest, Completion, Message, ToolCallId, ToolDefinition};
use serde_json::{Value, json};

use crate::respond;

/// A request that offers an agent's tools.
fn request(tools: &[&str], messages: Vec<Message>) -> ChatRequest {
    let mut all = vec![Message::system("Rules.")];
    all.extend(messages);
    ChatRequest {
        messages: all,
        tools: tools
            .iter()
            .map(|tool| ToolDefinition::function(*tool, "", json!({"type": "object"})))
            .collect(),
        stream: true,
        ..ChatRequest::default()
    }
}

/// JSON as the prompts hold it.
fn data(value: &Value) -> String {
    value.to_string().replace('<', "\\u003c")
}

fn said(text: &str) -> Message {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    Message::user(format!("<respondent_message>{text}</respondent_message>"))
}

/// The calls of a reply: names and arguments.
fn called(reply: &Completion) -> Vec<(String, Value)> {
    reply
        .message
        .tool_calls
        .iter()
        .map(|call| {
            let arguments = serde_json::from_str(&call.function.arguments).unwrap();
            (call.function.name.clone(), arguments)
        })
        .collect()
}

fn only_call(reply: &Completion, tool: &str) -> Value {
    let mut calls = called(reply);
    assert_eq!(calls.len(), 1, "{calls:?}");
    let (name, arguments) = calls.remove(0);
    assert_eq!(name, tool);
    arguments
}

/// Reviews a conversation of questions and answers about a field.
fn reviewed(language: &str, field: &Value, turns: &[(&str, &str)]) -> Value {
    let escape = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
    let turns: String = turns
        .iter()
        .map(|(question, answer)| {
            let (question, answer) = (escape(question), escape(answer));
            format!("\n<question>{question}</question>\n<answer>{answer}</answer>")
        })
        .collect();
    let summary = format!(
        "Language of the respondent: {language}\nLocal time of the respondent: 2025-03-01T09:00\n\n\
         What the form holds so far:\n<collected>\n[]\n</collected>\n\nThe field under review:\n\
         <field>\n{field}\n</field>\n\nFacts:\n<facts>\n[]\n</facts>\n\nThe conversation:\n\
         <conversation>{turns}\n</conversation>\n\nCheck the field and call `review`."
    );
    let reply = respond(&request(&["review"], vec![Message::user(summary)]));
    only_call(&reply, "review")
}

/// A field without facts.
fn field(label: &str, required: bool) -> Value {
    json!({"field_id": "f", "label": label, "intent": "", "required": required, "facts": []})
}
