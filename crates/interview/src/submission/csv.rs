//! The finished form as comma-separated values, for spreadsheets.

use super::{Submission, SubmittedField, SubmittedLine};
use crate::field::FieldOutcome;
use kikitori_form::{Decimal, narrow_letter};
use serde_json::{Map, Value};

/// What programs that show tables tell the encoding by.
const BYTE_ORDER_MARK: char = '\u{feff}';
/// A cell that begins so is a formula to a spreadsheet, in ASCII or at full width.
const FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\0', '＝', '＋', '－', '＠'];
/// Where spreadsheets of many countries end a cell, and every one a line.
const CUTS: [char; 4] = [';', '\t', '\r', '\n'];
/// A spreadsheet keeps so many digits of a number.
const DIGITS_KEPT: usize = 15;

impl Submission {
    /// The form as CSV (RFC 4180): a row for each field, after one with the columns' names; for a
    /// group, a row for each field of each line, or for the line where it has none, and one for the
    /// group itself where something of it is missing.
    ///
    /// Nothing that a respondent writes becomes a formula, and no digits of a phone number or an id
    /// become a number that has lost its zeros: a cell that would begins with an apostrophe, by which
    /// spreadsheets know a text. So does what is behind a semicolon, a tab or the end of a line.
    pub fn csv(&self) -> String {
        let mut csv = String::from(BYTE_ORDER_MARK);
        let columns = [
            "form",
            "submitted",
            "language",
            "country",
            "timezone",
            "field",
            "line",
            "label",
            "outcome",
            "value",
            "text",
            "missing",
            "original",
        ];
        row(&mut csv, columns);
        let of_form = [
            Some(&self.form_id),
            self.submitted_at.as_ref(),
            self.language.as_ref(),
            self.country.as_ref(),
        ];
        let of_form = of_form.map(|cell| cell.map_or("", String::as_str));
        for field in &self.fields {
            let has_rows = lines_of(field).is_some() || !field.lines.is_empty();
            let whole = field.text.as_deref().filter(|_| !has_rows);
            for field_row in rows_of(field) {
                let outcome = field_row.outcome.or(field.outcome);
                let outcome = outcome.map_or("", |outcome| outcome.name());
                // A time may be told in another zone than the rest.
                let zone = field_row.zone.as_ref().or(field.zone.as_ref());
                let zone = zone.or(self.timezone.as_ref());
                let of_field = [
                    zone.map_or("", String::as_str),
                    &field_row.name,
                    &field_row.line,
                    field.label.as_str(),
                    outcome,
                    &field_row.value,
                    field_row.text.as_deref().or(whole).unwrap_or_default(),
                    &field_row.missing,
                    field_row.original.as_deref().unwrap_or_default(),
                ];
                row(&mut csv, of_form.into_iter().chain(of_field));
            }
        }
        csv
    }
}

impl SubmittedField {
    /// The lines of a group as a CSV of their own: a row for each line, with a column for each of
    /// `columns`, which are the ids of the group's fields, between the line's number and what is
    /// known of how it was read, and the time zone where there are times. None where there are no
    /// lines.
    pub fn lines_csv(&self, columns: &[&str]) -> Option<String> {
        if self.lines.is_empty() {
            return None;
        }
        let mut csv = String::from(BYTE_ORDER_MARK);
        let before = ["line"].into_iter().chain(columns.iter().copied());
        let has_zones = self.zone.is_some() || self.lines.iter().any(|line| line.zone.is_some());
        let after = ["status", "confidence", "missing", "original"];
        row(
            &mut csv,
            before.chain(after).chain(has_zones.then_some("zone")),
        );
        for line in &self.lines {
            let number = line.line.to_string();
            let value = |column: &&str| line.values.get(*column).map(written).unwrap_or_default();
            let values: Vec<String> = columns.iter().map(value).collect();
            let missing = joined(&line.missing);
            let original = line.original.as_deref().unwrap_or_default();
            let zone = line.zone.as_deref().or(self.zone.as_deref());
            let cells = [number.as_str()].into_iter();
            let cells = cells.chain(values.iter().map(String::as_str));
            row(
                &mut csv,
                cells
                    .chain([line.status, line.confidence, &missing, original])
                    .chain(has_zones.then_some(zone.unwrap_or_default())),
            );
        }
        Some(csv)
    }
}

/// The lines that a field's value is, if it is such.
fn lines_of(field: &SubmittedField) -> Option<&Vec<Value>> {
    let lines = field.value.as_ref().and_then(Value::as_array);
    lines.filter(|lines| field.is_group && !lines.is_empty())
}

/// What a row tells of its own.
struct Row {
    name: String,
    line: String,
    value: String,
    /// Of a line's value; that of a field stands with the field.
    text: Option<String>,
    missing: String,
    /// The words that it came from.
    original: Option<String>,
    /// What became of it, where that is not what became of the field.
    outcome: Option<FieldOutcome>,
    /// The time zone of its times.
    zone: Option<String>,
}

/// The rows of a field. Where there are no lines, a row says how the asking for them ended.
fn rows_of(field: &SubmittedField) -> Vec<Row> {
    let own = Row {
        name: field.field_id.to_string(),
        line: String::new(),
        value: String::new(),
        text: None,
        missing: joined(&field.missing),
        original: field.original.clone(),
        outcome: None,
        zone: None,
    };
    // Lines that have a sheet are called there as they are everywhere.
    let sheet = field.lines.iter();
    let mut rows: Vec<Row> = sheet.flat_map(|line| rows_of_line(field, line)).collect();
    if field.lines.is_empty() {
        let Some(value) = lines_of(field) else {
            let value = field.value.as_ref().map(written).unwrap_or_default();
            return vec![Row { value, ..own }];
        };
        let value = value.iter().filter_map(Value::as_object);
        rows = (1..)
            .zip(value)
            .flat_map(|(number, values)| rows_of_values(field, number, values))
            .collect();
    }
    if rows.is_empty() || !own.missing.is_empty() {
        rows.insert(0, own);
    }
    rows
}

fn rows_of_line<'a>(
    field: &'a SubmittedField,
    line: &'a SubmittedLine,
) -> impl Iterator<Item = Row> {
    let cells = line.values.keys();
    let rows = cells.zip(rows_of_values(field, line.line, &line.values));
    let rows = rows.map(|(cell, row)| (line.texts.get(cell).cloned(), row));
    // A line of which nothing could be told is there all the same, with its words.
    let bare = line
        .values
        .is_empty()
        .then(|| row_of_line(field, line.line));
    rows.chain(bare.map(|row| (None, row)))
        .map(|(text, row)| Row {
            text,
            missing: joined(&line.missing),
            original: line.original.clone(),
            outcome: Some(FieldOutcome::Answered).filter(|_| line.missing.is_empty()),
            zone: line.zone.clone(),
            ..row
        })
}

fn rows_of_values<'a>(
    field: &'a SubmittedField,
    number: u32,
    values: &'a Map<String, Value>,
) -> impl Iterator<Item = Row> {
    values.iter().map(move |(cell, value)| Row {
        name: format!("{}.{cell}", field.field_id),
        value: written(value),
        ..row_of_line(field, number)
    })
}

fn row_of_line(field: &SubmittedField, number: u32) -> Row {
    Row {
        name: field.field_id.to_string(),
        line: number.to_string(),
        value: String::new(),
        text: None,
        missing: String::new(),
        original: None,
        outcome: None,
        zone: None,
    }
}

fn joined(missing: &[String]) -> String {
    missing.join("; ")
}

/// A value in one cell.
pub(super) fn written(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Number(number) => {
            Decimal::of_json(number).map_or_else(|| value.to_string(), |it| it.to_string())
        }
        Value::Bool(_) => value.to_string(),
        Value::Array(all) => all.iter().map(written).collect::<Vec<_>>().join("; "),
        Value::Object(members) => members.values().map(written).collect::<Vec<_>>().join("; "),
    }
}

fn row<'a>(csv: &mut String, cells: impl IntoIterator<Item = &'a str>) {
    for (at, text) in cells.into_iter().enumerate() {
        if at > 0 {
            csv.push(',');
        }
        cell(csv, text);
    }
    csv.push_str("\r\n");
}

fn cell(csv: &mut String, text: &str) {
    let is_formula = text.starts_with(FORMULA) && Decimal::new(text).is_none();
    let is_marked = is_formula || loses_digits(text);
    let is_quoted = is_marked || text.contains([',', '"', '\r', '\n']);
    if is_quoted {
        csv.push('"');
    }
    if is_marked {
        csv.push('\'');
    }
    csv.push_str(&without_formulas(text).replace('"', "\"\""));
    if is_quoted {
        csv.push('"');
    }
}

/// `text` with an apostrophe before what would be a formula further in: a spreadsheet whose cells end at
/// semicolons or tabs looks at no quotes but those that a cell begins with, so that it cuts here.
fn without_formulas(text: &str) -> String {
    let mut marked = String::with_capacity(text.len());
    for piece in text.split_inclusive(CUTS) {
        let is_blank = |letter: char| letter == '"' || letter.is_whitespace();
        let begun = piece.trim_start_matches(is_blank);
        let is_number = Decimal::new(begun.trim_end_matches(CUTS).trim()).is_some();
        // What the cell itself begins with is told by whoever writes it.
        if !marked.is_empty() && begun.starts_with(FORMULA) && !is_number {
            marked.push_str(piece.strip_suffix(begun).unwrap_or_default());
            marked.push('\'');
            marked.push_str(begun);
        } else {
            marked.push_str(piece);
        }
    }
    marked
}

/// Whether a spreadsheet would take digits for a number and lose some: 090 becomes 90.
fn loses_digits(text: &str) -> bool {
    let is_digit = |letter: char| narrow_letter(letter).is_ascii_digit();
    let count = text.chars().count();
    let begins_with_zero = text.starts_with(['0', '０']) && count > 1;
    !text.is_empty() && text.chars().all(is_digit) && (begins_with_zero || count > DIGITS_KEPT)
}
