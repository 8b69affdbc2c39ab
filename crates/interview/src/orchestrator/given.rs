//! What was given of a field of which not all was given.

use serde_json::Value as Json;

use super::Orchestrator;
use super::hear::joined;
use crate::field::{FieldOutcome, FieldRecord, RecordedBy};
use crate::value::Evidence;
use kikitori_form::FormField;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::values::{StoredValue, Value};

impl Orchestrator {
    /// The record of a field whose asking ends without an answer: where they told a part of it, that
    /// part is kept in their words, and what is missing stays open. Who would not tell the rest has
    /// not taken back what they told.
    pub(super) fn with_what_was_given(
        &self,
        field: &FormField,
        mut record: FieldRecord,
    ) -> FieldRecord {
        let state = &self.state;
        let is_text = matches!(
            field.answer,
            AnswerType::ShortText(_) | AnswerType::LongText(_)
        );
        let ends_open = record
            .outcome
            .is_some_and(|it| it != FieldOutcome::Answered);
        let progress = state.field_progress.get(&field.field_id);
        let Some(progress) = progress.filter(|_| is_text && ends_open && record.value.is_none())
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
        if record.refused && record.facts.is_empty() {
            told.retain(|it| Some(it.message) != state.said_last());
        } else {
            told = joined(told, &record.evidence);
        }
        let kept = [told, before.to_vec()].into_iter().find_map(|evidence| {
            let value = self.in_their_words(field, &evidence)?;
            Some((evidence, value))
        });
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

    /// Words as the value of a text field, if they fit it.
    fn in_their_words(&self, field: &FormField, evidence: &[Evidence]) -> Option<Value> {
        let quoted = self.state.quoted(evidence);
        let checked = self.check(field, &Json::from(quoted), self.state.updated_at);
        checked.ok().map(|it| it.value)
    }
}
