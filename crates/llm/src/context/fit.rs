//! Requests that fit into a model's context, whatever the messages in them carry.

use serde_json::{Map, Value};

use crate::context::tokens::{estimated_tokens, estimated_value_tokens};
use crate::profile::capabilities::REASONING;
use crate::protocol::message::{AssistantMessage, Message};
use crate::protocol::request::ChatRequest;

/// What stands at the end of a text that was cut.
const CUT: &str = " [… cut]";
/// What stands for the arguments of a call that were too long: a short JSON object, because
/// servers parse the arguments of earlier calls.
const OMITTED: &str = r#"{"omitted":"These arguments were too long to be sent again."}"#;

/// The order in which messages are cut: first what tools found and models wrote, then what a
/// person or a program said. Rules and tools are never cut.
const STAGES: [fn(&mut Message, &mut Visit<'_>); 2] = [of_tools_and_models, of_users];

/// Makes `request` so short that it has at most `tokens`, as far as cutting messages helps: the
/// longest texts first, each to the same length, with a mark where they end. Arguments of calls
/// are replaced by a short object, and members that the protocol does not name are left out. Answers whether the request is within `tokens` now.
///
/// Calls and their outcomes stay, so that a server still takes the conversation.
///
/// ```
/// use kikitori_llm::{ChatRequest, Message, ToolCallId, fit};
/// let found = Message::tool(ToolCallId("a".into()), "word ".repeat(10_000));
/// let mut request = ChatRequest {
///     messages: vec![Message::system("Be brief."), Message::user("Why?"), found],
///     ..ChatRequest::default()
/// };
/// assert!(fit(&mut request, 1_000));
/// assert!(request.estimated_tokens() <= 1_000);
/// ```
pub fn fit(request: &mut ChatRequest, tokens: u64) -> bool {
    for stage in STAGES {
        let all = request.estimated_tokens();
        if all <= tokens {
            return true;
        }
        let mut lengths = Vec::new();
        for message in &mut request.messages {
            stage(message, &mut |text| lengths.push(text.tokens()));
        }
        let cuttable: u64 = lengths.iter().sum();
        let room = tokens.saturating_sub(all.saturating_sub(cuttable));
        let longest = longest_within(lengths, room);
        for message in &mut request.messages {
            stage(message, &mut |text| text.cut(longest));
        }
    }
    request.estimated_tokens() <= tokens
}

/// Makes each text of `reply`, and the arguments of each of its calls, at most `tokens` long.
pub fn cut_reply(reply: &mut AssistantMessage, tokens: u64) {
    of_reply(reply, &mut |text| text.cut(tokens));
}

/// The length that each of `lengths` may have so that they have `room` together: short ones are
/// kept whole, and what they leave is shared by the others.
fn longest_within(mut lengths: Vec<u64>, mut room: u64) -> u64 {
    lengths.sort_unstable();
    let mut longest = 0;
    let mut left = lengths.len() as u64;
    for length in lengths {
        longest = room / left;
        if length > longest {
            break;
        }
        room -= length;
        left -= 1;
    }
    longest
}

/// A part of a message that can be cut.
enum Part<'a> {
    Text(&'a mut String),
    Arguments(&'a mut String),
    /// A member that the protocol does not name. A part of one would be none that a server knows.
    Member(&'a mut Value),
}

type Visit<'a> = dyn FnMut(Part<'_>) + 'a;

impl Part<'_> {
    fn tokens(&self) -> u64 {
        match self {
            Self::Text(text) | Self::Arguments(text) => estimated_tokens(text),
            Self::Member(value) => estimated_value_tokens(value),
        }
    }

    fn cut(self, tokens: u64) {
        match self {
            Self::Text(text) if estimated_tokens(text) > tokens => {
                text.truncate(text.trim_end_matches(CUT).len());
                let kept = end_within(text, tokens.saturating_sub(estimated_tokens(CUT)));
                text.truncate(kept);
                text.push_str(CUT);
            }
            Self::Arguments(text)
                if estimated_tokens(text) > tokens && text.len() > OMITTED.len() =>
            {
                OMITTED.clone_into(text);
            }
            Self::Member(value) if estimated_value_tokens(value) > tokens => *value = Value::Null,
            _ => {}
        }
    }
}

/// Where the longest beginning of `text` ends that has at most `tokens`.
fn end_within(text: &str, tokens: u64) -> usize {
    let (mut ascii, mut others) = (0_u64, 0_u64);
    let longer = text.char_indices().find(|(_, character)| {
        if character.is_ascii() {
            ascii += 1;
        } else {
            others += 1;
        }
        ascii.div_ceil(4) + others > tokens
    });
    longer.map_or(text.len(), |(at, _)| at)
}

fn of_tools_and_models(message: &mut Message, visit: &mut Visit<'_>) {
    match message {
        Message::Tool { content, .. } => visit(Part::Text(content)),
        Message::Assistant(reply) => of_reply(reply, visit),
        Message::System { .. } | Message::User { .. } => {}
    }
}

fn of_reply(reply: &mut AssistantMessage, visit: &mut Visit<'_>) {
    if let Some(text) = &mut reply.content {
        visit(Part::Text(text));
    }
    for call in &mut reply.tool_calls {
        visit(Part::Arguments(&mut call.function.arguments));
        of_members(&mut call.function.extra, visit);
        of_members(&mut call.extra, visit);
    }
    of_members(&mut reply.extra, visit);
}

/// What a server added to its reply.
fn of_members(members: &mut Map<String, Value>, visit: &mut Visit<'_>) {
    for (key, value) in members.iter_mut() {
        match value {
            Value::String(text) if REASONING.contains(&key.as_str()) => visit(Part::Text(text)),
            Value::Null => {}
            value => visit(Part::Member(value)),
        }
    }
    members.retain(|_, value| !value.is_null());
}

fn of_users(message: &mut Message, visit: &mut Visit<'_>) {
    if let Message::User { content, .. } = message {
        visit(Part::Text(content));
    }
}

#[cfg(test)]
#[path = "fit_tests.rs"]
mod tests;
