//! Fields that another answer has opened: how many there are is another number than before.

use kikitori_interview::{FieldState, OutlineEntry};
use leptos::prelude::*;

use super::{Opening, Session};
use crate::messages::phrases;
use kikitori_parts::signals::set_if_new;

impl Session {
    /// Shows and reads out how many fields are asked for that were not among those `before`, until the next
    /// one is done.
    pub(super) fn show_more(self, before: &[OutlineEntry]) {
        let (more, goes_on) = self.outline.with_untracked(|now| {
            // One that was answered before it went has its answer still.
            let is_asked = |it: &&OutlineEntry| {
                let was_there = before.iter().any(|old| old.field_id == it.field_id);
                !was_there && it.state != FieldState::Done
            };
            (
                now.iter().filter(is_asked).count(),
                done(now) != done(before),
            )
        });
        let is_open = self
            .opening
            .with_untracked(|opening| *opening == Opening::Open);
        if before.is_empty() || !is_open {
            return;
        }
        if more == 0 {
            if goes_on {
                set_if_new(self.more, 0);
            }
            return;
        }
        self.more.set(more);
        let told = phrases::more_fields(self.page.language.get_untracked(), more);
        // Behind what became of the answer that opens them.
        self.page
            .announcement
            .update(|said| *said = format!("{said} {told}").trim_start().to_owned());
    }
}

fn done(outline: &[OutlineEntry]) -> usize {
    let done = outline.iter().filter(|it| it.state == FieldState::Done);
    done.count()
}
