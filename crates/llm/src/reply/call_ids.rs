//! Ids for tool calls that came without one.

use std::collections::HashSet;

use crate::protocol::message::{Message, ToolCall, ToolCallId};

/// Gives every call without an id one that no other call of the conversation has: an outcome must
/// name one call only. Nine letters and digits, which is what the strictest servers take.
pub(crate) fn give_ids(calls: &mut [ToolCall], conversation: &[Message]) {
    let earlier = conversation.iter().flat_map(|message| match message {
        Message::Assistant(message) => message.tool_calls.as_slice(),
        _ => &[],
    });
    let mut taken: HashSet<ToolCallId> = earlier
        .chain(calls.iter())
        .map(|call| call.id.clone())
        .collect();
    let mut number = 0_u64;
    for call in calls.iter_mut().filter(|call| call.id.0.is_empty()) {
        while taken.contains(&call.id) {
            call.id = ToolCallId(format!("call{number:05}"));
            number += 1;
        }
        taken.insert(call.id.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::give_ids;
    use crate::protocol::message::{AssistantMessage, Message, ToolCall};

    #[test]
    fn an_id_is_given_where_it_is_missing_and_is_new_in_the_conversation() {
        let said = |ids: &[&str]| -> Vec<ToolCall> {
            ids.iter().map(|id| ToolCall::new(*id, "t", "{}")).collect()
        };
        let earlier = Message::Assistant(AssistantMessage {
            tool_calls: said(&["call00000", "call00003"]),
            ..AssistantMessage::default()
        });
        let mut calls = said(&["", "call00001", "", "its own", ""]);
        give_ids(&mut calls, &[Message::user("Hello"), earlier]);
        let ids: Vec<_> = calls.iter().map(|call| call.id.0.as_str()).collect();
        let expected = [
            "call00002",
            "call00001",
            "call00004",
            "its own",
            "call00005",
        ];
        assert_eq!(ids, expected);
    }
}
