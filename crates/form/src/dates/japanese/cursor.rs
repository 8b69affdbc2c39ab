//! What is left to read of a Japanese text.

use jiff::civil::Weekday;

const WEEKDAYS: [(&str, Weekday); 7] = [
    ("月", Weekday::Monday),
    ("火", Weekday::Tuesday),
    ("水", Weekday::Wednesday),
    ("木", Weekday::Thursday),
    ("金", Weekday::Friday),
    ("土", Weekday::Saturday),
    ("日", Weekday::Sunday),
];

/// What is left of a text.
#[derive(Debug, Clone, Copy)]
pub(in crate::dates) struct Cursor<'a>(pub(in crate::dates) &'a str);

impl<'a> Cursor<'a> {
    pub(in crate::dates) fn new(text: &'a str) -> Self {
        Self(text)
    }

    /// Takes one of these words, if it comes next.
    pub(in crate::dates) fn eat(&mut self, words: &[&str]) -> bool {
        let rest = words.iter().find_map(|word| self.0.strip_prefix(word));
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    /// Takes one of these words and says what stands beside it.
    pub(in crate::dates) fn one_of(&mut self, words: &[(&str, i64)]) -> Option<i64> {
        let found = words.iter().find(|(word, _)| self.0.starts_with(word))?;
        self.eat(&[found.0]).then_some(found.1)
    }

    /// Takes a number of ASCII digits or of kanji, below 10,000.
    pub(in crate::dates) fn number(&mut self) -> Option<i64> {
        self.digits().map(|(number, _)| number)
    }

    /// The same, with how many digits a year of that number would have.
    fn digits(&mut self) -> Option<(i64, usize)> {
        let end = self.0.find(|letter| !is_numeral(letter));
        let (number, rest) = self.0.split_at_checked(end.unwrap_or(self.0.len()))?;
        let letters = number.chars().count();
        if letters == 0 || letters > 8 {
            return None;
        }
        let read = match number.parse() {
            Ok(value) => (value, letters),
            Err(_) => kanji_number(number)?,
        };
        self.0 = rest;
        Some(read)
    }

    /// Takes a number and the word behind it, as 3月.
    pub(in crate::dates) fn counted(&mut self, word: &str) -> Option<(i64, usize)> {
        let mut ahead = *self;
        let number = ahead.digits()?;
        ahead.eat(&[word]).then(|| *self = ahead)?;
        Some(number)
    }

    /// Takes 14日.
    pub(in crate::dates) fn day_of_month(&mut self) -> Option<i64> {
        self.counted("日").map(|(day, _)| day)
    }

    /// Takes 金曜 or 金曜日.
    pub(in crate::dates) fn weekday(&mut self) -> Option<Weekday> {
        let mut ahead = *self;
        let day = ahead.weekday_letter()?;
        ahead.eat(&["曜日", "曜"]).then(|| *self = ahead)?;
        Some(day)
    }

    /// Takes 金.
    pub(in crate::dates) fn weekday_letter(&mut self) -> Option<Weekday> {
        let (_, day) = WEEKDAYS.iter().find(|(name, _)| self.eat(&[name]))?;
        Some(*day)
    }

    /// Takes 7年3月14日, 元年5月1日 or 7.3.14, all of what is left.
    pub(in crate::dates) fn era_date(&mut self) -> Option<(i64, i64, i64)> {
        let year = if self.eat(&["元"]) {
            1
        } else {
            self.number()?
        };
        let (month, day) = if self.eat(&["年"]) {
            (self.counted("月")?.0, self.day_of_month()?)
        } else {
            let separator = ["/", ".", "-"].into_iter().find(|it| self.eat(&[it]))?;
            let month = self.number()?;
            self.eat(&[separator]).then_some(())?;
            (month, self.number()?)
        };
        self.end()?;
        Some((year, month, day))
    }

    /// That nothing is left.
    pub(in crate::dates) fn end(&self) -> Option<()> {
        self.0.is_empty().then_some(())
    }
}

fn kanji(letter: char) -> Option<i64> {
    Some(match letter {
        '〇' => 0,
        '一' => 1,
        '二' => 2,
        '三' => 3,
        '四' => 4,
        '五' => 5,
        '六' => 6,
        '七' => 7,
        '八' => 8,
        '九' => 9,
        '十' => 10,
        '百' => 100,
        '千' => 1000,
        _ => return None,
    })
}

/// Whether numbers are written with it.
pub(in crate::dates) fn is_numeral(letter: char) -> bool {
    letter.is_ascii_digit() || kanji(letter).is_some()
}

/// 二十三, 千九百, or digit by digit as 二〇二五; and how many digits it has.
fn kanji_number(text: &str) -> Option<(i64, usize)> {
    let mut total = 0;
    let mut last: Option<i64> = None;
    let mut by_digit = 0;
    let mut has_units = false;
    for letter in text.chars() {
        let value = kanji(letter)?;
        if value >= 10 {
            has_units = true;
            total += last.take().unwrap_or(1) * value;
        } else if has_units && last.is_some() {
            return None;
        } else {
            by_digit = by_digit * 10 + value;
            last = Some(value);
        }
    }
    if has_units {
        let number: i64 = total + last.unwrap_or(0);
        return Some((number, number.to_string().len()));
    }
    Some((by_digit, text.chars().count()))
}
