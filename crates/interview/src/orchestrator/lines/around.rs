//! What stands around a list and is none of its lines.

use kikitori_form::lines::{AsideReason, adds_up, counts};
use kikitori_form::values::CheckContext;

use crate::lines::{Line, LineChange, LineSheet};
use crate::tools::LineRead;

/// Whether a line with figures plainly stands before or behind a list, as "There are 3 of us:" does: it
/// is a remark or a heading to its reader, who finds no value in it, and no line of the list is before it
/// and it ends with a colon, or none before or none behind it and its number is how many they are.
pub(super) fn is_around(
    sheet: &LineSheet,
    said: &[LineRead],
    line: &Line,
    read: &LineRead,
    words: &str,
) -> bool {
    let is_remark = matches!(read.aside, Some(AsideReason::Remark | AsideReason::Heading));
    let Some(source) = line.source.filter(|_| is_remark && read.claims.is_empty()) else {
        return false;
    };
    let others = sheet.lines.iter().filter_map(|other| {
        let at = other.source.filter(|it| it.message == source.message)?;
        let items = items_of(said, other.number);
        (other.number != line.number && items > 0).then_some((at.start, items))
    });
    let others: Vec<(usize, usize)> = others.collect();
    let is_first = others.iter().all(|(start, _)| source.start < *start);
    let is_last = others.iter().all(|(start, _)| *start < source.start);
    let items: usize = others.iter().map(|(_, items)| items).sum();
    let ends_with_colon = words.trim_end().ends_with([':', '：']);
    items > 0 && ((is_first && ends_with_colon) || ((is_first || is_last) && counts(words, items)))
}

/// Whether a line is a total in whatever language: it is one to its reader, and its figures are what
/// the lines of the list come to, as far as they are read.
pub(super) fn is_their_total(
    sheet: &LineSheet,
    changes: &[LineChange],
    line: &Line,
    read: &LineRead,
    words: &str,
    context: &CheckContext<'_>,
) -> bool {
    let Some(source) = line
        .source
        .filter(|_| read.aside == Some(AsideReason::Total))
    else {
        return false;
    };
    let mut then = sheet.changed(changes);
    then.lines.retain(|it| {
        let is_of_list = it.source.is_some_and(|it| it.message == source.message);
        is_of_list && it.number != line.number && !it.values.is_empty()
    });
    let values = then.lines.iter().map(|line| {
        let values = line.values.iter();
        values.map(|it| (&it.field, &it.value.0)).collect()
    });
    let values: Vec<Vec<_>> = values.collect();
    !values.is_empty() && adds_up(words, &values, context)
}

/// How many lines of the list a line is to its reader; one that is read already is one.
fn items_of(said: &[LineRead], number: u32) -> usize {
    let of_line = said.iter().filter(|it| it.number == number);
    let (aside, items): (Vec<_>, Vec<_>) = of_line.partition(|it| it.aside.is_some());
    match (aside.is_empty(), items.len()) {
        (true, 0) => 1,
        (_, items) => items,
    }
}
