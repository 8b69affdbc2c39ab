//! Numbers as people write them: `1.524,85`, `1,524.85`, `1 524,85 €`.

use std::borrow::Cow;

/// How a column's numbers are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Notation {
    thousands: char,
    decimal: char,
    /// What stands before or behind each of them.
    unit: Option<Unit>,
}

/// What numbers are of, as it is written and as a column's name says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Unit {
    written: &'static str,
    pub name: &'static str,
}

const fn unit(written: &'static str, name: &'static str) -> Unit {
    Unit { written, name }
}

/// Units that are read. Longer ones stand before those that they end with.
const UNITS: [Unit; 16] = [
    unit("US$", "USD"),
    unit("USD", "USD"),
    unit("$", "dollars"),
    unit("EUR", "EUR"),
    unit("€", "EUR"),
    unit("GBP", "GBP"),
    unit("£", "GBP"),
    unit("CHF", "CHF"),
    unit("JPY", "JPY"),
    unit("円", "yen"),
    unit("¥", "yen"),
    unit("￥", "yen"),
    unit("PLN", "PLN"),
    unit("zł", "PLN"),
    unit("％", "percent"),
    unit("%", "percent"),
];

/// Signs for thousands and for decimals. Where commas part the cells, a comma in one may be a list's.
const SIGNS: [(char, char); 7] = [
    ('.', ','),
    (',', '.'),
    (' ', ','),
    ('\u{a0}', ','),
    ('\u{202f}', ','),
    ('\'', '.'),
    ('’', '.'),
];

/// The unit that a heading names by a sign, which no name of a column has.
pub(super) fn unit_in(heading: &str) -> Option<Unit> {
    let is_sign = |it: &Unit| !it.written.chars().any(char::is_alphanumeric);
    let signs = UNITS.into_iter().filter(is_sign);
    let mut named = signs.filter(|it| heading.contains(it.written));
    named.next()
}

impl Notation {
    /// The notation of these cells, if all are numbers in it, of one unit or of none, and they can be
    /// read in no other way: `1,000` may be a thousand or one.
    pub(super) fn of<'a>(
        cells: impl Iterator<Item = Cow<'a, str>> + Clone,
        delimiter: u8,
    ) -> Option<Self> {
        let first = cells.clone().next()?;
        let unit = UNITS
            .into_iter()
            .find(|it| without_unit(digits(&first), *it).is_some());
        let known = SIGNS.into_iter().map(|(thousands, decimal)| Self {
            thousands,
            decimal,
            unit,
        });
        let mut known = known.filter(|it| it.decimal != ',' || delimiter != b',');
        known.find(|it| {
            // Without any sign it is the same in all of them.
            let is_plain = |cell: &str| {
                let plain = it.plain(cell).unwrap_or_default();
                it.unit.is_some() && plain.bytes().all(|it| it.is_ascii_digit())
            };
            cells.clone().all(|cell| it.number(&cell).is_some())
                && (cells.clone().any(|cell| it.is_sure(&cell))
                    || cells.clone().all(|cell| is_plain(&cell)))
        })
    }

    /// The notation of cells that may be read in two ways, as `1.200`: with points for thousands where
    /// the file has commas for decimals, in one of its `others` or by what it looks like.
    pub(super) fn like<'a>(
        others: &[Self],
        cells: impl Iterator<Item = Cow<'a, str>> + Clone,
        delimiter: u8,
    ) -> Option<Self> {
        let unit = |cell: &str| {
            let mut units = UNITS.into_iter();
            units.find(|it| without_unit(digits(cell), *it).is_some())
        };
        let notation = Self {
            thousands: '.',
            decimal: ',',
            unit: unit(&cells.clone().next()?),
        };
        let has_point = |cell: &str| cell.contains('.');
        let fits = cells.clone().all(|it| notation.number(&it).is_some())
            && cells.clone().any(|it| has_point(&it));
        // Who leaves out a decimal that is none writes no `.200`, and who writes three writes them
        // everywhere.
        let is_grouped = || {
            let plain = |it: &str| notation.plain(it).unwrap_or_default().to_owned();
            let numbers = cells.clone().map(|it| plain(&it));
            delimiter == b';'
                && numbers
                    .clone()
                    .any(|it| has_point(&it) && it.ends_with('0'))
                && numbers.clone().any(|it| !has_point(&it))
        };
        let has_commas = others
            .iter()
            .any(|it| it.decimal == ',' && it.thousands == '.');
        (fits && (has_commas || is_grouped())).then_some(notation)
    }

    /// What the numbers are of.
    pub(super) fn unit(self) -> Option<Unit> {
        self.unit
    }

    /// A cell without its sign and its unit.
    fn plain(self, cell: &str) -> Option<&str> {
        match self.unit {
            Some(unit) => without_unit(digits(cell), unit),
            None => Some(digits(cell)),
        }
    }

    /// The number that a cell is.
    pub(super) fn number(self, cell: &str) -> Option<f64> {
        let digits = self.plain(cell)?;
        let (whole, part) = match digits.split_once(self.decimal) {
            Some((whole, part)) => (whole, Some(part)),
            None => (digits, None),
        };
        let is_digits = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
        let mut groups = whole.split(self.thousands);
        let first = groups.next().filter(|it| is_digits(it))?;
        let is_grouped = whole.contains(self.thousands);
        let is_padded = whole.len() > 1 && whole.starts_with('0');
        let fits = groups.all(|it| it.len() == 3 && is_digits(it))
            && !(is_grouped && first.len() > 3)
            && part.is_none_or(is_digits);
        if is_padded || !fits {
            return None;
        }
        let plain = format!(
            "{}.{}",
            whole.replace(self.thousands, ""),
            part.unwrap_or("0")
        );
        let value: f64 = plain.parse().ok()?;
        Some(if is_negative(cell) { -value } else { value })
    }

    /// Whether a number's sign for decimals can be none for thousands.
    fn is_sure(self, cell: &str) -> bool {
        let parts = self.plain(cell).and_then(|it| it.split_once(self.decimal));
        parts.is_some_and(|(whole, part)| {
            part.len() != 3 || whole == "0" || whole.contains(self.thousands)
        })
    }
}

fn is_negative(cell: &str) -> bool {
    cell.starts_with(['-', '\u{2212}'])
}

/// A cell without a sign before it.
fn digits(cell: &str) -> &str {
    cell.strip_prefix(['-', '\u{2212}']).unwrap_or(cell)
}

/// A number without its unit; none where it has not this one.
fn without_unit(number: &str, unit: Unit) -> Option<&str> {
    let behind = || number.strip_suffix(unit.written);
    let rest = number.strip_prefix(unit.written).or_else(behind)?;
    Some(rest.trim())
}
