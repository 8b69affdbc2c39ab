//! Words that both languages have: numbers, weekdays and units.

use super::Day;

/// The weekdays from Monday on: in English, in Japanese, and as ids.
pub const WEEKDAYS: [(&str, &str); 7] = [
    ("Monday", "月曜"),
    ("Tuesday", "火曜"),
    ("Wednesday", "水曜"),
    ("Thursday", "木曜"),
    ("Friday", "金曜"),
    ("Saturday", "土曜"),
    ("Sunday", "日曜"),
];

/// The weekday at this place of the week, which begins anew after its end.
pub fn weekday(at: usize, name: impl Fn(&(&'static str, &'static str)) -> String) -> Option<Day> {
    let found = WEEKDAYS.get(at % WEEKDAYS.len())?;
    Some(Day {
        name: name(found),
        id: found.0.to_ascii_lowercase(),
    })
}

/// The days from one place of the week to another.
pub fn range(from: usize, to: usize) -> impl Iterator<Item = usize> {
    let days = (to + WEEKDAYS.len() - from) % WEEKDAYS.len();
    from..=from + days
}

/// An amount in a unit that the kitchen counts in.
pub fn in_unit(amount: u32, unit: &str) -> Option<(u32, &'static str)> {
    let thousand = || amount.saturating_mul(1_000);
    Some(match unit.to_ascii_lowercase().as_str() {
        "g" | "gram" | "grams" | "グラム" => (amount, "g"),
        "kg" | "kilo" | "kilos" | "キロ" => (thousand(), "g"),
        "ml" | "ミリリットル" => (amount, "ml"),
        "l" | "litre" | "litres" | "liter" | "liters" | "リットル" => (thousand(), "ml"),
        "piece" | "pieces" | "個" | "本" | "枚" | "パック" | "袋" | "玉" | "つ" => {
            (amount, "piece")
        }
        _ => return None,
    })
}

/// A number in digits or as an English word.
pub fn number(word: &str) -> Option<u32> {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    let word = word.to_ascii_lowercase();
    match word.as_str() {
        "a" | "an" => return Some(1),
        "dozen" => return Some(12),
        _ => {}
    }
    if let Some(at) = WORDS.iter().position(|it| *it == word) {
        return u32::try_from(at).ok();
    }
    word.replace(',', "").parse().ok()
}
