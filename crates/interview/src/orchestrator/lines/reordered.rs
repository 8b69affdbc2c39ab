//! Lines that change places: a model reports each with the values of the other, whose words say only that.

use std::collections::BTreeMap;

use kikitori_form::FieldId;
use kikitori_form::file::answer::Group;
use kikitori_form::values::{CheckContext, Value, check};
use serde_json::{Map, Value as Json};

use super::meant::Named;
use crate::lines::{LINE_NUMBER, Line, LineSheet};

type Values = BTreeMap<FieldId, Value>;

/// The lines that `items` name, in the order in which they stand then, where each of them has the values of another
/// one of them and nothing else is told.
pub(super) fn reordered(
    group: &Group,
    sheet: &LineSheet,
    items: &[Map<String, Json>],
    context: &CheckContext<'_>,
) -> Option<Vec<u32>> {
    let told = items
        .iter()
        .map(|item| told_of(group, sheet, item, context));
    let mut told = told.collect::<Option<Vec<(&Line, Values)>>>()?;
    told.sort_by_key(|(line, _)| line.number);
    let order = told.iter().map(|(_, values)| {
        let mut same = told.iter().filter(|(line, _)| values_of(line) == *values);
        // Of two that are alike nobody can tell which is meant.
        let (only, None) = (same.next()?, same.next()) else {
            return None;
        };
        Some(only.0.number)
    });
    let order = order.collect::<Option<Vec<u32>>>()?;
    let before: Vec<u32> = told.iter().map(|(line, _)| line.number).collect();
    let mut all = order.clone();
    all.sort_unstable();
    (all == before && order != before).then_some(order)
}

/// A line that is named, and the values that it is to have.
fn told_of<'a>(
    group: &Group,
    sheet: &'a LineSheet,
    item: &Map<String, Json>,
    context: &CheckContext<'_>,
) -> Option<(&'a Line, Values)> {
    let line = sheet.line(Named::of(item.get(LINE_NUMBER)?).number?)?;
    let mut values = values_of(line);
    for (name, value) in item.iter().filter(|(name, _)| *name != LINE_NUMBER) {
        let field = group.fields.iter().find(|it| it.id.as_str() == name)?;
        match value.is_null() {
            true => values.remove(&field.id),
            false => {
                let checked = check(&field.answer, value, context).ok()?;
                values.insert(field.id.clone(), checked.value)
            }
        };
    }
    Some((line, values))
}

fn values_of(line: &Line) -> Values {
    let values = line.values.iter();
    values
        .map(|it| (it.field.clone(), it.value.0.clone()))
        .collect()
}
