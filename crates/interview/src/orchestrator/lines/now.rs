//! What the Interviewer is told of lines.

use kikitori_llm::estimated_tokens;
use serde_json::{Map, Value as Json, json};

use super::{NAMED_AT_ONCE, Orchestrator};
use crate::lines::{LINE_ZONE, Line};

/// The lines of all groups may take this part of a context.
const PART_FOR_LINES: u64 = 16;
/// Characters of a line's own words.
const MAX_WORDS: usize = 120;

impl Orchestrator {
    /// The lines of each group that models may see: those to be asked about, and the others as far as
    /// there is room.
    pub(in super::super) fn shown_lines(&self, context: u64) -> Map<String, Json> {
        let mut shown = Map::new();
        let mut room = context / PART_FOR_LINES;
        for field in &self.state.form.fields {
            let Some(group) = self.lines_of(field).filter(|_| !field.private) else {
                continue;
            };
            let sheet = self.state.sheet_of(&field.field_id);
            if sheet.lines.is_empty() {
                continue;
            }
            let settled = self.state.bootstrap.timezone.as_ref();
            let cells = |line: &Line| {
                let values = line.values.iter();
                let values = values.map(|it| format!("{}={}", it.field, it.value.0));
                let zone = line.zone.iter().filter(|zone| settled != Some(zone));
                let zone = zone.map(|zone| format!("{LINE_ZONE}={zone}"));
                values.chain(zone).collect::<Vec<_>>().join("; ")
            };
            let todo = sheet.open().take(NAMED_AT_ONCE).map(|line| {
                let words = line.source.and_then(|it| self.state.evidence_text(&it));
                json!({
                    "@line": line.number,
                    "words": crate::bounds::cut_between_words(words.unwrap_or_default(), MAX_WORDS),
                    "known": cells(line),
                    "missing": line.sentences(group, "en"),
                })
            });
            let todo: Vec<Json> = todo.collect();
            let mut known = Map::new();
            for line in &sheet.lines {
                if line.is_open() {
                    continue;
                }
                let told: Vec<String> = [cells(line)]
                    .into_iter()
                    .chain(line.sentences(group, "en"))
                    .filter(|it| !it.is_empty())
                    .collect();
                let told = told.join("; ");
                let Some(left) = room.checked_sub(estimated_tokens(&told) + 4) else {
                    break;
                };
                room = left;
                known.insert(line.number.to_string(), json!(told));
            }
            shown.insert(
                field.field_id.to_string(),
                json!({"count": sheet.lines.len(), "known": known, "todo": todo}),
            );
        }
        shown
    }
}
