//! Lines that are put in, changed and taken away by hand.

use kikitori_form::file::answer::Group;
use kikitori_form::lines::{Confidence, Lacking, check_line, without_need_of};
use kikitori_form::values::{Marks, Refusal};
use kikitori_form::{FieldId, FormField};
use serde_json::{Map, Value as Json};

use super::hear::as_new;
use super::{Orchestrator, group_of, most_lines};
use crate::field::{FieldRecord, RecordedBy};
use crate::lines::{LINE_NUMBER, LINE_ZONE, Line, LineChange, LineSheet, is_japanese, kept_values};
use crate::locale::TimeZone;
use crate::value::Evidence;

/// What is done to one line by hand.
#[derive(Debug, Clone, PartialEq)]
pub enum LineEdit {
    /// Its values are these.
    Put {
        /// Which line; none for a new one.
        number: Option<u32>,
        /// Its values by field, as text or JSON.
        cells: Map<String, Json>,
    },
    /// It is taken away.
    Remove {
        /// Which.
        number: u32,
    },
    /// It changes places with the one before or behind it. Nothing else of either is another.
    Move {
        /// Which.
        number: u32,
        /// Whether with the one before it.
        is_up: bool,
    },
    /// It is right as it was read.
    Confirm {
        /// Which.
        number: u32,
    },
    /// Words that were set aside are a line with these values.
    TakeUp {
        /// The words.
        source: Evidence,
        /// Its values by field.
        cells: Map<String, Json>,
    },
}

/// What edits by hand make of a field.
pub(in super::super) struct EditedLines {
    pub changes: Vec<LineChange>,
    pub record: FieldRecord,
    /// What the conversation shows of it.
    pub shown: Option<String>,
    /// Whether nothing but the order of the lines is another.
    pub is_order: bool,
}

impl Orchestrator {
    /// Checks edits of single lines.
    ///
    /// # Errors
    /// [`Refusal`] of the first value that does not fit.
    pub(in super::super) fn check_edits(
        &self,
        field: &FormField,
        edits: &[LineEdit],
        now_ms: u64,
    ) -> Result<EditedLines, Refusal> {
        let group = group_of(field).ok_or(Refusal::WrongKind)?;
        let sheet = self.state.sheet_of(&field.field_id);
        let mut changed = sheet.clone();
        // The same lines as they are called now.
        let mut before = sheet.clone();
        let mut changes = Vec::new();
        let mut shown = Vec::new();
        let language = self.state.language();
        for edit in edits {
            let change = match edit {
                LineEdit::Remove { number } => {
                    changed.line(*number).ok_or(Refusal::WrongKind)?;
                    shown.push(match is_japanese(language) {
                        true => format!("{number}行目を削除"),
                        false => format!("Line {number} removed"),
                    });
                    LineChange::Remove(*number)
                }
                LineEdit::Put { number, cells } => {
                    let old = number.map(|it| changed.line(it).ok_or(Refusal::WrongKind));
                    let old = old.transpose()?;
                    let source = old.and_then(|line| line.source);
                    let number = old.map_or(changed.numbered.saturating_add(1), |it| it.number);
                    let unknown = old.map(Line::not_known).unwrap_or_default();
                    let place = (number, source, unknown);
                    let line = self.entered_line(group, place, cells, now_ms)?;
                    let words = line.in_words(group, language, &*self.locale);
                    let words: Vec<String> = words.into_iter().flatten().collect();
                    let comma = Marks::of(language).comma;
                    shown.push(self.in_line(number, &words.join(comma)));
                    LineChange::Put(line)
                }
                LineEdit::Move { number, is_up } => {
                    let change = moved(&changed, *number, *is_up).ok_or(Refusal::WrongKind)?;
                    before.change(change.clone());
                    change
                }
                LineEdit::Confirm { number } => {
                    let old = changed.line(*number).ok_or(Refusal::WrongKind)?;
                    LineChange::Put(Line {
                        confidence: Confidence::High,
                        ..old.clone()
                    })
                }
                LineEdit::TakeUp { source, cells } => {
                    let mut aside = changed.set_aside.iter();
                    let is_there = aside.any(|it| it.source == *source);
                    let number = changed.numbered.saturating_add(1);
                    let source = Some(*source).filter(|_| is_there);
                    let place = (number, source, Vec::new());
                    let line = self.entered_line(group, place, cells, now_ms)?;
                    shown.push(self.in_line(number, ""));
                    LineChange::Put(line)
                }
            };
            changed.change(change.clone());
            changes.push(change);
        }
        let max = most_lines(group);
        if changed.lines.len() > max {
            let max = u32::try_from(max).unwrap_or(u32::MAX);
            return Err(Refusal::TooMany { max });
        }
        let lacks_no_more = changed.lacks_no_more_than(&before);
        let changes = sheet.counted(changes);
        let changed = sheet.changed(&changes);
        Ok(EditedLines {
            record: self.changed_record(field, &changed, lacks_no_more, RecordedBy::Entry),
            changes: self.stored_changes(field, &sheet, changes),
            shown: (!shown.is_empty()).then(|| shown.join("\n")),
            is_order: edits.iter().all(|it| matches!(it, LineEdit::Move { .. })),
        })
    }

    /// What a whole list that was put in by hand, and fits, makes of the lines: those it names stay
    /// what they are, and those it leaves out are taken away.
    pub(in super::super) fn check_list(
        &self,
        field: &FormField,
        rows: &[Json],
        now_ms: u64,
    ) -> Result<Vec<LineChange>, Refusal> {
        let group = group_of(field).ok_or(Refusal::WrongKind)?;
        let sheet = self.state.sheet_of(&field.field_id);
        let mut changes = Vec::new();
        let (mut named, mut next) = (Vec::new(), sheet.numbered);
        let mut order = Vec::new();
        for row in rows.iter().filter_map(Json::as_object) {
            let mut cells = row.clone();
            let number = cells.remove(LINE_NUMBER).and_then(|it| it.as_u64());
            let number = number.and_then(|it| u32::try_from(it).ok());
            let old = number.and_then(|number| sheet.line(number));
            let old = old.filter(|line| !named.contains(&line.number));
            let number = old.map_or(next.saturating_add(1), |line| line.number);
            let source = old.and_then(|line| line.source);
            let unknown = old.map(Line::not_known).unwrap_or_default();
            let place = (number, source, unknown);
            let line = match self.entered_line(group, place, &cells, now_ms) {
                Err(Refusal::Empty) => continue,
                line => line?,
            };
            match old {
                Some(old) => named.push(old.number),
                None => next = number,
            }
            order.push(number);
            let is_same = |old: &Line| {
                let is_moved = line.zone.is_some() && line.zone != old.zone;
                old.values == line.values && old.lacking == line.lacking && !is_moved
            };
            if !old.is_some_and(is_same) {
                changes.push(LineChange::Put(line));
            }
        }
        let gone = sheet.lines.iter().map(|line| line.number);
        let gone = gone.filter(|number| !named.contains(number));
        changes.extend(gone.map(LineChange::Remove));
        if !order.is_sorted() && !sheet.lines.iter().any(Line::is_unread) {
            changes.push(LineChange::Order(order));
        }
        let changes = sheet.counted(changes);
        Ok(self.stored_changes(field, &sheet, changes))
    }

    fn stored_changes(
        &self,
        field: &FormField,
        sheet: &LineSheet,
        changes: Vec<LineChange>,
    ) -> Vec<LineChange> {
        as_new(
            sheet,
            self.state.lines.contains_key(&field.field_id),
            changes,
        )
    }

    /// A line as it was put in. What nobody knew of it may stay so.
    fn entered_line(
        &self,
        group: &Group,
        (number, source, unknown): (u32, Option<Evidence>, Vec<FieldId>),
        cells: &Map<String, Json>,
        now_ms: u64,
    ) -> Result<Line, Refusal> {
        let mut cells = cells.clone();
        let zone = cells.remove(LINE_ZONE);
        let zone = zone.and_then(|it| TimeZone::new(it.as_str()?));
        let place = usize::try_from(number).unwrap_or(usize::MAX);
        let group = without_need_of(group, &unknown);
        let checked = self.in_context(now_ms, |context| check_line(&group, place, &cells, context));
        let values = checked.ok_or(Refusal::WrongKind)??;
        let still = unknown.into_iter();
        let still = still.filter(|id| !values.iter().any(|(field, _)| field == id));
        Ok(Line {
            number,
            source,
            lacking: still.map(Lacking::NotKnown).collect(),
            values: kept_values(values),
            confidence: Confidence::High,
            by: RecordedBy::Entry,
            zone,
        })
    }
}

/// What has a line change places with its neighbour. While models read lines, which they know by their
/// numbers, all keep theirs.
fn moved(sheet: &LineSheet, number: u32, is_up: bool) -> Option<LineChange> {
    if sheet.lines.iter().any(Line::is_unread) {
        return None;
    }
    let place = sheet.lines.iter().position(|it| it.number == number)?;
    let other = match is_up {
        true => place.checked_sub(1)?,
        false => place + 1,
    };
    let other = sheet.lines.get(other)?.number;
    Some(LineChange::Order(match is_up {
        true => vec![number, other],
        false => vec![other, number],
    }))
}

/// A list as it is checked as a whole: without the numbers and zones of its lines, and without the lines that lack
/// what nobody knows, which are no part of its value.
pub(in super::super) fn whole_rows(sheet: &LineSheet, typed: &Json) -> Json {
    let mut typed = typed.clone();
    let lacks = |row: &Json| {
        let number = row.get(LINE_NUMBER).and_then(Json::as_u64);
        let number = number.and_then(|it| u32::try_from(it).ok());
        let line = number.and_then(|number| sheet.line(number));
        let unknown = line.map(Line::not_known).unwrap_or_default();
        let is_blank = |id: &FieldId| row.get(id.as_str()).is_none_or(Json::is_null);
        unknown.iter().any(is_blank)
    };
    if let Some(rows) = typed.as_array_mut() {
        rows.retain(|row| !lacks(row));
    }
    for row in typed.as_array_mut().into_iter().flatten() {
        if let Some(members) = row.as_object_mut() {
            members.remove(LINE_NUMBER);
            members.remove(LINE_ZONE);
        }
    }
    typed
}
