//! Groups whose lines a report that went back has brought.

use super::super::Orchestrator;
use super::super::lines::{group_of, is_whole};
use super::super::order::FieldThen;
use super::Entry;
use crate::field::RecordedBy;
use crate::tools::Ask;

impl Orchestrator {
    /// Ends the asking for a group whose lines are whole, where the second report says nothing of those
    /// that went back and goes on: they were none.
    pub(super) fn end_what_was_reported(&self, ask: &Ask, entries: &mut Vec<Entry>) {
        for field_id in self.fields_with_lines_reported() {
            let is_asked_on = ask.asks.as_deref() == Some(field_id.as_str());
            let is_there = entries.iter().any(|entry| entry.field_id == field_id);
            let progress = self.state.field_progress.get(&field_id);
            let is_missing = progress.is_some_and(|it| !it.missing_facts.is_empty());
            let is_open = !self.state.is_done(&field_id) && !is_asked_on && !is_missing;
            let field = self
                .state
                .form
                .field(&field_id)
                .filter(|_| is_open && !is_there);
            let sheet = self.state.sheet_of(&field_id);
            let field = field.filter(|it| group_of(it).is_some_and(|it| is_whole(it, &sheet)));
            let Some(field) = field else {
                continue;
            };
            entries.push(Entry {
                position: 0,
                field_id,
                record: Some(self.lines_record(field, &sheet, RecordedBy::Conversation)),
                then: FieldThen {
                    done: true,
                    value: sheet.value(),
                },
                review: false,
                lines: Vec::new(),
                reads: false,
                not_taken: Vec::new(),
            });
        }
    }
}
