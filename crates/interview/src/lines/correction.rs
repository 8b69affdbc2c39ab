//! The words by which a line became another one.

use kikitori_form::values::Value;
use kikitori_json::FromJson;
use serde::Serialize;

use super::about::{Signs, words_about};
use super::apart::told_apart;
use super::{Line, LineChange, LineSheet};
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
    /// Keeps the words by which lines become others, where they are in another message than those that a
    /// line came from: of words about several lines, what is said of each. `text` is what stands at `words`.
    pub(crate) fn note_corrections(&mut self, changes: &[LineChange], words: Evidence, text: &str) {
        let message = words.message;
        let corrected = changes.iter().filter_map(|change| match change {
            LineChange::Put(line) => Some(line),
            _ => None,
        });
        let corrected: Vec<&Line> = corrected
            .filter(|line| self.is_corrected(line, message))
            .collect();
        let is_told = |line: &&Line| corrected.iter().any(|it| it.number == line.number);
        let others = self.lines.iter().filter(|line| !is_told(line));
        // And those that the same words bring.
        let new = changes.iter().filter_map(|change| match change {
            LineChange::Put(line) if self.line(line.number).is_none() => Some(line),
            _ => None,
        });
        let new: Vec<Signs> = new.map(|line| self.signs_of(line)).collect();
        let others: Vec<Signs> = others.map(|line| self.signs_of(line)).collect();
        let told: Vec<Signs> = corrected.iter().map(|line| self.signs_of(line)).collect();
        for (at, line) in corrected.iter().enumerate() {
            let Some((before, [own, behind @ ..])) = told.split_at_checked(at) else {
                continue;
            };
            let told: Vec<&Signs> = before.iter().chain(behind).chain(&new).collect();
            let others: Vec<&Signs> = told.iter().copied().chain(&others).collect();
            // Of several that are told of in one breath each has what stands between the names.
            let apart = match told.is_empty() {
                true => None,
                false => told_apart(text, own, &told),
            };
            let apart = apart.filter(|it| it.is_told).map(|it| it.about);
            let (start, end) = apart.unwrap_or_else(|| words_about(text, own, &others));
            let correction = LineCorrection {
                number: line.number,
                words: Evidence {
                    message,
                    start: words.start + start,
                    end: words.start + end,
                },
            };
            let number = line.number;
            let of_line = self.corrections.iter().filter(|it| it.number == number);
            if of_line.count() < CORRECTIONS_KEPT && !self.corrections.contains(&correction) {
                self.corrections.push(correction);
            }
        }
    }

    fn is_corrected(&self, line: &Line, message: usize) -> bool {
        self.line(line.number).is_some_and(|old| {
            let is_said_later = old.source.is_some_and(|it| it.message != message);
            let is_another = old.values != line.values && !old.is_unread();
            is_said_later && is_another
        })
    }

    /// By what a line, as it was or is to become, is known in words.
    fn signs_of(&self, line: &Line) -> Signs {
        let old = self.line(line.number);
        let texts = [Some(line), old].into_iter().flatten();
        let texts = texts.flat_map(|line| &line.values);
        let names = texts.filter_map(|it| match &it.value.0 {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        });
        let changed = line.values.iter().filter(|it| {
            let before = old.and_then(|old| old.value(&it.field));
            before != Some(&it.value.0)
        });
        let values: Vec<String> = changed.map(|it| it.value.0.to_string()).collect();
        let mut names: Vec<String> = names.collect();
        if !values.is_empty() {
            names.push(line.number.to_string());
        }
        Signs {
            names,
            values,
            ..Signs::default()
        }
    }
}
