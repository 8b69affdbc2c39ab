//! Times as they are said in English: half past two in the afternoon, quarter to nine, 0930.

use jiff::civil::Time;

use super::super::time::{SaidTime, TimeRefusal, clock_time, half};
use super::tokens::{Token, numeral};

/// A part of a day, as it is said beside an hour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Am,
    Pm,
    Morning,
    Afternoon,
    Evening,
    Night,
}

/// An hour and a minute, and whether they say which half of the day is meant.
struct Said {
    hour: i8,
    minute: i8,
    is_clear: bool,
}

/// Words that say a part of a day beside the day, what stands for them without it, and the words
/// that say it beside an hour.
const PARTS: [(&str, &str, &str); 14] = [
    ("tonight", "today", "in the evening"),
    ("last night", "yesterday", "at night"),
    ("this morning", "today", "in the morning"),
    ("this afternoon", "today", "in the afternoon"),
    ("this evening", "today", "in the evening"),
    ("in the morning", "", "in the morning"),
    ("in the afternoon", "", "in the afternoon"),
    ("in the evening", "", "in the evening"),
    ("at night", "", "at night"),
    (" morning", "", "in the morning"),
    (" afternoon", "", "in the afternoon"),
    (" evening", "", "in the evening"),
    (" night", "", "at night"),
    ("early hours", "", "in the morning"),
];

/// A day and a time without the part of the day, and the part as it is said beside an hour.
pub(in crate::dates) struct WithoutPart {
    pub(in crate::dates) text: String,
    pub(in crate::dates) part: &'static str,
}

/// Takes the part of the day out of a day with its time: tomorrow morning at 9.
pub(in crate::dates) fn without_part(text: &str) -> Option<WithoutPart> {
    let (words, stands_for, part) = PARTS.iter().find(|(words, ..)| text.contains(words))?;
    Some(WithoutPart {
        text: text.replacen(words, stands_for, 1).trim().to_owned(),
        part,
    })
}

/// Reads a time; none if it is something else.
pub(in crate::dates) fn read(text: &str) -> Option<Result<SaidTime, TimeRefusal>> {
    let text = text.replace("a.m", "am").replace("p.m", "pm");
    let mut words: Vec<&str> = Vec::new();
    for word in text.split([' ', ',']) {
        let word = word.trim_end_matches('.');
        let attached = ["am", "pm"].iter().find_map(|half| {
            let hour = word.strip_suffix(half)?;
            hour.ends_with(|it: char| it.is_ascii_digit())
                .then_some([hour, half])
        });
        match attached {
            Some(both) => words.extend(both),
            None => words.extend(Some(word).filter(|word| !word.is_empty())),
        }
    }
    let words = without_fillers(&words);
    let (words, part) = without_part_of_day(words);
    match words {
        ["noon" | "midday"] | ["12" | "twelve", "noon" | "midday"] if part.is_none() => {
            return Some(said(clock_time(12, 0), false));
        }
        ["midnight"] | ["12" | "twelve", "midnight"] if part.is_none() => {
            return Some(said(clock_time(0, 0), true));
        }
        _ => {}
    }
    let Said {
        hour,
        minute,
        is_clear,
    } = clock(words)?;
    Some(match part {
        Some(part) => in_part(hour, minute, part),
        None => match clock_time(hour, minute) {
            Ok(_) if !is_clear && (1..=12).contains(&hour) => {
                Err(TimeRefusal::Ambiguous { hour, minute })
            }
            time => said(time, false),
        },
    })
}

fn said(time: Result<Time, TimeRefusal>, in_night: bool) -> Result<SaidTime, TimeRefusal> {
    time.map(|time| SaidTime { time, in_night })
}

fn without_fillers<'a, 'b>(words: &'a [&'b str]) -> &'a [&'b str] {
    let mut words = words;
    while let ["at" | "exactly" | "precisely", rest @ ..]
    | [rest @ .., "sharp" | "exactly" | "precisely"]
    | [rest @ .., "on", "the", "dot"] = words
    {
        words = rest;
    }
    words
}

fn without_part_of_day<'a, 'b>(words: &'a [&'b str]) -> (&'a [&'b str], Option<Part>) {
    match words {
        [rest @ .., "in", "the", "morning"] => (rest, Some(Part::Morning)),
        [rest @ .., "in", "the", "afternoon"] => (rest, Some(Part::Afternoon)),
        [rest @ .., "in", "the", "evening"] => (rest, Some(Part::Evening)),
        [rest @ .., "at", "night"] => (rest, Some(Part::Night)),
        [rest @ .., "am"] | ["am", rest @ ..] => (rest, Some(Part::Am)),
        [rest @ .., "pm"] | ["pm", rest @ ..] => (rest, Some(Part::Pm)),
        words => (words, None),
    }
}

fn in_part(hour: i8, minute: i8, part: Part) -> Result<SaidTime, TimeRefusal> {
    let (hour, in_night) = match (part, hour) {
        (Part::Am, _) => return said(half(hour, minute, false), false),
        (Part::Pm, _) => return said(half(hour, minute, true), false),
        (Part::Morning, 1..=11) | (Part::Afternoon, 12..=18) | (Part::Evening, 16..=23) => {
            (hour, false)
        }
        (Part::Night, 19..=23) => (hour, false),
        (Part::Afternoon, 1..=7) | (Part::Evening, 4..=11) | (Part::Night, 7..=11) => {
            (hour + 12, false)
        }
        (Part::Evening | Part::Night, 12) => (0, true),
        (Part::Night, 0..=4) => (hour, true),
        _ => return Err(TimeRefusal::NotATime),
    };
    said(clock_time(hour, minute), in_night)
}

fn clock(words: &[&str]) -> Option<Said> {
    let unclear = |hour: i8, minute: i8| {
        Some(Said {
            hour,
            minute,
            is_clear: false,
        })
    };
    match words {
        [one] => written(one).or_else(|| unclear(number(one)?, 0)),
        [hour, "o'clock"] => unclear(number(hour)?, 0),
        [digits, "hours" | "hrs"] if digits.len() == 4 => written(digits),
        ["half", "past", hour] => unclear(number(hour)?, 30),
        // Spelt out, as half 8 is half past seven to who writes English with Dutch or German in mind.
        ["half", hour] => unclear(spelt(hour)?, 30),
        ["a", "quarter", rest @ ..] | ["quarter", rest @ ..] => relative(15, rest),
        [minutes, "minutes" | "minute", rest @ ..] => relative(number(minutes)?, rest),
        [minutes, rest @ ..] if matches!(rest, ["past" | "after" | "to" | "before", ..]) => {
            relative(number(minutes)?, rest)
        }
        [hour, "oh" | "o", minute] => unclear(spelt(hour)?, spelt(minute).filter(|it| *it < 10)?),
        [hour, minute] => unclear(spelt(hour)?, spelt(minute).filter(|it| *it >= 10)?),
        [hour, tens, ones] => {
            let tens = spelt(tens).filter(|it| matches!(it, 20 | 30 | 40 | 50))?;
            let ones = spelt(ones).filter(|it| (1..=9).contains(it))?;
            unclear(spelt(hour)?, tens + ones)
        }
        _ => None,
    }
}

/// So many minutes past or to an hour.
fn relative(minutes: i8, rest: &[&str]) -> Option<Said> {
    let minutes = Some(minutes).filter(|it| (1..=59).contains(it))?;
    let (hour, minute) = match rest {
        ["past" | "after", hour] => (number(hour)?, minutes),
        ["to" | "before", hour] => {
            let hour = Some(number(hour)?).filter(|it| *it > 0)?;
            // A quarter to one is at 12:45.
            (if hour == 1 { 12 } else { hour - 1 }, 60 - minutes)
        }
        _ => return None,
    };
    Some(Said {
        hour: Some(hour).filter(|it| (0..=23).contains(it))?,
        minute,
        is_clear: false,
    })
}

/// 0930, 14:30, 14h30: as a clock with 24 hours writes it.
fn written(text: &str) -> Option<Said> {
    let (hour, minute) = match text.split_once([':', '.', 'h']) {
        Some((hour, "")) if text.ends_with('h') => (hour, "00"),
        Some(both) => both,
        None if text.len() == 4 => text.split_at_checked(2)?,
        None => return None,
    };
    let digits = |text: &str| {
        let fits = (1..=2).contains(&text.len()) && text.bytes().all(|it| it.is_ascii_digit());
        fits.then(|| text.parse::<i8>().ok()).flatten()
    };
    Some(Said {
        hour: digits(hour)?,
        minute: digits(minute).filter(|_| minute.len() == 2)?,
        is_clear: true,
    })
}

/// A number in digits or as a word.
fn number(word: &str) -> Option<i8> {
    let tens_and_ones = || {
        let (tens, ones) = word.split_once('-')?;
        let ones = spelt(ones).filter(|it| (1..=9).contains(it))?;
        Some(spelt(tens)? + ones)
    };
    match numeral(word) {
        Some(Token::Number(number)) => i8::try_from(number).ok().filter(|it| *it < 60),
        _ => tens_and_ones(),
    }
}

/// A number as a word.
fn spelt(word: &str) -> Option<i8> {
    let is_word = word
        .bytes()
        .all(|it| it.is_ascii_alphabetic() || it == b'-');
    let is_spelt = is_word && word != "a" && word != "an";
    is_spelt.then(|| number(word)).flatten()
}
