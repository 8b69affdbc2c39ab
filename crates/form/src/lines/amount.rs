//! Amounts as people write them in orders: 1/2, 1 1/2, ½, and an amount with its unit.

use crate::plain::{narrow, narrow_letter};
use crate::values::{is_numeral, spelled, sums_in};

/// Denominators that end behind the point within so many digits.
const PLACES: u32 = 6;
/// Fractions that have a letter of their own.
const VULGAR: [(char, &str); 8] = [
    ('½', "1/2"),
    ('¼', "1/4"),
    ('¾', "3/4"),
    ('⅛', "1/8"),
    ('⅜', "3/8"),
    ('⅝', "5/8"),
    ('⅞', "7/8"),
    ('⅕', "1/5"),
];

/// Words that tell an amount and are no numerals.
const SPELLED: [(&str, &str); 7] = [
    ("half", "0.5"),
    ("couple", "2"),
    ("pair", "2"),
    ("none", "0"),
    ("ダース", "12"),
    ("半", "0.5"),
    ("なし", "0"),
];
/// What Japanese numerals are written with.
const NUMERALS: &str = "〇零一二三四五六七八九十百千万億";
/// What may stand in an amount beside them, in Korean and Chinese.
const OTHER_NUMERALS: &str = "兆萬亿십백천만억조";
/// Things as Japanese counts them.
const COUNTED: [&str; 10] = [
    "ひとつ",
    "ふたつ",
    "みっつ",
    "よっつ",
    "いつつ",
    "むっつ",
    "ななつ",
    "やっつ",
    "ここのつ",
    "ゼロ",
];
/// So many numbers of a text are looked at with what stands around them, and so many letters of that.
const MOST_AMOUNTS: usize = 100;
const UNIT_LETTERS: usize = 12;
/// A number is told in so many words at most.
const MOST_WORDS: usize = 8;

/// A fraction, with a whole number before it or not, as a decimal; none where that has no end.
pub(super) fn fraction(text: &str) -> Option<String> {
    let mut spelled = String::new();
    for letter in narrow(text).chars() {
        match VULGAR.iter().find(|(vulgar, _)| *vulgar == letter) {
            Some((_, fraction)) => {
                spelled.push(' ');
                spelled.push_str(fraction);
            }
            None => spelled.push(letter),
        }
    }
    let spelled = spelled.trim();
    let (whole, fraction) = match spelled.rsplit_once(' ') {
        Some((whole, fraction)) => (whole.trim().parse::<u32>().ok()?, fraction),
        None => (0, spelled),
    };
    let (over, under) = fraction.split_once('/')?;
    let (over, under): (u64, u64) = (over.parse().ok()?, under.parse().ok()?);
    let scale = 10_u64.pow(PLACES);
    if under == 0 || over >= under || under > 1_000 || !(over * scale).is_multiple_of(under) {
        return None;
    }
    let places = PLACES as usize;
    Some(format!("{whole}.{:0places$}", over * scale / under))
}

/// A number and what stands behind it, such as 2 and cs.
pub(super) fn with_unit(text: &str) -> Option<(&str, &str)> {
    let is_of_number = |letter: char| {
        is_digit(letter) || letter == ' ' || ".,/／．，".contains(letter) || is_vulgar(letter)
    };
    let end = text.find(|letter: char| !is_of_number(letter))?;
    let (amount, unit) = text.split_at_checked(end)?;
    let amount = amount.trim();
    (amount.contains(|it: char| is_digit(it) || is_vulgar(it))).then(|| (amount, unit.trim()))
}

/// The numbers that stand in a text, each as it is written.
pub(super) fn numbers_in(text: &str) -> Vec<&str> {
    let is_of_number =
        |letter: char| is_digit(letter) || ".,/／．，".contains(letter) || is_vulgar(letter);
    let runs = text.split(|letter: char| !is_of_number(letter));
    let runs = runs.map(|run| run.trim_matches(['.', ',', '/', '／', '．', '，']));
    runs.filter(|run| !run.is_empty()).collect()
}

/// What each number of a text may be with what stands around it: 15万8千円 of 家賃は15万8千円です. Which
/// of them is an amount is for those to say who know the field.
pub(super) fn amounts_in(text: &str) -> impl Iterator<Item = &str> {
    let is_numeral = |it: char| NUMERALS.contains(it) || OTHER_NUMERALS.contains(it);
    let is_of_number = move |it: char| is_digit(it) || is_vulgar(it) || is_numeral(it);
    let is_inside = move |it: char| is_of_number(it) || ".,/／．，".contains(it);
    let mut before = None;
    let starts = text.char_indices().filter_map(move |(at, letter)| {
        let last = before.replace((at, letter));
        let begins = is_of_number(letter) && !last.is_some_and(|(_, it)| is_inside(it));
        let sign = last.filter(|(_, it)| "¥￥$€£₩".contains(*it));
        begins.then(|| (sign.map_or(at, |(at, _)| at), at))
    });
    starts.take(MOST_AMOUNTS).flat_map(move |(from, start)| {
        let rest = text.get(start..).unwrap_or_default();
        let end = rest.find(|it| !is_inside(it)).unwrap_or(rest.len());
        let behind = rest.get(end..).unwrap_or_default();
        let ends = behind
            .char_indices()
            .map(|(at, letter)| at + letter.len_utf8());
        let ends = [0].into_iter().chain(ends.take(UNIT_LETTERS));
        ends.filter_map(move |more| {
            // A unit's word is not cut.
            let next = behind.get(more..)?.chars().next();
            let last = behind.get(..more)?.chars().next_back();
            let is_cut = last.zip(next).is_some_and(|(last, next)| {
                last.is_ascii_alphabetic() && next.is_ascii_alphabetic()
            });
            let whole = text.get(from..start + end + more)?;
            (!is_cut).then_some(whole)
        })
    })
}

/// The numbers that a text tells in words, in English or Japanese.
pub(crate) fn spelled_in(text: &str) -> Vec<String> {
    let said = narrow(text).to_ascii_lowercase();
    let words = said.split(|it: char| !it.is_ascii_alphabetic());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let mut found = Vec::new();
    let mut rest = words.as_slice();
    while let [_, after @ ..] = rest {
        // The most words that are one number: twenty-five is no twenty. Most words count nothing.
        let counting = rest.iter().take(MOST_WORDS);
        let most = counting.take_while(|word| is_numeral(word)).count();
        let lengths = (1..=most).rev();
        let mut numbers = lengths.filter_map(|length| {
            let number = spelled(&rest.get(..length)?.join(" "))?;
            Some((length, number))
        });
        let number = numbers.next();
        rest = match number {
            Some((length, number)) => {
                let behind = rest.get(length..).unwrap_or_default();
                match behind {
                    ["and", "a", "half", behind @ ..] | ["and", "half", behind @ ..] => {
                        found.push(format!("{number}.5"));
                        behind
                    }
                    _ => {
                        found.push(number);
                        behind
                    }
                }
            }
            None => after,
        };
    }
    found.extend(sums_in(text));
    let numerals = said.split(|it: char| !NUMERALS.contains(it));
    found.extend(numerals.filter_map(spelled));
    let counted = COUNTED.iter().filter(|word| said.contains(**word));
    found.extend(counted.filter_map(|word| spelled(word)));
    let all = SPELLED.iter().filter(|(word, _)| match word.is_ascii() {
        true => words.contains(word),
        false => said.contains(word),
    });
    found.extend(all.map(|(_, number)| (*number).to_owned()));
    found
}

/// Whether a digit stands in a text.
pub fn has_digit(text: &str) -> bool {
    text.contains(|letter: char| is_digit(letter) || is_vulgar(letter))
}

fn is_digit(letter: char) -> bool {
    narrow_letter(letter).is_ascii_digit()
}

fn is_vulgar(letter: char) -> bool {
    VULGAR.iter().any(|(vulgar, _)| *vulgar == letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_decimals_where_they_end() {
        for (text, decimal) in [
            ("1/2", Some("0.500000")),
            ("1 1/2", Some("1.500000")),
            ("１／２", Some("0.500000")),
            ("½", Some("0.500000")),
            ("2½", Some("2.500000")),
            ("1/3", None),
            ("3/2", None),
            ("1/0", None),
            ("2", None),
            ("6/10", Some("0.600000")),
            ("", None),
        ] {
            assert_eq!(fraction(text).as_deref(), decimal, "{text:?}");
        }
    }

    #[test]
    fn numbers_in_words_are_found_among_others() {
        for (text, numbers) in [
            (
                "twenty-five of them and a hundred and two",
                &["25", "102"][..],
            ),
            ("I am minus three", &["-3"]),
            (
                "two, half a million or three thousand k",
                &["2", "500000", "3000", "0.5"],
            ),
            ("a guest and a friend", &[]),
            ("two dozen bundles, or a dozen", &["24", "12"]),
            ("well, well", &[]),
        ] {
            assert_eq!(spelled_in(text), numbers, "{text:?}");
        }
    }

    #[test]
    fn an_amount_is_told_from_its_unit() {
        for (text, parts) in [
            ("2 cs", Some(("2", "cs"))),
            ("1/2cs", Some(("1/2", "cs"))),
            ("２ケース", Some(("２", "ケース"))),
            ("cs 2", None),
            ("12", None),
        ] {
            assert_eq!(with_unit(text), parts, "{text:?}");
        }
        assert_eq!(numbers_in("2 cs of 10234, 1/2 lb."), ["2", "10234", "1/2"]);
        for (text, amount) in [
            ("家賃は15万8千円です", "15万8千円"),
            ("家賃は15万8千円です", "15万8千"),
            ("about ¥158,000 a month", "¥158,000"),
            ("about 158,000 yen a month", "158,000 yen"),
            ("三千円と", "三千円"),
        ] {
            assert!(
                amounts_in(text).any(|it| it == amount),
                "{amount} of {text}"
            );
        }
        assert!(!amounts_in("158,000 yen").any(|it| it == "158,000 ye" || it == "58,000 yen"));
    }
}
