//! How the text of a CSV file is laid out: what parts its cells, and which of them hold anything.

use csv::ByteRecord;

/// What may part the cells. Of several that there are as many of, the first is taken.
const SIGNS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// What a file's text says of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Layout {
    /// What parts the cells.
    pub delimiter: u8,
    /// Whether the first line says that and nothing else, as `sep=;` does for spreadsheets.
    pub is_told: bool,
}

impl Layout {
    /// The layout of `text`: as its first line tells it, or the sign that this has most of outside of
    /// quotes.
    pub(super) fn of(text: &str) -> Self {
        let mut lines = text.split(['\n', '\r']).filter(|it| !it.trim().is_empty());
        let first = lines.next().unwrap_or_default();
        if let Some(delimiter) = told(first) {
            return Self {
                delimiter,
                is_told: true,
            };
        }
        let count = |sign: u8| {
            let parts = first.split('"').step_by(2);
            parts.map(|it| signs(it.as_bytes(), sign)).sum::<usize>()
        };
        let most = SIGNS.into_iter().rev().max_by_key(|sign| count(*sign));
        Self {
            delimiter: most.unwrap_or(b','),
            is_told: false,
        }
    }
}

/// How often a sign stands in a part of a line. A comma between two digits may be a number's own, and
/// does not count: where nothing else parts the cells, it is taken all the same.
fn signs(part: &[u8], sign: u8) -> usize {
    let is_digit = |at: Option<usize>| {
        let byte = at.and_then(|at| part.get(at));
        byte.is_some_and(u8::is_ascii_digit)
    };
    let places = part.iter().enumerate().filter(|(_, it)| **it == sign);
    let parting = places.filter(|(at, _)| {
        sign != b',' || !(is_digit(at.checked_sub(1)) && is_digit(at.checked_add(1)))
    });
    parting.count()
}

/// The sign that a line tells.
fn told(line: &str) -> Option<u8> {
    let (name, sign) = line.trim_matches([' ', '"']).split_once('=')?;
    let told = match sign.as_bytes() {
        [sign] => Some(*sign),
        _ => None,
    };
    told.filter(|it| name.eq_ignore_ascii_case("sep") && SIGNS.contains(it))
}

/// The cells of a row up to the last that is not empty.
pub(super) fn filled(row: &ByteRecord) -> usize {
    let last = row.iter().rposition(|it| !it.is_empty());
    last.map_or(0, |it| it + 1)
}
