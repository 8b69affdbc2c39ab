//! Words that are older than what is recorded: they undo nothing.

use super::super::Orchestrator;
use super::{Entry, Hearing};
use crate::tools::{Ask, Heard};
use crate::value::Evidence;
use kikitori_form::FieldId;

/// What the model is told that reports a field anew by words from before its last change.
const OLDER: &str = "it was recorded, changed or taken back after they said that, so what they said \
    later counts: leave it out, or quote words of their last message that change it";

impl Orchestrator {
    /// Takes out the entries that would undo what is recorded by words from before. The model is told
    /// once; after that they are passed over.
    pub(super) fn drop_older(&self, ask: &Ask, entries: &mut Vec<Entry>, hearing: &mut Hearing) {
        let is_told = self.asks_refused() > 0;
        entries.retain_mut(|entry| {
            let heard = ask.heard.get(entry.position);
            if !heard.is_some_and(|heard| self.undoes(entry, heard)) {
                return true;
            }
            if entry.review {
                // Its Reviewer has judged those words.
                entry.review = false;
                entry.record = None;
                return true;
            }
            if !is_told {
                let problem = format!("{}: {OLDER}", entry.field_id);
                hearing.problem(entry.position, "quote", &problem);
            }
            false
        });
    }

    /// Whether an entry makes something else of a field than was recorded after its words were said.
    /// Lines are changed one by one, and named by number.
    fn undoes(&self, entry: &Entry, heard: &Heard) -> bool {
        let field_id = &entry.field_id;
        let is_of_lines = self.state.lines.contains_key(field_id) || !entry.lines.is_empty();
        let is_older = self
            .words_of(heard)
            .is_some_and(|it| self.is_older(field_id, &it));
        let Some(record) = entry.record.as_ref().filter(|_| is_older && !is_of_lines) else {
            return false;
        };
        let collected = self.state.collected_fields.get(field_id);
        let is_same = self.state.is_done(field_id)
            && record.outcome == self.state.outcome_of(field_id)
            && entry.then.value.as_ref() == collected.map(|it| &it.value);
        !is_same
    }

    /// Whether words were said before what is recorded of a field was.
    pub(in crate::orchestrator) fn is_older(&self, field_id: &FieldId, words: &Evidence) -> bool {
        let progress = self.state.field_progress.get(field_id);
        let settled = progress.and_then(|progress| progress.settled_by);
        settled.is_some_and(|settled| words.message < settled)
    }
}
