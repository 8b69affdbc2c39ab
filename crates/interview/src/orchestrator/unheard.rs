//! What of their message before the last no report has: a model that passes over a sentence of several, or a
//! clause of one, is told so, and can take it up with what it hears next.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::Orchestrator;
use super::history::own_call;
use crate::clauses::clauses;
use crate::message::{ChatMessage, SessionMessage, Speaker};
use crate::quotes::locate;
use crate::tools::Ask;
use crate::value::Evidence;
use kikitori_form::FieldId;
use kikitori_form::values::{is_unspaced, sentences};

/// Who says more that answers nothing tells a story.
const SENTENCES_AT_MOST: usize = 3;
/// A sentence of fewer words, or letters where no spaces stand between words, is rather said in passing.
const WORDS_AT_LEAST: usize = 4;
const LETTERS_AT_LEAST: usize = 8;
/// A longer one tells a story too.
const CHARACTERS_AT_MOST: usize = 160;
/// Words by which a clause says why, when or of whom something is that was heard.
const SUBORDINATE: &str = "which who whose because if although though while unless whenever weil wenn obwohl falls \
    damit parce puisque si car qui bien porque aunque se perché sebbene che want omdat als hoewel vaikka koska jos bo \
    ponieważ jeśli choć потому если хотя бо якщо хоча protože když pokud eftersom fordi hvis fast ker če čeprav jer ako \
    iako mert ha bár pentru dacă deși çünkü eğer επειδή αν αν jei nes nors jo ja kaut sest kui kuigi";
/// What stands beside a quote in its clause is rather how it is said, unless it is longer than this.
const MORE_IN_A_CLAUSE: usize = 2;

impl Orchestrator {
    /// The sentences of the message before the last that no quote of the reply to it has, and nothing that
    /// was recorded since. What they ask is none of these, nor what the reply has noted as a remark.
    pub(super) fn unheard(&self) -> Vec<Cow<'_, str>> {
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
        let since = messages.get(before..next).unwrap_or_default();
        let replies: Vec<Map<String, Value>> = since.iter().filter_map(reply_to).collect();
        let sent_back: Vec<_> = since.iter().filter_map(sent_back).collect();
        // Where code asked in the place of a model, its last call stands for a reply.
        let replies = match replies.is_empty() {
            true => self.last_call_since(said.at).into_iter().collect(),
            false => replies,
        };
        if replies.is_empty() {
            return Vec::new();
        }
        let remarks = replies.iter().filter_map(|it| it.get("question")?.as_str());
        let remarks: Vec<&str> = remarks.collect();
        let any = |_: &FieldId| true;
        let quotes = replies.iter().flat_map(|reply| quotes_of(reply, any));
        // Lines that a call brought which went back are taken all the same, or taken away since.
        let of_lines = sent_back
            .iter()
            .flat_map(|call| quotes_of(call, |id| self.state.lines.contains_key(id)));
        let quotes: Vec<Quoted> = quotes.chain(of_lines).collect();
        let unheard = self.not_heard_in(before, said, &quotes).into_iter();
        let unheard = unheard.filter(|it| !remarks.iter().any(|remark| is_of_remark(it, remark)));
        unheard.map(|it| self.state.as_sent(before, it)).collect()
    }

    /// The last call of `ask` since then, whatever became of it.
    fn last_call_since(&self, since: u64) -> Option<Map<String, Value>> {
        let steps = self.state.run_steps.iter().rev();
        let mut calls = steps.take_while(|step| step.started_at >= since);
        let call = calls.find(|step| step.tool == "ask")?;
        serde_json::from_str(&call.input).ok()
    }

    /// What of their last message a call has nothing of; nothing where no model may see that.
    pub(super) fn not_heard_by(&self, ask: &Ask) -> Vec<&str> {
        let messages = self.state.messages.iter().enumerate().rev();
        let mut said = messages.filter_map(|(at, message)| match message {
            SessionMessage::Respondent(said) => Some((at, said)),
            SessionMessage::Model { .. } => None,
        });
        let Some((at, said)) = said.next().filter(|(_, said)| is_written(said)) else {
            return Vec::new();
        };
        let quotes = ask.heard.iter().filter_map(|it| {
            let facts = it.facts.join("\n");
            let told = it.value.as_ref().map(|value| format!("{value}\n{facts}"));
            let quote = it.quote.clone()?;
            Some(Quoted { quote, told })
        });
        self.not_heard_in(at, said, &quotes.collect::<Vec<_>>())
    }

    /// The parts of a message that neither a quote has, nor anything that is recorded rests on.
    fn not_heard_in<'a>(
        &self,
        place: usize,
        said: &'a ChatMessage,
        quotes: &[Quoted],
    ) -> Vec<&'a str> {
        let messages = &self.state.messages;
        let quoted = quotes.iter().map(|quote| places_of(quote, messages));
        let quoted: Vec<Vec<Evidence>> = quoted.collect();
        // What is recorded rests on all that a quote spans, also on what that leaves out.
        let spans = quoted.iter().filter_map(|pieces| {
            let span = (pieces.first()?.start, pieces.last()?.end);
            (pieces.len() > 1).then_some(span)
        });
        let spans: Vec<(usize, usize)> = spans.collect();
        let is_span = |it: &Evidence| spans.contains(&(it.start, it.end));
        let rested_on = self.rested_on().filter(|it| !is_span(it));
        let heard = quoted.iter().flatten().copied().chain(rested_on);
        let heard: Vec<(usize, usize)> = heard
            .filter(|it| it.message == place)
            .map(|it| (it.start, it.end))
            .collect();
        let unheard = sentences(&said.text).into_iter();
        let unheard = unheard.flat_map(|place| not_heard_of(&said.text, place, &heard));
        let unheard = unheard.filter_map(|(start, end)| said.text.get(start..end).map(str::trim));
        let unheard: Vec<&str> = unheard.filter(|it| may_tell_something(it)).collect();
        match unheard.len() <= SENTENCES_AT_MOST {
            true => unheard,
            false => Vec::new(),
        }
    }

    /// The words that all that is recorded or told so far rests on.
    pub(super) fn rested_on(&self) -> impl Iterator<Item = Evidence> {
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

/// Whether a part of a message is what a reply has noted as a remark or a question, in the same words or in others.
pub(super) fn is_of_remark(part: &str, remark: &str) -> bool {
    const ALIKE: usize = 2;
    let [part, remark] = [part, remark].map(str::to_lowercase);
    if part.contains(is_unspaced) {
        let letters: Vec<char> = part.chars().filter(|it| it.is_alphanumeric()).collect();
        let mut pieces = letters.windows(2 * ALIKE);
        return pieces.any(|it| remark.contains(&it.iter().collect::<String>()));
    }
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|it: char| !it.is_alphanumeric());
        let long = words.filter(|it| it.chars().nth(WORDS_AT_LEAST - 1).is_some());
        long.map(str::to_owned).collect()
    };
    let (part, remark) = (words(&part), words(&remark));
    let alike = part.iter().filter(|it| remark.contains(it)).count();
    alike >= ALIKE.min(part.len()) && alike > 0
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

/// A call of `ask` that went back.
fn sent_back(message: &SessionMessage) -> Option<Map<String, Value>> {
    match message {
        SessionMessage::Model {
            message,
            shown: None,
        } => own_call(message),
        _ => None,
    }
}

/// A quote, and what was reported of it: none where it is the answer itself.
struct Quoted {
    quote: String,
    told: Option<String>,
}

/// The quotes that a call has of such fields.
fn quotes_of(call: &Map<String, Value>, is_meant: impl Fn(&FieldId) -> bool) -> Vec<Quoted> {
    let heard = call.get("heard").and_then(Value::as_array);
    let heard = heard.into_iter().flatten();
    let of_field = heard.filter(|it| {
        let id = it.get("field_id").and_then(Value::as_str);
        id.and_then(FieldId::new).is_some_and(|id| is_meant(&id))
    });
    let quotes = of_field.filter_map(|it| {
        let value = it.get("value").filter(|it| !it.is_null());
        let facts = it.get("facts").map(Value::to_string).unwrap_or_default();
        Some(Quoted {
            quote: it.get("quote")?.as_str()?.to_owned(),
            told: value.map(|value| format!("{value}\n{facts}")),
        })
    });
    quotes.collect()
}

/// Where the pieces of a quote stand. What it leaves out in the middle of a sentence goes with it, where what was
/// reported has a word of that.
fn places_of(Quoted { quote, told }: &Quoted, messages: &[SessionMessage]) -> Vec<Evidence> {
    let mut places: Vec<Evidence> = Vec::new();
    for piece in quote.split(['…', '\n']) {
        let Some(found) = locate(piece, messages) else {
            continue;
        };
        let last = places
            .last()
            .filter(|last| last.message == found.message && last.end < found.start);
        let between = last.map(|last| Evidence {
            start: last.end,
            end: found.start,
            ..found
        });
        let between = between.filter(|between| {
            let said = messages
                .get(between.message)
                .and_then(SessionMessage::shown);
            let words = said.and_then(|it| it.text.get(between.start..between.end));
            let has_word = |words: &str| told.as_deref().is_none_or(|it| shares_word(words, it));
            words.is_some_and(|it| sentences(it).len() < 2 && has_word(it))
        });
        places.extend(between);
        places.push(found);
    }
    places
}

/// Whether a word of some length, or a figure, stands in both.
fn shares_word(words: &str, told: &str) -> bool {
    let told = told.to_lowercase();
    let words = words.to_lowercase();
    let mut words = words.split(|it: char| !it.is_alphanumeric());
    words.any(|it| {
        let counts = it.contains(char::is_numeric) || it.chars().nth(WORDS_AT_LEAST).is_some();
        counts && told.contains(it)
    })
}

/// The parts of a sentence of which nothing was heard: all of it, or clauses, or what is longer beside a quote
/// in one.
fn not_heard_of(
    text: &str,
    (start, end): (usize, usize),
    heard: &[(usize, usize)],
) -> Vec<(usize, usize)> {
    let is_heard = |(start, end): (usize, usize)| {
        let mut heard = heard.iter();
        heard.any(|it| it.0 < end && start < it.1)
    };
    if !is_heard((start, end)) {
        return vec![(start, end)];
    }
    let mut parts = Vec::new();
    for clause in clauses(text, (start, end)) {
        if !is_heard(clause) {
            let words = text.get(clause.0..clause.1).unwrap_or_default();
            parts.extend(Some(clause).filter(|_| !says_why(words)));
            continue;
        }
        let of_clause = heard.iter().filter(|it| it.0 < clause.1 && clause.0 < it.1);
        let first = of_clause.clone().map(|it| it.0).min().unwrap_or(clause.0);
        let last = of_clause.map(|it| it.1).max().unwrap_or(clause.1);
        for rest in [(clause.0, first), (last, clause.1)] {
            let words = text.get(rest.0..rest.1);
            if words.is_some_and(|it| has_words(it.trim(), MORE_IN_A_CLAUSE)) {
                parts.push(rest);
            }
        }
    }
    parts
}

/// Whether a clause beside what was heard only says more of that, without a figure of its own.
fn says_why(clause: &str) -> bool {
    let mut words = clause.split(|it: char| !it.is_alphanumeric());
    let first = words
        .find(|it| !it.is_empty())
        .unwrap_or_default()
        .to_lowercase();
    SUBORDINATE.split_whitespace().any(|it| it == first) && !clause.contains(char::is_numeric)
}

/// Whether a sentence may answer something: it is no question or introduction, and neither too short nor too long for it.
fn may_tell_something(sentence: &str) -> bool {
    // What ends with a colon says what comes after it.
    let is_question = sentence.ends_with(['?', '？', '؟', ':', '：']);
    let is_long = sentence.chars().nth(CHARACTERS_AT_MOST).is_some();
    has_words(sentence, 0) && !is_question && !is_long
}

/// Whether a text has as many words as what is no aside, and so many more.
fn has_words(text: &str, more: usize) -> bool {
    match text.contains(is_unspaced) {
        true => text.chars().nth(LETTERS_AT_LEAST + 2 * more - 1).is_some(),
        false => text
            .split_whitespace()
            .nth(WORDS_AT_LEAST + more - 1)
            .is_some(),
    }
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
