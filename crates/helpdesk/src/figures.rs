//! Figures in a text: amounts, times, dates and other numbers, each whole.

use std::collections::BTreeSet;

use kikitori_search::nfkc;

use crate::when::{date, time};

/// Numbers as words, which a source may have where a statement has digits.
const IN_WORDS: [(&str, &str); 12] = [
    ("one", "1"),
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("ten", "10"),
    ("eleven", "11"),
    ("twelve", "12"),
];
/// The same in Japanese, where they stand within words.
const KANJI: [(char, &str); 10] = [
    ('一', "1"),
    ('二', "2"),
    ('三', "3"),
    ('四', "4"),
    ('五', "5"),
    ('六', "6"),
    ('七', "7"),
    ('八', "8"),
    ('九', "9"),
    ('十', "10"),
];
/// What follows an amount of money.
const CURRENCIES: [&str; 16] = [
    "€",
    "£",
    "¥",
    "$",
    "円",
    "ポンド",
    "ユーロ",
    "ドル",
    "euros",
    "euro",
    "pounds",
    "pound",
    "dollars",
    "dollar",
    "yen",
    "%",
];

/// What a figure is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    /// A number, without zeros that say nothing, and whether it is an amount or has decimals.
    Number(String, bool),
    /// Minutes since midnight.
    Time(u32),
    /// A day, or a month of a year.
    Date {
        year: Option<u32>,
        month: u32,
        day: Option<u32>,
    },
}

/// A figure in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Figure {
    /// As it is written, with what belongs to it.
    pub written: String,
    value: Value,
}

impl Figure {
    /// What it is compared by as a word among others: 4 is not 4.00.
    pub fn key(&self) -> String {
        match &self.value {
            Value::Number(number, true) => format!("{number} of money"),
            Value::Number(number, false) => number.clone(),
            Value::Time(minutes) => format!("{}:{:02}", minutes / 60, minutes % 60),
            Value::Date { month, day, .. } => format!("{day:?} of {month}"),
        }
    }
}

/// The figures of a source.
#[derive(Debug, Default)]
pub(crate) struct Held {
    figures: Vec<Figure>,
    in_words: BTreeSet<&'static str>,
}

impl Held {
    pub fn of(source: &str) -> Self {
        Self {
            figures: figures(source),
            in_words: in_words(source).collect(),
        }
    }

    /// Whether the source has `wanted`, in whichever form.
    pub fn has(&self, wanted: &Figure) -> bool {
        match &wanted.value {
            Value::Number(number, _) => self.has_number(number),
            Value::Time(minutes) => {
                self.figures.iter().any(|it| it.value == wanted.value)
                    || (minutes % 60 == 0 && self.has_number(&(minutes / 60).to_string()))
            }
            Value::Date { year, month, day } => {
                let agree = |one: &Option<u32>, other: &Option<u32>| {
                    one.is_none() || other.is_none() || one == other
                };
                self.figures.iter().any(|it| match &it.value {
                    Value::Date {
                        year: its_year,
                        month: its_month,
                        day: its_day,
                    } => month == its_month && agree(year, its_year) && day == its_day,
                    _ => false,
                })
            }
        }
    }

    fn has_number(&self, number: &str) -> bool {
        let mut figures = self.figures.iter();
        self.in_words.contains(number)
            || figures.any(|it| match &it.value {
                Value::Number(own, _) => own == number,
                Value::Time(minutes) => minutes % 60 == 0 && (minutes / 60).to_string() == number,
                Value::Date { year, month, day } => {
                    let mut parts = [*year, *day, Some(*month)].into_iter().flatten();
                    parts.any(|part| part.to_string() == number)
                }
            })
    }
}

/// The figures of a text, in order. Zeros alone say nothing, and what is part of a word is none.
pub(crate) fn figures(text: &str) -> Vec<Figure> {
    let text = nfkc(text);
    let mut found = Vec::new();
    let mut rest = text.as_str();
    let mut before = "";
    while let Some(at) = rest.find(|it: char| it.is_ascii_digit()) {
        let (skipped, from) = rest.split_at_checked(at).unwrap_or_default();
        // What ends the text before may belong to it.
        before = if skipped.is_empty() { before } else { skipped };
        let (figure, length) = read(before, from);
        let (_, after) = from.split_at_checked(length).unwrap_or_default();
        let is_in_word = skipped.ends_with(|it: char| it.is_ascii_alphabetic());
        found.extend(figure.filter(|_| !is_in_word));
        rest = after;
        before = "";
    }
    found
}

/// The figure that `from` begins with, and how long it is there.
fn read(before: &str, from: &str) -> (Option<Figure>, usize) {
    let whole = date(before, from).or_else(|| time(before, from));
    if let Some((value, prefix, length)) = whole {
        let written = format!("{prefix}{}", from.get(..length).unwrap_or_default());
        return (Some(Figure { written, value }), length);
    }
    let number = number(from);
    let value = plain(number);
    let prefix = before
        .chars()
        .next_back()
        .filter(|it| matches!(it, '£' | '€' | '¥' | '$'));
    let after = from.get(number.len()..).unwrap_or_default();
    let space = usize::from(after.starts_with(' '));
    let unit = after.get(space..).unwrap_or_default();
    let unit = CURRENCIES.iter().find(|it| is_word(unit, it));
    let length = number.len() + unit.map_or(0, |unit| space + unit.len());
    let is_amount = prefix.is_some() || unit.is_some() || number.contains('.');
    let written: String = prefix
        .into_iter()
        .chain(from.get(..length).unwrap_or_default().chars())
        .collect();
    let value = Value::Number(value, is_amount);
    let figure =
        (value != Value::Number(String::new(), is_amount)).then_some(Figure { written, value });
    (figure, length)
}

/// Whether `text` begins with `word` and not with a longer one.
pub(crate) fn is_word(text: &str, word: &str) -> bool {
    let rest = text.strip_prefix(word);
    let is_letter = |it: char| it.is_ascii_alphabetic() && word.is_ascii();
    rest.is_some_and(|rest| !rest.starts_with(is_letter))
}

/// Digits, and what parts them within a number.
fn number(from: &str) -> &str {
    let mut end = 0;
    let mut letters = from.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let next = letters.peek().map(|(_, next)| *next);
        let is_inside = matches!(letter, '.' | ',') && next.is_some_and(|it| it.is_ascii_digit());
        if !letter.is_ascii_digit() && !is_inside {
            break;
        }
        end = at + letter.len_utf8();
    }
    from.get(..end).unwrap_or_default()
}

/// 1,000 and 1000 are the same, and so are 07 and 7, 2.50, 2,5 and 2.5.
fn plain(written: &str) -> String {
    let mut groups = written.split(',').skip(1);
    let is_grouped = groups.all(|group| group.split('.').next().is_some_and(|it| it.len() == 3));
    let plain = written.replace(',', if is_grouped { "" } else { "." });
    let plain = match plain.contains('.') {
        true => plain.trim_end_matches('0').trim_end_matches('.'),
        false => &plain,
    };
    plain.trim_start_matches('0').to_owned()
}

fn in_words(text: &str) -> impl Iterator<Item = &'static str> {
    let lower = text.to_ascii_lowercase();
    let words: BTreeSet<&str> = lower.split(|it: char| !it.is_ascii_alphabetic()).collect();
    let english: Vec<&str> = IN_WORDS
        .iter()
        .filter(|(word, _)| words.contains(word))
        .map(|(_, value)| *value)
        .collect();
    let japanese = KANJI.iter().filter(|(letter, _)| text.contains(*letter));
    let japanese: Vec<&str> = japanese.map(|(_, value)| *value).collect();
    english.into_iter().chain(japanese)
}

#[cfg(test)]
mod tests {
    use super::{Held, figures};

    fn missing(statement: &str, source: &str) -> Vec<String> {
        let held = Held::of(source);
        let figures = figures(statement).into_iter();
        let missing = figures.filter(|figure| !held.has(figure));
        missing.map(|figure| figure.written).collect()
    }

    #[test]
    fn a_figure_is_found_however_it_is_written() {
        for (statement, source) in [
            ("It costs €1,200.", "The price is 1200 euro."),
            ("１６歳から", "from the age of 16"),
            ("Open from 10:00.", "10時から"),
            ("Last entry is at 15:15.", "午後3時15分まで"),
            ("From 9 pm.", "from 21:00"),
            ("It takes 3 days.", "It takes three days."),
            ("3日かかります。", "三日ほど"),
            ("€2.50, and on 7 June.", "2,5 euro (2026-06-07)"),
            ("November 24, 2026", "2026年11月24日"),
            ("11月24日から", "from 24 November"),
            ("No figure, on A4.", ""),
        ] {
            let missing = missing(statement, source);
            assert!(missing.is_empty(), "{statement}: {missing:?}");
        }
    }

    #[test]
    fn amounts_times_and_dates_are_told_whole() {
        for (statement, expected) in [
            ("In all £13.80.", "£13.80"),
            ("合計で4.50ポンドです。", "4.50ポンド"),
            ("By 15:15 at the latest", "15:15"),
            ("at 3:15 p.m. or so", "3:15 p.m."),
            ("on 24 November 2026, a Tuesday", "24 November 2026"),
            ("on November 24, 2026.", "November 24, 2026"),
            ("2026年11月24日（火）", "2026年11月24日"),
            ("a discount of 15%", "15%"),
            ("They may 5 times", "5"),
        ] {
            assert_eq!(missing(statement, "9 December"), [expected], "{statement}");
        }
    }

    #[test]
    fn midnight_is_not_noon() {
        for (statement, source) in [
            ("Open until 12:00 am.", "Open until 0:00."),
            ("12 a.m.", "0:00"),
            ("午前12時まで", "0時まで"),
            ("From 12:00 pm.", "12時から"),
            ("午後12時から", "from 12:00"),
        ] {
            assert!(missing(statement, source).is_empty(), "{statement}");
        }
        assert_eq!(missing("Until 12:00 am.", "Until 12:00."), ["12:00 am"]);
        assert_eq!(missing("午前12時半まで", "12:30"), ["12時半"]);
    }

    #[test]
    fn what_no_clock_shows_is_no_time() {
        for text in [
            "4294967295:30",
            "71582788:59",
            "99999999999:10",
            "4294967295 pm",
        ] {
            assert!(!figures(text).is_empty(), "{text}");
            assert_eq!(missing(text, text), [""; 0], "{text}");
        }
    }

    #[test]
    fn a_figure_as_a_word_is_whole_and_of_its_kind() {
        let keys =
            |text: &str| -> Vec<String> { figures(text).iter().map(super::Figure::key).collect() };
        assert_eq!(keys("4 to 15"), ["4", "15"]);
        assert_eq!(keys("£4.00"), keys("4ポンド"));
        assert_ne!(keys("4.00"), keys("4"));
    }
}
