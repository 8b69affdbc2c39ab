//! Numbers as Japanese writes them: 千五百, 1億2000万, 1万5千, ふたつ; and with the signs that Chinese and
//! Korean have for the same: 3萬, 1만 2천.

use super::without_marks;
use crate::decimal::Decimal;

/// Numbers are counted in millionths, so that 2.5万 is exact.
const ONE: i128 = 1_000_000;
/// So many places behind the point.
const PLACES: usize = 6;

const SMALL: [(char, u32); 6] = [
    ('十', 1),
    ('百', 2),
    ('千', 3),
    ('십', 1),
    ('백', 2),
    ('천', 3),
];
const LARGE: [(char, u32); 8] = [
    ('万', 4),
    ('億', 8),
    ('兆', 12),
    ('萬', 4),
    ('亿', 8),
    ('만', 4),
    ('억', 8),
    ('조', 12),
];
const DIGITS: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
/// Numbers that are said as words of their own.
const WORDS: [(&str, u32); 16] = [
    ("ゼロ", 0),
    ("零", 0),
    ("ひとつ", 1),
    ("ひとり", 1),
    ("ふたつ", 2),
    ("ふたり", 2),
    ("みっつ", 3),
    ("よっつ", 4),
    ("いつつ", 5),
    ("むっつ", 6),
    ("ななつ", 7),
    ("やっつ", 8),
    ("ここのつ", 9),
    ("とお", 10),
    ("半ダース", 6),
    ("一ダース", 12),
];

/// What a text in Japanese numerals says.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// This number, and how many zeros the largest unit in it has.
    Number(Decimal, u32),
    /// 1万5 is 10,005 or, as people shorten it, 15,000.
    Either([Decimal; 2]),
}

/// Reads a number that has Japanese numerals in it; none if it is something else.
pub(super) fn read(text: &str) -> Option<Said> {
    if let Some((_, number)) = WORDS.iter().find(|(word, _)| *word == text) {
        return Some(Said::Number(Decimal::from(*number), 0));
    }
    let mut reading = Reading::default();
    let mut rest = text;
    let mut after_unit = false;
    while let Some(letter) = rest.chars().next() {
        // As in 1만 2천.
        if letter == ' ' && after_unit {
            rest = rest.trim_start();
            after_unit = false;
            continue;
        }
        after_unit = is_unit(letter);
        if let Some((_, zeros)) = SMALL.iter().find(|(unit, _)| *unit == letter) {
            reading.small(*zeros)?;
        } else if let Some((_, zeros)) = LARGE.iter().find(|(unit, _)| *unit == letter) {
            reading.large(*zeros)?;
        } else {
            rest = reading.digits(rest)?;
            continue;
        }
        rest = rest.get(letter.len_utf8()..)?;
    }
    reading.end()
}

fn is_unit(letter: char) -> bool {
    let mut units = SMALL.iter().chain(&LARGE);
    units.any(|(unit, _)| *unit == letter)
}

/// Whether a text has ten thousands or more.
pub(super) fn has_large(text: &str) -> bool {
    text.contains(|letter| LARGE.iter().any(|(unit, _)| *unit == letter))
}

/// What has been read so far.
#[derive(Default)]
struct Reading {
    /// What stands before the last of 万, 億 and 兆, and that.
    total: i128,
    /// What stands behind it with 十, 百 and 千.
    section: i128,
    /// Digits that no unit stands behind yet, and whether they are ASCII's.
    pending: Option<(i128, bool)>,
    /// How many zeros the last unit has, of all and of this section.
    last: Option<u32>,
    last_large: Option<u32>,
    last_small: Option<u32>,
    largest: u32,
}

impl Reading {
    /// Takes digits, and answers what follows them.
    fn digits<'a>(&mut self, text: &'a str) -> Option<&'a str> {
        if self.pending.is_some() {
            return None;
        }
        let is_ascii = |it: char| it.is_ascii_digit() || it == ',' || it == '.';
        let end = text.find(|it| !is_ascii(it)).unwrap_or(text.len());
        let (ascii, rest) = text.split_at_checked(end)?;
        if !ascii.is_empty() {
            let (whole, behind) = ascii.split_once('.').unwrap_or((ascii, ""));
            let whole = without_marks(whole, Some(','))?;
            let fits = behind.len() <= PLACES
                && whole.len() <= 15
                && !ascii.ends_with('.')
                && behind.bytes().all(|it| it.is_ascii_digit());
            let micros = fits.then(|| format!("{whole}{behind:0<PLACES$}"))?;
            self.pending = Some((micros.parse().ok()?, true));
            return Some(rest);
        }
        let mut number: i128 = 0;
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let Some(digit) = DIGITS.iter().position(|it| *it == letter) else {
                break;
            };
            number = number.checked_mul(10)? + i128::try_from(digit).ok()?;
            rest = rest.get(letter.len_utf8()..)?;
        }
        let is_long = number > 1_000_000_000_000_000;
        if rest.len() == text.len() || is_long {
            return None;
        }
        self.pending = Some((number * ONE, false));
        Some(rest)
    }

    fn small(&mut self, zeros: u32) -> Option<()> {
        if self.last_small.is_some_and(|last| last <= zeros) {
            return None;
        }
        let count = self.pending.take().map_or(ONE, |(count, _)| count);
        self.section += count.checked_mul(10_i128.pow(zeros))?;
        self.last_small = Some(zeros);
        self.unit(zeros);
        Some(())
    }

    fn large(&mut self, zeros: u32) -> Option<()> {
        let count = self.section + self.pending.take().map_or(0, |(count, _)| count);
        if count == 0 || self.last_large.is_some_and(|last| last <= zeros) {
            return None;
        }
        self.total += count.checked_mul(10_i128.pow(zeros))?;
        self.section = 0;
        self.last_small = None;
        self.last_large = Some(zeros);
        self.unit(zeros);
        Some(())
    }

    fn unit(&mut self, zeros: u32) {
        self.last = Some(zeros);
        self.largest = self.largest.max(zeros);
    }

    fn end(self) -> Option<Said> {
        let (pending, is_ascii) = self.pending.unwrap_or((0, false));
        let tail = self.section + pending;
        let below =
            |zeros: Option<u32>, it: i128| zeros.is_none_or(|zeros| it < ONE * 10_i128.pow(zeros));
        if !below(self.last_small, pending) || !below(self.last_large, tail) {
            return None;
        }
        let number = decimal(self.total + tail)?;
        let is_shortened = is_ascii && (ONE..10 * ONE).contains(&pending) && pending % ONE == 0;
        match self.last {
            Some(zeros @ 3..) if is_shortened => {
                let longer = pending * 10_i128.pow(zeros - 1);
                let other = decimal(self.total + self.section + longer)?;
                Some(Said::Either([number, other]))
            }
            _ => Some(Said::Number(number, self.largest)),
        }
    }
}

fn decimal(micros: i128) -> Option<Decimal> {
    let (whole, behind) = (micros / ONE, micros % ONE);
    let text = format!("{whole}.{behind:0PLACES$}");
    Decimal::new(&text)
}

/// What stands behind a number of things that are counted, where no unit is asked for.
const COUNTERS: [&str; 24] = [
    "人", "名", "個", "コ", "つ", "件", "回", "台", "本", "枚", "歳", "才", "冊", "匹", "杯", "点",
    "箱", "頭", "羽", "室", "泊", "度", "通", "着",
];

/// A number without the counter behind it.
pub(super) fn without_counter(text: &str) -> Option<&str> {
    let mut counters = COUNTERS.iter();
    counters
        .find_map(|counter| text.strip_suffix(counter))
        .filter(|rest| !rest.is_empty())
}

/// How many zeros the unit has that sums are told in: four for 万円.
pub(super) fn zeros_of_unit(unit: &str) -> Option<u32> {
    let zeros = |letter: char| {
        let mut words = SMALL.iter().chain(&LARGE);
        let known = words.find(|(unit, _)| *unit == letter);
        known.map(|(_, zeros)| *zeros)
    };
    let zeros: Vec<u32> = unit.chars().map_while(zeros).collect();
    (!zeros.is_empty()).then(|| zeros.into_iter().sum())
}
