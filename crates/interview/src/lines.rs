//! The lines of a repeating group as a session holds them: what each came from, what is known of it,
//! and what is still to be asked.

pub(crate) mod about;
pub(crate) mod apart;
mod changed;
mod correction;
mod zones;

use kikitori_form::file::answer::{AnswerType, Group};
use kikitori_form::lines::{AsideReason, Confidence, Lacking, LineStatus};
use kikitori_form::values::{Formats, StoredValue, Value, in_words};
use kikitori_form::{FieldId, SessionForm};
use kikitori_json::FromJson;
use serde::Serialize;
use serde_json::{Map, Value as Json};

use crate::field::RecordedBy;
use crate::locale::TimeZone;
use crate::value::Evidence;

pub use changed::ChangedLine;
pub(crate) use changed::{changes_told, moves_told};
pub use correction::LineCorrection;

/// Names a line's number among its values; no field can be called so.
pub const LINE_NUMBER: &str = "@line";
/// Says that a line is taken away.
pub const LINE_REMOVED: &str = "@remove";
/// Says in which time zone its times are told.
pub const LINE_ZONE: &str = "@zone";

/// Whether a form asks for lines that are kept one by one. Those of a group whose facts a Reviewer
/// judges are one value.
pub fn asks_for_lines(form: &SessionForm) -> bool {
    let mut fields = form.fields.iter();
    fields.any(|field| {
        matches!(field.answer, AnswerType::Group(_)) && !form.is_reviewed_separately(field)
    })
}

/// The lines of one group.
#[derive(Debug, Clone, Default, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct LineSheet {
    /// By their numbers.
    pub lines: Vec<Line>,
    /// What was said among them and is no line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set_aside: Vec<SetAside>,
    /// The highest number that was given; none is given twice.
    pub numbered: u32,
    /// What was said later that made another line of one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corrections: Vec<LineCorrection>,
}

/// One line.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct Line {
    /// What people call it by; it stays the same.
    pub number: u32,
    /// The respondent's words that it came from; none for one that was put in by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Evidence>,
    /// Its values, in the order of the group's fields.
    pub values: Vec<LineValue>,
    /// What it lacks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lacking: Vec<Lacking>,
    /// How sure it was read as it was meant.
    pub confidence: Confidence,
    /// How it came to be as it is.
    #[serde(default)]
    pub by: RecordedBy,
    /// The time zone that its times are told in; none where it has none, and in sessions of older pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<TimeZone>,
}

/// The value of one field of a line.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
pub struct LineValue {
    /// The field.
    pub field: FieldId,
    /// The value.
    pub value: StoredValue,
}

/// Words among lines that are none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, FromJson)]
pub struct SetAside {
    /// Where they stand.
    pub source: Evidence,
    /// Why they are no line.
    pub reason: AsideReason,
}

/// One change of a sheet. The same words are a line or set aside, never both.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub enum LineChange {
    /// The line of this number is this one.
    Put(Line),
    /// These words are no line.
    SetAside(SetAside),
    /// The line of this number is taken away.
    Remove(u32),
    /// The lines of these numbers stand in this order; each is called by its new place.
    Order(Vec<u32>),
    /// The lines count from 1 again.
    CountFromOne,
}

impl Line {
    /// Whether it has all that it needs.
    pub fn status(&self) -> LineStatus {
        match self.lacking.is_empty() {
            true => LineStatus::Success,
            false => LineStatus::Todo,
        }
    }

    /// The value of a field.
    pub fn value(&self, field: &FieldId) -> Option<&Value> {
        let mut values = self.values.iter();
        values.find(|it| it.field == *field).map(|it| &it.value.0)
    }

    /// Its times, with and without a day.
    pub(crate) fn times(&self) -> Vec<&StoredValue> {
        let values = self.values.iter().map(|it| &it.value);
        let times = values.filter(|it| matches!(it.0, Value::Time(_) | Value::DateTime(_)));
        times.collect()
    }

    /// Whether nobody has read it yet.
    pub fn is_unread(&self) -> bool {
        self.lacking.contains(&Lacking::NotRead)
    }

    /// Its values as they are exported and put into inputs, by field.
    pub fn cells(&self) -> Map<String, Json> {
        let cells = self.values.iter().filter_map(|it| {
            let value = serde_json::to_value(&it.value.0).ok()?;
            Some((it.field.to_string(), value))
        });
        cells.collect()
    }

    /// Whether something is to be asked about it.
    pub(crate) fn is_open(&self) -> bool {
        self.lacking.iter().any(Lacking::is_open)
    }

    /// Whether the person is to look at it: it lacks nothing, but code could not tell that their words say so.
    pub fn is_unsure(&self) -> bool {
        let is_whole = self.status() == LineStatus::Success;
        is_whole && self.confidence == Confidence::Low && self.by != RecordedBy::Entry
    }

    /// Whether it lacks a value of a field, as far as anything of it is read.
    pub(crate) fn lacks_of(&self, field: &FieldId) -> bool {
        self.lacking.iter().any(|lacking| match lacking {
            Lacking::NotRead | Lacking::Unclear => true,
            Lacking::Missing(of) | Lacking::NotKnown(of) => of == field,
            Lacking::Unreadable(it) => it.field == *field,
        })
    }

    /// The fields of which it has no value because nobody knows it.
    pub fn not_known(&self) -> Vec<FieldId> {
        let lacking = self.lacking.iter().filter_map(|lacking| match lacking {
            Lacking::NotKnown(field) => Some(field.clone()),
            _ => None,
        });
        lacking.collect()
    }

    /// The same with what is missing of it noted as not known; none where nothing is missing.
    pub(crate) fn with_nothing_known(&self) -> Option<Self> {
        let mut line = self.clone();
        for lacking in &mut line.lacking {
            lacking.note_not_known(|_| true);
        }
        (line != *self).then_some(line)
    }

    /// What it lacks, in English or Japanese.
    pub fn sentences(&self, group: &Group, language: &str) -> Vec<String> {
        self.sentences_by(group, language, &|_| None)
    }

    /// The same in another language, as far as `told` has its sentences.
    pub(crate) fn sentences_by<'a>(
        &self,
        group: &Group,
        language: &str,
        told: &dyn Fn(&str) -> Option<&'a str>,
    ) -> Vec<String> {
        let lacking = self.lacking.iter();
        let lacking = lacking.map(|it| it.sentence_by(group, language, told));
        lacking.collect()
    }

    /// Its values as people read them, in the order of the group's fields.
    pub fn in_words(
        &self,
        group: &Group,
        language: &str,
        formats: &dyn Formats,
    ) -> Vec<Option<String>> {
        let words = group.fields.iter().map(|field| {
            let value = self.value(&field.id)?;
            Some(in_words(value, &field.answer, language, formats))
        });
        words.collect()
    }
}

impl LineSheet {
    /// Changes it.
    pub(crate) fn change(&mut self, change: LineChange) {
        match change {
            LineChange::Put(line) => {
                if let Some(source) = line.source {
                    self.set_aside.retain(|it| it.source != source);
                }
                self.numbered = self.numbered.max(line.number);
                let place = self.lines.partition_point(|it| it.number < line.number);
                match self.lines.get_mut(place) {
                    Some(old) if old.number == line.number => *old = line,
                    _ => self.lines.insert(place, line),
                }
            }
            LineChange::SetAside(aside) => {
                self.lines.retain(|it| it.source != Some(aside.source));
                self.set_aside.retain(|it| it.source != aside.source);
                self.set_aside.push(aside);
            }
            LineChange::Remove(number) => {
                self.lines.retain(|it| it.number != number);
                self.corrections.retain(|it| it.number != number);
            }
            LineChange::Order(order) => {
                let mut places = order.clone();
                places.sort_unstable();
                places.dedup();
                let is_there = |number: &u32| self.line(*number).is_some();
                if places.len() == order.len() && places.iter().all(is_there) {
                    self.call_by(&order, &places);
                    self.lines.sort_unstable_by_key(|line| line.number);
                }
            }
            LineChange::CountFromOne => {
                let before: Vec<u32> = self.lines.iter().map(|line| line.number).collect();
                self.corrections.retain(|it| before.contains(&it.number));
                let numbers: Vec<u32> = (1..).take(before.len()).collect();
                self.call_by(&before, &numbers);
                self.numbered = u32::try_from(self.lines.len()).unwrap_or(u32::MAX);
            }
        }
    }

    /// Calls each line of `before` by the number that stands at its place in `numbers`, with what
    /// corrected it.
    fn call_by(&mut self, before: &[u32], numbers: &[u32]) {
        let now = |number: &mut u32| {
            let place = before.iter().position(|it| it == number);
            if let Some(now) = place.and_then(|place| numbers.get(place)) {
                *number = *now;
            }
        };
        self.lines.iter_mut().for_each(|it| now(&mut it.number));
        self.corrections
            .iter_mut()
            .for_each(|it| now(&mut it.number));
    }

    /// These changes, after which the lines count from 1. While models read lines, which they know by
    /// their numbers, all keep theirs.
    pub(crate) fn counted(&self, mut changes: Vec<LineChange>) -> Vec<LineChange> {
        let then = self.changed(&changes);
        let is_counted = then.numbered as usize == then.lines.len();
        if !is_counted && !then.lines.iter().any(Line::is_unread) {
            changes.push(LineChange::CountFromOne);
        }
        changes
    }

    /// The sheet as these changes make it.
    pub(crate) fn changed(&self, changes: &[LineChange]) -> Self {
        let mut sheet = self.clone();
        for change in changes {
            sheet.change(change.clone());
        }
        sheet
    }

    /// The line of this number.
    pub fn line(&self, number: u32) -> Option<&Line> {
        self.lines.iter().find(|it| it.number == number)
    }

    /// The lines that something is to be asked about.
    pub(crate) fn open(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| line.is_open())
    }

    /// The lines that lack something.
    pub fn todo(&self) -> impl Iterator<Item = &Line> {
        let lines = self.lines.iter();
        lines.filter(|line| line.status() == LineStatus::Todo)
    }

    /// What says of all that is missing that nobody knows it.
    pub(crate) fn with_nothing_known(&self) -> Vec<LineChange> {
        let lines = self.lines.iter().filter_map(Line::with_nothing_known);
        lines.map(LineChange::Put).collect()
    }

    /// Whether nothing is missing that was not missing `before`, with the same numbers.
    pub(crate) fn lacks_no_more_than(&self, before: &Self) -> bool {
        self.open().all(|line| {
            let was = before.line(line.number);
            let mut open = line.lacking.iter().filter(|it| it.is_open());
            was.is_some_and(|was| open.all(|it| was.lacking.contains(it)))
        })
    }

    /// Whether words of this message are in it.
    pub(crate) fn has_words_of(&self, message: usize) -> bool {
        let lines = self.lines.iter().filter_map(|it| it.source);
        let aside = self.set_aside.iter().map(|it| it.source);
        lines.chain(aside).any(|source| source.message == message)
    }

    /// The lines that have all they need, as the group's value; none where there is none.
    pub fn value(&self) -> Option<Value> {
        let lines = self.lines.iter();
        let lines = lines.filter(|line| line.status() == LineStatus::Success);
        let lines: Vec<Vec<(FieldId, Value)>> = lines
            .map(|line| {
                let values = line.values.iter();
                values
                    .map(|it| (it.field.clone(), it.value.0.clone()))
                    .collect()
            })
            .collect();
        (!lines.is_empty()).then_some(Value::Group(lines))
    }

    /// The words that the lines rest on: one stretch of each message.
    pub(crate) fn evidence(&self) -> Vec<Evidence> {
        let mut all: Vec<Evidence> = Vec::new();
        for source in self.lines.iter().filter_map(|it| it.source) {
            match all.iter_mut().find(|it| it.message == source.message) {
                Some(stretch) => {
                    stretch.start = stretch.start.min(source.start);
                    stretch.end = stretch.end.max(source.end);
                }
                None => all.push(source),
            }
        }
        all
    }

    /// A sheet of lines that came in another way, as a group's value has them.
    pub(crate) fn of_value(value: &Value, source: Option<Evidence>, by: RecordedBy) -> Self {
        let Value::Group(lines) = value else {
            return Self::default();
        };
        let lines: Vec<Line> = (1..)
            .zip(lines)
            .map(|(number, values)| Line {
                number,
                source,
                values: kept_values(values.clone()),
                lacking: Vec::new(),
                confidence: match by {
                    RecordedBy::Entry => Confidence::High,
                    RecordedBy::Conversation => Confidence::Medium,
                },
                by,
                zone: None,
            })
            .collect();
        Self {
            numbered: u32::try_from(lines.len()).unwrap_or(u32::MAX),
            lines,
            set_aside: Vec::new(),
            corrections: Vec::new(),
        }
    }
}

/// Values as a line keeps them.
pub(crate) fn kept_values(values: Vec<(FieldId, Value)>) -> Vec<LineValue> {
    let values = values.into_iter().map(|(field, value)| LineValue {
        field,
        value: StoredValue(value),
    });
    values.collect()
}

/// What a row of a list that is filled in by hand is called by: its place among the numbers of all of
/// them, of which a new one has the next behind the highest. `own` are the numbers of all rows, in their
/// order.
///
/// ```
/// use kikitori_interview::number_of_row;
///
/// let numbers = |own: &[Option<usize>]| -> Vec<usize> {
///     (0..own.len()).map(|at| number_of_row(own, at)).collect()
/// };
/// assert_eq!(numbers(&[Some(2), Some(4), None, None]), [2, 4, 5, 6]);
/// // Rows that have changed places.
/// assert_eq!(numbers(&[None, Some(4), Some(2)]), [2, 4, 5]);
/// ```
pub fn number_of_row(own: &[Option<usize>], at: usize) -> usize {
    let highest = own.iter().flatten().max().copied().unwrap_or_default();
    let known = own.iter().flatten().copied();
    let new = own.iter().filter(|it| it.is_none()).zip(highest + 1..);
    let mut numbers: Vec<usize> = known.chain(new.map(|(_, number)| number)).collect();
    numbers.sort_unstable();
    numbers.get(at).copied().unwrap_or_default()
}

/// How many lines there are, in English or Japanese.
pub(crate) fn count_in_words(count: usize, language: &str) -> String {
    match (is_japanese(language), count) {
        (true, count) => format!("{count}行"),
        (false, 1) => "1 line".to_owned(),
        (false, count) => format!("{count} lines"),
    }
}

/// The same where some of them lack something.
pub(crate) fn count_with_todo(count: usize, todo: usize, language: &str) -> String {
    let lines = count_in_words(count, language);
    match is_japanese(language) {
        true => format!("{lines}（うち{todo}行は未完成）"),
        false => format!("{lines}, {todo} incomplete"),
    }
}

pub(crate) fn is_japanese(language: &str) -> bool {
    let spoken = language.split('-').next().unwrap_or_default();
    spoken.eq_ignore_ascii_case("ja")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn at(start: usize) -> Evidence {
        Evidence {
            message: 0,
            start,
            end: start + 1,
        }
    }

    fn line(number: u32, start: usize, lacking: Vec<Lacking>) -> Line {
        Line {
            number,
            source: Some(at(start)),
            values: Vec::new(),
            lacking,
            confidence: Confidence::Medium,
            by: RecordedBy::Conversation,
            zone: None,
        }
    }

    #[test]
    fn the_same_words_are_a_line_or_set_aside_and_numbers_are_given_once() {
        let mut sheet = LineSheet::default();
        for (number, start) in [(2, 20), (1, 10), (3, 30)] {
            sheet.change(LineChange::Put(line(number, start, Vec::new())));
        }
        let numbers =
            |sheet: &LineSheet| sheet.lines.iter().map(|it| it.number).collect::<Vec<_>>();
        assert_eq!(numbers(&sheet), [1, 2, 3]);
        let aside = SetAside {
            source: at(20),
            reason: AsideReason::Total,
        };
        sheet.change(LineChange::SetAside(aside));
        assert_eq!((numbers(&sheet), sheet.set_aside.len()), (vec![1, 3], 1));
        sheet.change(LineChange::Put(line(4, 20, vec![Lacking::Unclear])));
        assert_eq!((numbers(&sheet), sheet.set_aside.len()), (vec![1, 3, 4], 0));
        assert_eq!(sheet.todo().count(), 1);
        sheet.change(LineChange::Remove(4));
        assert_eq!((numbers(&sheet), sheet.numbered), (vec![1, 3], 4));
    }
}
