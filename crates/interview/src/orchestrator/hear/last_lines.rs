//! The words by which a list ends although something is missing of it.

use std::slice;

use super::super::Orchestrator;
use super::super::lines::{HeardLines, as_new};
use crate::field::{FieldOutcome, FieldRecord, RecordedBy};
use crate::lines::{LineChange, LineSheet};
use crate::tools::{Heard, HeardOutcome};
use crate::value::Evidence;
use kikitori_form::FormField;
use kikitori_form::lines::Lacking;
use serde_json::Value as Json;

impl Orchestrator {
    /// What is told of lines in the words by which the list ends; none where it is told of none.
    pub(super) fn last_lines(
        &self,
        field: &FormField,
        heard: &Heard,
        evidence: &Evidence,
    ) -> Result<Option<HeardLines>, (&'static str, String)> {
        let names_none = heard.value.as_deref().is_none_or(|it| it.trim() == "[]");
        if names_none || (heard.outcome == HeardOutcome::Skipped && field.required) {
            return Ok(None);
        }
        let lines = self.hear_lines(field, heard, evidence)?;
        // Who says what they do not know still may know the rest.
        let tells_which = heard.outcome == HeardOutcome::DoesNotKnow
            && (names_null(heard) || !heard.missing.is_empty());
        if lines.changes.is_empty() || lines.then.0 {
            let is_told = !lines.changes.is_empty() || tells_which;
            return Ok(Some(lines).filter(|_| is_told));
        }
        let sheet = self.state.sheet_of(&field.field_id);
        if heard.outcome == HeardOutcome::DoesNotKnow {
            // Where they say of which values they do not know them, others are still asked for.
            let is_told = lines.changes.iter().any(|it| names_unknown(it, &sheet));
            if is_told || tells_which || lines.reads {
                return Ok(Some(lines));
            }
            let told = lines.changes.clone();
            let ended = self.nothing_more_known(field, told, slice::from_ref(evidence));
            return Ok(Some(match ended {
                Some(ended) => HeardLines {
                    not_taken: lines.not_taken,
                    ..ended
                },
                None => lines,
            }));
        }
        let value = sheet.changed(&lines.changes).value();
        let ends = self.ends_as(field, heard.outcome);
        let record = lines.record.map(|record| FieldRecord {
            // What is whole is kept.
            outcome: match value {
                Some(_) => ends.map(|_| FieldOutcome::Unresolved),
                None => ends,
            },
            lines: ends.is_some() && value.is_some(),
            refused: heard.outcome == HeardOutcome::Refused && field.required,
            ..record
        });
        Ok(Some(HeardLines {
            record,
            then: (ends.is_some(), value),
            ..lines
        }))
    }

    /// That of the lines, with these changes of them, nobody knows what is missing; none where nothing is.
    pub(super) fn nothing_more_known(
        &self,
        field: &FormField,
        mut changes: Vec<LineChange>,
        evidence: &[Evidence],
    ) -> Option<HeardLines> {
        let sheet = self.state.sheet_of(&field.field_id);
        let told = sheet.changed(&changes);
        let unknown: Vec<LineChange> = told.with_nothing_known();
        if unknown.is_empty() {
            return None;
        }
        let then = told.changed(&unknown);
        changes.extend(unknown);
        let value = then.value();
        let record = self.lines_record(field, &then, RecordedBy::Conversation);
        let ends = match value {
            Some(_) => FieldOutcome::Unresolved,
            None => FieldOutcome::DoesNotKnow,
        };
        Some(HeardLines {
            record: Some(FieldRecord {
                outcome: record.outcome.or(Some(ends)),
                lines: value.is_some(),
                evidence: match value {
                    Some(_) => Vec::new(),
                    None => evidence.to_vec(),
                },
                ..record
            }),
            changes: as_new(
                &sheet,
                self.state.lines.contains_key(&field.field_id),
                changes,
            ),
            then: (true, value),
            reads: false,
            not_taken: Vec::new(),
        })
    }
}

/// Whether a report says of a value that it is not known, be it in a line that does not fit.
pub(super) fn names_null(heard: &Heard) -> bool {
    let value = heard.value.as_deref();
    let items: Option<Vec<Json>> = value.and_then(|it| serde_json::from_str(it).ok());
    let mut values = items.iter().flatten().filter_map(Json::as_object);
    values.any(|item| item.values().any(Json::is_null))
}

/// Whether a change says of a value that it is not known, which was not said before.
fn names_unknown(change: &LineChange, before: &LineSheet) -> bool {
    let LineChange::Put(line) = change else {
        return false;
    };
    let known = before.line(line.number).map(|line| &line.lacking);
    let is_said_before = |it: &Lacking| known.is_some_and(|known| known.contains(it));
    let mut unknown = line.lacking.iter().filter(|it| !it.is_open());
    unknown.any(|it| !is_said_before(it))
}
