//! Whether a value in a text is said to be that of a field.

use super::rest::{Words, ends_sentence, is_among, pieces, words};
use crate::file::answer::AnswerType;
use crate::session_form::FormField;

/// By language, which end of a code somebody speaks of, and what its parts are called, or any code.
const ENDS_OF_CODES: [(&str, &str); 16] = [
    ("last final first ends", "digit digits figures number code"),
    (
        "letzte letzten erste ersten",
        "ziffer ziffern stelle stellen zahlen nummer",
    ),
    (
        "dernier derniers dernière dernières premiers",
        "chiffre chiffres numéro",
    ),
    (
        "último última últimos últimas primeros primeras",
        "dígito dígitos cifra cifras número",
    ),
    (
        "ultimo ultima ultimi ultime primi prime",
        "cifra cifre numero",
    ),
    ("laatste eerste", "cijfer cijfers nummer"),
    (
        "sista första siste sidste første",
        "siffra siffror siffrorna siffer sifre sifrene ciffer cifre numret nummeret",
    ),
    (
        "ostatni ostatnie ostatnia pierwsze",
        "cyfra cyfry cyfr numer numeru",
    ),
    ("poslední první posledné prvé", "číslice číslic číslo čísla"),
    (
        "последние последних последняя первые останні останніх перші",
        "цифры цифр цифра цифри номер номера",
    ),
    (
        "viimeistä viimeinen viimeiset ensimmäistä",
        "numeroa numerot numeron merkkiä",
    ),
    ("utolsó első", "számjegy számjegye számjegyei szám"),
    ("son ilk", "hane hanesi haneli rakam rakamı"),
    ("τελευταία τελευταίο πρώτα", "ψηφία ψηφίο αριθμός"),
    ("ultimele primele", "cifrele cifre numărul"),
    ("האחרונות הראשונות", "ספרות הספרות"),
];
/// What else the parts of a code are called, which is also said of other things: it counts with a number of
/// them, as in "the last two characters".
const CHARACTERS: &str = "character characters letter letters zeichen buchstaben caractères lettres \
    caracteres letras caratteri lettere tekens tecken tecknen tegn bokstäver znaki litery znaky písmena \
    символа буквы символи літери merkkiä kirjainta karakter karaktere betű karakteri harf harfi \
    χαρακτήρες γράμματα caractere literele תווים התווים אותיות";
/// Digits as they are spelled out.
const DIGITS_IN_WORDS: &str = "zero oh nought one two three four five six seven eight nine null eins zwei zwo drei vier \
    fünf sechs sieben acht neun zéro un deux trois quatre cinq sept huit neuf cero uno dos tres cuatro cinco seis siete \
    ocho nueve due tre quattro cinque sei sette otto nove um dois três quatro sete oito";
/// Words for how many of them.
const COUNTS: &str = "two three four five zwei beiden drei vier deux trois quatre dos tres cuatro dois duas \
    três quatro due tre quattro twee drie två to dwa dwie trzy dvě dva tři два две три дві kaksi kolme \
    két kettő három iki üç δύο τρία δυο două trei שני שתי";
/// The same where no spaces stand between words.
const UNSPACED_ENDS: [(&[&str], &[&str]); 4] = [
    (&["下", "末尾", "最後", "最初", "頭"], &["桁", "ケタ"]),
    (&["마지막", "끝", "앞", "뒤"], &["자리"]),
    (&["最后", "最後", "末"], &["位"]),
    // There the parts come first.
    (&["ตัว", "หลัก"], &["ท้าย", "หลัง", "แรก", "หน้า"]),
];
/// Characters between the two there, at most.
const MOST_BETWEEN_UNSPACED: usize = 3;

/// So many words at most stand between the name of a field and its value: "the frame number ends in 4, so
/// it is …".
const MOST_BETWEEN: usize = 8;
/// The same where only a part of the value is told: "the last two digits of my account number are the
/// wrong way round, it should be 52".
const MOST_BEFORE_PART: usize = 16;
/// What stands between a value and the name that follows it.
const IS: [&str; 12] = [
    "is", "was", "being", "ist", "war", "es", "est", "è", "é", "jest", "är", "er",
];
/// A shorter word may be anything.
const LEAST_OF_NAME: usize = 4;

/// Whether what stands from `start` to `end` in a text, in bytes, is said to be the value of `field`: the
/// field is named in the same sentence, and none of the `others` is between. Amounts and days are that
/// only where the name comes right before them, as a sentence may have several. `fold` makes letters
/// small.
pub fn is_named(
    field: &FormField,
    others: &[&FormField],
    text: &str,
    (start, end): (usize, usize),
    fold: &dyn Fn(&str) -> String,
) -> bool {
    is_named_within(field, others, text, (start, end), fold, MOST_BETWEEN)
}

/// How many words of a text name `field`: of two that share a part of their names, the one that is meant
/// is named by more.
pub fn names_in(field: &FormField, text: &str, fold: &dyn Fn(&str) -> String) -> usize {
    let own = Words::of(field, fold);
    let text = fold(text);
    words(&text).filter(|word| own.is_name(word)).count()
}

/// Whether a text names `field` anywhere.
pub fn is_spoken_of(field: &FormField, text: &str, fold: &dyn Fn(&str) -> String) -> bool {
    let own = Words::of(field, fold);
    let text = fold(text);
    words(&text).any(|word| own.is_name(word)) || own.unspaced_name_in(&text).is_some()
}

/// Whether a text tells figures of a field, or of a part of its value: it has some behind its name, with
/// none of the `others` between.
pub fn tells_figures_of(
    field: &FormField,
    others: &[&FormField],
    text: &str,
    fold: &dyn Fn(&str) -> String,
) -> bool {
    let is_figure = |letter: char| letter.is_numeric();
    let figures = text.match_indices(is_figure).filter(|(at, _)| {
        let before = text.get(..*at).and_then(|it| it.chars().next_back());
        !before.is_some_and(is_figure)
    });
    let mut figures = figures.map(|(at, _)| {
        let rest = text.get(at..).unwrap_or_default();
        let length = rest.find(|it: char| !is_figure(it)).unwrap_or(rest.len());
        (at, at + length)
    });
    figures.any(|place| is_named_within(field, others, text, place, fold, MOST_BEFORE_PART))
}

/// Whether a text tells the last figures of a number or a code, or others of it, whichever it is: "the last two
/// of that number should be 39".
pub fn tells_end_of_a_code(text: &str, fold: &dyn Fn(&str) -> String) -> bool {
    pieces(text, ends_sentence).into_iter().any(|(start, end)| {
        let sentence = fold(text.get(start..end).unwrap_or_default());
        let sentence = sentence.as_str();
        let spelled = words(sentence).filter(|it| is_among(it, DIGITS_IN_WORDS));
        let has_figures = sentence.contains(char::is_numeric) || spelled.count() >= 2;
        has_figures && speaks_of_an_end(sentence)
    })
}

fn speaks_of_an_end(sentence: &str) -> bool {
    let words: Vec<&str> = words(sentence).collect();
    let of = |known: &'static str| {
        let words = words.iter().enumerate();
        let known = words.filter(move |(_, word)| is_among(word, known));
        known.map(|(at, _)| at)
    };
    let near = |ends: &'static str, parts: &'static str| {
        of(ends)
            .flat_map(move |end| of(parts).map(move |part| (end, part)))
            .filter(|(one, other)| one.abs_diff(*other) <= MOST_BETWEEN)
    };
    let mut spaced = ENDS_OF_CODES.iter();
    let mut unspaced = UNSPACED_ENDS.iter();
    let is_count = |word: &&str| is_among(word, COUNTS) || word.contains(char::is_numeric);
    let has_count = |one: usize, other: usize| {
        let between = one.min(other)..one.max(other);
        words
            .get(between)
            .is_some_and(|words| words.iter().any(is_count))
    };
    let mut characters = ENDS_OF_CODES.iter();
    spaced.any(|(ends, parts)| near(ends, parts).next().is_some())
        || characters
            .any(|(ends, _)| near(ends, CHARACTERS).any(|(end, part)| has_count(end, part)))
        || unspaced.any(|(ends, parts)| {
            let behind = |end: &&str| sentence.split_once(*end).map(|(_, behind)| behind);
            let mut behind = ends.iter().filter_map(behind);
            behind.any(|behind| {
                let mut parts = parts.iter().filter_map(|part| behind.find(part));
                parts.any(|at| {
                    let between = behind.get(..at).unwrap_or_default();
                    between.chars().count() <= MOST_BETWEEN_UNSPACED
                })
            })
        })
}

fn is_named_within(
    field: &FormField,
    others: &[&FormField],
    text: &str,
    (start, end): (usize, usize),
    fold: &dyn Fn(&str) -> String,
    most_between: usize,
) -> bool {
    let others: Vec<Words<'_>> = others.iter().map(|it| Words::of(it, fold)).collect();
    let own = Words::of(field, fold).beside(&others);
    let is_others = |word: &str| {
        word.chars().nth(LEAST_OF_NAME - 1).is_some() && others.iter().any(|it| it.is_name(word))
    };
    if own.names(text, start) {
        return !others.iter().any(|it| it.names(text, start));
    }
    let is_one_of_a_kind = matches!(
        field.answer,
        AnswerType::Email(_) | AnswerType::Phone(_) | AnswerType::Url(_) | AnswerType::ShortText(_)
    );
    if !is_one_of_a_kind {
        return false;
    }
    let sentences = pieces(text, ends_sentence);
    let Some(sentence) = sentences
        .into_iter()
        .find(|it| it.0 <= start && start < it.1)
    else {
        return false;
    };
    let before = fold(text.get(sentence.0..start).unwrap_or_default());
    let after = fold(text.get(end..sentence.1).unwrap_or_default());
    if let Some(at) = own.unspaced_name_in(&before) {
        return others
            .iter()
            .all(|it| it.unspaced_name_in(&before) < Some(at));
    }
    let mut near = words(&before).rev().take(most_between);
    match near.find(|word| own.is_name(word) || is_others(word)) {
        Some(name) => own.is_name(name),
        None => {
            let mut next = words(&after).take(MOST_BETWEEN / 2);
            next.next().is_some_and(|it| IS.contains(&it))
                && next
                    .find(|word| own.is_name(word) || is_others(word))
                    .is_some_and(|it| own.is_name(it))
        }
    }
}
