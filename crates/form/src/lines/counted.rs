//! Numbers in words of languages that code reads otherwise only by their figures.

use std::collections::BTreeSet;

use super::amount::spelled_in;
use crate::values::{is_one_of, is_told_in_any, told_in_any};

/// The words of small numbers in languages that no library reads, each for one number, with "one" and how
/// often something is done in those that one does read, too. A word that means two numbers in two languages is
/// not among them.
const SMALL: [(u8, &str); 19] = [
    (
        1,
        "un une uno una um uma ein eine einen een jeden jedna once einmal eenmaal jednom jednou raz egyszer kerran",
    ),
    (
        2,
        "dwa dwie två twice zweimal tweemaal dvaput dvakrat dvakrát dwukrotnie kétszer kahdesti дважды двічі",
    ),
    (
        3,
        "trzy thrice dreimal driemaal triput trikrat třikrát trikrát háromszor kolmesti трижды тричі",
    ),
    (
        4,
        "cztery fyra fire viermal viermaal četiriput štirikrat čtyřikrát štyrikrát négyszer neljästi",
    ),
    (
        5,
        "pięć fem fünfmal vijfmaal petkrat pětkrát päťkrát ötször viidesti",
    ),
    (
        6,
        "sześć seks sechsmal zesmaal šestkrat šestkrát hatszor kuudesti",
    ),
    (
        7,
        "siedem sju syv siebenmal zevenmaal sedemkrat sedmkrát hétszer",
    ),
    (
        8,
        "osiem åtta otte achtmal achtmaal osemkrat osmkrát nyolcszor",
    ),
    (9, "dziewięć nio neunmal kilencszer"),
    (10, "dziesięć tio zehnmal tienmaal tízszer"),
    (11, "jedenaście elva"),
    (12, "dwanaście tolv"),
    (13, "trzynaście tretton"),
    (14, "czternaście fjorton"),
    (15, "piętnaście femton"),
    (16, "szesnaście sexton"),
    (17, "siedemnaście sjutton"),
    (18, "osiemnaście arton"),
    (19, "dziewiętnaście nitton"),
];

/// Whether code knows the words for numbers of a language.
pub(super) fn reads_numbers_in(language: &str) -> bool {
    const READ: &str = "en ja ko zh fr it es pt de nl pl sv da nb nn no";
    is_one_of(language, READ)
}

/// Whether words name this number, as it is written in figures.
pub(super) fn names(words: &str, number: &str) -> bool {
    if is_told_in_any(words, number) {
        return true;
    }
    let words = words.to_lowercase();
    let mut words = words.split(|it: char| !it.is_alphabetic());
    let small = SMALL.iter().find(|(known, _)| known.to_string() == number);
    let known = small.map(|(_, known)| *known).unwrap_or_default();
    words.any(|word| !word.is_empty() && known.split(' ').any(|it| it == word))
}

/// The whole numbers that words tell, in figures or in words of a language that code knows, from two on: one
/// is an article, too.
///
/// ```
/// use kikitori_form::lines::numbers_told_in;
///
/// let told = numbers_told_in("on the 26th, at quarter past nine, zweimal");
/// assert_eq!(told, ["2", "9", "26"].map(str::to_owned).into());
/// assert!(numbers_told_in("Można to pytanie pominąć.").is_empty());
/// ```
pub fn numbers_told_in(words: &str) -> BTreeSet<String> {
    let figures = words.split(|it: char| !it.is_ascii_digit());
    let figures = figures.map(|it| it.trim_start_matches('0').to_owned());
    let small = words.to_lowercase();
    let small = small.split(|it: char| !it.is_alphabetic());
    let small = small.filter_map(|word| {
        let has = |known: &&str| known.split(' ').any(|it| it == word);
        let mut known = SMALL.iter().filter(|(_, known)| has(known));
        known.next().map(|(number, _)| number.to_string())
    });
    let mut found: BTreeSet<String> = figures.chain(small).collect();
    found.extend(spelled_in(words));
    // "To" is two in Danish, and "this" in Polish: of words that short nobody knows the language.
    let long = words
        .split_whitespace()
        .filter(|it| it.chars().nth(2).is_some());
    found.extend(told_in_any(&long.collect::<Vec<_>>().join(" ")));
    found.retain(|it| !it.is_empty() && it != "1" && it.bytes().all(|it| it.is_ascii_digit()));
    found
}

/// Whether words tell this whole number, in figures or in words of a language that code knows.
///
/// ```
/// use kikitori_form::lines::tells_number;
///
/// assert!(tells_number("there were two taxis, not the one", "2"));
/// assert!(tells_number("zwei Taxis", "2") && tells_number("タクシーは2台", "2"));
/// assert!(!tells_number("another taxi at 12", "2"));
/// assert!(tells_number("タクシーは二台", "2") && !tells_number("十二台", "2"));
/// ```
pub fn tells_number(words: &str, number: &str) -> bool {
    let mut figures = words.split(|it: char| !it.is_ascii_digit());
    figures.any(|it| it == number)
        || spelled_in(words).iter().any(|it| it == number)
        || names(words, number)
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn numbers_in_words_name_themselves_and_no_part_of_them() {
        for (words, number) in [
            ("seremos treinta y cinco, creo", "35"),
            ("veintidós personas", "22"),
            ("vingt-et-un ou vingt et un", "21"),
            ("soixante-quatre", "64"),
            ("dix-sept chaises", "17"),
            ("soixante et onze", "71"),
            ("quatre-vingts", "80"),
            ("quatre-vingt-dix-sept", "97"),
            ("trentacinque", "35"),
            ("ventotto", "28"),
            ("trinta e cinco", "35"),
            ("fünfunddreißig Stück", "35"),
            ("tweeëndertig", "32"),
            ("quattordici", "14"),
            ("dos", "2"),
        ] {
            assert!(names(words, number), "{words}: {number}");
        }
        for (words, number) in [
            ("treinta y cinco", "5"),
            ("treinta y cinco", "30"),
            ("fünfunddreißig", "5"),
            ("trentacinque", "30"),
            ("quatre-vingt-dix-sept", "20"),
            ("dix-sept", "7"),
            ("treinta y cinco", "355"),
            ("unos cuantos", "1"),
        ] {
            assert!(!names(words, number), "{words}: {number}");
        }
    }
}
