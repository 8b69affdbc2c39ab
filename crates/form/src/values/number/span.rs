//! How long something was, where its beginning and its end were said: "from nine till half past ten".

use jiff::civil::Time;

use super::duration;
use crate::dates::{TimeRefusal, resolve_time};
use crate::file::text::Text;
use crate::plain::plain;
use crate::values::is_unspaced;
use crate::values::stretches::stretches;

/// So many words stand between the two times at most: "till", "and it went on until".
const MOST_BETWEEN: usize = 5;
/// Of a unit that people round.
const ROUNDED: f64 = 0.01;
const NOON: u64 = 12 * 60;
const DAY: u64 = 2 * NOON;

/// What stands between them where no spaces do.
const UNSPACED_BETWEEN: [&str; 4] = ["から", "より", "～", "〜"];
/// A time is told in so many letters there.
const UNSPACED_LETTERS: usize = 10;
const UNSPACED_LOOKED_AT: usize = 200;

/// A time among words: where it stands, the minute of the day, and whether it may be in either half of it.
#[derive(Clone, Copy)]
struct Said {
    at: (usize, usize),
    minute: u64,
    either_half: bool,
}

/// The lengths of time among words, in minutes: 60 of "one hour later".
pub(crate) fn lengths_in(words: &str) -> Vec<u64> {
    let minutes = ["minutes".to_owned()];
    let read = |place: (usize, usize)| -> Option<((usize, usize), u64)> {
        let piece = plain(words.get(place.0..place.1)?);
        let read = duration::read_in_any(&piece, &minutes)?;
        Some((place, read.to_string().parse().ok()?))
    };
    let starts = words
        .char_indices()
        .filter(|(_, it)| is_unspaced(*it) || it.is_numeric());
    let unspaced = starts.take(UNSPACED_LOOKED_AT).flat_map(|(from, _)| {
        let rest = words.get(from..).unwrap_or_default();
        let ends = rest.char_indices().take(UNSPACED_LETTERS);
        let ends = ends.map(move |(at, letter)| (from, from + at + letter.len_utf8()));
        ends.collect::<Vec<_>>()
    });
    let unspaced = unspaced.filter(|_| words.contains(is_unspaced));
    let found = stretches(words, 1).chain(unspaced).filter_map(read);
    let found: Vec<((usize, usize), u64)> = found.collect();
    // An hour is a part of an hour and twenty minutes.
    let is_part = |place: (usize, usize)| {
        let mut others = found.iter().map(|(other, _)| *other);
        others.any(|it| it != place && it.0 <= place.0 && place.1 <= it.1)
    };
    let whole = found.iter().filter(|(place, _)| !is_part(*place));
    whole.map(|(_, minutes)| *minutes).collect()
}

/// Whether words tell a length of time that is this number of a field's unit, about as exact as people write it:
/// ten minutes are 0.17 hours.
pub(crate) fn tells_length(words: &str, number: &str, unit: Option<&Text>) -> bool {
    let names = unit.into_iter().flat_map(|unit| unit.all());
    let units: Vec<String> = names.map(plain).collect();
    let (Some(minutes), Ok(number)) = (duration::minutes_of(&units), number.parse::<f64>()) else {
        return false;
    };
    let minutes = f64::from(u32::try_from(minutes).unwrap_or(u32::MAX));
    let is_it = |length: u64| {
        let length = u32::try_from(length).map(f64::from);
        length.is_ok_and(|length| (number * minutes - length).abs() <= minutes * ROUNDED)
    };
    lengths_in(words)
        .into_iter()
        .chain(spans_in(words))
        .any(is_it)
}

/// The lengths in minutes that words tell by two times.
fn spans_in(words: &str) -> Vec<u64> {
    let times = times_in(words);
    let is_part = |it: &Said| {
        let mut others = times.iter().filter(|other| other.at != it.at);
        others.any(|other| other.at.0 <= it.at.0 && it.at.1 <= other.at.1)
    };
    let whole = times.iter().filter(|it| !is_part(it));
    let mut found = spans_of(words, &whole.copied().collect::<Vec<_>>());
    if found.is_empty() {
        // "From ten to twelve" is a time, too.
        found = spans_of(words, &times);
    }
    found.extend(unspaced(words));
    found
}

fn spans_of(words: &str, times: &[Said]) -> Vec<u64> {
    let pairs = times.iter().enumerate().flat_map(|(place, from)| {
        let later = times.iter().skip(place + 1);
        later.map(move |to| (from, to))
    });
    let near = pairs.filter(|(from, to)| {
        let between = words.get(from.at.1..to.at.0);
        between.is_some_and(|it| it.split_whitespace().nth(MOST_BETWEEN).is_none())
    });
    near.filter_map(|(from, to)| length(from, to)).collect()
}

fn length(from: &Said, to: &Said) -> Option<u64> {
    let day = match from.either_half || to.either_half {
        true => NOON,
        false => DAY,
    };
    let length = (to.minute + DAY - from.minute) % day;
    // From nine to nine is half a day or none.
    (length > 0).then_some(length)
}

fn unspaced(words: &str) -> Option<u64> {
    let (before, behind) = UNSPACED_BETWEEN
        .iter()
        .find_map(|it| words.split_once(it))?;
    let starts = before.char_indices().rev().take(UNSPACED_LETTERS);
    let mut from = starts.filter_map(|(at, _)| said(before, (at, before.len())));
    let ends = behind.char_indices().take(UNSPACED_LETTERS);
    let mut to = ends.filter_map(|(at, letter)| said(behind, (0, at + letter.len_utf8())));
    // The longest of each.
    length(&from.by_ref().last()?, &to.by_ref().last()?)
}

/// The times in words, in their order: also those that are a part of a longer one.
fn times_in(words: &str) -> Vec<Said> {
    let mut found: Vec<Said> = stretches(words, 1)
        .filter_map(|place| said(words, place))
        .collect();
    found.sort_by_key(|it| it.at);
    found
}

/// The time that stands at a place.
fn said(words: &str, at: (usize, usize)) -> Option<Said> {
    let piece = words.get(at.0..at.1)?.trim_end_matches(['.', '-']);
    let (time, either_half) = match resolve_time(piece) {
        Ok(time) => (time, false),
        Err(TimeRefusal::Ambiguous { hour, minute }) => {
            (Time::new(hour % 24, minute, 0, 0).ok()?, true)
        }
        Err(_) => return None,
    };
    let number = |it: i8| u64::try_from(it).ok();
    Some(Said {
        at,
        minute: number(time.hour())? * 60 + number(time.minute())?,
        either_half,
    })
}

#[cfg(test)]
mod tests {
    use super::spans_in;

    #[test]
    fn lengths_are_found_among_words() {
        for (words, minutes) in [
            ("make it one hour later than i said", &[60][..]),
            ("half an hour earlier please", &[30]),
            ("forty-five minutes later", &[45]),
            ("eine Stunde später", &[60]),
            ("drei Tage lang", &[4320]),
            ("1時間後", &[60]),
        ] {
            let found = super::lengths_in(words);
            assert!(
                minutes.iter().all(|it| found.contains(it)),
                "{words}: {found:?}"
            );
        }
    }

    #[test]
    fn a_length_is_told_by_its_beginning_and_its_end() {
        for (words, minutes) in [
            ("ten at night till ten to twelve", 110),
            ("from 9:30 pm until 11 pm", 90),
            ("von 21:30 bis 23:05", 95),
            ("half past nine till eleven o'clock", 90),
            ("from 22:00 to 01:00", 180),
            ("from ten to twelve", 120),
            ("夜10時から11時半まで", 90),
        ] {
            let spans = spans_in(words);
            assert!(spans.contains(&minutes), "{words}: {spans:?}");
        }
        for words in ["at ten at night", "ninety minutes"] {
            assert_eq!(spans_in(words), Vec::<u64>::new(), "{words}");
        }
    }
}
