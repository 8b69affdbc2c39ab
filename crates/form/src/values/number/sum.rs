//! Sums of money as they are said: "15 pounds fifty", "3 euros and 20 cents"; lengths too.

use super::english;

/// What counts whole units, and the units of fields that can mean it.
const WHOLE: [(&str, &[&str]); 20] = [
    ("pounds", super::POUNDS),
    ("pound", super::POUNDS),
    ("quid", super::POUNDS),
    ("£", super::POUNDS),
    ("dollars", super::DOLLARS),
    ("dollar", super::DOLLARS),
    ("$", super::DOLLARS),
    ("euros", super::EUROS),
    ("euro", super::EUROS),
    ("€", super::EUROS),
    ("metri", METRES),
    ("metro", METRES),
    ("metros", METRES),
    ("metre", METRES),
    ("metres", METRES),
    ("mètre", METRES),
    ("meters", METRES),
    ("mètres", METRES),
    ("meter", METRES),
    ("m", METRES),
];
/// A length is told like a sum: 6 metri e 20, 1 m 80.
const METRES: &[&str] = &[
    "m", "metri", "metros", "metre", "metres", "meters", "mètres", "meter",
];
/// What counts hundredths.
const HUNDREDTHS: [&str; 10] = [
    "pence",
    "penny",
    "p",
    "cents",
    "cent",
    "ct",
    "cts",
    "céntimos",
    "centimes",
    "centesimi",
];
/// What may stand between.
const AND: [&str; 8] = ["and", "und", "et", "y", "con", "e", "com", "i"];
/// A number has so many words at most.
const MOST_WORDS: usize = 6;

/// The sums that a text tells in whole units and hundredths, as decimals.
pub(crate) fn sums_in(text: &str) -> Vec<String> {
    let words = words(text);
    let places = words.iter().enumerate().filter(|(_, word)| is_whole(word));
    let sums = places.filter_map(|(at, _)| {
        let before = words.get(..at)?;
        let most = before.len().min(MOST_WORDS);
        let mut starts = (1..=most).rev().map(|length| at - length);
        let whole = starts.find_map(|start| number(before.get(start..)?))?;
        let (hundredths, _) = hundredths(words.get(at + 1..)?)?;
        Some(format!("{whole}.{hundredths:02}"))
    });
    sums.collect()
}

/// The sum that a text is and nothing else, where it is one of a field with these units.
pub(super) fn read(text: &str, units: &[String]) -> Option<String> {
    let words = words(text);
    let at = words.iter().position(|word| is_whole(word))?;
    let sign = words.get(at)?;
    let (_, meant) = WHOLE.iter().find(|(word, _)| word == sign)?;
    let fits = units.is_empty() || units.iter().any(|unit| meant.contains(&unit.as_str()));
    let whole = number(words.get(..at)?).filter(|_| fits)?;
    let after = words.get(at + 1..)?;
    let (hundredths, length) = hundredths(after)?;
    (length == after.len()).then(|| format!("{whole}.{hundredths:02}"))
}

fn words(text: &str) -> Vec<&str> {
    let words = text.split(|it: char| !(it.is_alphanumeric() || "£$€.,".contains(it)));
    let words = words.map(|word| word.trim_matches(['.', ',']));
    words.filter(|word| !word.is_empty()).collect()
}

fn is_whole(word: &str) -> bool {
    WHOLE
        .iter()
        .any(|(whole, _)| word.eq_ignore_ascii_case(whole))
}

/// A whole number in digits or English words.
fn number(words: &[&str]) -> Option<u64> {
    match words {
        [digits] if digits.bytes().all(|it| it.is_ascii_digit()) => digits.parse().ok(),
        words => {
            let said = words.join(" ").to_ascii_lowercase();
            english::read(&said)?.to_string().parse().ok()
        }
    }
}

/// How many hundredths are told, and in how many words: without theirs, two digits or ten at least.
fn hundredths(words: &[&str]) -> Option<(u64, usize)> {
    let skipped = usize::from(words.first().is_some_and(|it| AND.contains(it)));
    let rest = words.get(skipped..)?;
    [2, 1].into_iter().find_map(|length| {
        let told = rest.get(..length)?;
        let count = number(told).filter(|it| *it < 100)?;
        let is_named = rest.get(length).is_some_and(|it| HUNDREDTHS.contains(it));
        let is_plain = count >= 10 || told.iter().all(|it| it.len() == 2);
        (is_named || is_plain).then_some((count, skipped + length + usize::from(is_named)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hundredths_behind_whole_units_are_a_part_of_the_sum() {
        let pounds = ["£".to_owned()];
        for (text, sum) in [
            ("15 pounds fifty", Some("15.50")),
            ("fifteen pounds fifty", Some("15.50")),
            ("15 pounds and 5 pence", Some("15.05")),
            ("twenty-one pounds ninety-nine", Some("21.99")),
            ("15 £ 50", Some("15.50")),
            ("15 pounds 5", None),
            ("15 pounds", None),
            ("15 euros 50", None),
            ("15 pounds fifty each", None),
        ] {
            assert_eq!(read(text, &pounds).as_deref(), sum, "{text}");
        }
        let said = "The hook is 3 euros 20 and the tile: fifteen pounds fifty";
        assert_eq!(sums_in(said), ["3.20", "15.50"]);
        let metres = ["m".to_owned()];
        assert_eq!(read("one metre ninety", &metres).as_deref(), Some("1.90"));
    }
}
