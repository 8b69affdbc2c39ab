//! Lines that were there once: who puts one back says no more than that.

use kikitori_form::FieldId;
use kikitori_form::file::answer::Group;
use kikitori_form::values::{CheckContext, check};
use serde_json::{Map, Value as Json};

use super::Orchestrator;
use super::meant::is_named;
use super::said::Said;
use crate::lines::{Line, LineSheet};

impl Orchestrator {
    /// The lines of a list that were taken away a few turns ago, the last ones first.
    pub(super) fn lines_taken_away(&self, field: &FieldId, now: &LineSheet) -> Vec<Line> {
        let state = &self.state;
        let turns = state.turn.iter().chain(state.earlier_turns.iter().rev());
        let changed = turns.flat_map(|turn| &turn.corrected);
        let changed = changed.filter(|it| it.field_id == *field);
        let sheets = changed.filter_map(|it| it.lines.as_ref());
        let before = state.field_progress.get(field);
        let before = before.and_then(|it| it.lines_before.as_ref());
        let lines = before.into_iter().flatten();
        let lines = lines.chain(sheets.flat_map(|sheet| &sheet.lines));
        let is_there = |old: &Line| now.lines.iter().any(|it| it.values == old.values);
        lines
            .filter(|it| !it.values.is_empty() && !is_there(it))
            .cloned()
            .collect()
    }
}

/// The line that was there with all of these values, where the words name it.
pub(super) fn put_back(
    group: &Group,
    item: &Map<String, Json>,
    said: Said<'_>,
    context: &CheckContext<'_>,
) -> Option<Line> {
    let is_of = |line: &Line, name: &str, value: &Json| {
        let field = group.fields.iter().find(|it| it.id.as_str() == name)?;
        let Some(old) = line.value(&field.id) else {
            return Some(value.is_null());
        };
        let new = check(&field.answer, value, context).ok()?;
        Some(new.value == *old)
    };
    let mut taken_away = said
        .taken_away
        .iter()
        .filter(|it| is_named(group, it, said.words));
    let line = taken_away.find(|line| {
        let mut values = item.iter();
        !item.is_empty() && values.all(|(name, value)| is_of(line, name, value) == Some(true))
    });
    line.cloned()
}
