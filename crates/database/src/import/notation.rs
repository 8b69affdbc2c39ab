//! Numbers as people of other countries write them: `1.524,85`, `1,524.85`.

/// Which signs a column's numbers are written with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Notation {
    thousands: char,
    decimal: char,
}

/// `1.524,85`. Where commas part the cells, a comma in one may be a list's.
const COMMA: Notation = Notation {
    thousands: '.',
    decimal: ',',
};
/// `1,524.85`.
const POINT: Notation = Notation {
    thousands: ',',
    decimal: '.',
};

impl Notation {
    /// The notation of these cells, if all are numbers in it and one of them can be read in no other
    /// way: `1,000` may be a thousand or one.
    pub(super) fn of<'a>(
        cells: impl Iterator<Item = std::borrow::Cow<'a, str>> + Clone,
        delimiter: u8,
    ) -> Option<Self> {
        let known = [COMMA, POINT].into_iter();
        let mut known = known.filter(|it| *it != COMMA || delimiter != b',');
        known.find(|it| {
            cells.clone().all(|cell| it.number(&cell).is_some())
                && cells.clone().any(|cell| it.is_sure(&cell))
        })
    }

    /// The number that a cell is.
    pub(super) fn number(self, cell: &str) -> Option<f64> {
        let digits = cell.strip_prefix('-').unwrap_or(cell);
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
        Some(if cell.starts_with('-') { -value } else { value })
    }

    /// Whether a number's sign for decimals can be none for thousands.
    fn is_sure(self, cell: &str) -> bool {
        let digits = cell.strip_prefix('-').unwrap_or(cell);
        let parts = digits.split_once(self.decimal);
        parts.is_some_and(|(whole, part)| {
            part.len() != 3 || whole == "0" || whole.contains(self.thousands)
        })
    }
}
