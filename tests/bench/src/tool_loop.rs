//! One tool, and a model that calls it until it has been called often enough: the page that
//! measures and the endpoint that it measures against share it.

use serde_json::{Value, json};

/// The model's reply number `asked` of `turns`, in one piece or as a stream of events.
pub fn reply(asked: usize, turns: usize, streamed: bool) -> String {
    let last = asked >= turns;
    let call = json!({
        "index": 0, "id": format!("call-{asked}"), "type": "function",
        "function": {"name": "add", "arguments": json!({"amount": 1}).to_string()},
    });
    let (message, reason) = if last {
        let text = "That is the sum.";
        (json!({"role": "assistant", "content": text}), "stop")
    } else {
        let calls = json!({"role": "assistant", "content": null, "tool_calls": [call]});
        (calls, "tool_calls")
    };
    let head = |object: &str, choice: Value| json!({"id": format!("instant-{asked}"), "object": object, "created": 0, "model": "instant", "choices": [choice]});
    let usage = json!({"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15});
    if !streamed {
        let choice = json!({"index": 0, "message": message, "finish_reason": reason});
        let mut whole = head("chat.completion", choice);
        if let Some(whole) = whole.as_object_mut() {
            whole.insert("usage".to_owned(), usage);
        }
        return whole.to_string();
    }
    let chunk = |delta: Value, reason: Value| {
        let choice = json!({"index": 0, "delta": delta, "finish_reason": reason});
        format!("data: {}\n\n", head("chat.completion.chunk", choice))
    };
    let said = chunk(message, Value::Null);
    let ended = chunk(json!({}), reason.into());
    format!("{said}{ended}data: [DONE]\n\n")
}

/// Which of its replies the model is asked for, in the request with this text.
pub fn asked(request: &str) -> usize {
    request.matches(r#""role":"tool""#).count() + 1
}
