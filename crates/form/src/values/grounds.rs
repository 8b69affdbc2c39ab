//! Whether somebody's words say a value that was made of them.

use serde_json::Value as Json;

use super::stretches::{Among, among};
use super::{
    CheckContext, Chosen, Value, another_number, check, tells_length, unsaid, with_the_other_mark,
};
use crate::file::answer::{AnswerType, Integer, Number};
use crate::plain::narrow_letter;

/// What words say of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grounds {
    /// They say it.
    Said,
    /// They say another one.
    OtherSaid,
    /// Code cannot tell: only those who understand them can.
    Unclear,
}

/// A phone number has a country's code of so many digits at most, which nobody says at home.
const COUNTRY_CODE: usize = 3;
/// Fewer digits are no phone number.
const LEAST_DIGITS: usize = 5;
/// What an address may have that was not said.
const OF_ADDRESSES: [&str; 4] = ["https", "http", "www", "mailto"];
/// Digits as they are spelled out, and what kana letters are told with.
#[rustfmt::skip]
const SPELLED: [&str; 13] = [
    "zero", "oh", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "double",
    "triple",
];
#[rustfmt::skip]
const SPELLED_JAPANESE: [&str; 8] = [
    "アット", "ドット", "ハイフン", "ゼロ", "まる", "マル", "零", "〇",
];
/// Whether `words`, or what stands around them, say `value` of a field that is `called` so: the question
/// that they answer, what was said of it before, other answers; `before` are the values that it had. Where
/// words are an answer themselves, they are read as one, and that counts; where a text holds a number, an
/// option's name or an address, it says it. Texts are looked at word by word by [`unsaid`], days and times
/// by [`super::told_by_clock`].
///
/// ```
/// use jiff::civil::date;
/// use kikitori_form::file::answer::AnswerType;
/// use kikitori_form::values::{CheckContext, Grounds, check, grounds, no_patterns};
///
/// let context = CheckContext {
///     today: date(2026, 11, 25),
///     language: "en",
///     country: None,
///     fold: &|text| text.to_lowercase(),
///     fits: &no_patterns,
/// };
/// let answer = AnswerType::from_json(&serde_json::json!({"type": "integer"})).unwrap();
/// let three = check(&answer, &"3".into(), &context).unwrap().value;
/// let grounds = |words: &str| grounds(&answer, &three, "Nights", words, (&[], &[]), &context);
/// assert_eq!(grounds("three of them"), Grounds::Said);
/// assert_eq!(grounds("4"), Grounds::OtherSaid);
/// assert_eq!(grounds("four nights or so"), Grounds::OtherSaid);
/// assert_eq!(grounds("a few"), Grounds::Unclear);
/// ```
pub fn grounds(
    answer: &AnswerType,
    value: &Value,
    called: &str,
    words: &str,
    (around, before): (&[&str], &[&str]),
    context: &CheckContext<'_>,
) -> Grounds {
    let words = words.trim();
    let all: Vec<&str> = [words].into_iter().chain(around.iter().copied()).collect();
    let read = |words: &str| Some(check(answer, &Json::from(words), context).ok()?.value);
    let stands = |text: &str| unsaid(text, &all, context.fold).is_none();
    let if_so = |is_told: bool| match is_told {
        true => Grounds::Said,
        false => Grounds::Unclear,
    };
    match (value, answer) {
        (
            Value::Number(_),
            AnswerType::Number(Number { unit, .. }) | AnswerType::Integer(Integer { unit, .. }),
        ) if tells_length(words, &value.to_string(), unit.as_ref()) => Grounds::Said,
        (Value::Number(_) | Value::Rating(_), _) => {
            let found = of_number(value, called, words, before, context, &read, &|| {
                if_so(stands(&value.to_string()))
            });
            let is_otherwise = || {
                let elsewhere = with_the_other_mark(context)?;
                let read =
                    |words: &str| Some(check(answer, &Json::from(words), &elsewhere).ok()?.value);
                let unclear = || Grounds::Unclear;
                let found = of_number(value, called, words, before, &elsewhere, &read, &unclear);
                (found == Grounds::Said).then_some(())
            };
            match found == Grounds::OtherSaid && is_otherwise().is_some() {
                true => Grounds::Unclear,
                false => found,
            }
        }
        (Value::YesNo(_), _) => match read(words) {
            Some(read) if read == *value => Grounds::Said,
            Some(_) => Grounds::OtherSaid,
            // "Yes, two of them."
            None => if_so(read(first_word(words)).as_ref() == Some(value)),
        },
        (Value::Choice(Chosen::Option(chosen)), AnswerType::Choice(it)) => match read(words) {
            Some(Value::Choice(Chosen::Option(read))) if read == *chosen => Grounds::Said,
            Some(Value::Choice(Chosen::Option(_))) => Grounds::OtherSaid,
            _ => {
                let option = it.options.iter().find(|it| it.value.as_str() == chosen);
                if_so(
                    option
                        .is_some_and(|it| stands(it.value.as_str()) || it.label.all().any(&stands)),
                )
            }
        },
        (Value::Choices(all_chosen), AnswerType::Choices(it)) => {
            let read = match read(words) {
                Some(Value::Choices(read)) => read,
                _ => Vec::new(),
            };
            let is_lost = |it: &Chosen| matches!(it, Chosen::Option(_)) && !all_chosen.contains(it);
            let is_told = |chosen: &Chosen| match chosen {
                Chosen::Option(name) => {
                    let option = it.options.iter().find(|it| it.value.as_str() == name);
                    read.contains(chosen)
                        || option.is_some_and(|it| {
                            stands(it.value.as_str()) || it.label.all().any(&stands)
                        })
                }
                Chosen::Other(_) => true,
            };
            match read.iter().any(is_lost) {
                true => Grounds::OtherSaid,
                false => if_so(all_chosen.iter().all(is_told)),
            }
        }
        (Value::Email(address) | Value::Url(address), _) => address_told(address, &all, context),
        (Value::Phone(number), _) => phone_told(number, &all, context),
        _ => Grounds::Said,
    }
}

/// What words say of a number; `otherwise` is told where they have none.
fn of_number(
    value: &Value,
    called: &str,
    words: &str,
    before: &[&str],
    context: &CheckContext<'_>,
    read: &dyn Fn(&str) -> Option<Value>,
    otherwise: &dyn Fn() -> Grounds,
) -> Grounds {
    match read(words) {
        Some(read) if read == *value => Grounds::Said,
        Some(_) => Grounds::OtherSaid,
        None => {
            let is_scale = matches!(value, Value::Rating(_));
            match among(words, value, is_scale, called, read) {
                Among::Has => Grounds::Said,
                // "Two more of them."
                Among::HasAnother(another)
                    if !is_scale && makes(value, &another.to_string(), before) =>
                {
                    Grounds::Unclear
                }
                Among::HasAnother(_) => Grounds::OtherSaid,
                Among::Unclear => {
                    let written = value.to_string();
                    match another_number(words, &written, context.language) {
                        Some(another) if !makes(value, &another.to_string(), before) => {
                            Grounds::OtherSaid
                        }
                        _ => otherwise(),
                    }
                }
            }
        }
    }
}

/// Whether a number is one that it was before, with this one more or less.
fn makes(value: &Value, change: &str, before: &[&str]) -> bool {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    let (Some(value), Some(change)) = (number(&value.to_string()), number(change)) else {
        return false;
    };
    let mut known = before.iter().filter_map(|it| number(it));
    known.any(|known| ((value - known).abs() - change).abs() < 1e-9)
}

fn first_word(words: &str) -> &str {
    let mut words = words.split(|it: char| {
        it.is_whitespace() || matches!(it, ',' | '.' | '!' | ';' | ':' | '、' | '。' | '，' | '！')
    });
    words.find(|it| !it.is_empty()).unwrap_or_default()
}

/// Letters and digits of any width and case.
fn squeezed(text: &str, context: &CheckContext<'_>) -> String {
    let narrow: String = text.chars().map(narrow_letter).collect();
    let folded = (context.fold)(&narrow);
    folded.chars().filter(|it| it.is_alphanumeric()).collect()
}

/// Whether digits or marks may have been spelled out, where code does not read them.
fn is_spelled(all: &[&str], context: &CheckContext<'_>) -> bool {
    let language = context.language.split('-').next().unwrap_or_default();
    let is_read = ["en", "ja"]
        .iter()
        .any(|it| language.eq_ignore_ascii_case(it));
    !is_read
        || all.iter().any(|said| {
            let folded = said.to_lowercase();
            let mut words = folded.split(|it: char| !it.is_alphanumeric());
            words.any(|word| SPELLED.contains(&word))
                || SPELLED_JAPANESE.iter().any(|it| folded.contains(it))
        })
}

/// An address that stands there as it is was said; one whose pieces stand there may have been spelled.
fn address_told(address: &str, all: &[&str], context: &CheckContext<'_>) -> Grounds {
    let bare = address.split_once("://").map_or(address, |(_, bare)| bare);
    let bare = (context.fold)(bare.trim_end_matches('/'));
    let stands_whole = |said: &&str| {
        let narrow: String = said.chars().map(narrow_letter).collect();
        let said = (context.fold)(&narrow);
        said.match_indices(&bare).any(|(at, found)| {
            let before = said.get(..at).and_then(|it| it.chars().next_back());
            let after = said
                .get(at + found.len()..)
                .and_then(|it| it.chars().next());
            let is_of_name = |it: char| it.is_ascii_alphanumeric() || "_%+-".contains(it);
            !before.is_some_and(|it| is_of_name(it) || it == '.') && !after.is_some_and(is_of_name)
        })
    };
    if all.iter().any(stands_whole) {
        return Grounds::Said;
    }
    // What was said before may have been another one.
    if all.first().is_some_and(|it| leaves_out(it, &bare, context)) {
        return Grounds::OtherSaid;
    }
    let said: Vec<String> = all.iter().map(|it| squeezed(it, context)).collect();
    let pieces = bare.split(|it: char| !it.is_alphanumeric());
    let mut pieces = pieces.filter(|it| !it.is_empty() && !OF_ADDRESSES.contains(it));
    let is_there = pieces.all(|piece| said.iter().any(|it| it.contains(piece)));
    match is_there || is_spelled(all, context) {
        true => Grounds::Unclear,
        false => Grounds::OtherSaid,
    }
}

/// Whether an address lacks letters that were spelled among words of another writing, where dots and the
/// like are such words: all Latin letters between its first and last piece are its own.
fn leaves_out(said: &str, address: &str, context: &CheckContext<'_>) -> bool {
    let narrow: String = said.chars().map(narrow_letter).collect();
    let said = (context.fold)(&narrow);
    if !said.contains(|it: char| it.is_alphabetic() && it > LAST_OF_LATIN) {
        return false;
    }
    let pieces: Vec<&str> = words_of(address).collect();
    let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else {
        return false;
    };
    let told = words_of(&said).skip_while(|it| it != first);
    let told: Vec<&str> = told.collect();
    let end = told.iter().position(|it| it == last);
    let told = end.and_then(|end| told.get(..end));
    told.is_some_and(|told| told.iter().any(|it| !address.contains(it)))
}

/// Latin letters with marks come up to here.
const LAST_OF_LATIN: char = '\u{24f}';

/// Rows of plain letters and digits.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|it: char| !it.is_ascii_alphanumeric());
    words.filter(|it| !it.is_empty())
}

/// A phone number whose digits were said in a row was said, its country's code left out or not.
fn phone_told(number: &str, all: &[&str], context: &CheckContext<'_>) -> Grounds {
    let digits_of = |text: &str| -> String {
        let narrow = text.chars().map(narrow_letter);
        narrow.filter(char::is_ascii_digit).collect()
    };
    let number = digits_of(number);
    let said: Vec<String> = all.iter().map(|it| digits_of(it)).collect();
    let mut ends = (0..=COUNTRY_CODE).filter_map(|at| number.get(at..));
    let is_said = |end: &str| end.len() >= LEAST_DIGITS && said.iter().any(|it| it.contains(end));
    if ends.any(is_said) {
        return Grounds::Said;
    }
    // Some of it was corrected within the same words.
    let threes: Vec<&str> = (COUNTRY_CODE..number.len())
        .filter_map(|at| number.get(at..at + 3))
        .collect();
    let is_in_pieces = !threes.is_empty()
        && said
            .iter()
            .any(|said| threes.iter().all(|three| said.contains(three)));
    // As many digits as the number has are another one, in whatever language.
    let is_another = || {
        let first = all
            .first()
            .map(|it| digits_of(it).len())
            .unwrap_or_default();
        (first..=first + COUNTRY_CODE).contains(&number.len()) && first >= LEAST_DIGITS
    };
    match is_in_pieces || (is_spelled(all, context) && !is_another()) {
        true => Grounds::Unclear,
        false => Grounds::OtherSaid,
    }
}
