//! How much of a reply is kept. A reply goes into the conversation and with it into every later
//! request and record, so what no tool and no server can use is left out where it arrives.

use kikitori_llm::AssistantMessage;
use serde_json::{Map, Value};

/// Calls of one reply beyond this many are left out of it altogether.
pub const MAX_CALLS_KEPT: usize = 64;
/// A call's arguments beyond this many bytes are left out: no tool here takes as much.
pub const MAX_ARGUMENT_BYTES: usize = 2 * 1024 * 1024;
/// Bytes of a reply's visible text that are kept.
pub const MAX_REPLY_TEXT_BYTES: usize = 256 * 1024;
/// Bytes, as JSON, of the members of a message that the protocol does not name, such as a server's
/// own account of its reasoning.
pub const MAX_UNKNOWN_BYTES: usize = 256 * 1024;
/// Levels of lists and objects within such a member.
pub const MAX_UNKNOWN_DEPTH: usize = 16;

/// Marks what was cut.
const CUT: &str = " [… cut]";

/// Holds a reply to the bounds of this module.
pub fn bound_reply(reply: &mut AssistantMessage) {
    reply.tool_calls.truncate(MAX_CALLS_KEPT);
    if let Some(text) = &mut reply.content {
        cut(text, MAX_REPLY_TEXT_BYTES);
    }
    bound_unknown(&mut reply.extra);
    for call in &mut reply.tool_calls {
        bound_unknown(&mut call.extra);
        bound_unknown(&mut call.function.extra);
        // Cut in the middle it would be no JSON any more; the tool says what it misses.
        if call.function.arguments.len() > MAX_ARGUMENT_BYTES {
            call.function.arguments = "{}".to_owned();
        }
    }
}

/// Leaves out members that are too deep, and the last ones once they are too long together.
fn bound_unknown(members: &mut Map<String, Value>) {
    let mut left = MAX_UNKNOWN_BYTES;
    members.retain(|name, value| {
        if depth(value) > MAX_UNKNOWN_DEPTH {
            return false;
        }
        let bytes = name.len() + value.to_string().len();
        let fits = bytes <= left;
        left = left.saturating_sub(bytes);
        fits
    });
}

fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(members) => 1 + members.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

/// Cuts `text` at the end of a character to `bytes` bytes, the mark included.
fn cut(text: &mut String, bytes: usize) {
    if text.len() <= bytes {
        return;
    }
    let mut end = bytes.saturating_sub(CUT.len());
    while !text.is_char_boundary(end) {
        end = end.saturating_sub(1);
    }
    text.truncate(end);
    text.push_str(CUT);
}

#[cfg(test)]
mod tests {
    use super::*;
    use kikitori_llm::ToolCall;
    use serde_json::json;

    #[test]
    fn what_nobody_can_use_of_a_reply_is_left_out_and_the_rest_stays() {
        let mut deep = json!(1);
        for _ in 0..=MAX_UNKNOWN_DEPTH {
            deep = json!([deep]);
        }
        let mut reply = AssistantMessage {
            content: Some("あ".repeat(MAX_REPLY_TEXT_BYTES)),
            tool_calls: vec![ToolCall::new("a", "t", "{}"); MAX_CALLS_KEPT + 9],
            ..AssistantMessage::default()
        };
        let extra = &mut reply.extra;
        extra.insert("deep".into(), deep);
        extra.insert("signature".into(), json!("kept"));
        extra.insert("long".into(), json!("x".repeat(MAX_UNKNOWN_BYTES)));
        reply.tool_calls[0].function.arguments = "[".repeat(MAX_ARGUMENT_BYTES + 1);
        bound_reply(&mut reply);
        let text = reply.content.clone().unwrap();
        assert!(text.len() <= MAX_REPLY_TEXT_BYTES && text.ends_with("cut]"));
        assert_eq!(reply.tool_calls.len(), MAX_CALLS_KEPT);
        assert_eq!(reply.tool_calls[0].function.arguments, "{}");
        let kept: Vec<_> = reply.extra.keys().collect();
        assert_eq!(kept, ["signature"]);
        let once = reply.clone();
        bound_reply(&mut reply);
        assert_eq!(reply, once);
    }
}
