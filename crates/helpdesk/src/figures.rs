//! Figures in a text: amounts, times, dates and other numbers, each whole.

use std::collections::BTreeSet;

use kikitori_search::nfkc;

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
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
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
enum Value {
    /// A number, without zeros that say nothing, and whether it is an amount or has decimals.
    Number(String, bool),
    /// Minutes since midnight.
    Time(u32),
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
fn is_word(text: &str, word: &str) -> bool {
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

/// A whole number at the beginning, and what follows it.
fn whole(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|it: char| !it.is_ascii_digit());
    let (digits, rest) = text.split_at_checked(end.unwrap_or(text.len()))?;
    Some((digits.parse().ok()?, rest))
}

type Read<'a> = Option<(Value, &'a str, usize)>;

/// 15:15, 3:15 pm, 15時15分 and the like.
fn time<'a>(before: &str, from: &str) -> Read<'a> {
    let (hour, rest) = whole(from)?;
    let (minute, mut rest) = if let Some(rest) = rest.strip_prefix(':') {
        whole(rest).filter(|_| {
            rest.find(|it: char| !it.is_ascii_digit())
                .unwrap_or(rest.len())
                == 2
        })?
    } else if let Some(rest) = rest.strip_prefix('時').filter(|it| !it.starts_with('間')) {
        let minute =
            whole(rest).and_then(|(minute, rest)| Some((minute, rest.strip_prefix('分')?)));
        let half = rest.strip_prefix('半').map(|rest| (30, rest));
        minute.or(half).unwrap_or((0, rest))
    } else {
        let later = rest.trim_start().to_ascii_lowercase();
        let is_hour = ["am", "a.m", "pm", "p.m"];
        let is_hour = is_hour.iter().any(|it| is_word(&later, it));
        is_hour.then_some((0, rest))?
    };
    let said = rest.trim_start();
    let lower = said.to_ascii_lowercase();
    let is_after_noon = before.ends_with("午後") || is_word(&lower, "pm") || is_word(&lower, "p.m");
    if let Some(half) = ["am", "a.m.", "pm", "p.m.", "a.m", "p.m"]
        .iter()
        .find(|it| is_word(&lower, it))
    {
        rest = said.get(half.len()..)?;
    }
    let hour = if is_after_noon { hour % 12 + 12 } else { hour };
    let is_time = hour <= 24 && minute < 60;
    is_time.then_some((Value::Time(hour * 60 + minute), "", from.len() - rest.len()))
}

/// 24 November 2026, November 24, 2026, 2026-11-24, 2026年11月24日 and parts of these.
fn date<'a>(before: &'a str, from: &str) -> Read<'a> {
    let (first, rest) = whole(from)?;
    let length = |rest: &str| from.len() - rest.len();
    if let Some(((month, rest), dash)) = rest
        .strip_prefix('-')
        .and_then(|rest| Some((whole(rest)?, '-')))
        && first > 999
        && let Some((day, rest)) = rest.strip_prefix(dash).and_then(whole)
    {
        return Some((of(Some(first), month, Some(day))?, "", length(rest)));
    }
    if let Some(rest) = rest.strip_prefix('年')
        && let Some((month, rest)) = whole(rest)
        && let Some(rest) = rest.strip_prefix('月')
    {
        let (day, rest) = day_in_japanese(rest);
        return Some((of(Some(first), month, day)?, "", length(rest)));
    }
    if let Some(rest) = rest.strip_prefix('月') {
        let (day, rest) = day_in_japanese(rest);
        // One month, or so many, is no date.
        return Some((of(None, first, Some(day?))?, "", length(rest)));
    }
    let ordinal = ["st", "nd", "rd", "th"].iter();
    let rest = ordinal
        .filter_map(|it| rest.strip_prefix(it))
        .next()
        .unwrap_or(rest);
    if let Some((month, rest)) = rest.strip_prefix(' ').and_then(month_first) {
        let (year, rest) = year(rest);
        return Some((of(year, month, Some(first))?, "", length(rest)));
    }
    let (prefix, month) = month_last(before)?;
    let (year, rest) = match first > 999 {
        true => (Some(first), rest),
        false => year(rest),
    };
    let day = (first <= 999).then_some(first);
    Some((of(year, month, day)?, prefix, length(rest)))
}

fn of(year: Option<u32>, month: u32, day: Option<u32>) -> Option<Value> {
    let is_date = (1..=12).contains(&month) && day.is_none_or(|day| (1..=31).contains(&day));
    is_date.then_some(Value::Date { year, month, day })
}

fn day_in_japanese(text: &str) -> (Option<u32>, &str) {
    let day = whole(text).and_then(|(day, rest)| Some((day, rest.strip_prefix('日')?)));
    day.map_or((None, text), |(day, rest)| (Some(day), rest))
}

/// The year after a date.
fn year(text: &str) -> (Option<u32>, &str) {
    let rest = text.strip_prefix(',').unwrap_or(text);
    let year = rest.strip_prefix(' ').and_then(whole);
    match year.filter(|(year, _)| (1_000..3_000).contains(year)) {
        Some((year, rest)) => (Some(year), rest),
        None => (None, text),
    }
}

/// The month that `text` begins with, and what follows its name.
fn month_first(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|it: char| !it.is_ascii_alphabetic());
    let (name, rest) = text.split_at_checked(end.unwrap_or(text.len()))?;
    Some((month(name)?, rest))
}

/// The month that `text` ends with, with the space after it.
fn month_last(text: &str) -> Option<(&str, u32)> {
    let name = text.strip_suffix(' ')?;
    let at = name.rfind(|it: char| !it.is_ascii_alphabetic());
    let at = at.map_or(0, |at| {
        at + name
            .get(at..)
            .and_then(|it| it.chars().next())
            .map_or(1, char::len_utf8)
    });
    Some((text.get(at..)?, month(name.get(at..)?)?))
}

/// The number of the month of this name, or of its first three letters. "may" and "march" are words.
fn month(name: &str) -> Option<u32> {
    let is_it = |month: &str| name == month || month.get(..3) == Some(name);
    let place = MONTHS.iter().position(|month| is_it(month))?;
    u32::try_from(place + 1).ok()
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
    fn a_figure_as_a_word_is_whole_and_of_its_kind() {
        let keys =
            |text: &str| -> Vec<String> { figures(text).iter().map(super::Figure::key).collect() };
        assert_eq!(keys("4 to 15"), ["4", "15"]);
        assert_eq!(keys("£4.00"), keys("4ポンド"));
        assert_ne!(keys("4.00"), keys("4"));
    }
}
