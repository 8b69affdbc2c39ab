//! Which field each column of a table is for.

use super::amount::with_unit;
use super::cells::{DELIMITERS, Delimiter};
use super::judge::has_something_else;
use super::kept::{Confidence, Lacking, Unreadable};
use super::{LineRead, cell_value, cut, is_words};
use crate::file::LineField;
use crate::file::answer::{AnswerType, Group};
use crate::plain::narrow_letter;
use crate::values::{CheckContext, Value, is_of_the_clock};

/// A header names so many fields at least.
const LEAST_NAMED: usize = 2;

/// The columns of a table.
#[derive(Debug)]
pub(super) struct Columns {
    delimiter: Delimiter,
    /// The place of each column's field in the group; none for a column of something else.
    fields: Vec<Option<usize>>,
    /// Whether names say so.
    is_named: bool,
}

impl Columns {
    /// The columns that `line` names, if it is a header.
    pub(super) fn named(group: &Group, line: &str, context: &CheckContext<'_>) -> Option<Self> {
        DELIMITERS.iter().find_map(|delimiter| {
            let cells = delimiter.cells(line)?;
            let fields: Vec<Option<usize>> = cells
                .iter()
                .map(|cell| named_field(group, cell, context))
                .collect();
            let named: Vec<usize> = fields.iter().flatten().copied().collect();
            let is_once = |at: &usize| named.iter().filter(|it| *it == at).count() == 1;
            let filled = cells.iter().filter(|cell| !cell.is_empty()).count();
            let is_header = named.len() >= LEAST_NAMED
                && named.len() * 2 >= filled
                && named.iter().all(is_once);
            is_header.then_some(Self {
                delimiter: *delimiter,
                fields,
                is_named: true,
            })
        })
    }

    /// The same, with a column of no known name for the group's only day or time that no column is
    /// for yet, where it is the only one whose cells in `rows` are all such.
    pub(super) fn with_clock_column(
        mut self,
        group: &Group,
        rows: &[&str],
        context: &CheckContext<'_>,
    ) -> Self {
        let rows: Vec<Vec<String>> = rows
            .iter()
            .filter_map(|row| self.cells(self.delimiter, row))
            .collect();
        let is_told = |column: usize, field: &LineField| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            let mut cells = cells.filter(|cell| !is_blank(cell)).peekable();
            cells.peek().is_some()
                && cells.all(|cell| cell_value(&field.answer, cell, context).is_ok())
        };
        let fields = group.fields.iter().enumerate();
        let mut unnamed = fields.filter(|(at, field)| {
            is_of_the_clock(&field.answer) && !self.fields.contains(&Some(*at))
        });
        let (Some((at, field)), None) = (unnamed.next(), unnamed.next()) else {
            return self;
        };
        let columns = self.fields.iter().enumerate();
        let columns = columns.filter(|(_, known)| known.is_none());
        let mut columns = columns.filter(|(column, _)| is_told(*column, field));
        if let (Some((column, _)), None) = (columns.next(), columns.next())
            && let Some(place) = self.fields.get_mut(column)
        {
            *place = Some(at);
        }
        self
    }

    /// The columns of the form itself, if `line` has as many cells as a line has fields.
    pub(super) fn of_form(group: &Group, line: &str) -> Option<Self> {
        DELIMITERS.iter().find_map(|delimiter| {
            let cells = delimiter.cells(line)?;
            (cells.len() == group.fields.len()).then(|| Self {
                delimiter: *delimiter,
                fields: (0..cells.len()).map(Some).collect(),
                is_named: false,
            })
        })
    }

    /// The line that `text` is by its columns; none where they do not say.
    pub(super) fn read(
        &self,
        group: &Group,
        text: &str,
        context: &CheckContext<'_>,
    ) -> Option<LineRead> {
        let others = DELIMITERS.iter().filter(|it| **it != self.delimiter);
        let own = self.cells(self.delimiter, text);
        // People mix marks; a line with others has to have every cell.
        let cells = own.or_else(|| {
            let mut all = others.filter_map(|it| it.cells(text));
            all.find(|cells| cells.len() == self.fields.len())
        })?;
        let read = self.read_cells(group, &cells, context);
        let typed = |id: &crate::FieldId| {
            let field = group.fields.iter().find(|field| field.id == *id);
            field.is_some_and(|field| !is_words(&field.answer))
        };
        let fit = read.values.iter().filter(|(id, _)| typed(id)).count();
        let misfits = read.lacking.iter();
        let misfits = misfits
            .filter(|it| matches!(it, Lacking::Unreadable(_)))
            .count();
        (!read.values.is_empty() && misfits <= fit).then_some(read)
    }

    /// The same, where nothing is missing.
    pub(super) fn read_whole(
        &self,
        group: &Group,
        text: &str,
        context: &CheckContext<'_>,
    ) -> Option<LineRead> {
        let cells = self.delimiter.cells(text)?;
        if cells.len() != self.fields.len() {
            return None;
        }
        let read = self.read_cells(group, &cells, context);
        read.lacking.is_empty().then_some(read)
    }

    /// Whether two columns, of which one takes not just any words, could as well be the other way
    /// round.
    pub(super) fn may_be_swapped(
        &self,
        group: &Group,
        texts: &[&str],
        context: &CheckContext<'_>,
    ) -> bool {
        let is_typed = |at: usize| {
            let field = group.fields.get(at);
            field.is_some_and(|field| !is_words(&field.answer))
        };
        let pairs = (0..self.fields.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
        let mut pairs = pairs.filter(|(one, other)| is_typed(*one) || is_typed(*other));
        pairs.any(|(one, other)| {
            let mut fields = self.fields.clone();
            fields.swap(one, other);
            let swapped = Self {
                delimiter: self.delimiter,
                fields,
                is_named: false,
            };
            let mut texts = texts.iter();
            texts.all(|text| swapped.read_whole(group, text, context).is_some())
        })
    }

    /// The cells, where there are as many as columns, or fewer because the last ones are blank.
    fn cells(&self, delimiter: Delimiter, text: &str) -> Option<Vec<String>> {
        let mut cells = delimiter.cells(text)?;
        while cells.len() > self.fields.len() && cells.last().is_some_and(String::is_empty) {
            cells.pop();
        }
        let fits = match delimiter {
            // Which cell is blank cannot be seen.
            Delimiter::Spaces => cells.len() == self.fields.len(),
            _ => cells.len() <= self.fields.len(),
        };
        fits.then_some(cells)
    }

    fn read_cells(&self, group: &Group, cells: &[String], context: &CheckContext<'_>) -> LineRead {
        let cell_of = |at: usize| {
            let column = self.fields.iter().position(|field| *field == Some(at));
            let cell = column.and_then(|column| cells.get(column));
            cell.map(String::as_str).filter(|cell| !is_blank(cell))
        };
        let mut found: Vec<Option<Value>> = vec![None; group.fields.len()];
        let mut lacking = Vec::new();
        let mut is_split = false;
        for (at, field) in group.fields.iter().enumerate() {
            let Some(cell) = cell_of(at) else {
                continue;
            };
            if let Ok(value) = cell_value(&field.answer, cell, context) {
                put(&mut found, at, value);
                continue;
            }
            let free = |other: usize| cell_of(other).is_none();
            match amount_and_unit(group, field, cell, &free, context) {
                Some((amount, unit_at, unit)) => {
                    is_split = true;
                    put(&mut found, at, amount);
                    put(&mut found, unit_at, unit);
                }
                None => lacking.push(Lacking::Unreadable(Unreadable {
                    field: field.id.clone(),
                    said: cut(cell),
                })),
            }
        }
        for (at, field) in group.fields.iter().enumerate() {
            let is_there = found.get(at).is_some_and(Option::is_some);
            if field.required && !is_there && cell_of(at).is_none() {
                lacking.push(Lacking::Missing(field.id.clone()));
            }
        }
        // What no option is called may be one that is written wrong.
        let is_sure = !found.iter().flatten().any(has_something_else);
        let values = group.fields.iter().zip(found);
        LineRead {
            values: values
                .filter_map(|(field, value)| Some((field.id.clone(), value?)))
                .collect(),
            lacking,
            confidence: match self.is_named && !is_split && is_sure {
                true => Confidence::High,
                false => Confidence::Medium,
            },
            has_unknown_cells: has_unknown_cells(&self.fields, cells),
        }
    }
}

fn has_unknown_cells(fields: &[Option<usize>], cells: &[String]) -> bool {
    let mut columns = fields.iter().zip(cells);
    columns.any(|(field, cell)| field.is_none() && !is_blank(cell))
}

fn put(found: &mut [Option<Value>], at: usize, value: Value) {
    if let Some(place) = found.get_mut(at) {
        *place = Some(value);
    }
}

/// A number with its unit in one cell, where a choice of the line has no cell of its own.
fn amount_and_unit(
    group: &Group,
    field: &LineField,
    cell: &str,
    is_free: &dyn Fn(usize) -> bool,
    context: &CheckContext<'_>,
) -> Option<(Value, usize, Value)> {
    if !matches!(field.answer, AnswerType::Number(_) | AnswerType::Integer(_)) {
        return None;
    }
    let (amount, unit) = with_unit(cell)?;
    let amount = cell_value(&field.answer, amount, context).ok()?;
    let choices = group.fields.iter().enumerate();
    let mut choices =
        choices.filter(|(at, other)| matches!(other.answer, AnswerType::Choice(_)) && is_free(*at));
    choices.find_map(|(at, other)| {
        let is_listed =
            |value: &Value| matches!(value, Value::Choice(crate::values::Chosen::Option(_)));
        let unit = cell_value(&other.answer, unit, context).ok();
        Some((amount.clone(), at, unit.filter(is_listed)?))
    })
}

/// Whether a cell says that it has nothing.
fn is_blank(cell: &str) -> bool {
    cell.chars()
        .map(narrow_letter)
        .all(|it| it == '-' || it == ' ' || it == '―')
}

/// The field that a column of this name is for.
fn named_field(group: &Group, name: &str, context: &CheckContext<'_>) -> Option<usize> {
    let plain = |text: &str| -> String {
        let folded = (context.fold)(text);
        let letters = folded.chars().map(narrow_letter);
        letters
            .filter(|it| !it.is_ascii_punctuation() && !it.is_whitespace())
            .collect()
    };
    let name = plain(name);
    if name.is_empty() {
        return None;
    }
    let is_called = |field: &LineField| {
        let labels = field.label.all();
        let aliases = field.aliases.iter().map(|alias| alias.as_str());
        let mut all = labels.chain(aliases).chain([field.id.as_str()]);
        all.any(|it| plain(it) == name)
    };
    let mut fields = group.fields.iter().enumerate();
    let (at, _) = fields.find(|(_, field)| is_called(field))?;
    let is_only = !fields.any(|(_, field)| is_called(field));
    is_only.then_some(at)
}
