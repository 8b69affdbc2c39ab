//! The finished form: all of what leaves, which is all of what the review page shows.

mod csv;
mod sheet;
mod written;

pub use sheet::{SheetWords, ShownName, TableWords};

use serde::Serialize;

use std::collections::BTreeMap;

use crate::field::{FieldOutcome, RecordedBy};
use crate::lines::Line;
use crate::locale::TimeZone;
use crate::orchestrator::Orchestrator;
use crate::state::MainSessionState;
use crate::submission::written::WrittenOn;
use kikitori_form::FieldId;
use kikitori_form::FormField;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::values::{Formats, Marks, Value as Recorded};
use serde_json::{Map, Value};

/// A form as it was confirmed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Submission {
    /// The form's id.
    pub form_id: String,
    /// The form's title.
    pub form_title: String,
    /// The respondent's language, as a BCP 47 tag.
    pub language: Option<String>,
    /// The respondent's country, as an ISO 3166-1 code.
    pub country: Option<String>,
    /// The respondent's time zone.
    pub timezone: Option<String>,
    /// The local time at which they confirmed.
    pub submitted_at: Option<String>,
    /// The fields whose conditions hold, in the form's order.
    pub fields: Vec<SubmittedField>,
}

/// One field of a [`Submission`].
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SubmittedField {
    /// The field's id.
    pub field_id: FieldId,
    /// What the form calls it, in the respondent's language.
    pub label: String,
    /// How its asking ended; null where it was not asked to its end.
    pub outcome: Option<FieldOutcome>,
    /// What was missing of an answer that was left unresolved.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// The answer in its type; null where there is none.
    pub value: Option<Value>,
    /// The time zone that a time, or the times of a group's lines, are told in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
    /// The answer as people read it: a phone number as it was given, a time with its zone.
    pub text: Option<String>,
    /// The respondent's words that a text rests on, where it is not those: a summary, or their answer
    /// in the form's language. Those by which they passed the field over, such as "none".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub original: Option<String>,
    /// The lines of a group, one by one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<SubmittedLine>,
    /// Whether the value is the lines of a group.
    #[serde(skip)]
    pub is_group: bool,
}

/// One line of a group, as it was confirmed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SubmittedLine {
    /// What it was called by.
    pub line: u32,
    /// `success`, or `todo` where something is still missing.
    pub status: &'static str,
    /// `high`, `medium` or `low`.
    pub confidence: &'static str,
    /// The respondent's words that it came from.
    pub original: Option<String>,
    /// What is missing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// Whether it was put in or changed by hand last.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub by_hand: bool,
    /// The time zone that its times are told in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
    /// Its values by field.
    pub values: Map<String, Value>,
    /// The same as people read them: a time with its zone.
    #[serde(skip)]
    pub texts: BTreeMap<String, String>,
}

fn is_of_the_clock(answer: &AnswerType) -> bool {
    matches!(answer, AnswerType::Time(_) | AnswerType::DateTime(_))
}

/// Whether lines of a group have times, which mean something in a time zone only.
fn has_times(field: &FormField) -> bool {
    match &field.answer {
        AnswerType::Group(group) => group.fields.iter().any(|it| is_of_the_clock(&it.answer)),
        _ => false,
    }
}

/// The zone that a field's times are told in; of a list, that of all its times.
fn zone_of(state: &MainSessionState, field: &FormField) -> Option<TimeZone> {
    let collected = state.collected_fields.get(&field.field_id)?;
    if !has_times(field) {
        return collected.zone.clone();
    }
    let lines = state.lines.get(&field.field_id).into_iter();
    let lines = lines.flat_map(|sheet| &sheet.lines);
    let lines = lines.filter(|line| !line.times().is_empty());
    let mut zones = lines.filter_map(|line| zone_of_line(state, line));
    let Some(first) = zones.next() else {
        return state.bootstrap.timezone.clone();
    };
    zones.all(|zone| zone == first).then_some(first)
}

/// The zone of a line's times. Sessions of older pages have none of their own.
fn zone_of_line(state: &MainSessionState, line: &Line) -> Option<TimeZone> {
    let zone = line.zone.as_ref().or(state.bootstrap.timezone.as_ref());
    zone.filter(|_| !line.times().is_empty()).cloned()
}

fn submitted_lines(
    state: &MainSessionState,
    field: &FormField,
    named: &dyn Fn(&TimeZone) -> String,
    formats: &dyn Formats,
) -> Vec<SubmittedLine> {
    let AnswerType::Group(group) = &field.answer else {
        return Vec::new();
    };
    let outcome = state.outcome_of(&field.field_id);
    let is_given = matches!(
        outcome,
        Some(FieldOutcome::Answered | FieldOutcome::Unresolved)
    );
    let sheet = state.lines.get(&field.field_id).filter(|_| is_given);
    let Some(sheet) = sheet else {
        return Vec::new();
    };
    let language = state.language();
    let texts = |line: &Line| {
        let words = line.in_words(group, language, formats);
        let zone = zone_of_line(state, line).map(|zone| named(&zone));
        let texts = group.fields.iter().zip(words).filter_map(|(field, text)| {
            let text = match (is_of_the_clock(&field.answer), &zone) {
                (true, Some(zone)) => format!("{} ({zone})", text?),
                _ => text?,
            };
            Some((field.id.to_string(), text))
        });
        texts.collect()
    };
    let lines = sheet.lines.iter();
    lines
        .map(|line| SubmittedLine {
            texts: texts(line),
            line: line.number,
            by_hand: line.by == RecordedBy::Entry,
            zone: zone_of_line(state, line).map(|zone| zone.to_string()),
            status: line.status().name(),
            confidence: line.confidence.name(),
            original: state.words_of_line(sheet, line),
            missing: state.missing_of_line(line, group),
            values: line.cells(),
        })
        .collect()
}

/// The lines of a group of which nothing is open any more, where nobody knows something of some of them:
/// those are there without it.
fn with_what_nobody_knows(state: &MainSessionState, field: &FormField) -> Option<Value> {
    let outcome = state.outcome_of(&field.field_id);
    let sheet = state.lines.get(&field.field_id);
    let sheet = sheet.filter(|_| outcome == Some(FieldOutcome::Unresolved))?;
    let settled = sheet.lines.iter().filter(|line| !line.is_open());
    let settled = settled.map(Line::cells).filter(|cells| !cells.is_empty());
    let settled: Vec<Value> = settled.map(Value::Object).collect();
    (!settled.is_empty()).then(|| Value::Array(settled))
}

/// The lines of a group by their numbers, each with what it lacks and its times with their zone, where
/// there is either.
fn lines_in_words(field: &FormField, lines: &[SubmittedLine], language: &str) -> Option<String> {
    let AnswerType::Group(group) = &field.answer else {
        return None;
    };
    // Lines that are whole and have no times read as the value does.
    let is_plain = |line: &SubmittedLine| line.missing.is_empty() && line.zone.is_none();
    if lines.iter().all(is_plain) {
        return None;
    }
    let marks = Marks::of(language);
    let lines = lines.iter().map(|line| {
        let cells = group.fields.iter().filter_map(|field| {
            let text = line.texts.get(field.id.as_str())?;
            let label = field.label.in_language(language);
            Some(format!("{label}{}{text}", marks.colon))
        });
        let cells: Vec<String> = cells.chain(line.missing.iter().cloned()).collect();
        format!("{}. {}", line.line, cells.join(marks.comma))
    });
    Some(lines.collect::<Vec<_>>().join("\n"))
}

/// What they said, where the text that is recorded of it is another, or there is none because of it.
fn original_words(state: &MainSessionState, field: &FormField) -> Option<String> {
    let collected = state.collected_fields.get(&field.field_id);
    if collected.is_none() && !field.private {
        return state.words_of_passing_over(&field.field_id);
    }
    let collected = collected.filter(|it| !field.private && !it.evidence.is_empty())?;
    let Recorded::Text(text) = &collected.value else {
        return None;
    };
    let quoted = state.words_meant(&field.field_id, &collected.evidence);
    let quoted = quoted.join("\n");
    (quoted != *text && !quoted.is_empty()).then_some(quoted)
}

impl Submission {
    /// The session's form, once it is confirmed.
    pub fn of(interview: &Orchestrator) -> Option<Self> {
        let state = interview.state();
        let submitted_at = state.submitted_at.as_deref()?;
        let asked = state.asked_fields();
        let (language, locale) = (state.language(), interview.locale());
        let formats = WrittenOn::of(submitted_at, locale);
        let fields = state.form.fields.iter();
        let fields = fields.filter(|field| asked.contains(&field.field_id));
        let fields = fields.map(|field| {
            let id = &field.field_id;
            let outcome = state.outcome_of(id);
            let missing = match outcome {
                Some(FieldOutcome::Unresolved) => interview.missing_of_field(id, false),
                _ => Vec::new(),
            };
            let collected = state.collected_fields.get(id);
            let named = |zone: &TimeZone| {
                let name = locale.zone_name(zone, language);
                name.unwrap_or_else(|| zone.to_string())
            };
            let zone = zone_of(state, field).map(|zone| (zone.to_string(), named(&zone)));
            let lines = submitted_lines(state, field, &named, &formats);
            let in_lines = lines_in_words(field, &lines, language);
            SubmittedField {
                field_id: id.clone(),
                label: field.label.in_language(language).to_owned(),
                outcome,
                missing,
                value: with_what_nobody_knows(state, field)
                    .or_else(|| collected.and_then(|it| serde_json::to_value(&it.value).ok())),
                text: in_lines.or_else(|| {
                    let text = state.value_shown(id, language, &formats)?;
                    Some(match &zone {
                        Some((id, name)) => text.replace(id, name),
                        None => text,
                    })
                }),
                original: original_words(state, field),
                lines,
                zone: zone.map(|(id, _)| id),
                is_group: matches!(field.answer, AnswerType::Group(_)),
            }
        });
        Some(Self {
            form_id: state.form.id.clone(),
            form_title: state.form.title.in_language(language).to_owned(),
            language: state.bootstrap.language.as_ref().map(ToString::to_string),
            country: state.bootstrap.country.as_ref().map(ToString::to_string),
            timezone: state.bootstrap.timezone.as_ref().map(ToString::to_string),
            submitted_at: state.submitted_at.clone(),
            fields: fields.collect(),
        })
    }

    /// What the file of a download is called: the form and the day.
    ///
    /// ```
    /// # use kikitori_interview::Submission;
    /// let submission = Submission {
    ///     form_id: "order".to_owned(),
    ///     form_title: "Order".to_owned(),
    ///     language: None,
    ///     country: None,
    ///     timezone: None,
    ///     submitted_at: Some("2026-11-25T09:30:00+09:00".to_owned()),
    ///     fields: Vec::new(),
    /// };
    /// assert_eq!(submission.file_name("csv"), "order-2026-11-25.csv");
    /// ```
    pub fn file_name(&self, ending: &str) -> String {
        let at = self.submitted_at.as_deref().unwrap_or_default();
        let day = at.split('T').next().unwrap_or_default();
        format!("{}-{day}.{ending}", self.form_id)
    }
}
