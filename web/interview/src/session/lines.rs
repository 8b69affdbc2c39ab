//! The lines of groups as the page shows them.

use std::collections::BTreeMap;

use kikitori_browser::{BrowserLocale, zone_name};
use kikitori_form::FieldId;
use kikitori_form::file::answer::{AnswerType, Group};
use kikitori_form::lines::{AsideReason, Confidence, LineStatus};
use kikitori_interview::{
    Evidence, LINE_NUMBER, Line, LineSheet, MainSessionState, RecordedBy, TimeZone,
};
use leptos::prelude::*;
use serde_json::{Map, Value as Json};

use super::Session;
use kikitori_parts::signals::set_if_new;

/// In a longer list the lines that lack something come first; a shorter one is seen as a whole.
const SEEN_AT_ONCE: usize = 12;

/// The lines of one group.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownSheet {
    /// By their numbers; in a long list those that lack something first.
    pub lines: Vec<ShownLine>,
    /// What was set aside.
    pub set_aside: Vec<ShownAside>,
    /// Whether they can be put into another order: there are several, and all are read.
    pub can_move: bool,
    /// What the last change made of them; nothing while they are told of as a whole.
    pub changes: Vec<ShownChange>,
}

/// A line that is another than it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownChange {
    /// What it is called by; none where it was taken away.
    pub number: Option<u32>,
    /// What it was, by the group's fields; nothing where it is new.
    pub old: Vec<Option<String>>,
    /// What it is; nothing where it was taken away.
    pub new: Vec<Option<String>>,
    /// Whether code could not tell that their words say so.
    pub is_unsure: bool,
}

/// Words that are no line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownAside {
    /// Where they stand.
    pub source: Evidence,
    /// Why they are none.
    pub reason: AsideReason,
    /// The words.
    pub text: String,
}

/// One line.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownLine {
    /// What it is called by.
    pub number: u32,
    /// The words that it came from.
    pub original: Option<String>,
    /// Its values as people read them, by the group's fields.
    pub words: Vec<Option<String>>,
    /// The same as inputs take them.
    pub cells: Map<String, Json>,
    /// What is to be asked about it; nothing where it is whole.
    pub missing: Vec<String>,
    /// What of that nobody knows, by field: it is asked for no more.
    pub not_known: Vec<FieldId>,
    /// How sure the reading is.
    pub confidence: Confidence,
    /// Whether they are to look at it and may say that it is right.
    pub is_unsure: bool,
    /// Whether it was put in or changed by hand last.
    pub by_hand: bool,
    /// The zone that its times are told in, as it is called, where that is to be seen.
    pub zone: Option<String>,
    /// The same by its identifier.
    pub told_in: Option<TimeZone>,
}

impl ShownLine {
    /// Whether something is to be asked about it.
    pub fn is_open(&self) -> bool {
        self.missing.len() > self.not_known.len()
    }
}

impl Session {
    pub(super) fn show_lines(self, state: &MainSessionState) {
        // In the person's language too, where it was translated.
        let form = self.form_file.get_untracked();
        let fields = form.fields.iter();
        let sheets = fields.filter_map(|field| {
            let AnswerType::Group(group) = &field.answer else {
                return None;
            };
            let sheet = state.sheet_of(&field.field_id);
            if sheet.lines.is_empty() {
                return None;
            }
            let language = state.language();
            let words = |evidence| state.words_of(&[evidence]).pop();
            let here = &state.bootstrap.timezone;
            // Where all are told in the zone that the person is in, it stands above and not at each time.
            let is_elsewhere = |line: &Line| line.zone.is_some() && line.zone != *here;
            let names_zone = sheet.lines.iter().any(is_elsewhere);
            let zone_of = |line: &Line| {
                let zone = names_zone.then(|| zone_called(line, language));
                zone.flatten()
            };
            let is_long = sheet.lines.len() > SEEN_AT_ONCE;
            let (todo, whole): (Vec<_>, Vec<_>) = sheet
                .lines
                .iter()
                .partition(|line| is_long && line.status() == LineStatus::Todo);
            let lines = todo.into_iter().chain(whole).map(|line| ShownLine {
                number: line.number,
                original: state.words_of_line(&sheet, line),
                words: words_with_zone(line, group, language, zone_of(line)),
                by_hand: line.by == RecordedBy::Entry,
                zone: zone_of(line),
                told_in: line.zone.clone(),
                cells: line.cells(),
                missing: state.missing_of_line(line, group),
                not_known: line.not_known(),
                confidence: line.confidence,
                is_unsure: line.is_unsure(),
            });
            let words_of = |line: Option<&Line>| {
                line.map(|it| words_with_zone(it, group, language, zone_of(it)))
                    .unwrap_or_default()
            };
            let changes = state.changed_lines(&field.field_id).into_iter();
            let changes = changes.map(|it| ShownChange {
                number: it.new.map(|line| line.number),
                old: words_of(it.old),
                new: words_of(it.new),
                is_unsure: it.new.is_some_and(Line::is_unsure),
            });
            let is_read = !sheet.lines.iter().any(Line::is_unread);
            let shown = ShownSheet {
                can_move: is_read && sheet.lines.len() > 1,
                changes: changes.collect(),
                lines: lines.collect(),
                set_aside: set_aside(&sheet, &words),
            };
            Some((field.field_id.clone(), shown))
        });
        let unsaved = self.unsaved.with_untracked(|unsaved| {
            let fields = unsaved.keys().cloned();
            fields.collect::<Vec<FieldId>>()
        });
        let before: BTreeMap<FieldId, Option<Json>> = unsaved
            .into_iter()
            .map(|field| (field.clone(), self.rows_of(&field)))
            .collect();
        set_if_new(self.lines, sheets.collect::<BTreeMap<_, _>>());
        // A list that is still open has no value that would tell.
        self.let_go_but(|field| before.get(field) == Some(&self.rows_of(field)));
    }

    /// What nobody knows of the lines of a group, by their numbers.
    pub fn not_known_of(self, field: &FieldId) -> BTreeMap<usize, Vec<FieldId>> {
        self.lines.with_untracked(|lines| {
            let lines = lines.get(field).into_iter().flat_map(|sheet| &sheet.lines);
            let lines = lines.filter(|line| !line.not_known.is_empty());
            lines
                .map(|line| (line.number as usize, line.not_known.clone()))
                .collect()
        })
    }

    /// The lines of a group as its inputs take them, each with its number; none where there are none.
    pub fn rows_of(self, field: &FieldId) -> Option<Json> {
        self.lines.with_untracked(|lines| {
            let sheet = lines.get(field)?;
            let mut lines: Vec<&ShownLine> = sheet.lines.iter().collect();
            lines.sort_unstable_by_key(|line| line.number);
            let rows = lines.into_iter().map(|line| {
                let mut row = line.cells.clone();
                row.insert(LINE_NUMBER.to_owned(), Json::from(line.number));
                Json::Object(row)
            });
            Some(rows.collect())
        })
    }
}

/// The rows of a list that stand in inputs: which is that of the line of a number, or a new one.
fn place_of_row(rows: &[Json], number: Option<u32>) -> Option<usize> {
    let number = number.map(Json::from);
    rows.iter()
        .rposition(|row| row.get(LINE_NUMBER) == number.as_ref())
}

impl Session {
    /// What stands in the inputs of one line, or of a new one, and is not saved.
    pub fn unsaved_line(self, field: &FieldId, number: Option<u32>) -> Option<Map<String, Json>> {
        self.unsaved.with_untracked(|unsaved| {
            let rows = unsaved.get(field)?.as_array()?;
            let row = rows.get(place_of_row(rows, number)?)?;
            let mut cells = row.as_object()?.clone();
            cells.remove(LINE_NUMBER);
            Some(cells)
        })
    }

    /// Keeps what stands in the inputs of one line until it is saved, as the form has it; with no cells,
    /// that it is as it was.
    pub fn put_in_line(
        self,
        field: &FieldId,
        number: Option<u32>,
        cells: Option<Map<String, Json>>,
    ) {
        let recorded = self.rows_of(field);
        let unsaved = self
            .unsaved
            .with_untracked(|unsaved| unsaved.get(field).cloned());
        let rows = |rows: Option<&Json>| rows.and_then(Json::as_array).cloned();
        let before = rows(recorded.as_ref()).unwrap_or_default();
        let mut now = rows(unsaved.as_ref()).unwrap_or_else(|| before.clone());
        let was = place_of_row(&before, number).and_then(|place| before.get(place).cloned());
        let row = cells.map(|mut cells| {
            if let Some(number) = number {
                cells.insert(LINE_NUMBER.to_owned(), Json::from(number));
            }
            Json::Object(cells)
        });
        let row = row.or(was);
        match (place_of_row(&now, number), row) {
            (Some(place), Some(row)) => now.splice(place..=place, [row]).for_each(drop),
            (Some(place), None) => drop(now.remove(place)),
            (None, Some(row)) => now.push(row),
            (None, None) => {}
        }
        match now == before {
            true => self.clear_unsaved_of(field),
            false => self.put_in(field.clone(), Json::Array(now)),
        }
    }
}

/// The values of a line as people read them, a time with this `zone`.
fn words_with_zone(
    line: &Line,
    group: &Group,
    language: &str,
    zone: Option<String>,
) -> Vec<Option<String>> {
    let words = line.in_words(group, language, &BrowserLocale);
    let Some(zone) = zone else {
        return words;
    };
    let words = words.into_iter().zip(&group.fields);
    let words = words.map(|(text, field)| Some(in_zone(&text?, &field.answer, &zone)));
    words.collect()
}

fn zone_called(line: &Line, language: &str) -> Option<String> {
    let zone = line.zone.as_ref()?;
    Some(zone_name(zone.as_str(), language).unwrap_or_else(|| zone.to_string()))
}

/// A text with its time zone, where it is a time.
pub fn in_zone(text: &str, answer: &AnswerType, zone: &str) -> String {
    match answer {
        AnswerType::Time(_) | AnswerType::DateTime(_) => format!("{text} ({zone})"),
        _ => text.to_owned(),
    }
}

fn set_aside(sheet: &LineSheet, words: &dyn Fn(Evidence) -> Option<String>) -> Vec<ShownAside> {
    let aside = sheet.set_aside.iter();
    let aside = aside.filter_map(|it| {
        Some(ShownAside {
            source: it.source,
            reason: it.reason,
            text: words(it.source)?,
        })
    });
    aside.collect()
}
