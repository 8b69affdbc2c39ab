//! Where a conversation can be cut so that its end fits and nothing is torn apart.

use crate::protocol::message::Message;

/// The place before which messages have to be left out, or folded into a summary, so that those
/// after it have at most `tokens` (by [`Message::estimated_tokens`]). 0 when all of them fit.
///
/// A reply that calls tools stays with the outcomes of its calls: servers refuse one without the
/// other. The last message, with what belongs to it, is always kept, even if it alone does not
/// fit.
///
/// ```
/// use kikitori_llm::{AssistantMessage, Message, ToolCall, ToolCallId, compaction_point};
/// let called = AssistantMessage {
///     tool_calls: vec![ToolCall::new("a", "search", "{}")],
///     ..AssistantMessage::default()
/// };
/// let conversation = [
///     Message::user("What is it called?"),
///     Message::Assistant(called),
///     Message::tool(ToolCallId("a".into()), "Kikitori"),
/// ];
/// assert_eq!(compaction_point(&conversation, 1_000), 0);
/// // The call and its outcome are kept or left out together.
/// assert_eq!(compaction_point(&conversation, 10), 1);
/// ```
pub fn compaction_point(messages: &[Message], tokens: u64) -> usize {
    let mut end = messages.len();
    let mut used = 0_u64;
    let mut kept = end;
    // From the end, one group after the other.
    while let Some(begin) = start_of_last_group(messages, end) {
        let group = messages.get(begin..end).unwrap_or_default();
        used += group.iter().map(Message::estimated_tokens).sum::<u64>();
        if used > tokens && kept < messages.len() {
            break;
        }
        kept = begin;
        end = begin;
    }
    kept
}

/// Where the group begins that ends before `end`: a reply with the outcomes of its calls, or any
/// other message by itself.
fn start_of_last_group(messages: &[Message], end: usize) -> Option<usize> {
    let before = messages.get(..end)?;
    let outcomes = before.iter().rev().take_while(|it| is_outcome(it)).count();
    let begin = end.checked_sub(outcomes)?;
    if outcomes == 0 {
        return begin.checked_sub(1);
    }
    // Outcomes of no call at all stay with one another.
    Some(begin.saturating_sub(1))
}

fn is_outcome(message: &Message) -> bool {
    matches!(message, Message::Tool { .. })
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, reason = "tests")]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::protocol::message::{AssistantMessage, ToolCall, ToolCallId};

    /// A conversation of exchanges with so many calls each, and texts of so many words.
    fn conversation(exchanges: &[(usize, usize)]) -> Vec<Message> {
        let mut messages = Vec::new();
        for (position, (calls, words)) in exchanges.iter().enumerate() {
            let ids: Vec<String> = (0..*calls).map(|it| format!("{position}-{it}")).collect();
            messages.push(Message::user("word ".repeat(*words)));
            messages.push(Message::Assistant(AssistantMessage {
                content: ids.is_empty().then(|| "word ".repeat(*words)),
                tool_calls: ids.iter().map(|id| ToolCall::new(id, "t", "{}")).collect(),
                ..AssistantMessage::default()
            }));
            for id in ids {
                messages.push(Message::tool(ToolCallId(id), "word ".repeat(*words)));
            }
        }
        messages
    }

    proptest! {
        #[test]
        fn what_is_kept_fits_and_no_outcome_is_parted_from_its_call(
            exchanges in prop::collection::vec((0_usize..4, 0_usize..60), 1..20),
            tokens in 0_u64..3_000,
        ) {
            let messages = conversation(&exchanges);
            let point = compaction_point(&messages, tokens);
            let kept = &messages[point..];
            prop_assert!(!kept.is_empty());
            let mut open = Vec::new();
            for message in kept {
                match message {
                    Message::Assistant(reply) => {
                        prop_assert!(open.is_empty());
                        open.extend(reply.tool_calls.iter().map(|call| call.id.clone()));
                    }
                    Message::Tool { tool_call_id, .. } => {
                        let place = open.iter().position(|id| id == tool_call_id);
                        prop_assert!(place.is_some());
                        open.remove(place.unwrap_or_default());
                    }
                    _ => prop_assert!(open.is_empty()),
                }
            }
            prop_assert!(open.is_empty());
            let used: u64 = kept.iter().map(Message::estimated_tokens).sum();
            let next = messages[..point].iter().rposition(|it| !matches!(it, Message::Tool { .. }));
            // It fits, or it is one group; and one group more would not fit.
            let is_one_group = kept.iter().filter(|it| !is_outcome(it)).count() == 1;
            prop_assert!(used <= tokens || is_one_group);
            if let Some(next) = next {
                let more: u64 = messages[next..point].iter().map(Message::estimated_tokens).sum();
                prop_assert!(used + more > tokens);
            }
        }
    }

    #[test]
    fn an_empty_conversation_and_stray_outcomes_are_taken_as_they_are() {
        assert_eq!(compaction_point(&[], 5), 0);
        let stray = [
            Message::tool(ToolCallId("a".into()), "one"),
            Message::tool(ToolCallId("b".into()), "two"),
        ];
        assert_eq!(compaction_point(&stray, 0), 0);
    }
}
