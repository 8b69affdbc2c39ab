//! The finished form as comma-separated values, for spreadsheets.

use super::Submission;

/// What programs that show tables tell the encoding by.
const BYTE_ORDER_MARK: char = '\u{feff}';
/// A cell that begins so is a formula to a spreadsheet, in ASCII or at full width.
const FORMULA: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];

impl Submission {
    /// The form as CSV (RFC 4180): a row for each field, after one with the columns' names.
    ///
    /// Nothing that a respondent writes becomes a formula: a cell that would be one begins with an
    /// apostrophe, unless it is a number.
    pub fn csv(&self) -> String {
        let mut csv = String::from(BYTE_ORDER_MARK);
        row(
            &mut csv,
            ["form", "submitted", "field", "label", "outcome", "value"],
        );
        let submitted = self.submitted_at.as_deref().unwrap_or_default();
        for field in &self.fields {
            let cells = [
                self.form_id.as_str(),
                submitted,
                field.field_id.as_str(),
                field.label.as_str(),
                field.outcome.name(),
                field.value.as_deref().unwrap_or_default(),
            ];
            row(&mut csv, cells);
        }
        csv
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
    let is_formula = text.starts_with(FORMULA) && !is_number(text);
    let is_quoted = is_formula || text.contains([',', '"', '\r', '\n']);
    if is_quoted {
        csv.push('"');
    }
    if is_formula {
        csv.push('\'');
    }
    csv.push_str(&text.replace('"', "\"\""));
    if is_quoted {
        csv.push('"');
    }
}

/// Digits with a sign and a point at most.
fn is_number(text: &str) -> bool {
    kikitori_form::Decimal::new(text).is_some()
}
