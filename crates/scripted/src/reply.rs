//! Builds replies.

use kikitori_llm::{
    AssistantMessage, ChatRequest, Completion, FinishReason, Message, ToolCall, Usage,
};
use serde_json::Value;

/// Characters to a token: what tokenisers come to on average. It only has to look right.
const CHARS_PER_TOKEN: u64 = 4;

/// A reply that only says `text`.
///
/// ```
/// let reply = kikitori_scripted::says("All set.");
/// assert_eq!(reply.message.content.as_deref(), Some("All set."));
/// ```
pub fn says(text: impl Into<String>) -> Completion {
    Completion {
        message: AssistantMessage {
            content: Some(text.into()),
            ..AssistantMessage::default()
        },
        finish_reason: Some(FinishReason::Stop),
        usage: None,
    }
}

/// A reply that calls `tool` with `arguments`. The call's id is `call00000`.
///
/// ```
/// let reply = kikitori_scripted::calls("ask", serde_json::json!({"message": "Who are you?"}));
/// assert_eq!(reply.message.tool_calls[0].function.name, "ask");
/// ```
#[allow(
    clippy::needless_pass_by_value,
    reason = "tests write json!(…) in place"
)]
pub fn calls(tool: &str, arguments: Value) -> Completion {
    calls_all(vec![(tool, arguments)])
}

/// A reply with several calls.
pub fn calls_all(calls: Vec<(&str, Value)>) -> Completion {
    let tool_calls = calls
        .into_iter()
        .enumerate()
        .map(|(at, (tool, arguments))| ToolCall::new(id(at), tool, arguments.to_string()))
        .collect();
    Completion {
        message: AssistantMessage {
            tool_calls,
            ..AssistantMessage::default()
        },
        finish_reason: Some(FinishReason::ToolCalls),
        usage: None,
    }
}

/// Nine letters and digits, which is what the strictest servers allow.
fn id(at: usize) -> String {
    format!("call{at:05}")
}

/// Gives the calls ids that are new in this conversation, and counts tokens where nobody has.
pub fn finished(request: &ChatRequest, mut reply: Completion) -> Completion {
    let made: usize = request
        .messages
        .iter()
        .map(|message| match message {
            Message::Assistant(message) => message.tool_calls.len(),
            _ => 0,
        })
        .sum();
    for (at, call) in reply.message.tool_calls.iter_mut().enumerate() {
        call.id.0 = id(made + at);
    }
    if reply.usage.is_none() {
        reply.usage = Some(usage(request, &reply));
    }
    reply
}

fn usage(request: &ChatRequest, reply: &Completion) -> Usage {
    let read: usize = request.messages.iter().map(chars_of).sum::<usize>()
        + request
            .tools
            .iter()
            .map(|tool| {
                let function = &tool.function;
                function.name.len()
                    + function.description.len()
                    + function.parameters.to_string().len()
            })
            .sum::<usize>();
    let prompt_tokens = tokens(read);
    let completion_tokens = tokens(chars_said(&reply.message));
    Usage {
        prompt_tokens,
        completion_tokens,
        total_tokens: prompt_tokens + completion_tokens,
        ..Usage::default()
    }
}

fn chars_of(message: &Message) -> usize {
    match message {
        Message::System { content, .. }
        | Message::User { content, .. }
        | Message::Tool { content, .. } => content.chars().count(),
        Message::Assistant(message) => chars_said(message),
    }
}

fn chars_said(message: &AssistantMessage) -> usize {
    message
        .content
        .as_deref()
        .map_or(0, |text| text.chars().count())
        + message
            .tool_calls
            .iter()
            .map(|call| {
                call.function.name.chars().count() + call.function.arguments.chars().count()
            })
            .sum::<usize>()
}

fn tokens(chars: usize) -> u64 {
    u64::try_from(chars)
        .unwrap_or(u64::MAX)
        .div_ceil(CHARS_PER_TOKEN)
        .max(1)
}
