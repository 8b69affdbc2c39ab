//! The words by which a line became another one.

use kikitori_json::FromJson;
use serde::Serialize;

use super::{Line, LineSheet};
use crate::field::RecordedBy;
use crate::value::Evidence;

/// Corrections of one line whose words are kept.
const CORRECTIONS_KEPT: usize = 10;

/// Words that corrected a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, FromJson)]
pub struct LineCorrection {
    /// The line's number.
    pub number: u32,
    /// Where they stand.
    pub words: Evidence,
}

impl LineSheet {
    /// Keeps the words by which a line becomes this one, where they are others than those that it came
    /// from.
    pub(crate) fn note_correction(&mut self, line: &Line, words: Evidence) {
        let Some(old) = self.line(line.number) else {
            return;
        };
        let is_said_later = old.source.is_some_and(|it| it.message != words.message);
        let is_another = old.values != line.values && !old.is_unread();
        let correction = LineCorrection {
            number: line.number,
            words,
        };
        let of_line = self
            .corrections
            .iter()
            .filter(|it| it.number == line.number);
        let is_kept = of_line.count() < CORRECTIONS_KEPT && !self.corrections.contains(&correction);
        if is_said_later && is_another && line.by == RecordedBy::Conversation && is_kept {
            self.corrections.push(correction);
        }
    }
}
