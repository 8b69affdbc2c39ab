//! What a message at a private field says beside its answer: no model may be sent it unless the
//! person sends it once more, so it is given back to them.

use std::cell::Cell;

use super::Orchestrator;
use crate::field::{FieldRecord, RecordedBy};
use crate::update::SessionUpdate;
use crate::value::Evidence;
use kikitori_form::FormField;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::values::{
    Checked, Pick, Picked, Refusal, asks_back, is_framing, is_spoken_of, no_answer, pick,
    rest_beside, sentences,
};

/// A message of so many words, or of so many characters where no spaces stand between them, may well
/// tell more than one thing.
const WORDS: usize = 8;
const CHARACTERS: usize = 30;

/// Words that lead to an answer and tell nothing.
const LEADING: &str = "after all here heres then now finally instead again nr also doch nun jetzt hier noch \
    voici enfin finalement alors ecco allora";

/// Whether a sentence is so short that it may be there for courtesy alone.
fn is_few_words(sentence: &str) -> bool {
    let sentence = sentence.trim();
    match sentence.contains(char::is_whitespace) {
        true => sentence.split_whitespace().nth(2).is_none(),
        false => sentence.is_ascii() || sentence.chars().nth(5).is_none(),
    }
}

/// Whether a message is longer than most answers.
pub(super) fn is_long(text: &str) -> bool {
    let words = text.split_whitespace().count();
    let bytes_of_each = text.len().checked_div(text.chars().count()).unwrap_or(1);
    words >= WORDS || (bytes_of_each > 2 && text.chars().nth(CHARACTERS).is_some())
}

impl Orchestrator {
    /// The one answer that stands in a private message among other words. A message that is an answer
    /// as a whole has none beside, and of a text only a code can be told from what stands around it.
    pub(super) fn picked(
        &self,
        field: &FormField,
        text: &str,
        checked: &Result<Checked, Refusal>,
        at: u64,
    ) -> Pick {
        let is_text = matches!(
            field.answer,
            AnswerType::ShortText(_) | AnswerType::LongText(_)
        );
        // Who names a code may ask about it.
        let is_asked = || asks_back(text, &|text| self.locale.fold(text));
        if (checked.is_ok() && !is_text) || (is_text && is_asked()) {
            return Pick::None;
        }
        let shown = self.state.shown_field(&field.field_id);
        let field = shown.as_ref().unwrap_or(field);
        let found = self.in_context(at, |context| pick(text, field, context));
        found.unwrap_or(Pick::None)
    }

    /// Whether a message has a whole sentence about something else than its answer.
    pub(super) fn has_own_sentence(&self, field: &FormField, text: &str, picked: &Picked) -> bool {
        let fold = |text: &str| self.locale.fold(text);
        let mut at = 0;
        text.split_inclusive(['.', '。', '!', '！', '\n'])
            .any(|sentence| {
                let (start, end) = (at, at + sentence.len());
                at = end;
                let is_around = start < picked.end && picked.start < end;
                !is_around && !is_few_words(sentence) && !is_framing(field, sentence, &fold)
            })
    }

    /// What a message that was given back because of this field says in other sentences than the one
    /// about it, and `text`, which brings the answer, does not say again.
    pub(super) fn rest_of_held(
        &self,
        field: &FormField,
        message: usize,
        text: &str,
    ) -> Option<String> {
        let (_, held, at) = self.said_privately_before(field, message)?;
        let fold = |text: &str| self.locale.fold(text);
        // Figures right behind what is told of the field are of it too.
        let was_of_field = Cell::new(false);
        let is_heard = |sentence: &str| {
            let goes_on = was_of_field.get() && sentence.contains(char::is_numeric);
            let is_of_field = goes_on || self.tells_of(field, sentence, at);
            was_of_field.set(is_of_field);
            is_of_field || text.contains(sentence.trim())
        };
        rest_beside(&held, field, &fold, &is_heard)
    }

    /// Whether what stands beside an answer only leads to it: its field's name, and a few words that tell
    /// nothing.
    fn only_leads_to_it(&self, field: &FormField, rest: &str) -> bool {
        let fold = |text: &str| self.locale.fold(text);
        let shown = self.state.shown_field(&field.field_id);
        let shown = shown.as_ref().unwrap_or(field);
        let is_leading = |word: &&str| {
            let bare: String = fold(word)
                .chars()
                .filter(|it| it.is_alphanumeric())
                .collect();
            LEADING.split(' ').any(|it| it == bare)
        };
        let is_name = |word: &&str| is_spoken_of(shown, word, &fold);
        let words = rest.split_whitespace();
        let words = words.filter(|word| !is_leading(word) && !is_name(word));
        let words: Vec<&str> = words.collect();
        is_framing(shown, &words.join(" "), &fold)
    }

    /// Records it, and gives back what else the message says.
    pub(super) fn take_picked(&mut self, field: &FormField, message: usize, picked: Picked) {
        let Picked {
            checked,
            start,
            end,
            rest,
            ..
        } = picked;
        let mut record = FieldRecord::new(None, RecordedBy::Conversation);
        record.evidence.push(Evidence {
            message,
            start,
            end,
        });
        let rest = rest.filter(|rest| !self.only_leads_to_it(field, rest));
        let value = checked.value.to_string();
        let rest = rest.and_then(|rest| self.without_what_it_was(rest, &value));
        let rest = rest.and_then(|rest| self.without_figures_of(field, &rest, &value));
        self.complete(field, &mut record, checked.value);
        record.said = checked.said;
        self.private_recorded(field, record, rest);
    }

    /// What a text says in other sentences than those that tell figures of this `value`, such as its end.
    fn without_figures_of(&self, field: &FormField, rest: &str, value: &str) -> Option<String> {
        let fold = |text: &str| self.locale.fold(text);
        let shown = self.state.shown_field(&field.field_id);
        let shown = shown.as_ref().unwrap_or(field);
        let tells_some = |sentence: &str| {
            let figures = sentence.split(|it: char| !it.is_alphanumeric());
            let mut figures = figures
                .filter(|it| it.contains(char::is_numeric))
                .peekable();
            let is_any = figures.peek().is_some();
            is_any && is_spoken_of(shown, sentence, &fold) && figures.all(|it| value.contains(it))
        };
        let places = sentences(rest).into_iter();
        let kept =
            places.filter_map(|(start, end)| rest.get(start..end).filter(|it| !tells_some(it)));
        let kept: String = kept.collect();
        Some(kept.trim().to_owned()).filter(|it| !it.is_empty())
    }

    /// What a message says beside the sentences by which no answer is given.
    pub(super) fn rest_beside_no_answer(&self, field: &FormField, text: &str) -> Option<String> {
        let fold = |text: &str| self.locale.fold(text);
        let is_heard = |sentence: &str| {
            no_answer(sentence, field, self.phrases(), &fold).is_some()
                || asks_back(sentence, &fold)
        };
        rest_beside(text, field, &fold, &is_heard)
    }

    /// Records what became of a private field, gives back the rest of the message, and asks on.
    pub(super) fn private_recorded(
        &mut self,
        field: &FormField,
        record: FieldRecord,
        rest: Option<String>,
    ) {
        let told = rest.map(|rest| {
            self.emit(SessionUpdate::GivenBack { rest });
            self.word(|it| it.rest_back).to_owned()
        });
        self.recorded_with(field, record, told);
    }

    /// The same, with what is to be told of the message.
    pub(super) fn recorded_with(
        &mut self,
        field: &FormField,
        record: FieldRecord,
        told: Option<String>,
    ) {
        let is_open = record.outcome.is_none();
        let field_id = field.field_id.clone();
        self.record_field(field_id.clone(), record);
        if is_open {
            let told = [Some(self.consequence(field)), told].into_iter().flatten();
            let told = told.collect::<Vec<_>>().join("\n");
            return self.ask_by_code(&field_id, Some(told), false);
        }
        let next = self
            .state
            .next_field()
            .filter(|_| !self.state.needs_country());
        match (told, next) {
            (None, _) => self.ask_next(),
            (told, Some(next)) if self.is_private(&next) => self.ask_by_code(&next, told, false),
            (Some(text), _) => {
                self.emit(SessionUpdate::OwnQuestion {
                    field_id: None,
                    text,
                    suggestions: Vec::new(),
                    stands_in: false,
                    tells_heard: false,
                });
                self.ask_next();
            }
        }
    }
}
