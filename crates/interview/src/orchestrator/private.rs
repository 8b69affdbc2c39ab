//! Answers that no model may hear: code checks them, and tells a refusal from an answer.

mod besides;
mod in_part;
mod in_words;
mod language;
mod nearly;
mod questions;
mod told;

use super::Orchestrator;
use super::line_engine::Taken;
use super::own_question::Offers;
use crate::field::{FieldOutcome, FieldRecord, RecordedBy};
use crate::message::{ChatMessage, SessionMessage, Speaker};
use crate::update::SessionUpdate;
use crate::value::Evidence;
use besides::is_long;
use kikitori_form::FormField;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::values::{
    Checked, Chosen, NoAnswer, Pick, Refusal, Value, asks_back, asks_for_code, is_plain, no_answer,
    reads_as_said, sentences,
};
use questions::wants_back;
use serde_json::json;

impl Orchestrator {
    /// Hears the last message, which tells of a private field: code checks it, and no model hears it.
    /// Says whether there is such a field.
    pub(super) fn hear_privately(&mut self) -> bool {
        let asked = self.asked_field().filter(|field| field.private).cloned();
        let last = self.state.chat().last();
        let told = last.and_then(|last| self.state.form.field(last.field_id.as_ref()?));
        let told = told.filter(|field| field.private).cloned();
        match (told, asked) {
            (Some(told), asked) if asked.as_ref() != Some(&told) => self.hear_told(&told),
            (_, Some(asked)) => self.hear_answer(asked),
            (_, None) => return false,
        }
        true
    }

    /// Takes the last message as the answer to the private field that is asked for.
    fn hear_answer(&mut self, field: FormField) {
        let field_id = field.field_id.clone();
        let messages = self.state.messages.iter().enumerate();
        let said = messages
            .rev()
            .find_map(|(position, message)| match message {
                SessionMessage::Respondent(said) if said.speaker == Speaker::Respondent => {
                    Some((position, said.text.clone(), said.at))
                }
                _ => None,
            });
        let Some((message, text, at)) = said else {
            return self.ask_by_code(&field_id, None, false);
        };
        if self.lines_of(&field).is_some() {
            if let Some(record) = self.no_answer_record(&field, &text, &Err(Refusal::WrongKind)) {
                return self.private_recorded(&field, record, None);
            }
            if self.is_to_be_answered(&field, &text, message) {
                return self.answer_privately(&field, false);
            }
            // Code reads what its columns say; the rest is mended by hand.
            return match self.take_lines(Some(&field)) {
                Taken::Refused => {}
                Taken::Whole(_) | Taken::Reading => {
                    self.conclude_lines(&field_id);
                    if !self.ask_about_lines() {
                        self.ask_next();
                    }
                }
                Taken::No => self.ask_for_lines(&field_id),
            };
        }
        let is_confirmed = self.is_said(&text, |it| it.is_answer);
        let (message, text, at) = match is_confirmed {
            false => (message, text, at),
            true => match self.said_privately_before(&field, message) {
                Some(before) => before,
                None => return self.ask_by_code(&field_id, None, false),
            },
        };
        let checked = self.check(&field, &text.as_str().into(), at);
        // A value is one, whatever stands around it.
        let may_be_other = !is_confirmed && fits_anything(&checked);
        let wished = may_be_other.then(|| self.language_wished(&text, checked.is_ok()));
        if let Some(language) = wished.flatten() {
            self.settle_as_said(vec![("set_language", json!({"language": language}))]);
            return self.ask_by_code(&field_id, None, false);
        }
        let is_of_another = !is_confirmed && self.has_code_of_another(&field, &text);
        // Said once more as it was, it is their answer.
        let is_wrong = self.may_follow_up(&field)
            && self.is_wrong_iban(&field, &text)
            && !is_confirmed
            && !self.was_said_before(&field, &text, message);
        let is_whole = is_confirmed && !self.asks_for_iban(&field);
        let found = match is_whole || is_of_another || is_wrong {
            true => Pick::None,
            false => self.picked(&field, &text, &checked, at),
        };
        let found = match found {
            Pick::One(picked) if picked.is_plain => {
                return self.take_picked(&field, message, picked);
            }
            found => found,
        };
        let none = self.no_answer_record(&field, &text, &checked);
        // Who refuses in one sentence may tell other things in the next.
        let at_first = || {
            let is_text = matches!(
                field.answer,
                AnswerType::ShortText(_) | AnswerType::LongText(_) | AnswerType::Address(_)
            );
            let is_other = found == Pick::None && (!is_text || asks_for_code(&field));
            let first = sentences(&text).into_iter().next().filter(|_| is_other)?;
            let first = text.get(first.0..first.1)?.trim();
            let fold = |text: &str| self.locale.fold(text);
            let told = no_answer(first, &field, self.phrases(), &fold);
            (told == Some(NoAnswer::Declined)).then(|| self.refused(&field))
        };
        if let Some(record) = none.or_else(at_first) {
            let rest = self.rest_beside_no_answer(&field, &text);
            return self.private_recorded(&field, record, rest);
        }
        let found = match found {
            Pick::One(picked) => return self.take_picked(&field, message, picked),
            found => found,
        };
        if may_be_other && self.is_to_be_answered(&field, &text, message) {
            return self.answer_privately(&field, checked.is_ok());
        }
        let is_doubtful = || is_of_another || self.is_doubtful(&field, &text, message);
        if wants_back(&text) && (checked.is_err() || is_doubtful()) {
            let told = self.word(|it| it.change_earlier).to_owned();
            return self.ask_by_code(&field_id, Some(told), false);
        }
        let may_ask = self.may_follow_up(&field);
        // Words in place of a number are rather a refusal than a number that is too long.
        let is_of_words = matches!(checked, Err(Refusal::TooLong { .. })) && !is_plain(&text);
        let problem = match checked {
            Ok(checked) if is_confirmed || !(is_wrong || is_doubtful()) => {
                let mut record = FieldRecord::new(None, RecordedBy::Conversation);
                record.evidence.push(Evidence {
                    message,
                    start: 0,
                    end: text.len(),
                });
                self.complete(&field, &mut record, checked.value);
                record.said = checked.said;
                return self.private_recorded(&field, record, None);
            }
            Ok(_) if is_wrong => Some(self.word(|it| it.check_digits).to_owned()),
            Ok(_) => None,
            Err(_) if matches!(found, Pick::Several { .. }) => {
                Some(self.word(|it| it.several).to_owned())
            }
            Err(refusal) => Some(self.refusal_told(&as_of_a_part(refusal, &field, &text))),
        };
        let not_passed_on =
            (is_long(&text) && !is_of_words).then(|| self.word(|it| it.not_passed_on).to_owned());
        if !may_ask {
            let mut record = self.unresolved(&field, None);
            if record.outcome == Some(FieldOutcome::Unresolved) {
                record.missing = problem.into_iter().collect();
            }
            return self.recorded_with(&field, record, not_passed_on);
        }
        let progress = self.state.field_progress.get(&field_id);
        let is_first = progress.is_none_or(|progress| progress.follow_ups == 0);
        let offers = Offers {
            is_answer: problem.is_none() || is_wrong,
            does_not_know: true,
            ..Offers::default()
        };
        let said = match problem {
            None => self.word(|it| it.no_reader).to_owned(),
            Some(problem) => {
                let may_refuse = self.word(|it| it.may_refuse);
                // Words are rather a refusal than an answer of another length.
                match (text.contains(char::is_numeric), is_first) {
                    _ if is_of_words => may_refuse.to_owned(),
                    _ if is_wrong => problem,
                    (true, false) => problem,
                    (true, true) => format!("{problem}\n{may_refuse}"),
                    (false, _) => format!("{may_refuse}\n{problem}"),
                }
            }
        };
        // Of what may be the answer word for word nothing else is told yet.
        let not_passed_on = not_passed_on.filter(|_| !offers.is_answer);
        let said = [Some(said), not_passed_on].into_iter().flatten();
        let said = said.collect::<Vec<_>>().join("\n");
        self.emit(SessionUpdate::FollowUpCounted);
        self.ask_with(&field_id, Some(said), false, offers);
    }

    /// Whether a message on the last page, where nothing is asked for any more, is about anything: no answer
    /// to the private field that was asked for last stands in it.
    pub(super) fn is_about_anything(&self, text: &str, at: u64) -> bool {
        let field = self.state.current_field().map(|(_, field)| field);
        let Some(field) = field.filter(|it| it.private && self.lines_of(it).is_none()) else {
            return false;
        };
        let checked = self.check(field, &text.into(), at);
        let is_value = checked.is_ok() && is_plain(text) && !fits_anything(&checked);
        let found = self.picked(field, text, &checked, at);
        let is_found = match found {
            Pick::None => false,
            Pick::One(picked) => picked.is_plain,
            Pick::Several { .. } => is_plain(text),
        };
        !is_value && !is_found
    }

    /// What they wrote last to the same private field before the message at this place.
    pub(super) fn said_privately_before(
        &self,
        field: &FormField,
        message: usize,
    ) -> Option<(usize, String, u64)> {
        let before = self.state.messages.iter().enumerate().take(message);
        before.rev().find_map(|(position, before)| {
            let said = before.shown().filter(|it| is_private_answer(it, field))?;
            let is_click = self.is_said(&said.text, |it| it.is_answer);
            (!is_click).then(|| (position, said.text.clone(), said.at))
        })
    }

    /// Whether a private text that fits reads as something said rather than as an answer, and was not
    /// said twice: any words fit a text, and no model tells a question from a name.
    fn is_doubtful(&self, field: &FormField, text: &str, message: usize) -> bool {
        let text = text.trim();
        let takes_words = matches!(
            field.answer,
            AnswerType::ShortText(_) | AnswerType::LongText(_)
        );
        let fold = |text: &str| self.locale.fold(text);
        let is_insisted_on = self.was_said_before(field, text, message);
        // Who asks twice insists on nothing.
        let is_insisted_on = is_insisted_on && !asks_back(text, &fold);
        takes_words && reads_as_said(text, field, self.phrases(), &fold) && !is_insisted_on
    }

    /// Whether they gave the same answer to this field before the message at this place.
    fn was_said_before(&self, field: &FormField, text: &str, message: usize) -> bool {
        let before = self.state.messages.iter().take(message);
        let mut before = before.filter_map(SessionMessage::shown);
        before.any(|it| is_private_answer(it, field) && it.text.trim() == text.trim())
    }

    /// The record of a private text that gives no answer, as code can tell; none where it may be one.
    fn no_answer_record(
        &self,
        field: &FormField,
        text: &str,
        checked: &Result<Checked, Refusal>,
    ) -> Option<FieldRecord> {
        if self.is_said(text, |it| it.skip) && !field.required {
            let skipped = Some(FieldOutcome::Skipped);
            return Some(FieldRecord::new(skipped, RecordedBy::Conversation));
        }
        if self.is_said(text, |it| it.decline) {
            return Some(self.refused(field));
        }
        let is_unknown = self.is_said(text, |it| it.unknown);
        let fold = |text: &str| self.locale.fold(text);
        let told = || no_answer(text, field, self.phrases(), &fold);
        match is_unknown.then_some(NoAnswer::DoesNotKnow).or_else(told) {
            _ if !fits_anything(checked) && !is_unknown => None,
            Some(NoAnswer::Declined) => Some(self.refused(field)),
            // Who has none has nothing to give, which is no refusal.
            Some(NoAnswer::HasNone) if !field.required => {
                let skipped = Some(FieldOutcome::Skipped);
                Some(FieldRecord::new(skipped, RecordedBy::Conversation))
            }
            Some(NoAnswer::DoesNotKnow | NoAnswer::HasNone) => {
                let unknown = Some(FieldOutcome::DoesNotKnow);
                Some(FieldRecord::new(unknown, RecordedBy::Conversation))
            }
            None => None,
        }
    }
}

/// Whether a text is no answer, or one only because any words are.
fn fits_anything(checked: &Result<Checked, Refusal>) -> bool {
    match checked.as_ref().map(|checked| &checked.value) {
        Err(_) | Ok(Value::Text(_) | Value::Address(_) | Value::Choice(Chosen::Other(_))) => true,
        Ok(_) => false,
    }
}

fn is_private_answer(said: &ChatMessage, field: &FormField) -> bool {
    said.speaker == Speaker::Respondent
        && said.private
        && said.field_id.as_ref() == Some(&field.field_id)
}

/// A few digits among words that are together too long are a part of a code: what they lack is the rest.
fn as_of_a_part(refusal: Refusal, field: &FormField, text: &str) -> Refusal {
    let AnswerType::ShortText(answer) = &field.answer else {
        return refusal;
    };
    let least = answer.min_length.as_ref().map_or(0, |it| it.0);
    let has_digit = |word: &&str| word.contains(char::is_numeric);
    // What stands in groups is one.
    let words: Vec<&str> = text.split_whitespace().collect();
    let pieces = words.split(|word| !has_digit(word));
    let lengths = pieces.map(|piece| piece.concat().chars().count());
    let longest = lengths.max().unwrap_or_default();
    let is_part = matches!(refusal, Refusal::TooLong { .. })
        && words.iter().any(|word| !has_digit(word))
        && (1..least as usize).contains(&longest);
    match is_part {
        true => Refusal::TooShort { min: least },
        false => refusal,
    }
}
