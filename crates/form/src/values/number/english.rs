//! Numbers in English words: twenty-five, 1.2 million, half a million, 5k.

use crate::decimal::Decimal;

/// Numbers are counted in millionths, so that half a million and 1.2 million are exact.
const ONE: i128 = 1_000_000;
/// So many places behind the point.
const PLACES: usize = 6;

const WORDS: [(&str, i128); 28] = [
    ("zero", 0),
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("thirteen", 13),
    ("fourteen", 14),
    ("fifteen", 15),
    ("sixteen", 16),
    ("seventeen", 17),
    ("eighteen", 18),
    ("nineteen", 19),
    ("twenty", 20),
    ("thirty", 30),
    ("forty", 40),
    ("fifty", 50),
    ("sixty", 60),
    ("seventy", 70),
    ("eighty", 80),
    ("ninety", 90),
];
const LARGE: [(&str, i128); 5] = [
    ("thousand", 1_000),
    ("k", 1_000),
    ("million", 1_000_000),
    ("billion", 1_000_000_000),
    ("trillion", 1_000_000_000_000),
];

/// What else [`read`] takes, digits aside.
const BESIDES: [&str; 8] = [
    "a", "an", "and", "dozen", "half", "hundred", "minus", "negative",
];

/// Whether a word without digits can be one of a number.
pub(super) fn is_numeral(word: &str) -> bool {
    let mut known = WORDS.iter().chain(&LARGE).map(|(known, _)| *known);
    BESIDES.contains(&word) || known.any(|known| known == word)
}

/// What has been read so far.
struct Reading {
    total: i128,
    /// What stands behind the last of thousand, million and billion.
    section: i128,
    /// What may still be added to the section is less than this.
    room: i128,
    /// The last of thousand, million and billion.
    last_large: i128,
    /// `half`, which needs one of these behind it.
    is_half: bool,
}

/// Reads a number with words in it, which is plain; none if it is something else.
pub(super) fn read(text: &str) -> Option<Decimal> {
    let mut words: Vec<&str> = Vec::new();
    let parts = text.split([' ', '-']).filter(|it| !it.is_empty());
    for word in parts.filter(|word| *word != "and") {
        match word.strip_suffix('k') {
            Some(digits) if digits.ends_with(|it: char| it.is_ascii_digit()) => {
                words.extend([digits, "k"]);
            }
            _ => words.push(word),
        }
    }
    let (sign, words) = match words.as_slice() {
        ["minus" | "negative", rest @ ..] => ("-", rest),
        words => ("", words),
    };
    let mut reading = Reading {
        total: 0,
        section: 0,
        room: 1_000 * ONE,
        last_large: i128::MAX,
        is_half: false,
    };
    // An article alone counts nothing.
    if matches!(words, [] | ["a" | "an"]) {
        return None;
    }
    for word in words {
        reading.take(word)?;
    }
    let micros = Some(reading.total + reading.section).filter(|_| !reading.is_half)?;
    let (whole, behind) = (micros / ONE, micros % ONE);
    Decimal::new(&format!("{sign}{whole}.{behind:0PLACES$}"))
}

impl Reading {
    fn take(&mut self, word: &str) -> Option<()> {
        let is_first = self.section == 0 && self.room == 1_000 * ONE;
        if let Some((_, number)) = WORDS.iter().find(|(known, _)| *known == word) {
            return self.add(number * ONE);
        }
        if let Some((_, factor)) = LARGE.iter().find(|(known, _)| *known == word) {
            let fits = self.section > 0 && *factor < self.last_large;
            self.total += fits.then(|| self.section.checked_mul(*factor)).flatten()?;
            (self.section, self.room) = (0, 1_000 * ONE);
            self.last_large = *factor;
            self.is_half = false;
            return Some(());
        }
        match word {
            "a" | "an" if self.is_half => Some(()),
            "a" | "an" if is_first => self.add(ONE),
            "half" if is_first && self.total == 0 => {
                (self.section, self.room, self.is_half) = (ONE / 2, 0, true);
                Some(())
            }
            "hundred" if (ONE..100 * ONE).contains(&self.section) => {
                self.section *= 100;
                self.room = 100 * ONE;
                Some(())
            }
            "dozen" if self.total == 0 && self.section < 100 * ONE => {
                let dozens = match is_first {
                    true => ONE,
                    false => self.section,
                };
                (self.section, self.room, self.is_half) = (dozens * 12, 0, false);
                Some(())
            }
            digits if is_first => {
                self.section = micros(digits)?;
                self.room = 0;
                Some(())
            }
            _ => None,
        }
    }

    /// Adds a number that is a word, if one can stand here: 3 behind 20, 20 behind 100.
    fn add(&mut self, number: i128) -> Option<()> {
        if number >= self.room {
            return None;
        }
        self.section += number;
        self.room = match number >= 20 * ONE {
            true => 10 * ONE,
            false => 0,
        };
        Some(())
    }
}

/// Digits with a point, in millionths.
fn micros(text: &str) -> Option<i128> {
    let (whole, behind) = text.split_once('.').unwrap_or((text, ""));
    let whole = super::without_marks(whole, Some(','))?;
    let fits = whole.len() <= 15
        && behind.len() <= PLACES
        && !text.ends_with('.')
        && behind.bytes().all(|it| it.is_ascii_digit());
    fits.then(|| format!("{whole}{behind:0<PLACES$}").parse().ok())
        .flatten()
}
