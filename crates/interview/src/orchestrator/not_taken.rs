//! What was said of a field and brought nothing: it is asked about with its reason, and told to the
//! Interviewer until it is settled.

use kikitori_form::FieldId;
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

impl Orchestrator {
    /// Asks about something that was said of a field and could not be taken: their words, why, and what
    /// stands meanwhile. `rest_taken` says whether the message has brought something else of it.
    pub(super) fn ask_about_not_taken(
        &mut self,
        field_id: &FieldId,
        quoted: String,
        reasons: Vec<String>,
        rest_taken: bool,
    ) {
        let has_answer = self.state.collected_fields.contains_key(field_id);
        let mut lines = vec![quoted];
        let label = self.state.label_of(field_id).unwrap_or_default();
        let field = self.state.form.field(field_id);
        let has_lines = field.is_some_and(|field| self.lines_of(field).is_some());
        match (has_answer && !has_lines, reasons.is_empty()) {
            (true, true) => lines.push(label.to_owned()),
            (true, false) => lines.extend(reasons.iter().map(|it| format!("{label}: {it}"))),
            (false, _) => lines.extend(reasons),
        }
        if rest_taken {
            lines.push(self.word(|it| it.rest_taken).to_owned());
        } else if has_answer {
            lines.push(self.word(|it| it.stays).to_owned());
        }
        if !has_answer {
            return self.ask_by_code(field_id, Some(lines.join("\n")), true);
        }
        if let Some(index) = self.state.place_of(field_id) {
            self.emit(SessionUpdate::FieldEntered { index });
        }
        self.emit(SessionUpdate::OwnQuestion {
            field_id: Some(field_id.clone()),
            text: lines.join("\n"),
            suggestions: Vec::new(),
            stands_in: true,
            tells_heard: false,
        });
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
