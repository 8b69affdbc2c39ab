//! Lines as a model reports them, each value checked against the words.

use kikitori_form::FieldId;
use kikitori_form::file::answer::Group;
use kikitori_form::lines::{
    Confidence, Lacking, SourceLine, Unreadable, holds, source_lines, told,
};
use kikitori_form::values::{CheckContext, Value};
use serde_json::{Map, Value as Json};

use crate::field::RecordedBy;
use crate::lines::{LINE_NUMBER, LINE_REMOVED, Line, LineChange, LineSheet, kept_values};
use crate::value::Evidence;

/// The objects of a list, or a single one.
pub(super) fn items_of(text: &str) -> Option<Vec<Map<String, Json>>> {
    let items = match serde_json::from_str(text).ok()? {
        Json::Array(items) => items,
        one => vec![one],
    };
    let items = items.into_iter().map(|item| match item {
        Json::Object(members) => Some(members),
        _ => None,
    });
    items.collect()
}

/// What reported lines rest on.
#[derive(Clone, Copy)]
pub(super) struct Said<'a> {
    pub words: &'a str,
    /// Those of the message alone.
    pub told: &'a str,
    pub evidence: &'a Evidence,
    /// Whether a line is kept of which a value does not fit.
    pub keeps_unreadable: bool,
}

impl Said<'_> {
    /// The words that a new line came from: the one line of them that holds all its values, or else
    /// all of them.
    fn source_of(&self, item: &Map<String, Json>) -> Evidence {
        let values: Vec<String> = item
            .values()
            .filter(|value| !value.is_null())
            .map(|value| {
                value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_owned)
            })
            .collect();
        let holds_all = |line: &SourceLine<'_>| values.iter().all(|it| holds(line.text, it));
        let mut found = source_lines(self.told).filter(holds_all);
        match (found.next(), found.next()) {
            (Some(line), None) if !values.is_empty() => Evidence {
                message: self.evidence.message,
                start: self.evidence.start + line.start,
                end: self.evidence.start + line.end,
            },
            _ => *self.evidence,
        }
    }
}

pub(super) fn changes_by(
    group: &Group,
    sheet: &LineSheet,
    items: Vec<Map<String, Json>>,
    said: Said<'_>,
    context: &CheckContext<'_>,
) -> Result<Vec<LineChange>, String> {
    let mut changed = sheet.clone();
    let mut changes = Vec::new();
    for (at, mut item) in items.into_iter().enumerate() {
        let named = item.iter().find(|(name, _)| !name.starts_with('@'));
        let named = named.map_or_else(|| at.to_string(), |(_, value)| value.to_string());
        let in_line = |problem: String| format!("the line with {named}: {problem}");
        let number = item.remove(LINE_NUMBER);
        let is_removed = item
            .remove(LINE_REMOVED)
            .is_some_and(|it| it == Json::Bool(true));
        let old = match &number {
            None => None,
            Some(number) => {
                let number = number_of(number);
                let line = number.and_then(|number| changed.line(number));
                Some(line.cloned().ok_or("there is no line of that number")?)
            }
        };
        let change = match (old, is_removed) {
            (Some(old), true) => LineChange::Remove(old.number),
            (None, true) => return Err(format!("name the line by {LINE_NUMBER}")),
            (Some(old), false) => {
                LineChange::Put(patched(group, old, &item, said, context).map_err(in_line)?)
            }
            (None, false) => {
                let next = Line {
                    number: changed.numbered.saturating_add(1),
                    source: Some(said.source_of(&item)),
                    values: Vec::new(),
                    lacking: Vec::new(),
                    confidence: Confidence::High,
                    by: RecordedBy::Conversation,
                };
                let line = patched(group, next, &item, said, context).map_err(in_line)?;
                let same = changed.lines.iter().find(|it| it.values == line.values);
                if let Some(same) = same {
                    let number = same.number;
                    return Err(format!(
                        "that line is there as {number}: name it by {LINE_NUMBER}"
                    ));
                }
                LineChange::Put(line)
            }
        };
        changed.change(change.clone());
        changes.push(change);
    }
    Ok(changes)
}

fn number_of(number: &Json) -> Option<u32> {
    match number {
        Json::String(text) => text.trim().parse().ok(),
        other => other.as_u64().and_then(|it| u32::try_from(it).ok()),
    }
}

/// A line with what is said of it: each value has to be what the words say.
fn patched(
    group: &Group,
    mut line: Line,
    item: &Map<String, Json>,
    said: Said<'_>,
    context: &CheckContext<'_>,
) -> Result<Line, String> {
    let mut values: Vec<(FieldId, Value)> = line
        .values
        .drain(..)
        .map(|it| (it.field, it.value.0))
        .collect();
    let was_unread = values.is_empty();
    line.lacking.retain(|it| match it {
        Lacking::Unreadable(it) => !item.contains_key(it.field.as_str()),
        Lacking::Missing(_) | Lacking::NotRead | Lacking::Unclear => false,
    });
    let mut confidence = match was_unread {
        true => Confidence::High,
        false => line.confidence,
    };
    for (name, value) in item {
        values.retain(|(id, _)| id.as_str() != name);
        if value.is_null() || value.as_str().is_some_and(|text| text.trim().is_empty()) {
            continue;
        }
        match told(group, name, value, said.words, context) {
            Ok((id, value, most)) => {
                confidence = confidence.min(most);
                values.push((id, value));
            }
            Err(problem) => {
                let field = group.fields.iter().find(|it| it.id.as_str() == name);
                let written = value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_owned);
                // Only what they said is worth asking about.
                let is_said = (context.fold)(said.words).contains(&(context.fold)(&written));
                let keeps = was_unread && is_said && said.keeps_unreadable;
                let Some(field) = field.filter(|_| keeps) else {
                    return Err(problem);
                };
                line.lacking.push(Lacking::Unreadable(Unreadable {
                    field: field.id.clone(),
                    said: written,
                }));
            }
        }
    }
    let mut ordered = Vec::new();
    for field in &group.fields {
        match values.iter().position(|(id, _)| *id == field.id) {
            Some(place) => ordered.push(values.swap_remove(place)),
            None if line.lacking.iter().any(|it| is_about(it, &field.id)) => {}
            None if field.required => line.lacking.push(Lacking::Missing(field.id.clone())),
            None => {}
        }
    }
    Ok(Line {
        values: kept_values(ordered),
        confidence,
        by: RecordedBy::Conversation,
        ..line
    })
}

fn is_about(lacking: &Lacking, field: &FieldId) -> bool {
    matches!(lacking, Lacking::Unreadable(it) if it.field == *field)
}
