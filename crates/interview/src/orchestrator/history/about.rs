//! What a Reviewer is sent of the conversation: what is about its field, and what was said besides.

use kikitori_form::FieldId;
use kikitori_llm::estimated_tokens;
use serde_json::{Map, Value, json};

use super::{MARKS_OF_SAID, SAID_BEFORE, collected_value, earlier_answer, last_answer};
use crate::message::{ChatMessage, Speaker};
use crate::state::MainSessionState;

/// Where these are too many, so many at a time are left out: requests begin alike in between.
const LEFT_OUT_TOGETHER: usize = 8;

/// One message of the conversation about a field.
pub(in super::super) struct TurnAbout<'a> {
    /// The field that a question asked for, where that is another one.
    pub(in super::super) about: Option<&'a str>,
    pub(in super::super) speaker: Speaker,
    pub(in super::super) at: u64,
    pub(in super::super) text: String,
}

/// The conversation about one field, oldest first, as a Reviewer is sent it. Words that were said about
/// it while another one was asked for stand behind the question that they answered: of which of both a
/// "no" was said, only that tells.
pub(in super::super) fn turns_about<'a>(
    state: &'a MainSessionState,
    field: &FieldId,
    context: u64,
) -> Vec<TurnAbout<'a>> {
    let mut turns: Vec<(usize, &ChatMessage, Option<&str>)> = Vec::new();
    let mut asked: Option<(usize, &ChatMessage)> = None;
    for (position, message) in state.messages.iter().enumerate() {
        let Some(shown) = message.shown() else {
            continue;
        };
        let is_question = shown.speaker == Speaker::Assistant;
        let is_sent = is_about(state, field, position, shown) && !shown.private;
        if is_sent
            && !is_question
            && let Some((position, asked)) = asked.take()
        {
            let about = asked.field_id.as_ref().and_then(|id| state.label_of(id));
            turns.push((position, asked, about));
        }
        if is_sent {
            turns.push((position, shown, None));
        }
        if is_question {
            asked = Some((position, shown)).filter(|_| !is_sent);
        }
    }
    let last = turns
        .iter()
        .rposition(|(_, turn, _)| turn.speaker == Speaker::Respondent);
    turns
        .into_iter()
        .enumerate()
        .map(|(at, (position, turn, about))| {
            let text = state.as_sent(position, &turn.text);
            let text = if Some(at) == last {
                last_answer(&text, context)
            } else {
                earlier_answer(&text, context)
            };
            TurnAbout {
                about,
                speaker: turn.speaker,
                at: turn.at,
                text,
            }
        })
        .collect()
}

/// Whether a message is about a field: also what was said about it while another one was asked for, and what
/// its recorded answer rests on.
fn is_about(
    state: &MainSessionState,
    field: &FieldId,
    position: usize,
    message: &ChatMessage,
) -> bool {
    let progress = state.field_progress.get(field);
    let collected = state.collected_fields.get(field);
    let heard = progress.into_iter().flat_map(|it| &it.evidence);
    let mut heard = heard.chain(collected.into_iter().flat_map(|it| &it.evidence));
    message.field_id.as_ref() == Some(field) || heard.any(|it| it.message == position)
}

/// What the respondent said that is not about `field`, oldest first: the last of it, as far as it
/// fits. `time_of` tells the respondent's clock at a time.
pub(in super::super) fn said_before(
    state: &MainSessionState,
    field: Option<&FieldId>,
    context: u64,
    time_of: impl Fn(u64) -> Option<String>,
) -> Vec<Value> {
    let mut tokens = 0;
    let messages = state.messages.iter().enumerate();
    let others = messages.filter_map(|(position, message)| {
        let message = message.shown()?;
        let is_about = field.is_some_and(|field| is_about(state, field, position, message));
        let is_said = message.speaker == Speaker::Respondent && !message.private;
        (is_said && !is_about).then_some((position, message))
    });
    let said: Vec<(u64, Value)> = others
        .map(|(position, message)| {
            let about = message.field_id.as_ref();
            let about = about.and_then(|id| state.label_of(id));
            let text = collected_value(&state.as_sent(position, &message.text), context);
            let label = about.map_or(0, estimated_tokens);
            let mut said = Map::new();
            said.insert("about".to_owned(), json!(about));
            if let Some(at) = time_of(message.at) {
                tokens += estimated_tokens(&at) + MARKS_OF_SAID;
                said.insert("at".to_owned(), json!(at));
            }
            tokens += estimated_tokens(&text) + label + MARKS_OF_SAID;
            said.insert("said".to_owned(), json!(text));
            (tokens, Value::Object(said))
        })
        .collect();
    let room = SAID_BEFORE.min(context / 8);
    let mut left_out = 0;
    let tokens_of = |count: usize| match count.checked_sub(1) {
        Some(last) => said.get(last).map_or(tokens, |(tokens, _)| *tokens),
        None => 0,
    };
    while tokens - tokens_of(left_out) > room {
        left_out += LEFT_OUT_TOGETHER;
    }
    said.into_iter()
        .skip(left_out)
        .map(|(_, said)| said)
        .collect()
}
