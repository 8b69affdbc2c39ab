//! Digits that are spelled out one by one, as voice typing writes them.

use super::Candidate;
use super::candidates::runs;

/// So many digits are spelled out at least: fewer words are words.
const LEAST: usize = 4;

/// The digits from nought on in languages in which numbers are told digit by digit, with ` ` between
/// ways to say one.
const LANGUAGES: [[&str; 10]; 6] = [
    [
        "zero oh o nought",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
    ],
    [
        "cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve",
    ],
    [
        "null",
        "eins",
        "zwei zwo",
        "drei",
        "vier",
        "fünf fuenf",
        "sechs",
        "sieben",
        "acht",
        "neun",
    ],
    [
        "zéro zero",
        "un",
        "deux",
        "trois",
        "quatre",
        "cinq",
        "six",
        "sept",
        "huit",
        "neuf",
    ],
    [
        "zero", "uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove",
    ],
    [
        "zero",
        "um",
        "dois",
        "três tres",
        "quatro",
        "cinco",
        "seis meia",
        "sete",
        "oito",
        "nove",
    ],
];

/// The same in Japanese, where no spaces stand between them.
const JAPANESE: [&str; 10] = [
    "ゼロ れい まる マル 〇 零",
    "いち イチ 一",
    "に ニ 二",
    "さん サン 三",
    "よん ヨン 四",
    "ご ゴ 五",
    "ろく ロク 六",
    "なな ナナ しち 七",
    "はち ハチ 八",
    "きゅう キュウ きゅー キュー 九",
];

/// Rows of digits that are spelled out.
pub(super) fn digits(text: &str, fold: &dyn Fn(&str) -> String) -> Vec<Candidate> {
    let words = runs(text, char::is_alphabetic);
    let mut found: Vec<Candidate> = Vec::new();
    for language in &LANGUAGES {
        let read = |word: &str| -> Option<char> {
            let word = fold(word);
            let known = language
                .iter()
                .position(|ways| ways.split(' ').any(|it| it == word));
            char::from_digit(u32::try_from(known?).ok()?, 10)
        };
        found.extend(rows(text, &words, &fold, &read));
    }
    found.extend(japanese(text));
    found
}

/// Rows of words that `read` reads, with nothing but spaces and marks between them. "Double four" is
/// said for two of them.
fn rows(
    text: &str,
    words: &[(usize, usize)],
    fold: &dyn Fn(&str) -> String,
    read: &dyn Fn(&str) -> Option<char>,
) -> Vec<Candidate> {
    let mut found = Vec::new();
    let mut row: Option<(usize, usize, String)> = None;
    let mut times = 1;
    for (start, end) in words {
        let word = text.get(*start..*end).unwrap_or_default();
        let between = row.as_ref().and_then(|row| text.get(row.1..*start));
        let is_apart = between.is_some_and(|it| it.chars().any(|it| !" -,.".contains(it)));
        if is_apart {
            found.extend(candidate(row.take()));
        }
        let many = match fold(word).as_str() {
            "double" => 2,
            "triple" => 3,
            _ => 1,
        };
        match (read(word), many) {
            (Some(digit), _) => {
                let (_, last, said) = row.get_or_insert((*start, *end, String::new()));
                *last = *end;
                said.extend(std::iter::repeat_n(digit, times));
                times = 1;
            }
            (None, 2..) => {
                let (_, last, _) = row.get_or_insert((*start, *end, String::new()));
                *last = *end;
                times = many;
            }
            (None, _) => {
                times = 1;
                found.extend(candidate(row.take()));
            }
        }
    }
    found.extend(candidate(row));
    found
}

fn candidate(row: Option<(usize, usize, String)>) -> Option<Candidate> {
    let (start, end, said) = row.filter(|(_, _, said)| said.len() >= LEAST)?;
    Some(Candidate {
        start,
        end,
        says: Some(said),
    })
}

fn japanese(text: &str) -> Vec<Candidate> {
    let mut found = Vec::new();
    let mut row: Option<(usize, usize, String)> = None;
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let at = text.len() - rest.len();
        let digit = JAPANESE.iter().enumerate().find_map(|(digit, ways)| {
            let way = ways.split(' ').find(|way| rest.starts_with(way))?;
            Some((char::from_digit(u32::try_from(digit).ok()?, 10)?, way.len()))
        });
        let taken = match digit {
            Some((digit, length)) => {
                let (_, last, said) = row.get_or_insert((at, at, String::new()));
                said.push(digit);
                *last = at + length;
                length
            }
            None => {
                // The の of a number that is told in groups.
                if !"の 　-ー－、".contains(letter) {
                    found.extend(candidate(row.take()));
                }
                letter.len_utf8()
            }
        };
        rest = rest.get(taken..).unwrap_or_default();
    }
    found.extend(candidate(row));
    found
}
