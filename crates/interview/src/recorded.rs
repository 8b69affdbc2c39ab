//! What became of fields, as messages to the respondent carry it.

use serde_json::{Map, Value, json};

use crate::field::{FieldOutcome, RecordedBy};
use crate::message::ChatMessage;
use crate::state::MainSessionState;
use crate::value::ValueSource;
use kikitori_form::FieldId;
use kikitori_json::FromJson;

/// What became of a field, in the respondent's words.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordedRow {
    /// Which field.
    pub field_id: FieldId,
    /// What it is called.
    pub label: String,
    /// How its asking ended.
    pub outcome: FieldOutcome,
    /// What it was before.
    pub old: Option<String>,
    /// What it is; none where it has no value.
    pub new: Option<String>,
    /// How it came.
    pub by: RecordedBy,
    /// When, in milliseconds since 1970; none in messages of older pages.
    pub at: Option<u64>,
    /// Whether nothing was recorded of the field since. An older row is history.
    pub is_current: bool,
}

/// A row as messages hold it. Those of older pages have less.
#[derive(FromJson)]
struct KeptRow {
    field_id: FieldId,
    #[serde(default)]
    label: Option<String>,
    outcome: FieldOutcome,
    #[serde(default)]
    old: Option<String>,
    #[serde(default)]
    new: Option<String>,
    #[serde(default)]
    by: RecordedBy,
    #[serde(default)]
    at: Option<u64>,
    #[serde(default)]
    record: Option<u32>,
}

impl MainSessionState {
    /// What became of fields by the time of `message`, and was not told before.
    pub fn recorded_with(&self, message: &ChatMessage) -> Vec<RecordedRow> {
        let rows = message.data.results.get("recorded");
        self.read_rows(rows.and_then(Value::as_array).into_iter().flatten())
    }

    /// What became of fields since the last message to the respondent.
    pub fn recorded_since(&self) -> Vec<RecordedRow> {
        let rows = self.pending_data.get("recorded").and_then(Value::as_array);
        let told: Vec<Value> = rows
            .into_iter()
            .flatten()
            .map(|row| self.told_row(row))
            .collect();
        self.read_rows(told.iter())
    }

    fn read_rows<'a>(&self, rows: impl Iterator<Item = &'a Value>) -> Vec<RecordedRow> {
        let rows = rows.filter_map(|row| KeptRow::from_json(row.clone()).ok());
        let read = rows.map(|row| RecordedRow {
            label: row.label.unwrap_or_else(|| row.field_id.to_string()),
            is_current: self.is_current(&row.field_id, row.record),
            field_id: row.field_id,
            outcome: row.outcome,
            old: row.old,
            new: row.new,
            by: row.by,
            at: row.at,
        });
        read.collect()
    }

    pub(crate) fn is_current(&self, field: &FieldId, record: Option<u32>) -> bool {
        let progress = self.field_progress.get(field);
        let records = progress.map_or(0, |progress| progress.records);
        record.is_none_or(|record| record == records)
    }

    /// A row that waits for a message, in the language that is spoken now.
    pub(crate) fn told_row(&self, row: &Value) -> Value {
        let id = row.get("field_id").and_then(Value::as_str);
        let (Some(id), Some(members)) = (id.and_then(FieldId::new), row.as_object()) else {
            return row.clone();
        };
        let mut told: Map<String, Value> = members.clone();
        let before = told.shift_remove("before");
        let before = before.and_then(|it| ValueSource::from_json(it).ok());
        let old = before.and_then(|source| self.value_at(&id, &source));
        let language = self.language();
        if told.contains_key("record") {
            let old = old.map(|old| self.told_in_words(&id, &old, language));
            told.insert("label".to_owned(), json!(self.label_of(&id)));
            told.insert("old".to_owned(), json!(old));
            told.insert("new".to_owned(), json!(self.value_told(&id, language)));
        }
        Value::Object(told)
    }

    /// Takes what waits for the next message to the respondent, in the language that is spoken now.
    /// `is_told` says of each whether the message itself speaks of it.
    pub(crate) fn take_pending(&mut self, is_told: impl Fn(&Value) -> bool) -> Map<String, Value> {
        let mut pending = std::mem::take(&mut self.pending_data);
        for name in ["recorded", "settled"] {
            let Some(Value::Array(rows)) = pending.get_mut(name) else {
                continue;
            };
            for row in rows {
                let told = is_told(row);
                *row = self.told_row(row);
                if let Value::Object(members) = row {
                    members.retain(|name, _| {
                        !["step", "heard", "seen", "acknowledged"].contains(&name.as_str())
                    });
                    members.insert("told".to_owned(), json!(told));
                }
            }
        }
        pending
    }

    /// Changes every row that waits for a message.
    pub(crate) fn each_pending(&mut self, change: impl Fn(&mut Map<String, Value>)) {
        for name in ["recorded", "settled"] {
            let rows = self
                .pending_data
                .get_mut(name)
                .and_then(Value::as_array_mut);
            for row in rows.into_iter().flatten() {
                if let Value::Object(members) = row {
                    change(members);
                }
            }
        }
    }
}
