//! CSV files become tables.

mod layout;
mod notation;

use std::collections::BTreeSet;

use csv::{ByteRecord, ReaderBuilder, Trim};
use rusqlite::types::{Null, ToSql};
use rusqlite::{Connection, MAIN_DB};
use thiserror::Error;

use crate::opened::OpenError;
use crate::policy::{MAX_FILE_BYTES, MAX_VALUE_BYTES};
use crate::schema::quoted;
use layout::Layout;
use notation::{Notation, unit_in};

/// The most columns and rows of a file.
const MAX_COLUMNS: usize = 200;
const MAX_ROWS: usize = 500_000;
/// The longest name that is made of a header, in characters.
const MAX_NAME_CHARS: usize = 60;
/// Numbers in a header that are taken for years.
const YEARS: std::ops::RangeInclusive<i64> = 1900..=2100;

/// A CSV file, as text.
#[derive(Debug, Clone, Copy)]
pub struct CsvFile<'a> {
    /// What it is called: its table is named after it.
    pub name: &'a str,
    /// What is in it: rows, the first of which names the columns unless it looks like all others.
    /// Commas, semicolons, tabs or bars part the cells, or what a line `sep=…` before it says.
    pub text: &'a str,
}

/// Why a CSV file cannot become a table.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ImportError {
    /// There is nothing in it.
    #[error("{name}: the file has no header line")]
    Empty {
        /// The file.
        name: String,
    },
    /// A row has more cells than the header.
    #[error("{name}, line {line}: the row has {found} cells, and the header {expected}")]
    TooManyCells {
        /// The file.
        name: String,
        /// The line, from 1.
        line: u64,
        /// Cells of the row.
        found: usize,
        /// Cells of the header.
        expected: usize,
    },
    /// It is larger than what is read.
    #[error("{name}: the file has {found} {what}, and {most} are the most")]
    TooLarge {
        /// The file.
        name: String,
        /// Of what there is too much.
        what: &'static str,
        /// How much there is.
        found: usize,
        /// How much may be.
        most: usize,
    },
    /// The reader of CSV files found something else wrong.
    #[error("{name}: {message}")]
    Csv {
        /// The file.
        name: String,
        /// What the reader says.
        message: String,
    },
}

/// What all cells of a column are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Integer,
    Real,
    /// A real number with other signs than SQL's.
    Written(Notation),
    Text,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Integer => "INTEGER",
            Self::Real | Self::Written(_) => "REAL",
            Self::Text => "TEXT",
        }
    }

    fn of(cell: &str) -> Self {
        if integer(cell).is_some() {
            Self::Integer
        } else if real(cell).is_some() {
            Self::Real
        } else {
            Self::Text
        }
    }
}

/// The bytes of a database with a table for each file.
pub(crate) fn import(files: &[CsvFile<'_>]) -> Result<Vec<u8>, OpenError> {
    let mut connection = Connection::open_in_memory()?;
    let mut tables = BTreeSet::new();
    let transaction = connection.transaction()?;
    for file in files {
        let stem = file.name.rsplit(['/', '\\']).next().unwrap_or_default();
        let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
        let table = unique(cleaned(stem, "table"), &mut tables);
        put(&transaction, file, &table)?;
    }
    transaction.commit()?;
    Ok(connection.serialize(MAIN_DB)?.to_vec())
}

fn put(connection: &Connection, file: &CsvFile<'_>, table: &str) -> Result<(), OpenError> {
    let text = file.text.strip_prefix('\u{feff}').unwrap_or(file.text);
    within(file, "bytes", text.len(), MAX_FILE_BYTES)?;
    let Layout { delimiter, is_told } = Layout::of(text);
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(Trim::All)
        .delimiter(delimiter)
        .from_reader(text.as_bytes());
    let mut records = Vec::new();
    for record in reader.byte_records().skip(usize::from(is_told)) {
        let record = record.map_err(|error| ImportError::Csv {
            name: file.name.to_owned(),
            message: error.to_string(),
        })?;
        let is_blank = record.iter().all(<[u8]>::is_empty);
        if !is_blank {
            records.push(record);
        }
        within(file, "rows", records.len(), MAX_ROWS + 1)?;
    }
    let first = records.first().ok_or_else(|| ImportError::Empty {
        name: file.name.to_owned(),
    })?;
    within(file, "columns", first.len(), MAX_COLUMNS)?;
    let others = records.get(1..).unwrap_or_default();
    let header = match is_header(first, others, delimiter) {
        true => records.remove(0),
        false => ByteRecord::from(vec![""; first.len()]),
    };
    let rows = records;
    let mut kinds = vec![Kind::Integer; header.len()];
    let mut is_filled = vec![false; header.len()];
    for row in &rows {
        // Nothing is lost of cells that are empty.
        let found = layout::filled(row);
        if found > header.len() {
            return Err(ImportError::TooManyCells {
                name: file.name.to_owned(),
                line: row.position().map_or(0, |it| line_of(text, it.byte())),
                found,
                expected: header.len(),
            }
            .into());
        }
        for (at, cell) in row.iter().enumerate().filter(|(_, cell)| !cell.is_empty()) {
            let most = usize::try_from(MAX_VALUE_BYTES).unwrap_or_default() / 2;
            within(file, "bytes in a cell", cell.len(), most)?;
            if let (Some(kind), Some(filled)) = (kinds.get_mut(at), is_filled.get_mut(at)) {
                *kind = (*kind).max(Kind::of(&as_text(cell)));
                *filled = true;
            }
        }
    }
    // A sign at the end of each line parts nothing.
    let last = is_filled.iter().rposition(|it| *it).map_or(0, |it| it + 1);
    kinds.truncate(last.max(layout::filled(&header)));
    for (at, (kind, is_filled)) in kinds.iter_mut().zip(is_filled).enumerate() {
        // Of a column without a value nothing is known.
        if !is_filled {
            *kind = Kind::Text;
        } else if *kind == Kind::Text {
            let cells = rows.iter().filter_map(|row| row.get(at));
            let cells = cells.filter(|it| !it.is_empty()).map(as_text);
            *kind = Notation::of(cells, delimiter).map_or(Kind::Text, Kind::Written);
        }
    }
    read_as_the_others(&mut kinds, &rows, delimiter);
    let mut known = BTreeSet::new();
    let names = header
        .iter()
        .zip(&kinds)
        .zip(1..)
        .map(|((cell, kind), at)| {
            let heading = as_text(cell);
            let name = cleaned(&heading, &format!("column_{at}"));
            unique(with_unit(name, &heading, *kind), &mut known)
        });
    let columns = names
        .zip(&kinds)
        .map(|(name, kind)| format!("{} {}", quoted(&name), kind.name()));
    let columns = columns.collect::<Vec<_>>().join(", ");
    connection.execute_batch(&format!("CREATE TABLE {} ({columns})", quoted(table)))?;
    let places = vec!["?"; kinds.len()].join(", ");
    let insert = format!("INSERT INTO {} VALUES ({places})", quoted(table));
    let mut insert = connection.prepare(&insert)?;
    for row in &rows {
        let values = kinds.iter().enumerate().map(|(at, kind)| {
            let cell = as_text(row.get(at).unwrap_or_default());
            value(&cell, *kind)
        });
        let values: Vec<Box<dyn ToSql>> = values.collect();
        insert.execute(rusqlite::params_from_iter(values))?;
    }
    Ok(())
}

/// Reads columns whose sign may be for thousands or for decimals, such as `1.200`, as the file writes
/// its other numbers.
fn read_as_the_others(kinds: &mut [Kind], rows: &[ByteRecord], delimiter: u8) {
    let cells = |at: usize| {
        let cells = rows.iter().filter_map(move |row| row.get(at));
        cells.filter(|it| !it.is_empty()).map(as_text)
    };
    let written: Vec<Notation> = kinds
        .iter()
        .filter_map(|kind| match kind {
            Kind::Written(notation) => Some(*notation),
            _ => None,
        })
        .collect();
    for (at, kind) in kinds.iter_mut().enumerate() {
        if matches!(kind, Kind::Real | Kind::Text)
            && let Some(notation) = Notation::like(&written, cells(at), delimiter)
        {
            *kind = Kind::Written(notation);
        }
    }
}

/// Whether the first row names the columns. It does unless it looks like all others: something in
/// it is a number, and nothing in it stands where the others have only numbers. Names that are
/// years, as in tables of several, are names.
fn is_header(first: &ByteRecord, others: &[ByteRecord], delimiter: u8) -> bool {
    let number = |cell: &[u8]| {
        let cell = as_text(cell);
        let is_written = || Notation::of(std::iter::once(cell.clone()), delimiter).is_some();
        Kind::of(&cell) != Kind::Text || is_written()
    };
    let numbers: Vec<&[u8]> = first.iter().filter(|it| number(it)).collect();
    let is_year = |cell: &&[u8]| integer(&as_text(cell)).is_some_and(|it| YEARS.contains(&it));
    let mut years = BTreeSet::new();
    if others.is_empty() || numbers.iter().all(|it| is_year(it) && years.insert(*it)) {
        return true;
    }
    let column = |at: usize| {
        let cells = others.iter().filter_map(move |row| row.get(at));
        cells.filter(|cell| !cell.is_empty())
    };
    let mut named = first.iter().enumerate().filter(|(_, cell)| !number(cell));
    named.any(|(at, cell)| {
        let is_numeric = column(at).next().is_some() && column(at).all(number);
        !cell.is_empty() && is_numeric
    })
}

/// The line of the row that begins at this byte, or after blank lines there.
fn line_of(text: &str, byte: u64) -> u64 {
    let byte = usize::try_from(byte).unwrap_or_default();
    let rest = text.get(byte..).unwrap_or_default();
    let blank = rest.len() - rest.trim_start_matches(['\r', '\n']).len();
    let before = text.get(..byte + blank).unwrap_or_default();
    u64::try_from(before.matches('\n').count()).unwrap_or_default() + 1
}

fn within(
    file: &CsvFile<'_>,
    what: &'static str,
    found: usize,
    most: usize,
) -> Result<(), ImportError> {
    match found > most {
        true => Err(ImportError::TooLarge {
            name: file.name.to_owned(),
            what,
            found,
            most,
        }),
        false => Ok(()),
    }
}

fn as_text(cell: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(cell)
}

/// The value of a cell in a column of this kind; an empty cell is no value.
fn value(cell: &str, kind: Kind) -> Box<dyn ToSql> {
    let number: Option<Box<dyn ToSql>> = match kind {
        Kind::Integer => integer(cell).map(|it| Box::new(it) as _),
        Kind::Real => real(cell).map(|it| Box::new(it) as _),
        Kind::Written(notation) => notation.number(cell).map(|it| Box::new(it) as _),
        Kind::Text => None,
    };
    match (number, cell) {
        (Some(number), _) => number,
        (None, "") => Box::new(Null),
        (None, text) => Box::new(text.to_owned()),
    }
}

/// An integer as it is written back the same: `007` is a text, such as a telephone number.
fn integer(cell: &str) -> Option<i64> {
    let value: i64 = cell.parse().ok()?;
    (value.to_string() == cell).then_some(value)
}

fn real(cell: &str) -> Option<f64> {
    let digits = cell.strip_prefix('-').unwrap_or(cell);
    let is_padded = digits.len() > 1 && digits.starts_with('0') && !digits.starts_with("0.");
    let is_number = digits.starts_with(|it: char| it.is_ascii_digit());
    let is_plain = digits
        .chars()
        .all(|it| matches!(it, '0'..='9' | '.' | 'e' | 'E' | '+' | '-'));
    let value: f64 = cell.parse().ok()?;
    // A long row of digits is an id rather than a number, and would lose its last ones.
    let is_whole = digits.bytes().all(|it| it.is_ascii_digit());
    let is_kept = !is_whole || format!("{value:.0}") == cell;
    (is_number && is_plain && !is_padded && is_kept && value.is_finite()).then_some(value)
}

/// A name without what would have to be quoted.
fn cleaned(name: &str, otherwise: &str) -> String {
    let is_part = |it: char| it.is_alphanumeric() || it == '_';
    let words = name
        .split(|it: char| !is_part(it))
        .filter(|it| !it.is_empty());
    let name: String = words
        .collect::<Vec<_>>()
        .join("_")
        .chars()
        .take(MAX_NAME_CHARS)
        .collect();
    if name.is_empty() {
        otherwise.to_owned()
    } else if name.starts_with(|it: char| it.is_numeric())
        || name.to_lowercase().starts_with("sqlite_")
    {
        format!("_{name}")
    } else {
        name
    }
}

/// A column's name with what its numbers are of, where only a sign says it, which no name has.
fn with_unit(name: String, heading: &str, kind: Kind) -> String {
    let of_cells = match kind {
        Kind::Written(notation) => notation.unit(),
        _ => None,
    };
    match unit_in(heading).or(of_cells) {
        Some(unit) if !name.ends_with(unit.name) => format!("{name}_{}", unit.name),
        _ => name,
    }
}

/// A name that is not among the `known` ones, which SQLite tells apart without regard to case.
fn unique(name: String, known: &mut BTreeSet<String>) -> String {
    let mut unique = name.clone();
    let mut number = 2;
    while !known.insert(unique.to_lowercase()) {
        unique = format!("{name}_{number}");
        number += 1;
    }
    unique
}

#[cfg(test)]
mod tests;
