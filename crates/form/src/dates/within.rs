//! Days and times that stand among other words.

use jiff::civil::{Date, Time};

use super::said::{self, Days};
use super::time::{self, TimeRefusal, clock_time};
use super::{DateContext, DateRefusal};
use crate::plain::plain;

/// Words, or letters of Japanese, that are looked at.
const MAX_WORDS: usize = 80;
const MAX_LETTERS: usize = 160;
/// A day or a time takes so many of them at most.
const WORDS_OF_ONE: usize = 7;
const LETTERS_OF_ONE: usize = 14;

/// So many words at least are a sentence of some language.
const LEAST_FOREIGN: usize = 4;
/// Words that most English sentences have one of.
const ENGLISH: &str = "the a an at in on it its it's i i'm we you he she they of to and is was be been for \
    from by with about around after before until till not no my our his her this that there then so just \
    maybe probably yes will would can could should have has had do did are were as or but if when what \
    am pm o'clock past half quarter morning afternoon evening night day today tomorrow yesterday tonight \
    last next first second third week month year ago every each early late old new come came went";

/// A day that words name among others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DayWithin {
    /// Its words, plain.
    pub(crate) words: String,
    /// The days that it can be.
    pub(crate) days: Vec<Date>,
    /// The one that is meant, as far as code can tell.
    pub(crate) meant: Option<Date>,
    /// Whether its words say which.
    pub(crate) is_certain: bool,
    /// Whether its number is said, and not only a weekday or how far it is.
    pub(crate) has_number: bool,
}

/// A time that words name among others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TimeWithin {
    /// This one.
    At(Time),
    /// This hour and minute, before or after noon.
    EitherHalf(i8, i8),
}

/// Whose words are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reader {
    /// Those of English.
    English,
    /// Those of Japanese, which stand without spaces.
    Japanese,
    /// Of another language code reads numbers.
    Numbers,
}

impl Reader {
    /// Who reads `words` of somebody who speaks this language.
    pub(crate) fn of(words: &str, language: &str) -> Self {
        let spoken = language.split('-').next().unwrap_or_default();
        let is = |other: &str| spoken.eq_ignore_ascii_case(other);
        match plain(words) {
            _ if !is("en") && !is("ja") => Self::Numbers,
            words if words.is_ascii() && is_foreign(&words) => Self::Numbers,
            words if words.is_ascii() => Self::English,
            words if words.contains(is_japanese) => Self::Japanese,
            _ => Self::Numbers,
        }
    }
}

/// Whether several words have none that an English sentence is made of: somebody said them in another
/// language.
fn is_foreign(words: &str) -> bool {
    let words = words.split(|it: char| !it.is_ascii_alphabetic() && it != '\'');
    let words: Vec<&str> = words.filter(|it| !it.is_empty()).collect();
    let is_english = |word: &&str| ENGLISH.split(' ').any(|it| it == *word);
    words.len() >= LEAST_FOREIGN && !words.iter().any(is_english)
}

fn is_japanese(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}')
}

/// The days that stand in `words`, the longest phrases first taken.
pub(crate) fn days_within(
    words: &str,
    reader: Reader,
    context: &DateContext<'_>,
) -> Vec<DayWithin> {
    pieces(words, reader, |piece, rest| {
        // "December, ten past four": ten is of the time.
        if begins_clock(rest) && !ends_as_day(piece) {
            return None;
        }
        // 2.5 is an amount among other words.
        let marks = piece.bytes().filter(|it| b"/.-".contains(it)).count();
        if piece.contains('.') && marks == 1 && !piece.contains(|it: char| it.is_alphabetic()) {
            return None;
        }
        let said = said::read(piece, context).ok()?;
        let is_one = matches!(said.days, Days::One(_));
        Some(DayWithin {
            words: piece.to_owned(),
            meant: said.clone().settle(context).ok(),
            days: said.days.into_dates(),
            // 14.30 is a time too.
            is_certain: is_one && time::read(piece).is_err(),
            has_number: piece.contains(|it: char| it.is_ascii_digit())
                || piece.contains(|it: char| "〇一二三四五六七八九十".contains(it)),
        })
    })
}

/// What names a day of a year in `words` that no calendar has, such as 31/2/2014, as it is written there
/// but for its width and case.
pub(crate) fn no_days_within(
    words: &str,
    reader: Reader,
    context: &DateContext<'_>,
) -> Vec<String> {
    let is_none = |piece: &str| {
        let mut digits = piece.split(|it: char| !it.is_ascii_digit());
        let has_year = digits.any(|it| it.len() == 4);
        has_year && said::read(piece, context) == Err(DateRefusal::NoSuchDay)
    };
    let mut found = pieces(words, reader, |piece, _| {
        is_none(piece).then(|| piece.to_owned())
    });
    // Languages that write 31. 6. 2027 are none of those that code reads.
    if reader == Reader::Numbers {
        let words = plain(words);
        let spaced = spaced_days(&words).into_iter();
        found.extend(spaced.filter(|it| is_none(it)).map(str::to_owned));
    }
    found
}

/// Three words that may be a day, its month and its year: digits with full stops, and four digits.
fn spaced_days(words: &str) -> Vec<&str> {
    let is_digits = |text: &str| text.bytes().all(|it| it.is_ascii_digit());
    let gaps = words.match_indices([' ', '(', ',', ';']).map(|(at, _)| at);
    let starts: Vec<usize> = [0].into_iter().chain(gaps.map(|at| at + 1)).collect();
    let spaced = starts.windows(3).filter_map(|places| {
        let [day, month, year] = places else {
            return None;
        };
        let number = |from: usize, to: usize| {
            let digits = words.get(from..to)?.strip_suffix(". ")?;
            ((1..=2).contains(&digits.len()) && is_digits(digits)).then_some(())
        };
        number(*day, *month)?;
        number(*month, *year)?;
        let rest = words.get(*year..)?;
        let digits = rest.get(..4).filter(|digits| is_digits(digits))?;
        let goes_on = rest.get(4..)?.starts_with(|it: char| it.is_ascii_digit());
        let end = year + digits.len();
        (!goes_on).then(|| words.get(*day..end))?
    });
    spaced.collect()
}

/// The times that stand in `words` beside these days: the 2026 of a date is no time.
pub(crate) fn times_within(words: &str, reader: Reader, days: &[DayWithin]) -> Vec<TimeWithin> {
    let mut words = plain(words);
    for day in days {
        words = words.replacen(&day.words, ", ", 1);
    }
    let words = words.as_str();
    if reader == Reader::Numbers {
        return clocks_within(words);
    }
    pieces(words, reader, |piece, _| match time::read(piece) {
        Ok(said) => Some(TimeWithin::At(said.time)),
        Err(TimeRefusal::Ambiguous { hour, minute }) => Some(TimeWithin::EitherHalf(hour, minute)),
        Err(_) => None,
    })
}

/// Times as clocks write them, in whatever language: 18:00, 18h30, 18 h.
fn clocks_within(words: &str) -> Vec<TimeWithin> {
    let words = plain(words);
    let words: Vec<&str> = words.split([' ', ',', '(', ')', ';', '/']).collect();
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let word = word.trim_matches(['.', '!', '?']);
        let (hour, minute) = match word.split_once([':', 'h']) {
            Some((hour, "")) => (hour, "0"),
            Some((hour, minute)) => (hour, minute),
            None if words.get(at + 1).is_some_and(|next| *next == "h") => (word, "0"),
            None => continue,
        };
        let number = |digits: &str| {
            let fits = digits.len() <= 2 && digits.bytes().all(|it| it.is_ascii_digit());
            fits.then(|| digits.parse::<i8>().ok())?
        };
        if let (Some(hour), Some(minute)) = (number(hour), number(minute))
            && let Ok(time) = clock_time(hour, minute)
        {
            found.push(TimeWithin::At(time));
        }
    }
    found
}

/// Whether a text goes on as a time does behind its first number.
fn begins_clock(rest: &str) -> bool {
    let mut words = rest.split(|it: char| !it.is_alphanumeric() && it != '\'');
    let next = words.find(|it| !it.is_empty()).unwrap_or_default();
    matches!(next, "past" | "to" | "o'clock" | "oclock" | "am" | "pm")
}

/// Whether words end with what is a day's number and no hour: the 14th, 2027-03-14.
fn ends_as_day(piece: &str) -> bool {
    let last = piece.rsplit(' ').next().unwrap_or_default();
    let is_ordinal = ["st", "nd", "rd", "th"].iter().any(|it| last.ends_with(it));
    let has_marks = last.contains(|it: char| "/.-".contains(it));
    let is_year = last.len() == 4 && last.bytes().all(|it| it.is_ascii_digit());
    let is_hour = matches!(time::read(last), Ok(_) | Err(TimeRefusal::Ambiguous { .. }));
    let is_name = !last.contains(|it: char| it.is_ascii_digit()) && !is_hour;
    is_ordinal || has_marks || is_year || is_name
}

/// What `read` makes of pieces of `words`, of which it is told what follows, the longest from each place on.
fn pieces<T>(words: &str, reader: Reader, read: impl Fn(&str, &str) -> Option<T>) -> Vec<T> {
    let text = plain(words);
    let (starts, most): (Vec<usize>, usize) = match reader {
        Reader::Japanese => {
            let letters = text.char_indices().map(|(at, _)| at);
            (letters.take(MAX_LETTERS).collect(), LETTERS_OF_ONE)
        }
        _ => {
            let mut before = ' ';
            let begins = text.char_indices().filter(|(_, letter)| {
                let begins = is_gap(before) && !is_gap(*letter);
                before = *letter;
                begins
            });
            let begins = begins.map(|(at, _)| at);
            (begins.take(MAX_WORDS).collect(), WORDS_OF_ONE)
        }
    };
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = starts.get(at) {
        let longest = (1..=most).rev().find_map(|count| {
            // The end of the last word is where the next one begins.
            let end = match starts.get(at + count) {
                Some(next) => *next,
                None if at + count == starts.len() => text.len(),
                None => return None,
            };
            let piece = text.get(*start..end)?.trim_matches(is_mark);
            let rest = text.get(end..).unwrap_or_default();
            let is_readable = match reader {
                Reader::Numbers => piece
                    .bytes()
                    .all(|it| it.is_ascii_digit() || b"/.-".contains(&it)),
                _ => true,
            };
            let is_any = is_readable && !piece.is_empty();
            Some((count, is_any.then(|| read(piece, rest))??))
        });
        at += match longest {
            Some((count, read)) => {
                found.push(read);
                count
            }
            None => 1,
        };
    }
    found
}

fn is_gap(letter: char) -> bool {
    letter == ' ' || ",;()".contains(letter)
}

fn is_mark(letter: char) -> bool {
    is_gap(letter) || ".:!?\"'、。「」".contains(letter)
}
