//! Whether a value in a text is said to be that of a field.

use super::rest::{Words, ends_sentence, pieces, words};
use crate::file::answer::AnswerType;
use crate::session_form::FormField;

/// Which end of a code somebody speaks of.
const ENDS: &str = "last first final end ends beginning middle letzte letzten erste ersten dernier derniers dernière \
    dernières premier premiers première último últimos última últimas primero primeros primeras ultimo ultima ultimi \
    ultime primi prime últimos laatste eerste sista första siste sidste første ostatni ostatnie ostatnia pierwsze \
    poslední první posledné последние последних последняя первые последние останні перші viimeistä viimeinen \
    viimeiset ensimmäistä utolsó első son ilk τελευταία τελευταίο ultimele primele אחרונות האחרונות الأخيرة cuối terakhir";
/// What the parts of a code are called, or any code.
const PARTS_OF_CODES: &str = "digit digits figure figures number code ziffer ziffern stelle stellen zahlen nummer \
    chiffre chiffres numéro dígito dígitos cifra cifras número cifre numero cijfer cijfers siffra siffror siffrorna \
    siffer sifre sifrene ciffer cifrene numret nummeret cyfra cyfry cyfr numer numeru číslice číslic číslo цифры цифр \
    цифра номер номера цифри numeroa numerot numeron merkkiä számjegy számjegye számjegyei szám hane hanesi rakam \
    rakamı ψηφία αριθμός cifrele numărul ספרות הספרות מספר أرقام الرقم số digit angka";
/// The same where no spaces stand between words.
const UNSPACED_ENDS: [&str; 9] = [
    "下",
    "末尾",
    "最後",
    "最初",
    "頭",
    "마지막",
    "끝",
    "앞",
    "最后",
];
const UNSPACED_PARTS: [&str; 5] = ["桁", "ケタ", "자리", "位", "番号"];

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
    let is_among = |word: &str, known: &str| known.split_whitespace().any(|it| it == word);
    let has_figure = |text: &str| text.contains(char::is_numeric);
    let said = fold(text);
    pieces(&said, ends_sentence)
        .into_iter()
        .any(|(start, end)| {
            let sentence = said.get(start..end).unwrap_or_default();
            let has = |all: &[&str]| all.iter().any(|it| sentence.contains(it));
            let words: Vec<&str> = words(sentence).collect();
            let of = |known: &str| words.iter().position(|word| is_among(word, known));
            let is_near = |(one, other): (usize, usize)| one.abs_diff(other) <= MOST_BETWEEN;
            has_figure(sentence)
                && (of(ENDS).zip(of(PARTS_OF_CODES)).is_some_and(is_near)
                    || (has(&UNSPACED_ENDS) && has(&UNSPACED_PARTS)))
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
    let own = Words::of(field, fold);
    let others: Vec<Words<'_>> = others.iter().map(|it| Words::of(it, fold)).collect();
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
