//! How often a field may be asked about, and what becomes of one that may not be any more.

use super::super::Orchestrator;
use super::super::order::FieldThen;
use super::{Entry, Hearing, what_if};
use crate::field::{FieldOutcome, FieldRecord, RecordedBy};
use crate::tools::Ask;
use kikitori_form::FormField;
use kikitori_form::values::StoredValue;

/// So many questions of theirs about one field keep it open beyond its follow-ups.
const QUESTIONS: u32 = 5;

impl Orchestrator {
    /// Ends the asking for the field that was asked for, if it is still open and may not be followed
    /// up.
    pub(super) fn end_what_has_no_try_left(
        &self,
        ask: &Ask,
        entries: &mut Vec<Entry>,
        hearing: &mut Hearing,
    ) {
        let Some(asked) = self.asked_field() else {
            return;
        };
        let is_heard = self.last_is_of_respondent();
        let what_if = what_if(entries);
        let is_open = self.state.open_if(&what_if).contains(&asked.field_id);
        let is_judged =
            self.state.under_review().contains(&asked.field_id) || self.follow_up_due().is_some();
        let is_about = |entry: &Entry| entry.field_id == asked.field_id;
        let is_said_now = |entry: &Entry| {
            let words = ask
                .heard
                .get(entry.position)
                .and_then(|it| self.words_of(it));
            words.is_some_and(|it| Some(it.message) == self.state.said_last())
        };
        let tells = |entry: &Entry| {
            let is_news =
                entry.record.is_some() || entry.review || entry.reads || !entry.lines.is_empty();
            is_news || is_said_now(entry)
        };
        // Who tells something else meanwhile, be it once more, has not failed to answer, also where
        // the report of it comes back.
        let is_something_told =
            entries.iter().any(tells) || self.is_recorded_besides(&asked.field_id);
        let is_passed_over = is_something_told && !entries.iter().any(is_about);
        if !is_heard || !is_open || is_judged || is_passed_over {
            return;
        }
        hearing.follows_up = true;
        let asks_back = ask.question.is_some() && self.may_ask_back(asked);
        if self.may_follow_up(asked) || asks_back {
            return;
        }
        hearing.follows_up = false;
        let position = entries
            .iter()
            .position(|entry| entry.field_id == asked.field_id);
        let heard = position.and_then(|position| entries.get_mut(position));
        let record = match heard {
            Some(entry) => {
                entry.then.done = true;
                entry.record.take()
            }
            None => None,
        };
        let record = self.unresolved(asked, record);
        let lines = position.and_then(|position| entries.get(position));
        let lines = lines.map_or(&[][..], |entry| &entry.lines);
        let is_emptied = record.lines
            && !lines.is_empty()
            && self
                .state
                .sheet_of(&asked.field_id)
                .changed(lines)
                .value()
                .is_none();
        // Who takes the last line away has given no other answer.
        let record = match is_emptied {
            true => FieldRecord {
                outcome: Some(FieldOutcome::Unresolved),
                lines: false,
                ..record
            },
            false => record,
        };
        let collected = self.state.collected_fields.get(&asked.field_id);
        let collected = collected.filter(|_| !is_emptied);
        let value = collected.map(|it| it.value.clone());
        let value = value.or_else(|| self.value_by(asked, &record));
        match position.and_then(|position| entries.get_mut(position)) {
            Some(entry) => {
                entry.then.value = value;
                entry.record = Some(record);
            }
            None => entries.push(Entry {
                position: 0,
                field_id: asked.field_id.clone(),
                then: FieldThen { done: true, value },
                record: Some(record),
                review: false,
                lines: Vec::new(),
                reads: false,
                not_taken: Vec::new(),
            }),
        }
    }

    /// The record of a field that may not be asked about again: unresolved, or as it was before a
    /// correction that came to nothing.
    pub(in crate::orchestrator) fn unresolved(
        &self,
        field: &FormField,
        record: Option<FieldRecord>,
    ) -> FieldRecord {
        let mut record = record.unwrap_or_else(|| FieldRecord::new(None, RecordedBy::Conversation));
        let progress = self.state.field_progress.get(&field.field_id);
        match self.state.collected_fields.get(&field.field_id) {
            // What is missing of a line is known, whatever was right before.
            _ if self
                .state
                .lines
                .get(&field.field_id)
                .is_some_and(|it| it.todo().next().is_some()) =>
            {
                let sheet = self.state.sheet_of(&field.field_id);
                let lacking = self.lines_record(field, &sheet, RecordedBy::Conversation);
                let besides = record.missing.into_iter();
                let besides = besides.filter(|it| !lacking.missing.contains(it));
                record.missing = besides.chain(lacking.missing.clone()).collect();
                record.outcome = Some(FieldOutcome::Unresolved);
                self.with_what_was_given(field, record)
            }
            Some(_) if self.state.lines.contains_key(&field.field_id) => FieldRecord {
                outcome: Some(FieldOutcome::Answered),
                lines: true,
                missing: Vec::new(),
                ..record
            },
            Some(kept)
                if self.state.outcome_of(&field.field_id) != Some(FieldOutcome::Unresolved) =>
            {
                FieldRecord {
                    outcome: Some(FieldOutcome::Answered),
                    value: Some(StoredValue(kept.value.clone())),
                    said: kept.said.clone(),
                    evidence: kept.evidence.clone(),
                    zone: kept.zone.clone(),
                    by: kept.by,
                    missing: Vec::new(),
                    ..record
                }
            }
            _ => {
                if let (true, Some(progress)) = (record.missing.is_empty(), progress) {
                    record.missing.clone_from(&progress.missing_facts);
                }
                record.outcome = Some(FieldOutcome::Unresolved);
                self.with_what_was_given(field, record)
            }
        }
    }

    /// Whether the field may be asked about once more.
    pub(in crate::orchestrator) fn may_follow_up(&self, field: &FormField) -> bool {
        self.follow_ups_of(&field.field_id).has_left() && self.has_follow_ups_left()
    }

    /// Whether they may ask something back about a field once more: that is no answer that was not enough.
    fn may_ask_back(&self, field: &FormField) -> bool {
        let used = self.follow_ups_of(&field.field_id);
        let most = used.limit.map(|limit| limit.saturating_add(QUESTIONS));
        most.is_none_or(|most| used.used < most) && self.has_follow_ups_left()
    }

    /// Whether anything may be asked about once more.
    pub(in crate::orchestrator) fn has_follow_ups_left(&self) -> bool {
        self.used_bounds().follow_ups.has_left()
    }
}
