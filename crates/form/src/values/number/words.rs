//! Numbers in the words of languages that a library reads, to hold values against what was said. English and
//! Japanese have readers of their own, which know sums and units as well.

use super::composed;
use crate::values::languages::is_one_of;
use text2num::{LangInterpreter, Language, get_interpreter_for};

/// The languages, by their codes, that are read here.
const LANGUAGES: [&str; 7] = ["da", "de", "es", "fr", "it", "nl", "pt"];
/// A number is told in so many words at most: "quatre cent quatre-vingt-dix-neuf mille neuf cents".
const MOST_WORDS: usize = 10;
/// Words that tell an amount and are no numerals, such as a dozen: the beginnings of them.
const AMOUNTS: [(&str, &[&str]); 7] = [
    ("da", &["dusin", "par", "halv", "snes"]),
    (
        "de",
        &["dutzend", "paar", "halb", "hälfte", "keine", "beide"],
    ),
    (
        "es",
        &[
            "docena", "decena", "par", "medi", "mitad", "ningun", "ambos", "ambas",
        ],
    ),
    (
        "fr",
        &[
            "douzaine",
            "dizaine",
            "quinzaine",
            "vingtaine",
            "trentaine",
            "centaine",
            "paire",
            "couple",
            "demi",
            "moitié",
            "aucun",
        ],
    ),
    (
        "it",
        &[
            "dozzin", "decina", "paio", "coppia", "mezz", "metà", "nessun", "entramb",
        ],
    ),
    (
        "nl",
        &[
            "dozijn", "tiental", "paar", "half", "halve", "geen", "beide",
        ],
    ),
    (
        "pt",
        &[
            "dúzia", "duzia", "dezena", "par", "mei", "metade", "nenhum", "ambos", "ambas",
        ],
    ),
];

fn interpreter(language: &str) -> Option<(&'static str, Language)> {
    let known = LANGUAGES.iter().find(|it| is_one_of(language, it))?;
    Some((known, get_interpreter_for(known)?))
}

/// The numbers, in digits, that `words` in a language tell; none where the language is not read here. "Un"
/// and its like are left out: they are articles, too.
pub(crate) fn numbers_told(words: &str, language: &str) -> Option<Vec<String>> {
    let Some((_, interpreter)) = interpreter(language) else {
        return composed::numbers_told(words, language);
    };
    let words = words.to_lowercase();
    let found = found(&parts(&words), &interpreter);
    Some(found.into_iter().map(|it| it.digits).collect())
}

/// Whether words of a language that is read here tell no amount at all.
pub(crate) fn tells_no_amount(words: &str, language: &str) -> bool {
    let Some((own, interpreter)) = interpreter(language) else {
        return false;
    };
    let words = words.to_lowercase();
    let parts = parts(&words);
    let amounts = AMOUNTS.iter().filter(|(of, _)| *of == own);
    let mut amounts = amounts.flat_map(|(_, words)| words.iter());
    let is_amount = amounts.any(|it| parts.iter().any(|word| word.starts_with(it)));
    let is_one = |word: &&str| digits(&[word], &interpreter).is_some();
    !is_amount && !parts.iter().any(is_one) && found(&parts, &interpreter).is_empty()
}

/// Whether words tell this number, in any of the languages. "Treinta y cinco" is no five, though it has the
/// word that is one in another language.
pub(crate) fn is_told_in_any(words: &str, number: &str) -> bool {
    told_in_any(words).iter().any(|it| it == number)
}

/// The numbers, in digits, that words tell in any of the languages.
pub(crate) fn told_in_any(words: &str) -> Vec<String> {
    let words = words.to_lowercase();
    let parts = parts(&words);
    let all = LANGUAGES.iter().filter_map(|it| get_interpreter_for(it));
    let all: Vec<Found> = all.flat_map(|it| found(&parts, &it)).collect();
    let whole = all
        .iter()
        .filter(|it| !all.iter().any(|other| other.has_more_than(it)));
    whole.map(|it| it.digits.clone()).collect()
}

/// A number among words.
struct Found {
    digits: String,
    /// Its first word, and the one behind it.
    at: (usize, usize),
}

impl Found {
    fn has_more_than(&self, other: &Self) -> bool {
        let ((from, to), (of, until)) = (self.at, other.at);
        from <= of && until <= to && to - from > until - of
    }
}

/// What stands between blanks and marks. Of "vingt-cinq" each word counts.
fn parts(words: &str) -> Vec<&str> {
    let parts = words.split(|it: char| !it.is_alphabetic());
    parts.filter(|it| !it.is_empty()).collect()
}

/// The most words that are one number come first: of "mille cinq cents" none is told for itself.
fn found(parts: &[&str], interpreter: &Language) -> Vec<Found> {
    let mut found = Vec::new();
    let mut rest = parts;
    while let [_, after @ ..] = rest {
        let from = parts.len() - rest.len();
        let lengths = (1..=rest.len().min(MOST_WORDS)).rev();
        let mut numbers = lengths.filter_map(|length| {
            let number = digits(rest.get(..length)?, interpreter)?;
            Some((length, number))
        });
        let number = numbers.next();
        rest = match &number {
            Some((length, _)) => rest.get(*length..).unwrap_or_default(),
            None => after,
        };
        let number = number.filter(|(_, digits)| digits != "1");
        found.extend(number.map(|(length, digits)| Found {
            digits,
            at: (from, from + length),
        }));
    }
    found
}

/// A number, and no ordinal. The library's own way to text makes a float of it besides, which ends the program
/// for words that are none in Danish.
fn digits(parts: &[&str], interpreter: &Language) -> Option<String> {
    let told = interpreter.exec_group(parts.iter().copied()).ok()?;
    (!told.is_ordinal() && !told.is_empty()).then(|| told.to_string())
}

#[cfg(test)]
mod tests {
    use super::{LANGUAGES, is_told_in_any, numbers_told, tells_no_amount};

    #[test]
    fn a_number_in_words_is_read_whole() {
        for (language, words, number) in [
            ("fr", "mille cinq cents", "1500"),
            ("fr-BE", "septante-cinq", "75"),
            ("fr", "quatre-vingt-dix-sept", "97"),
            ("fr", "deux mille huit cents", "2800"),
            ("de", "zweitausendfünfhundert", "2500"),
            ("de-AT", "Zweiundvierzig", "42"),
            ("es", "mil quinientos", "1500"),
            ("es", "treinta y cinco", "35"),
            ("it", "duemilacinquecento", "2500"),
            ("it", "trentacinque", "35"),
            ("pt", "dois mil e quinhentos", "2500"),
            ("nl", "tweehonderdvijftig", "250"),
            ("da", "tolv", "12"),
        ] {
            let told = numbers_told(words, language).unwrap_or_default();
            assert_eq!(told, [number], "{words}");
        }
        assert_eq!(
            numbers_told("premier, quelques-uns", "fr"),
            Some(Vec::new())
        );
        assert_eq!(numbers_told("tysiąc", "vi"), None);
    }

    #[test]
    fn numbers_are_found_among_other_words() {
        for (language, words, numbers) in [
            (
                "fr",
                "mille cinq cents cartes, pas mille cinquante",
                &["1500", "1050"][..],
            ),
            ("fr", "une carte pour les quatre", &["4"]),
            ("es", "seremos treinta y cinco, creo", &["35"]),
            ("de", "wir sind zu viert", &[]),
            ("it", "ventotto, forse trenta", &["28", "30"]),
            ("nl", "tweeëndertig stoelen", &["32"]),
            ("pt", "uma mesa e trinta e cinco cadeiras", &["35"]),
        ] {
            let told = numbers_told(words, language).unwrap_or_default();
            assert_eq!(told, numbers, "{words}");
        }
        assert!(is_told_in_any("fünfunddreißig Stück", "35"));
        assert!(!is_told_in_any("fünfunddreißig", "5"));
    }

    proptest::proptest! {
        #[test]
        fn no_words_break_what_reads_them(
            language in proptest::sample::select(&LANGUAGES[..]),
            words in proptest::collection::vec(proptest::sample::select(&ANY[..]), 0..14),
            other in ".{0,12}",
        ) {
            for apart in [" ", ""] {
                let words = words.join(apart);
                let _ = numbers_told(&words, language);
                let _ = numbers_told(&format!("{words} {other}"), language);
            }
        }
    }

    #[rustfmt::skip]
    const ANY: [&str; 41] = [
        "og", "et", "und", "en", "y", "e", "mille", "million", "milliard", "millions", "tausend", "hundert", "cent", "cents", "zwei", "trois", "quatre", "vingt", "vingts", "dix", "null", "zéro", "zero", "nul", "halv", "halvtreds", "tres", "tusind", "hundrede", "billion", "duemila", "mila", "cinquecento", "primo", "dritte", "tweede", "dois", "mil", "dieciséis", "virgule", "komma",
    ];

    #[test]
    fn words_without_any_amount_are_told_from_those_with_one() {
        assert!(tells_no_amount("je préfère ne pas le dire", "fr"));
        assert!(tells_no_amount("Das weiß niemand", "de"));
        for (words, language) in [
            ("une douzaine", "fr"),
            ("un", "fr"),
            ("ein paar", "de"),
            ("huit", "fr"),
            ("nie wiem", "pl"),
        ] {
            assert!(!tells_no_amount(words, language), "{words}");
        }
    }
}
