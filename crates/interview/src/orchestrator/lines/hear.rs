//! Lines that a message adds, corrects or takes away, as the Interviewer reports them.

use kikitori_form::FieldId;
use kikitori_form::FormField;
use kikitori_form::file::answer::Group;
use kikitori_form::lines::{
    Confidence, Lacking, Reading, SourceLine, Unreadable, holds, read, source_lines, told,
};
use kikitori_form::values::{CheckContext, StoredValue, Value};
use serde_json::{Map, Value as Json};

use super::super::asking::REPAIRS;
use super::{Orchestrator, group_of, is_whole, most_lines};
use crate::field::{FieldOutcome, FieldRecord, RecordedBy};
use crate::lines::{
    LINE_NUMBER, LINE_REMOVED, Line, LineChange, LineSheet, SetAside, count_in_words, kept_values,
};
use crate::message::{SessionMessage, Speaker};
use crate::tools::Heard;
use crate::value::Evidence;

/// What a message makes of the lines of a field.
pub(in super::super) struct HeardLines {
    /// In order.
    pub changes: Vec<LineChange>,
    /// What then becomes of the field; none where it is as it was.
    pub record: Option<FieldRecord>,
    /// Whether it would not be asked for any more, and its value.
    pub then: (bool, Option<Value>),
    /// Whether there are lines that nobody has read yet.
    pub reads: bool,
}

type Problem = (&'static str, String);

impl Orchestrator {
    /// Checks what is reported of lines against the words and against the lines that are there.
    pub(in super::super) fn hear_changes(
        &self,
        field: &FormField,
        heard: &Heard,
        evidence: &Evidence,
    ) -> Result<HeardLines, Problem> {
        let Some(group) = group_of(field) else {
            return Err(("value", "it has no lines".to_owned()));
        };
        let state = &self.state;
        let sheet = state.sheet_of(&field.field_id);
        let was_done = state.is_done(&field.field_id);
        let unchanged = HeardLines {
            changes: Vec::new(),
            record: None,
            then: (was_done, sheet.value().filter(|_| was_done)),
            reads: false,
        };
        let items = heard.value.as_deref().map(items_of);
        let names_a_line = |items: &Vec<Map<String, Json>>| {
            items.iter().any(|item| item.contains_key(LINE_NUMBER))
        };
        if matches!(&items, Some(Some(items)) if items.is_empty()) {
            return self.hear_that_there_are_none(field, group, evidence);
        }
        let is_of_list = sheet.has_words_of(evidence.message);
        if is_of_list && !matches!(&items, Some(Some(items)) if names_a_line(items)) {
            // The program has read it.
            return Ok(unchanged);
        }
        let message = state.messages.get(evidence.message);
        let at = message
            .and_then(SessionMessage::shown)
            .map_or(state.updated_at, |message| message.at);
        let words = self.words_about(evidence);
        let told = state.evidence_text(evidence).unwrap_or_default();
        let changes = self.in_context(at, |context| match items {
            Some(Some(items)) => {
                let said = Said {
                    words: &words,
                    told,
                    evidence,
                    // What is not a value is asked about once the model could not mend it.
                    keeps_unreadable: self.asks_refused() >= REPAIRS,
                };
                changes_by(group, &sheet, items, said, context)
            }
            _ => Ok(self.lines_in_words(group, &sheet, evidence, context)),
        });
        let no_list = || {
            let problem =
                "expected a JSON array with an object for each line, or [] if there are none";
            ("value", problem.to_owned())
        };
        let changes = changes.ok_or_else(no_list)?.map_err(|it| ("value", it))?;
        if changes.is_empty() {
            return Err(no_list());
        }
        let then = sheet.changed(&changes);
        if then.lines.len() > most_lines(group) {
            let problem = format!("{} lines are the most", most_lines(group));
            return Err(("value", problem));
        }
        let done = is_whole(group, &then);
        Ok(HeardLines {
            record: Some(self.sheet_record(field, &then, RecordedBy::Conversation)),
            then: (done, then.value().filter(|_| done)),
            reads: then.lines.iter().any(Line::is_unread),
            changes: as_new(&sheet, state.lines.contains_key(&field.field_id), changes),
        })
    }

    /// That there are no lines to give, which answers a field that asks for none.
    fn hear_that_there_are_none(
        &self,
        field: &FormField,
        group: &Group,
        evidence: &Evidence,
    ) -> Result<HeardLines, Problem> {
        let least = group.min_lines.map_or(0, |min| min.0);
        if field.required || least > 0 {
            let problem = format!(
                "{} at the least; who has none to give has not_enough",
                count_in_words(least.max(1) as usize, "en")
            );
            return Err(("value", problem));
        }
        let id = &field.field_id;
        if !self.state.sheet_of(id).lines.is_empty() {
            let problem = format!("there are lines: take each away by {LINE_REMOVED}");
            return Err(("value", problem));
        }
        let none = Value::Group(Vec::new());
        let is_known = self.state.is_done(id)
            && self.state.collected_fields.get(id).map(|it| &it.value) == Some(&none);
        let record = FieldRecord {
            value: Some(StoredValue(none.clone())),
            evidence: vec![*evidence],
            ..FieldRecord::new(Some(FieldOutcome::Answered), RecordedBy::Conversation)
        };
        Ok(HeardLines {
            changes: Vec::new(),
            record: Some(record).filter(|_| !is_known),
            then: (true, Some(none)),
            reads: false,
        })
    }

    /// The words that a change may rest on: what was said, and what was asked before.
    fn words_about(&self, evidence: &Evidence) -> String {
        let state = &self.state;
        let said = state.evidence_text(evidence).unwrap_or_default();
        let before = state.messages.iter().take(evidence.message).rev();
        let mut before = before.filter_map(SessionMessage::shown);
        let asked = before.find(|it| it.speaker == Speaker::Assistant);
        let asked = asked.map_or("", |it| it.text.as_str());
        format!("{said}\n{asked}")
    }

    /// The lines of a list that is quoted: what code reads in columns, and what is still to be read.
    fn lines_in_words(
        &self,
        group: &Group,
        sheet: &LineSheet,
        evidence: &Evidence,
        context: &CheckContext<'_>,
    ) -> Vec<LineChange> {
        let words = self.state.evidence_text(evidence).unwrap_or_default();
        let mut number = sheet.numbered;
        let lines = read(group, words, context);
        let is_list = lines.len() > 1;
        let lines = lines.into_iter().filter_map(|(line, reading)| {
            let source = Evidence {
                message: evidence.message,
                start: evidence.start + line.start,
                end: evidence.start + line.end,
            };
            let (values, lacking, confidence) = match reading {
                Reading::Line(read) => (read.values, read.lacking, read.confidence),
                Reading::Unsettled if is_list => {
                    (Vec::new(), vec![Lacking::NotRead], Confidence::Low)
                }
                Reading::Unsettled => return None,
                Reading::Aside(_) if !is_list => return None,
                Reading::Aside(reason) => {
                    return Some(LineChange::SetAside(SetAside { source, reason }));
                }
            };
            number = number.saturating_add(1);
            Some(LineChange::Put(Line {
                number,
                source: Some(source),
                values: kept_values(values),
                lacking,
                confidence,
                by: RecordedBy::Conversation,
            }))
        });
        lines.collect()
    }
}

/// Where the lines have no sheet yet, those that are there come first.
pub(super) fn as_new(
    sheet: &LineSheet,
    has_sheet: bool,
    changes: Vec<LineChange>,
) -> Vec<LineChange> {
    let before = sheet.lines.iter().filter(|_| !has_sheet);
    let before = before.map(|line| LineChange::Put(line.clone()));
    before.chain(changes).collect()
}

/// The objects of a list, or a single one.
fn items_of(text: &str) -> Option<Vec<Map<String, Json>>> {
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
struct Said<'a> {
    words: &'a str,
    /// Those of the message alone.
    told: &'a str,
    evidence: &'a Evidence,
    /// Whether a line is kept of which a value does not fit.
    keeps_unreadable: bool,
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

fn changes_by(
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
