//! What was given of a field of which not all was given.

use serde_json::Value as Json;

use super::Orchestrator;
use super::hear::joined;
use crate::field::{FieldOutcome, FieldRecord, FieldState, RecordedBy};
use crate::lines::count_in_words;
use crate::value::Evidence;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::values::{StoredValue, Value, unsaid};
use kikitori_form::{FieldId, FormField};

/// Words of a value that is told in part, in bytes: more of them tell a story.
const MOST_TOLD: usize = 160;

impl Orchestrator {
    /// What a model says that they told of a text field so far, or picked of several options, corrections
    /// taken up, where they said that and it fits.
    pub(super) fn told_in_part(
        &self,
        field: &FormField,
        told: Option<&str>,
        evidence: &[Evidence],
    ) -> Option<String> {
        let told = told?;
        if matches!(field.answer, AnswerType::Choices(_)) {
            return self.as_picked(field, told).map(|_| told.to_owned());
        }
        if !is_text(field) {
            let words = self.state.quoted(evidence);
            let before = self.words_told_so_far(field);
            let fold = |text: &str| self.locale.fold(text);
            let said = [words.as_str(), before.as_deref().unwrap_or_default()];
            let is_said = unsaid(told, &said, &fold).is_none();
            // What a model made of a day that is told in part is no answer yet: their words are. Who says yes
            // to a part of it says nothing new.
            let told = match before {
                _ if is_said => told.to_owned(),
                Some(before) if before.contains(words.trim()) => before,
                Some(before) if !words.contains(char::is_numeric) && before.len() < MOST_TOLD => {
                    format!("{before} … {words}")
                }
                _ => words,
            };
            return Some(told).filter(|told| !told.trim().is_empty());
        }
        let value = self.as_text(field, told)?;
        let unsaid = self.not_said(field, &value, evidence);
        unsaid.is_none().then(|| value.to_string())
    }

    /// The words of a day, an address or another value that is told in part so far.
    pub(super) fn words_told_so_far(&self, field: &FormField) -> Option<String> {
        let progress = self.state.field_progress.get(&field.field_id)?;
        let is_open = progress.state != FieldState::Done;
        let has_words = !is_text(field) && !matches!(field.answer, AnswerType::Choices(_));
        progress.told.clone().filter(|_| is_open && has_words)
    }

    /// What would be kept of a field that is open if its asking ended now.
    pub(super) fn part_kept(&self, field: &FormField) -> Option<String> {
        let declined = Some(FieldOutcome::Declined);
        let record = FieldRecord::new(declined, RecordedBy::Conversation);
        let kept = self.with_what_was_given(field, record);
        Some(match self.value_by(field, &kept)? {
            Value::Group(lines) => count_in_words(lines.len(), "en"),
            value => value.to_string(),
        })
    }

    /// The value that a record gives its field.
    pub(super) fn value_by(&self, field: &FormField, record: &FieldRecord) -> Option<Value> {
        match record.lines {
            true => self.state.lines.get(&field.field_id)?.value(),
            false => record.value.as_ref().map(|it| it.0.clone()),
        }
    }

    /// The record of a field whose asking ends without an answer: where they told a part of it, that
    /// part is kept, as a model sums it up or else in their words, and what is missing stays open. Who
    /// would not tell the rest has not taken back what they told.
    pub(super) fn with_what_was_given(
        &self,
        field: &FormField,
        record: FieldRecord,
    ) -> FieldRecord {
        let mut record = self.with_lines_given(field, record);
        let state = &self.state;
        let ends_open = record
            .outcome
            .is_some_and(|it| it != FieldOutcome::Answered);
        let progress = state.field_progress.get(&field.field_id);
        let Some(progress) =
            progress.filter(|_| is_text(field) && ends_open && record.value.is_none())
        else {
            return record;
        };
        let collected = state.collected_fields.get(&field.field_id);
        let is_kept_part = state.outcome_of(&field.field_id) == Some(FieldOutcome::Unresolved);
        let before: &[Evidence] = match collected {
            Some(kept) if is_kept_part => &kept.evidence,
            // What was whole is taken back.
            Some(_) => return record,
            // Without a fact the words may be about anything.
            None if progress.facts.is_empty() && record.facts.is_empty() => return record,
            None => &[],
        };
        let mut told = joined(before.to_vec(), &progress.evidence);
        if record.is_bare() {
            told.retain(|it| Some(it.message) != state.said_last());
        } else {
            told = joined(told, &record.evidence);
        }
        let summed_up = match (&record.told, record.tells()) {
            (None, false) => progress.told.as_ref(),
            (told, _) => told.as_ref(),
        };
        let summed_up = summed_up.filter(|_| !told.is_empty());
        let summed_up = summed_up.and_then(|text| {
            let mut evidence = told.clone();
            let whole = self.own_words(field, &mut evidence);
            let value = whole.or_else(|| self.as_text(field, text))?;
            Some((evidence, value))
        });
        let in_their_words = || {
            [told, before.to_vec()].into_iter().find_map(|evidence| {
                let value = self.as_text(field, &self.state.quoted(&evidence))?;
                Some((evidence, value))
            })
        };
        let kept = summed_up.or_else(in_their_words);
        if let Some((evidence, value)) = kept {
            if record.missing.is_empty() {
                record.missing.clone_from(&progress.missing_facts);
            }
            // Also where they click that they would not say the rest.
            record.by = RecordedBy::Conversation;
            record.value = Some(StoredValue(value));
            record.evidence = evidence;
            record.outcome = Some(FieldOutcome::Unresolved);
        }
        record
    }

    /// The same for a group: its lines that are whole are kept.
    pub(super) fn with_lines_given(&self, field: &FormField, record: FieldRecord) -> FieldRecord {
        if !self.keeps_lines(field, &record) {
            return record;
        }
        let progress = self.state.field_progress.get(&field.field_id);
        let before = progress.map(|progress| progress.missing_facts.clone());
        FieldRecord {
            missing: match record.missing.is_empty() {
                true => before.unwrap_or_default(),
                false => record.missing,
            },
            lines: true,
            outcome: Some(FieldOutcome::Unresolved),
            ..record
        }
    }

    /// Whether the asking for a group ends without all of its lines, and there are lines that are whole.
    fn keeps_lines(&self, field: &FormField, record: &FieldRecord) -> bool {
        let ends_open = record
            .outcome
            .is_some_and(|it| it != FieldOutcome::Answered);
        let collected = self.state.collected_fields.contains_key(&field.field_id);
        let is_kept_part = self.state.outcome_of(&field.field_id) == Some(FieldOutcome::Unresolved);
        let is_taken_back = collected && !is_kept_part;
        let sheet = self.state.lines.get(&field.field_id);
        let has_lines = sheet.is_some_and(|sheet| sheet.value().is_some());
        ends_open && record.value.is_none() && has_lines && !is_taken_back && !field.private
    }

    /// The options that they picked so far of a field that takes several and is still open.
    pub(super) fn picked_so_far(&self, field: &FieldId) -> Option<Value> {
        let progress = self.state.field_progress.get(field)?;
        let told = progress.told.as_deref()?;
        self.as_picked(self.state.form.field(field)?, told)
            .filter(|_| progress.state != FieldState::Done)
    }

    /// Words as some of the options of a field, however many it needs.
    fn as_picked(&self, field: &FormField, words: &str) -> Option<Value> {
        let ease = |answer: &mut AnswerType| {
            if let AnswerType::Choices(choices) = answer {
                choices.min = None;
            }
        };
        let checked = self.check_part(field, &Json::from(words), self.state.updated_at, ease);
        let is_picked = matches!(field.answer, AnswerType::Choices(_));
        checked.ok().map(|it| it.value).filter(|_| is_picked)
    }

    /// Words as the value of a field, if they fit it.
    fn as_text(&self, field: &FormField, words: &str) -> Option<Value> {
        let checked = self.check(field, &Json::from(words), self.state.updated_at);
        checked.ok().map(|it| it.value)
    }
}

fn is_text(field: &FormField) -> bool {
    matches!(
        field.answer,
        AnswerType::ShortText(_) | AnswerType::LongText(_)
    )
}
