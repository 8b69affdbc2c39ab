//! What of their message before the last no report has: a model that passes over a clause of several is
//! told so, and can take it up with what it hears next.

use serde_json::{Map, Value};

use super::Orchestrator;
use super::history::own_call;
use crate::message::{ChatMessage, SessionMessage, Speaker};
use crate::quotes::locate;
use crate::value::Evidence;
use kikitori_form::values::{is_unspaced, sentences};

/// Who says more that answers nothing tells a story.
const SENTENCES_AT_MOST: usize = 3;
/// A sentence of fewer words, or letters where no spaces stand between words, is rather said in passing.
const WORDS_AT_LEAST: usize = 4;
const LETTERS_AT_LEAST: usize = 8;
/// A longer one tells a story too.
const CHARACTERS_AT_MOST: usize = 160;

impl Orchestrator {
    /// The sentences of the message before the last that no quote of the reply to it has, and nothing that
    /// was recorded since. What they ask is none of these, nor anything where the reply has noted remarks.
    pub(super) fn unheard(&self) -> Vec<&str> {
        let messages = &self.state.messages;
        let said = messages.iter().enumerate().rev();
        let mut said = said.filter_map(|(at, message)| match message {
            SessionMessage::Respondent(said) => Some((at, said)),
            SessionMessage::Model { .. } => None,
        });
        // What was clicked or kept from models meanwhile is no reply to it.
        let Some((mut next, _)) = said.next() else {
            return Vec::new();
        };
        let before = said.find(|(at, said)| {
            let is_it = is_written(said);
            next = if is_it { next } else { *at };
            is_it
        });
        let Some((before, said)) = before else {
            return Vec::new();
        };
        let replies = messages.get(before..next).unwrap_or_default();
        let replies: Vec<Map<String, Value>> = replies.iter().filter_map(reply_to).collect();
        let has_remarks = |reply: &Map<String, Value>| {
            let remark = reply.get("question");
            remark.is_some_and(|it| !it.is_null())
        };
        if replies.is_empty() || replies.iter().any(has_remarks) {
            return Vec::new();
        }
        let quotes = replies.iter().flat_map(quotes_of);
        let quoted = quotes.flat_map(|quote| {
            let pieces: Vec<&str> = quote.split(['…', '\n']).collect();
            let found = pieces
                .into_iter()
                .filter_map(|piece| locate(piece, messages));
            found.collect::<Vec<Evidence>>()
        });
        let mut heard: Vec<Evidence> = quoted.chain(self.rested_on()).collect();
        heard.retain(|it| it.message == before);
        let is_heard = |(start, end): (usize, usize)| {
            let mut heard = heard.iter();
            heard.any(|it| it.start < end && start < it.end)
        };
        let unheard = sentences(&said.text).into_iter();
        let unheard = unheard.filter(|place| !is_heard(*place));
        let unheard = unheard.filter_map(|(start, end)| said.text.get(start..end).map(str::trim));
        let unheard: Vec<&str> = unheard.filter(|it| may_tell_something(it)).collect();
        match unheard.len() <= SENTENCES_AT_MOST {
            true => unheard,
            false => Vec::new(),
        }
    }

    /// The words that all that is recorded or told so far rests on.
    fn rested_on(&self) -> impl Iterator<Item = Evidence> {
        let state = &self.state;
        let values = state.collected_fields.values();
        let values = values.flat_map(|it| it.evidence.iter().copied());
        let told = state.field_progress.values();
        let told = told.flat_map(|it| it.evidence.iter().chain(&it.passed_over).copied());
        let sheets = state.lines.values();
        let of_lines = sheets.flat_map(|sheet| {
            let words = sheet.lines.iter().filter_map(|line| line.source);
            words.chain(sheet.corrections.iter().map(|it| it.words))
        });
        values.chain(told).chain(of_lines)
    }
}

/// Whether models are sent a message, and it was not clicked.
fn is_written(said: &ChatMessage) -> bool {
    said.speaker == Speaker::Respondent && !said.private && !said.entered
}

/// The call of `ask` that was shown.
fn reply_to(message: &SessionMessage) -> Option<Map<String, Value>> {
    match message {
        SessionMessage::Model {
            message,
            shown: Some(_),
        } => own_call(message),
        _ => None,
    }
}

fn quotes_of(reply: &Map<String, Value>) -> Vec<&str> {
    let heard = reply.get("heard").and_then(Value::as_array);
    let quotes = heard.into_iter().flatten();
    let quotes = quotes.filter_map(|it| it.get("quote")?.as_str());
    quotes.collect()
}

/// Whether a sentence may answer something: it is no question, and neither too short nor too long for it.
fn may_tell_something(sentence: &str) -> bool {
    let is_question = sentence.ends_with(['?', '？', '؟']);
    let has_words = match sentence.contains(is_unspaced) {
        true => sentence.chars().nth(LETTERS_AT_LEAST - 1).is_some(),
        false => sentence
            .split_whitespace()
            .nth(WORDS_AT_LEAST - 1)
            .is_some(),
    };
    let is_long = sentence.chars().nth(CHARACTERS_AT_MOST).is_some();
    has_words && !is_question && !is_long
}

#[cfg(test)]
mod tests {
    use super::may_tell_something;

    #[test]
    fn what_is_asked_or_said_in_passing_tells_nothing() {
        for (sentence, tells) in [
            ("Better an hour later.", true),
            ("Thank you.", false),
            ("Is an hour later possible?", false),
            ("一時間後にしてください。", true),
            ("どうも。", false),
        ] {
            assert_eq!(may_tell_something(sentence), tells, "{sentence}");
        }
    }
}
