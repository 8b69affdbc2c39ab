//! What is missing of a field, in the language that is spoken now.

use kikitori_form::FieldId;
use kikitori_form::file::answer::Group;
use kikitori_form::values::Marks;

use super::Orchestrator;
use super::lines::{NAMED_AT_ONCE, group_of};
use crate::lines::Line;

/// How a line is called by its number.
pub(super) const LINE: &str = "Line {}";

impl Orchestrator {
    /// What is missing of a field. What its lines lack is put into words anew, as they may have been told
    /// it in another language; with `is_open` without what nobody knows of them.
    pub(crate) fn missing_of_field(&self, field: &FieldId, is_open: bool) -> Vec<String> {
        let progress = self.state.field_progress.get(field);
        let mut missing = progress.map_or_else(Vec::new, |it| it.missing_facts.clone());
        let group = self.state.form.field(field).and_then(group_of);
        let (Some(group), Some(sheet)) = (group, self.state.lines.get(field)) else {
            return missing;
        };
        let todo: Vec<&Line> = sheet.todo().take(NAMED_AT_ONCE).collect();
        // What is missing besides stands before it.
        let Some(besides) = missing.len().checked_sub(todo.len()) else {
            return missing;
        };
        missing.truncate(besides);
        let todo = todo.into_iter().filter(|line| !is_open || line.is_open());
        missing.extend(todo.map(|line| self.in_line(line.number, &self.missing_of(line, group))));
        missing
    }

    /// Something about a line, with its number before.
    pub(super) fn in_line(&self, number: u32, told: &str) -> String {
        let line = self.told(LINE, "{}行目", [number.to_string()]);
        let marks = Marks::of(self.state.language());
        format!("{line}{}{told}", marks.colon)
    }

    /// What is missing of a line, in one sentence.
    pub(super) fn missing_of(&self, line: &Line, group: &Group) -> String {
        let missing = self.state.missing_of_line(line, group);
        missing.join(Marks::of(self.state.language()).comma)
    }
}
