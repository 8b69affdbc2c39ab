//! The lines of a group: read from a pasted list by code as far as its columns say, by models as far
//! as they quote, and by hand.

mod again;
mod around;
mod asking;
mod edits;
mod hear;
mod meant;
mod now;
mod one_line;
mod patched;
mod put_back;
mod reader;
mod reading;
mod reordered;
mod reported;
mod said;

use kikitori_form::file::answer::{AnswerType, Group, MAX_LINES};
use kikitori_form::{FieldId, FormField};

use super::Orchestrator;
use crate::field::{FieldOutcome, FieldRecord, RecordedBy};
use crate::lines::LineSheet;
use crate::update::SessionUpdate;

pub(super) use asking::SENTENCES as LINE_SENTENCES;
pub use edits::LineEdit;
pub(super) use edits::{EditedLines, whole_rows};
pub(super) use hear::{HeardLines, as_new};
pub(super) use said::{NotTaken, Why};

/// So many lines of which something is missing are named at once.
pub(super) const NAMED_AT_ONCE: usize = 10;

/// The group whose lines a field takes.
pub(in super::super) fn group_of(field: &FormField) -> Option<&Group> {
    match &field.answer {
        AnswerType::Group(group) => Some(group),
        _ => None,
    }
}

pub(super) fn most_lines(group: &Group) -> usize {
    group.max_lines.map_or(MAX_LINES, |max| max.0) as usize
}

/// Whether a sheet is a whole answer: lines enough, and none lacks anything.
pub(super) fn is_whole(group: &Group, sheet: &LineSheet) -> bool {
    has_all_lines(group, sheet) && sheet.todo().next().is_none()
}

/// Whether nothing is to be asked about a sheet: there are lines enough, and what one lacks nobody knows.
pub(super) fn is_settled(group: &Group, sheet: &LineSheet) -> bool {
    has_all_lines(group, sheet) && sheet.open().next().is_none()
}

fn has_all_lines(group: &Group, sheet: &LineSheet) -> bool {
    let least = group.min_lines.map_or(1, |min| min.0.max(1)) as usize;
    (least..=most_lines(group)).contains(&sheet.lines.len())
}

impl Orchestrator {
    /// The group of a field as words tell of it: its options are known by what they are called in a
    /// translation too.
    pub(super) fn group_told(&self, field: &FormField) -> Option<Group> {
        let shown = self.state.shown_field(&field.field_id);
        let group = group_of(shown.as_ref().unwrap_or(field))?.clone();
        Some(group.with_options_in(self.state.form.own_language()))
    }

    /// What a sheet makes of its field: answered, or with what is missing.
    pub(super) fn sheet_record(
        &self,
        field: &FormField,
        sheet: &LineSheet,
        by: RecordedBy,
    ) -> FieldRecord {
        let Some(group) = group_of(field) else {
            return FieldRecord::new(None, by);
        };
        if is_whole(group, sheet) {
            return FieldRecord {
                lines: true,
                ..FieldRecord::new(Some(FieldOutcome::Answered), by)
            };
        }
        let todo = sheet.todo().take(NAMED_AT_ONCE);
        let missing = todo.map(|line| self.in_line(line.number, &self.missing_of(line, group)));
        let record = FieldRecord {
            missing: missing.collect(),
            ..FieldRecord::new(None, by)
        };
        if !is_settled(group, sheet) {
            return record;
        }
        // What is whole is kept.
        let is_any_whole = sheet.value().is_some();
        FieldRecord {
            outcome: Some(match is_any_whole {
                true => FieldOutcome::Unresolved,
                false => FieldOutcome::DoesNotKnow,
            }),
            lines: is_any_whole,
            ..record
        }
    }

    /// What becomes of a field whose lines are changed. Where the list had ended with something left open, and
    /// `lacks_no_more` than then, nobody is asked for that again.
    pub(super) fn changed_record(
        &self,
        field: &FormField,
        sheet: &LineSheet,
        lacks_no_more: bool,
        by: RecordedBy,
    ) -> FieldRecord {
        let record = self.sheet_record(field, sheet, by);
        let had_ended = self.state.outcome_of(&field.field_id) == Some(FieldOutcome::Unresolved);
        if !had_ended || !lacks_no_more || record.outcome.is_some() || sheet.value().is_none() {
            return record;
        }
        FieldRecord {
            outcome: Some(FieldOutcome::Unresolved),
            lines: true,
            ..record
        }
    }

    /// Records what the lines of a field are worth once all of them are read.
    pub(super) fn conclude_sheet(&mut self, field_id: &FieldId) {
        let Some(field) = self.state.form.field(field_id).cloned() else {
            return;
        };
        let mut sheet = self.state.sheet_of(field_id);
        if sheet.lines.is_empty() {
            return;
        }
        let changes = sheet.counted(Vec::new());
        if !changes.is_empty() && self.state.lines.contains_key(field_id) {
            sheet = sheet.changed(&changes);
            self.emit(SessionUpdate::LinesChanged {
                field_id: field_id.clone(),
                changes,
                words: None,
            });
        }
        let record = self.sheet_record(&field, &sheet, RecordedBy::Conversation);
        self.emit(SessionUpdate::FieldRecorded {
            field_id: field_id.clone(),
            record,
        });
    }
}
