//! What of the respondent's words a request carries.
//!
//! A model sees the last answer whole, as far as its context allows. What was said before is cut
//! where it is very long, and where the conversation does not fit, its beginning becomes a summary
//! of what it settled, made of the state rather than by a model: so a request has a bound however
//! long the interview becomes. Nothing that is stored is cut.

mod about;
mod heard;
mod masked;

use kikitori_agent::as_data;
use kikitori_llm::{
    AssistantMessage, Message, ToolCall, ToolCallId, characters_within, estimated_tokens,
};
use serde_json::{Map, Value, json};

use crate::message::{ChatMessage, SessionMessage};
use crate::prompts::{
    EarlierConversation, EnteredMessage, PrivateMessage, RespondentMessage, json_data, render,
};
use crate::state::MainSessionState;
use kikitori_form::FieldId;

pub(super) use about::{said_before, turns_about};

/// Characters of an earlier answer to the field at hand.
const SAME_FIELD: usize = 16_000;
/// Characters of an answer to any other field, which has been reviewed already.
const OTHER_FIELD: usize = 1_000;
/// Characters of an answer in the summary of a conversation, and of a value that is said back.
const IN_SUMMARY: usize = 200;
/// Tokens of what is told of other answers: in all, and of the marks around each.
const SAID_BEFORE: u64 = 4_000;
const MARKS_OF_SAID: u64 = 8;
/// Tokens of a field in the summary: for its names and marks, and the fewest that say something.
const MARKS_IN_SUMMARY: u64 = 16;
const LEAST_IN_SUMMARY: u64 = 40;
/// One message of a model may take one part of this many of the context.
const PARTS_OF_CONTEXT: u64 = 4;

/// The conversation as the Interviewer is sent it, cut for `room` tokens.
pub(super) fn messages_for_model(state: &MainSessionState, room: u64) -> Vec<Message> {
    let mut messages = Vec::new();
    if state.compacted_messages > 0 {
        messages.push(Message::user(render(&EarlierConversation {
            settled: settled(state, room),
        })));
    }
    messages.extend(without_summary(state, room).1);
    messages
}

/// The messages that no summary stands for, and for each the place of what it is made of. Of models
/// only what they asked is sent, and in the form in which they ask; so it is always the same.
pub(super) fn without_summary(state: &MainSessionState, room: u64) -> (Vec<usize>, Vec<Message>) {
    let field = state.current_field().map(|(planned, _)| &planned.field_id);
    let last = state.messages.iter().rposition(is_answer);
    let messages = state.messages.iter().enumerate();
    let (mut places, mut sent) = (Vec::new(), Vec::new());
    for (position, kept) in messages.skip(state.compacted_messages) {
        match kept {
            SessionMessage::Model { shown: None, .. } => continue,
            SessionMessage::Model {
                message,
                shown: Some(shown),
            } => {
                sent.extend(question(state, position, message, shown));
                places.resize(sent.len(), position);
            }
            SessionMessage::Respondent(said) => {
                let text = state.as_sent(position, &said.text);
                sent.push(Message::user(respondent_message(
                    state,
                    said,
                    &if Some(position) == last {
                        last_answer(&text, room)
                    } else if said.field_id.is_some() && said.field_id.as_ref() == field {
                        earlier_answer(&text, room)
                    } else {
                        collected_value(&text, room)
                    },
                )));
                places.push(position);
            }
        }
    }
    (places, sent)
}

/// A question as the call of `ask` that it was: a model goes on as it sees that it began, and one that
/// sees itself report nothing soon does. What code or a Reviewer asked is shown as a call too, and marked.
fn question(
    state: &MainSessionState,
    position: usize,
    message: &Message,
    shown: &ChatMessage,
) -> [Message; 2] {
    let is_shown = |own: &Map<String, Value>| {
        let message = own.get("message").and_then(Value::as_str);
        message.map(str::trim) == Some(shown.text.trim())
    };
    let own = own_call(message).filter(is_shown);
    let outcome = match own {
        Some(_) => "Asked.",
        None => "Asked by the program.",
    };
    let mut members = own.unwrap_or_else(|| {
        Map::from_iter([
            ("asks".to_owned(), json!(shown.field_id)),
            ("message".to_owned(), json!(shown.text)),
        ])
    });
    if let Some(heard) = members.get_mut("heard").and_then(Value::as_array_mut) {
        heard::with_what_was_recorded(heard, state, position);
    }
    members.retain(|name, value| name == "asks" || !value.is_null());
    if let Some(heard) = members.get_mut("heard") {
        heard::in_short(heard);
    }
    for value in members.values_mut() {
        state.call_as_sent(position, value);
    }
    // Nine letters and digits, which is all that some servers take.
    let id = format!("q{:08}", position % 100_000_000);
    let arguments = Value::Object(members).to_string();
    let reply = AssistantMessage {
        tool_calls: vec![ToolCall::new(id.as_str(), "ask", arguments)],
        ..AssistantMessage::default()
    };
    let asked = Message::tool(ToolCallId(id), outcome);
    [Message::Assistant(reply), asked]
}

/// The call of `ask` in a message of the Interviewer's.
pub(super) fn own_call(message: &Message) -> Option<Map<String, Value>> {
    serde_json::from_str(own_arguments(message)?).ok()
}

/// Its arguments, as they came.
fn own_arguments(message: &Message) -> Option<&str> {
    let Message::Assistant(reply) = message else {
        return None;
    };
    let mut calls = reply.tool_calls.iter().rev().map(|call| &call.function);
    let call = calls.find(|call| call.name == "ask")?;
    Some(&call.arguments)
}

fn respondent_message(state: &MainSessionState, said: &ChatMessage, text: &str) -> String {
    let field_id = said.field_id.as_ref().map(FieldId::as_str);
    if said.private {
        return render(&PrivateMessage { field_id });
    }
    let text = as_data(text);
    match said.field_id.as_ref().filter(|_| said.entered) {
        Some(field_id) => {
            let private = state
                .form
                .field(field_id)
                .is_some_and(|field| field.private);
            match private {
                true => render(&PrivateMessage {
                    field_id: Some(field_id.as_str()),
                }),
                false => render(&EnteredMessage {
                    field_id: field_id.as_str(),
                    text,
                }),
            }
        }
        None => render(&RespondentMessage { text }),
    }
}

/// A message of a model's as it is sent back to one: whole, unless it alone takes a great part of
/// the context. A reply that was too long to be of use must not make every later request too long.
pub(super) fn fitted(message: &Message, context: u64) -> Message {
    let most = context / PARTS_OF_CONTEXT;
    if message.estimated_tokens() <= most {
        return message.clone();
    }
    match message {
        Message::Assistant(reply) => Message::Assistant(AssistantMessage {
            content: reply
                .content
                .as_deref()
                .map(|text| excerpt(text, characters_within(text, most / 2))),
            tool_calls: reply
                .tool_calls
                .iter()
                .cloned()
                .map(|mut call| {
                    let share = most / (2 * reply.tool_calls.len().max(1) as u64);
                    if estimated_tokens(&call.function.arguments) > share {
                        // Cut in the middle it would be no JSON, which servers refuse.
                        call.function.arguments = "{}".to_owned();
                    }
                    call
                })
                .collect(),
            extra: Map::new(),
        }),
        Message::Tool {
            tool_call_id,
            content,
            ..
        } => Message::tool(
            tool_call_id.clone(),
            excerpt(content, characters_within(content, most)),
        ),
        other => other.clone(),
    }
}

/// The tokens that the messages come to at most for which no summary stands, before any is cut.
pub(super) fn max_conversation_tokens(state: &MainSessionState) -> u64 {
    let messages = state.messages.iter().skip(state.compacted_messages);
    // Escaped, a character becomes four at most; what stands around it goes with it, and what a model
    // reported, which is only made shorter.
    let tokens = messages.map(|kept| {
        let reported = match kept {
            SessionMessage::Model { message, .. } => message.estimated_tokens(),
            SessionMessage::Respondent(_) => 0,
        };
        let shown = kept.shown();
        reported + shown.map_or(0, |it| 4 * estimated_tokens(&it.text) + 64)
    });
    tokens.sum()
}

/// What the respondent said in the greeting as far as it is left out: they may have told more there
/// than they were asked for.
fn said_in_greeting(state: &MainSessionState, room: u64) -> Vec<String> {
    let left_out = state.messages.iter().enumerate();
    let left_out = left_out.take(state.compacted_messages);
    let said = left_out
        .rev()
        .filter_map(|(position, message)| match message {
            SessionMessage::Respondent(said) if said.field_id.is_none() && !said.private => {
                Some(state.as_sent(position, &said.text))
            }
            _ => None,
        });
    let mut tokens = 0;
    let mut fit: Vec<String> = said
        .map(|text| collected_value(&text, room))
        .take_while(|text| {
            tokens += estimated_tokens(text) + MARKS_OF_SAID;
            tokens <= SAID_BEFORE.min(room / 16)
        })
        .collect();
    fit.reverse();
    fit
}

/// What the messages settled that are left out, in a quarter of the context. It stays the same
/// until more are left out.
fn settled(state: &MainSessionState, context: u64) -> String {
    let is_left_out = |id: &FieldId| {
        let about = |kept: &SessionMessage| {
            kept.shown().and_then(|shown| shown.field_id.as_ref()) == Some(id)
        };
        let last = state.messages.iter().rposition(about);
        last.is_some_and(|last| last < state.compacted_messages)
    };
    let planned = state.plan.iter().flat_map(|plan| &plan.fields);
    let fields: Vec<_> = planned
        .filter(|planned| {
            let id = &planned.field_id;
            let private = state.form.field(id).is_some_and(|field| field.private);
            state.is_done(id) && is_left_out(id) && !private
        })
        .collect();
    let said = said_in_greeting(state, context);
    let room = context / 4 - context / 16;
    let fit = usize::try_from(room / LEAST_IN_SUMMARY).unwrap_or(usize::MAX);
    let shown = fields.len().min(fit);
    let each = room / (shown.max(1) as u64);
    let answered: Vec<Value> = fields
        .iter()
        .skip(fields.len() - shown)
        .map(|planned| {
            let label = excerpt(&planned.label, characters_within(&planned.label, each / 2));
            let value = state.collected_fields.get(&planned.field_id);
            let value = value.map(|it| it.value.to_string());
            let answer = value.map(|value| {
                let left = each.saturating_sub(estimated_tokens(&label) + MARKS_IN_SUMMARY);
                excerpt(&value, IN_SUMMARY.min(characters_within(&value, left)))
            });
            json!({"label": label, "answer": answer})
        })
        .collect();
    let mut settled = Map::new();
    if let Some(language) = &state.bootstrap.language {
        settled.insert("language".to_owned(), json!(language));
    }
    if let Some(country) = &state.bootstrap.country {
        settled.insert("country".to_owned(), json!(country));
    }
    if shown < fields.len() {
        let earlier = fields.len() - shown;
        settled.insert("fields_answered_before_these".to_owned(), json!(earlier));
    }
    if !said.is_empty() {
        settled.insert("said_before_the_form".to_owned(), json!(said));
    }
    if !answered.is_empty() {
        settled.insert("answered".to_owned(), json!(answered));
    }
    json_data(&settled)
}

/// Whether a model may have seen only a part of what the respondent said last.
pub(super) fn is_cut(text: &str, context: u64) -> bool {
    // A request may have had less room than the context, and at least this much.
    last_answer(text, context / 4) != text
}

/// An accepted answer as agents are sent it while they are at another field.
pub(super) fn collected_value(value: &str, context: u64) -> String {
    excerpt(
        value,
        OTHER_FIELD.min(characters_within(value, context / 128)),
    )
}

/// The answer to the field at hand that stands in the form.
pub(super) fn recorded_answer(value: &str, context: u64) -> String {
    earlier_answer(value, context)
}

/// A value as the Interviewer is told that it is written down.
pub(super) fn said_back(value: &str) -> String {
    excerpt(value, IN_SUMMARY)
}

fn earlier_answer(text: &str, context: u64) -> String {
    excerpt(text, SAME_FIELD.min(characters_within(text, context / 16)))
}

/// It may take three quarters of a context: the rest of a request has to fit too.
fn last_answer(text: &str, context: u64) -> String {
    excerpt(text, characters_within(text, context / 4 * 3))
}

fn is_answer(message: &SessionMessage) -> bool {
    matches!(message, SessionMessage::Respondent(_))
}

/// The beginning of `text`, marked where it is cut: between two words.
fn excerpt(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        None => text.to_owned(),
        Some((end, _)) => {
            let kept = crate::bounds::whole_words(text, end);
            let left_out = text.chars().count() - kept.chars().count();
            format!("{kept} [… {left_out} more characters]")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_between_words_and_says_so() {
        assert_eq!(excerpt("長い答え", 4), "長い答え");
        assert_eq!(excerpt("長い答え", 2), "長い [… 2 more characters]");
        let long = "three bags of rice";
        assert_eq!(excerpt(long, 12), "three bags [… 8 more characters]");
        assert_eq!(excerpt("", 0), "");
    }

    #[test]
    fn a_reply_that_alone_would_fill_the_context_goes_back_without_what_makes_it_long() {
        let mut reply = AssistantMessage {
            content: Some("word ".repeat(10_000)),
            tool_calls: vec![
                kikitori_llm::ToolCall::new("a", "review", "[1]".repeat(10_000)),
                kikitori_llm::ToolCall::new("b", "review", r#"{"short":true}"#),
            ],
            ..AssistantMessage::default()
        };
        let long = json!([{"text": "x".repeat(20_000)}]);
        reply.extra.insert("reasoning_details".into(), long);
        let sent = fitted(&Message::Assistant(reply), 8_000);
        assert!(sent.estimated_tokens() <= 2_000);
        let Message::Assistant(sent) = sent else {
            panic!("another message")
        };
        let arguments = sent.tool_calls.iter().map(|it| &it.function.arguments);
        assert_eq!(arguments.collect::<Vec<_>>(), ["{}", r#"{"short":true}"#]);
    }
}
