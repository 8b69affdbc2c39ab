//! Lines of a repeating group, read from what somebody typed or pasted: code settles what is plainly
//! a table, says which lines are headings or totals, and leaves the rest to be read by somebody who
//! understands words. What they say of a line is held against the line itself.

mod amount;
mod aside;
mod cells;
mod columns;
mod counted;
mod judge;
mod kept;
mod source;

use serde_json::Value as Json;

pub use amount::has_digit;
pub(crate) use amount::spelled_in;
pub use aside::{adds_up, counts, is_total};
pub use counted::{numbers_told_in, tells_number};
pub use judge::{Claim, Judged, NotTold, judge, other_options, told};
pub use kept::{AsideReason, Confidence, LACKING_SENTENCES, Lacking, LineStatus, Unreadable};
pub use source::{SourceLine, holds, source_lines};

use crate::dates::Reader;
use crate::file::answer::{AnswerType, Group};
use crate::id::FieldId;
use crate::values::{CheckContext, Refusal, Value, check, is_of_the_clock};
use columns::Columns;

/// So many lines in a row make columns without names certain.
const LEAST_IN_BLOCK: usize = 3;
/// Characters of what is kept of a cell that does not fit.
const MAX_SAID_CHARS: usize = 80;

/// What code makes of one line of a text.
#[derive(Debug, Clone, PartialEq)]
pub enum Reading {
    /// A line of the group, as far as its columns say.
    Line(LineRead),
    /// No line of the group.
    Aside(AsideReason),
    /// Code cannot tell.
    Unsettled,
}

/// The values of one line, and what is missing of it.
#[derive(Debug, Clone, PartialEq)]
pub struct LineRead {
    /// In the order of the group's fields.
    pub values: Vec<(FieldId, Value)>,
    /// What has to be asked for.
    pub lacking: Vec<Lacking>,
    /// How sure the reading is.
    pub confidence: Confidence,
    /// Whether cells were left out because code does not know what their columns are called.
    pub has_unknown_cells: bool,
}

impl LineRead {
    /// Whether somebody who reads more languages than code may read more of it: a day or a time in
    /// words that are not code's to read, or what is missing under a name that is not. Of digits alone
    /// nobody reads more.
    pub fn needs_a_reader(&self, group: &Group, language: &str) -> bool {
        self.lacking.iter().any(|lacking| match lacking {
            Lacking::Missing(_) => self.has_unknown_cells,
            Lacking::Unreadable(it) => {
                let field = group.fields.iter().find(|field| field.id == it.field);
                let is_of_the_clock = field.is_some_and(|it| is_of_the_clock(&it.answer));
                let has_words = it.said.contains(char::is_alphabetic);
                is_of_the_clock && has_words && Reader::of(&it.said, language) == Reader::Numbers
            }
            _ => false,
        })
    }
}

/// Reads every line of `text` that is not blank, in order.
///
/// ```
/// use kikitori_form::file::answer::AnswerType;
/// use kikitori_form::lines::{AsideReason, Reading, read};
/// use kikitori_form::values::{CheckContext, no_patterns};
///
/// let answer = AnswerType::from_json(&serde_json::json!({"type": "group", "fields": [
///     {"id": "item", "label": "Item", "required": true, "answer": {"type": "shortText"}},
///     {"id": "quantity", "label": "Quantity", "required": true, "answer": {"type": "number"}}
/// ]})).unwrap();
/// let AnswerType::Group(group) = answer else { panic!() };
/// let context = CheckContext {
///     today: jiff::civil::date(2026, 11, 25),
///     language: "en",
///     country: None,
///     fold: &|text| text.to_lowercase(),
///     fits: &no_patterns,
/// };
/// let read = read(&group, "Item\tQuantity\nA-17\t2\n\nand some more of those", &context);
/// assert_eq!(read[0].1, Reading::Aside(AsideReason::Header));
/// assert!(matches!(&read[1].1, Reading::Line(line) if line.lacking.is_empty()));
/// assert_eq!(read[2].1, Reading::Unsettled);
/// ```
pub fn read<'a>(
    group: &Group,
    text: &'a str,
    context: &CheckContext<'_>,
) -> Vec<(SourceLine<'a>, Reading)> {
    let mut named: Option<Columns> = None;
    let mut read = Vec::new();
    let lines: Vec<SourceLine<'_>> = source_lines(text).collect();
    for (at, line) in lines.iter().copied().enumerate() {
        let reading = if aside::is_rule(line.text) {
            Reading::Aside(AsideReason::Rule)
        } else if let Some(columns) = Columns::named(group, line.whole, context) {
            let rows = lines.iter().skip(at + 1).map(|line| line.whole);
            let rows = rows.take_while(|row| Columns::named(group, row, context).is_none());
            let rows: Vec<&str> = rows.collect();
            named = Some(columns.with_clock_column(group, &rows, context));
            Reading::Aside(AsideReason::Header)
        } else if aside::is_total(line.text) {
            Reading::Aside(AsideReason::Total)
        } else if aside::is_heading(line.text) {
            Reading::Aside(AsideReason::Heading)
        } else {
            let found = named.as_ref();
            let found = found.and_then(|columns| columns.read(group, line.whole, context));
            found.map_or(Reading::Unsettled, Reading::Line)
        };
        read.push((line, reading));
    }
    read_blocks(group, &mut read, context);
    read
}

/// Reads runs of lines that have the columns of the form itself.
fn read_blocks(group: &Group, read: &mut [(SourceLine<'_>, Reading)], context: &CheckContext<'_>) {
    let mut at = 0;
    while at < read.len() {
        let unsettled = read.iter().skip(at);
        let unsettled = unsettled.take_while(|(_, it)| *it == Reading::Unsettled);
        let texts: Vec<&str> = unsettled.map(|(line, _)| line.whole).collect();
        let columns = texts.first().and_then(|it| Columns::of_form(group, it));
        let rows = |columns: &Columns| {
            let rows = texts.iter();
            let rows = rows.map_while(|text| columns.read_whole(group, text, context));
            rows.collect::<Vec<LineRead>>()
        };
        let found = columns.as_ref().map(rows).unwrap_or_default();
        let is_certain = found.len() >= LEAST_IN_BLOCK
            && columns.as_ref().is_some_and(|columns| {
                let texts = texts.get(..found.len()).unwrap_or_default();
                !columns.may_be_swapped(group, texts, context)
            });
        let step = found.len().max(1);
        if is_certain {
            for ((_, reading), line) in read.iter_mut().skip(at).zip(found) {
                *reading = Reading::Line(line);
            }
        }
        at += step;
    }
}

/// A group whose lines need no value of these fields: nobody knows them.
pub fn without_need_of(group: &Group, not_known: &[FieldId]) -> Group {
    let mut group = group.clone();
    for field in &mut group.fields {
        field.required &= !not_known.contains(&field.id);
    }
    group
}

/// A group that needs `others` lines less: they are there, and no part of the value that is checked.
pub fn beside_lines(group: &Group, others: usize) -> Group {
    let mut group = group.clone();
    if let Some(least) = &mut group.min_lines {
        let others = u32::try_from(others).unwrap_or(u32::MAX);
        least.0 = least.0.saturating_sub(others);
    }
    group
}

/// Checks what was put into a line field by field, as it is checked when it is typed.
///
/// # Errors
/// [`Refusal::InLine`] with `number`, for the first field that does not fit.
pub fn check_line(
    group: &Group,
    number: usize,
    cells: &serde_json::Map<String, Json>,
    context: &CheckContext<'_>,
) -> Result<Vec<(FieldId, Value)>, Refusal> {
    let lines = Group {
        fields: group.fields.clone(),
        min_lines: None,
        max_lines: None,
    };
    let one = Json::Array(vec![Json::Object(cells.clone())]);
    let checked = check(&AnswerType::Group(lines), &one, context);
    let value = checked.map_err(|refusal| match refusal {
        Refusal::InLine { field, refusal, .. } => Refusal::InLine {
            line: number,
            field,
            refusal,
        },
        other => other,
    })?;
    match value.value {
        Value::Group(lines) => lines.into_iter().next().ok_or(Refusal::Empty),
        _ => Err(Refusal::WrongKind),
    }
}

/// The value of one cell: as every answer of its kind is checked, and fractions besides.
pub(crate) fn cell_value(
    answer: &AnswerType,
    text: &str,
    context: &CheckContext<'_>,
) -> Result<Value, Refusal> {
    let checked = |text: &str| check(answer, &Json::from(text), context).map(|it| it.value);
    checked(text).or_else(|refusal| {
        let is_number = matches!(answer, AnswerType::Number(_) | AnswerType::Integer(_));
        let fraction = amount::fraction(text).filter(|_| is_number);
        fraction.map_or(Err(refusal), |decimal| checked(&decimal))
    })
}

/// Whether any words fit a field of this kind.
pub(crate) fn is_words(answer: &AnswerType) -> bool {
    matches!(
        answer,
        AnswerType::ShortText(_) | AnswerType::LongText(_) | AnswerType::Address(_)
    )
}

fn cut(said: &str) -> String {
    match said.char_indices().nth(MAX_SAID_CHARS) {
        None => said.to_owned(),
        Some((end, _)) => format!("{}…", said.get(..end).unwrap_or(said)),
    }
}
