//! What was said of a field and brought nothing: it is asked about with its reason, and told to the
//! Interviewer until it is settled.

use kikitori_form::FieldId;
use kikitori_form::values::{Marks, filled};
use serde_json::{Map, Value as Json};

use super::Orchestrator;
use super::order::WhatIf;
use crate::update::SessionUpdate;

/// What was said of a field and brought nothing.
pub(super) struct NotHeardRow {
    pub field_id: FieldId,
    pub quote: String,
    pub problem: Option<String>,
}

/// Characters of words that brought nothing, where they are asked about.
pub(super) const QUOTE_SHOWN: usize = 120;
/// So many things that were not taken are told at once.
const TOLD_AT_ONCE: usize = 4;

impl Orchestrator {
    /// That words were not taken for what is called so, and why.
    pub(super) fn not_taken_told(&self, words: &str, label: &str, why: Option<String>) -> String {
        let words = crate::bounds::cut_between_words(words.trim(), QUOTE_SHOWN);
        let parts = [words, label.to_owned()];
        let told = filled(self.word(|it| it.not_taken), parts);
        let why = why.unwrap_or_else(|| self.word(|it| it.not_clear).to_owned());
        let between = Marks::of(self.state.language()).space;
        format!("{told}{between}{why}")
    }

    /// What was not taken of the last message, a sentence each, and of a field whether the rest of it was
    /// or its answer stays. `asked` is the field that is asked for next.
    pub(super) fn not_taken_at_once(&mut self, asked: Option<&FieldId>) -> Vec<String> {
        let mut not_taken = std::mem::take(&mut self.not_taken);
        not_taken.sort_by_key(|(field_id, _)| Some(field_id) != asked);
        let mut told = Vec::new();
        let mut of_fields = not_taken.iter().take(TOLD_AT_ONCE).peekable();
        while let Some((field_id, sentence)) = of_fields.next() {
            told.push(sentence.clone());
            let goes_on = of_fields.peek().is_some_and(|(next, _)| next == field_id);
            let stands = match goes_on {
                true => None,
                false => self.what_stands(field_id),
            };
            told.extend(stands);
        }
        told
    }

    /// What of the last message was not taken of other fields than one that is asked about next, where anything is.
    pub(super) fn told_of_not_taken(&mut self, asked: &FieldId) -> Option<String> {
        self.not_taken.retain(|(field_id, _)| field_id != asked);
        let told = self.not_taken_at_once(None);
        (!told.is_empty()).then(|| told.join("\n"))
    }

    /// What stands of a field of which something was not taken.
    fn what_stands(&self, field_id: &FieldId) -> Option<String> {
        let has_answer = self.state.collected_fields.contains_key(field_id);
        let sheet = self.state.lines.get(field_id);
        let said_last = self.state.said_last();
        let has_lines = sheet
            .zip(said_last)
            .is_some_and(|(it, last)| it.has_words_of(last));
        let stands = match has_lines || self.is_told_of(field_id) {
            true => Some(self.word(|it| it.rest_taken)),
            false => has_answer.then(|| self.word(|it| it.stays)),
        };
        stands.map(str::to_owned)
    }

    /// Asks about something that was said of a field and could not be taken: what, why, and what stands
    /// meanwhile.
    pub(super) fn ask_about_not_taken(&mut self, row: NotHeardRow) {
        let NotHeardRow {
            field_id, quote, ..
        } = row;
        let mut told = self.not_taken_at_once(Some(&field_id));
        if told.is_empty() {
            let words = crate::bounds::cut_between_words(&quote, QUOTE_SHOWN);
            match self.has_changed_lines(&field_id) {
                true => told.push(filled(self.word(|it| it.some_not_taken), [words])),
                false => {
                    told.push(filled(self.word(|it| it.nothing_taken), [words]));
                    told.extend(self.what_stands(&field_id));
                }
            }
        }
        if !self.state.collected_fields.contains_key(&field_id) {
            return self.ask_by_code(&field_id, Some(told.join("\n")), true);
        }
        if let Some(index) = self.state.place_of(&field_id) {
            self.emit(SessionUpdate::FieldEntered { index });
        }
        self.emit(SessionUpdate::OwnQuestion {
            field_id: Some(field_id),
            text: told.join("\n"),
            suggestions: Vec::new(),
            stands_in: true,
            tells_heard: false,
        });
    }

    /// Whether the last message has made lines of a field, or made them others.
    fn has_changed_lines(&self, field_id: &FieldId) -> bool {
        let turn = self.state.turn.as_ref();
        let mut corrected = turn.into_iter().flat_map(|turn| &turn.corrected);
        let before = corrected.find(|it| it.field_id == *field_id);
        before.is_some_and(|it| it.lines.as_ref() != self.state.lines.get(field_id))
    }

    /// Notes that nothing came of the last message, where nothing did: the field that was asked for is
    /// asked for once more, under those words.
    pub(super) fn note_nothing_heard(&mut self) {
        let is_noted = self.state.pending_data.contains_key("notHeard");
        let is_heard = is_noted || self.unconfirmed.is_some() || self.is_taken_up_elsewhere();
        if let Some((field_id, quote)) = self.nothing_heard().filter(|_| !is_heard) {
            self.emit(SessionUpdate::NotHeard {
                field_id,
                quote,
                problem: None,
            });
        }
    }

    /// Whether the next message tells of a record of the field that this message has brought.
    pub(super) fn is_told_of(&self, field_id: &FieldId) -> bool {
        let rows = self.state.pending_data.get("recorded");
        let mut rows = rows.and_then(Json::as_array).into_iter().flatten();
        rows.any(|row| row.get("field_id").and_then(Json::as_str) == Some(field_id.as_str()))
    }

    /// The fields of which something was said that was not recorded, nor anything since.
    pub(super) fn not_heard_rows(&self, data: &Map<String, Json>) -> Vec<NotHeardRow> {
        let open = self.state.open_if(&WhatIf::new());
        let rows = data.get("notHeard").and_then(Json::as_array);
        let rows = rows.into_iter().flatten().filter_map(|row| {
            let field = FieldId::new(row.get("field_id")?.as_str()?)?;
            let record = row.get("record").and_then(Json::as_u64);
            let record = record.and_then(|it| u32::try_from(it).ok());
            // What was to correct an answer counts as long as that stands.
            let is_due = match record {
                Some(_) => self.state.is_current(&field, record),
                None => open.contains(&field),
            };
            let text = |name: &str| Some(row.get(name)?.as_str()?.to_owned());
            let (quote, problem) = (text("quote")?, text("problem"));
            is_due.then_some(NotHeardRow {
                field_id: field,
                quote,
                problem,
            })
        });
        rows.collect()
    }
}
