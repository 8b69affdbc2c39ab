//! What one step back took back.

use std::collections::BTreeMap;

use kikitori_interview::{FieldId, FieldOutcome, OutlineEntry};
use leptos::prelude::*;

use super::Session;
use crate::components::taken_back::in_one_line;
use kikitori_parts::signals::set_if_new;

/// What a field is not any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenBack {
    /// Which field.
    pub field_id: FieldId,
    /// What it is called.
    pub label: String,
    /// How its asking had ended; none where it had an answer and was still asked about.
    pub outcome: Option<FieldOutcome>,
    /// What it was, if it was something.
    pub was: Option<String>,
    /// What it is again, if it is something.
    pub is: Option<String>,
}

impl Session {
    /// Keeps what the fields are, to tell them from what they are once the step is taken back.
    pub(super) fn before_step_back(self) {
        let outline = self.outline.get_untracked();
        self.before_step.set_value(Some(outline));
    }

    /// Shows and reads out what was taken back, once it is.
    pub(super) fn show_taken_back(self) {
        let Some(before) = self.before_step.get_value() else {
            return;
        };
        let taken = self.outline.with_untracked(|now| differences(&before, now));
        if taken.is_empty() {
            return;
        }
        self.before_step.set_value(None);
        let told = untrack(|| in_one_line(self, &taken));
        self.page.announcement.set(told);
        self.taken_back.set(taken);
    }

    /// What was taken back is old news once they go on.
    pub(super) fn forget_taken_back(self) {
        self.before_step.set_value(None);
        set_if_new(self.taken_back, Vec::new());
    }
}

fn differences(before: &[OutlineEntry], now: &[OutlineEntry]) -> Vec<TakenBack> {
    let now: BTreeMap<&FieldId, &OutlineEntry> = now.iter().map(|it| (&it.field_id, it)).collect();
    let taken = before.iter().filter_map(|old| {
        let now = now.get(&old.field_id);
        let is = now.and_then(|it| it.value.clone());
        let is_same = is == old.value && now.is_none_or(|it| it.outcome == old.outcome);
        let was_something = old.value.is_some() || old.outcome.is_some();
        (was_something && !is_same).then(|| TakenBack {
            field_id: old.field_id.clone(),
            label: old.label.clone(),
            outcome: old.outcome,
            was: old.value.clone(),
            is: is.filter(|is| old.value.as_ref() != Some(is)),
        })
    });
    taken.collect()
}
