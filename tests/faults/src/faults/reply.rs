//! Good replies, for faults to happen to.

use kikitori_llm::{AssistantMessage, ToolCall};
use serde_json::{Value, json};

/// A reply that is accepted when nothing goes wrong.
#[derive(Debug, Clone)]
pub struct Reply {
    pub name: &'static str,
    pub content_type: &'static str,
    /// The body, cut where the server would send a piece.
    pub chunks: Vec<String>,
    /// After how many of the chunks the server has said that the reply is complete.
    pub complete_after: usize,
    /// What is in it.
    pub message: AssistantMessage,
}

impl Reply {
    pub fn is_stream(&self) -> bool {
        self.content_type == "text/event-stream"
    }

    pub fn bytes(&self) -> Vec<u8> {
        self.chunks.concat().into_bytes()
    }

    /// Where each chunk begins, and where the last one ends.
    pub fn boundaries(&self) -> Vec<usize> {
        let mut at = 0;
        let ends = self.chunks.iter().map(|chunk| {
            at += chunk.len();
            at
        });
        std::iter::once(0).chain(ends.collect::<Vec<_>>()).collect()
    }

    /// From which byte on the reply is complete.
    pub fn complete_at(&self) -> usize {
        self.chunks
            .iter()
            .take(self.complete_after)
            .map(String::len)
            .sum()
    }
}

fn event(chunk: &Value) -> String {
    format!("data: {chunk}\n\n")
}

fn delta(delta: Value) -> String {
    event(&json!({"choices": [{"index": 0, "delta": delta}]}))
}

fn finished(reason: &str) -> String {
    event(&json!({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}))
}

fn usage() -> String {
    event(
        &json!({"choices": [], "usage": {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5}}),
    )
}

fn done() -> String {
    "data: [DONE]\n\n".to_owned()
}

/// A stream of these chunks; those from the finish reason on are added.
fn stream(
    name: &'static str,
    mut chunks: Vec<String>,
    reason: &str,
    message: AssistantMessage,
) -> Reply {
    chunks.push(finished(reason));
    let complete_after = chunks.len();
    chunks.extend([usage(), done()]);
    Reply {
        name,
        content_type: "text/event-stream",
        chunks,
        complete_after,
        message,
    }
}

fn text(content: &str) -> AssistantMessage {
    AssistantMessage {
        content: Some(content.to_owned()),
        ..AssistantMessage::default()
    }
}

fn calls(tool_calls: Vec<ToolCall>) -> AssistantMessage {
    AssistantMessage {
        tool_calls,
        ..AssistantMessage::default()
    }
}

pub fn replies() -> Vec<Reply> {
    let mut reasoned = text("京都に");
    reasoned
        .extra
        .insert("reasoning_content".to_owned(), json!("Hm, 京"));
    let call = |index: u64, id: &str, name: &str, arguments: &str| {
        delta(
            json!({"tool_calls": [{"index": index, "id": id, "function": {"name": name, "arguments": arguments}}]}),
        )
    };
    let more = |index: u64, arguments: &str| {
        delta(json!({"tool_calls": [{"index": index, "function": {"arguments": arguments}}]}))
    };
    let unmarked = |name: &str, arguments: Value| {
        delta(json!({"tool_calls": [{"function": {"name": name, "arguments": arguments}}]}))
    };
    let repeated = |so_far: &[(&str, &str)]| {
        let calls = so_far.iter().enumerate().map(|(index, (name, arguments))| {
            json!({"index": index, "function": {"name": name, "arguments": arguments}})
        });
        delta(json!({"tool_calls": calls.collect::<Value>()}))
    };
    let mut crlf = stream(
        "text with CRLF",
        vec![
            ": hello\n\n".to_owned(),
            delta(json!({"role": "assistant", "content": ""})),
            delta(json!({"content": "one "})),
            delta(json!({"content": "two"})),
        ],
        "stop",
        text("one two"),
    );
    for chunk in &mut crlf.chunks {
        *chunk = chunk.replace('\n', "\r\n");
    }
    let whole = json!({
        "choices": [{
            "message": {"role": "assistant", "content": "京", "tool_calls": [
                {"id": "a", "type": "function", "function": {"name": "ask", "arguments": "{\"m\":\"京\"}"}},
            ]},
            "finish_reason": "tool_calls",
        }],
        "usage": {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5},
    });
    vec![
        stream(
            "text after reasoning",
            vec![
                delta(json!({"reasoning_content": "Hm, "})),
                delta(json!({"reasoning_content": "京"})),
                delta(json!({"content": "京都"})),
                delta(json!({"content": "に"})),
            ],
            "stop",
            reasoned,
        ),
        crlf,
        stream(
            "two calls in turns",
            vec![
                call(0, "a", "ask", ""),
                more(0, "{\"m\":\"京"),
                call(1, "b", "note", ""),
                more(1, "{\"n\":[1,"),
                more(0, "都\"}"),
                more(1, "2]}"),
            ],
            "tool_calls",
            calls(vec![
                ToolCall::new("a", "ask", "{\"m\":\"京都\"}"),
                ToolCall::new("b", "note", "{\"n\":[1,2]}"),
            ]),
        ),
        stream(
            "all arguments after the name",
            vec![call(0, "a", "ask", ""), more(0, "{\"m\":1}")],
            "tool_calls",
            calls(vec![ToolCall::new("a", "ask", "{\"m\":1}")]),
        ),
        stream(
            "calls without marks",
            vec![
                unmarked("ask", json!("{\"m\":\"x\"}")),
                unmarked("note", json!({"n": 1})),
            ],
            "stop",
            calls(vec![
                ToolCall::new("call00000", "ask", "{\"m\":\"x\"}"),
                ToolCall::new("call00001", "note", "{\"n\":1}"),
            ]),
        ),
        stream(
            "every chunk repeats the calls so far",
            vec![
                repeated(&[("ask", "{\"m\"")]),
                repeated(&[("ask", "{\"m\":\"京\"}")]),
                repeated(&[("ask", "{\"m\":\"京\"}"), ("note", "{\"n\":[")]),
                repeated(&[("ask", "{\"m\":\"京\"}"), ("note", "{\"n\":[1]}")]),
            ],
            "tool_calls",
            calls(vec![
                ToolCall::new("call00000", "ask", "{\"m\":\"京\"}"),
                ToolCall::new("call00001", "note", "{\"n\":[1]}"),
            ]),
        ),
        Reply {
            name: "whole",
            content_type: "application/json",
            chunks: vec![whole.to_string()],
            complete_after: 1,
            message: AssistantMessage {
                content: Some("京".to_owned()),
                ..calls(vec![ToolCall::new("a", "ask", "{\"m\":\"京\"}")])
            },
        },
    ]
}
