//! Whether a day or a time rests on the words that it is told in.

use jiff::Span;
use jiff::civil::{Date, DateTime, Time};

use super::super::no_answer::{tells_nothing, tells_unknown};
use super::super::small_numbers::says_small_number;
use super::super::{CheckContext, Refusal, Value};
use super::shifted::{tells_minutes, tells_shifted};
use super::{Told, dates_of};
use crate::dates::{
    DateContext, DateRefusal, DayWithin, Reader, TimeRefusal, TimeWithin, days_within,
    no_days_within, resolve_time, times_within,
};
use crate::file::answer::AnswerType;
use crate::lines::{Confidence, has_digit, holds};
use crate::plain::plain;

/// Numbers that are years rather than anything else.
const YEARS: std::ops::RangeInclusive<i64> = 1900..=2100;
/// Who says no more than so many words, and among them that they do not know, says no day.
const MOST_WORDS_OF_NONE: usize = 7;
/// English words that have to do with days, as they begin.
const ENGLISH_DAYS: &str = "mon tue wed thu fri sat sun jan feb mar apr may jun jul aug sep oct nov \
    dec day week month year weekend fortnight today tonight tomorrow yesterday tmrw now ago last \
    next spring summer autumn winter easter christmas xmas thanksgiving halloween holiday eve \
    anniversary birthday date same first second third fourth fifth two three four five six seven \
    eight nine ten eleven twelve";
/// Those that have to do with times of the day.
const ENGLISH_TIMES: &str = "morning afternoon evening night noon midday midnight dawn dusk lunch \
    dinner breakfast hour minute o'clock half quarter am pm now two three four five six seven \
    eight nine ten eleven twelve";
/// The same of Japanese, letter by letter.
const JAPANESE_DAYS: &str = "日月火水木金土年週曜昨今明先来翌末初頃春夏秋冬祝盆正同";
const JAPANESE_TIMES: &str = "時分半朝昼夕夜晩午今正";

/// What tells the day before another one, "the evening before the first of them", and the day after it.
const DAY_BEFORE: [&str; 3] = ["before", "前日", "前の"];
const DAY_AFTER: [&str; 6] = [
    "day after",
    "morning after",
    "evening after",
    "night after",
    "翌日",
    "翌朝",
];

/// What tells the day before one that is not named with it.
const THE_DAY_BEFORE: [&str; 8] = [
    "day before",
    "evening before",
    "night before",
    "afternoon before",
    "前日",
    "前の日",
    "前の晩",
    "前夜",
];

/// How sure a day or a time can be that is not all that words say.
///
/// # Errors
/// That no day or no time can be told from them, where they say another or none.
pub(super) fn rests_on(
    answer: &AnswerType,
    told: Told<'_>,
    value: &str,
    found: &Value,
    context: &CheckContext<'_>,
) -> Result<Confidence, Refusal> {
    let no_day = || Refusal::Date {
        refusal: DateRefusal::NotADate,
    };
    let no_time = || Refusal::Time {
        refusal: TimeRefusal::NotATime,
    };
    let recorded = match told.recorded {
        Some(Value::DateTime(at)) => Some(*at),
        _ => None,
    };
    let (date, time) = match found {
        Value::Date(date) => (Some(*date), None),
        Value::Time(time) => (None, Some(*time)),
        // Of a correction only what changes has to be said.
        Value::DateTime(at) => (
            Some(at.date()).filter(|date| recorded.map(DateTime::date) != Some(*date)),
            Some(at.time()).filter(|time| recorded.map(DateTime::time) != Some(*time)),
        ),
        _ => return Err(Refusal::WrongKind),
    };
    let dates = dates_of(answer, context);
    if says_none(told.words, &dates, context) {
        return Err(match date {
            Some(_) => no_day(),
            None => no_time(),
        });
    }
    let days_said = |words: &str, reader: Reader| match answer {
        AnswerType::DateTime(_) => days_within(words, reader, &dates),
        _ => Vec::new(),
    };
    // "No, the evening before": the day that they were asked about is not meant.
    let names = |words: &str, date: Date| {
        let reader = Reader::of(words, context.language);
        let mut days = days_within(words, reader, &dates).into_iter();
        days.any(|it| it.days.contains(&date))
    };
    if let Some(date) = date
        && knows_no_day(told.words, &dates, context)
        && ![told.asked, told.before].iter().any(|it| names(it, date))
    {
        return Err(no_day());
    }
    let words = plain(told.words);
    if let Some(date) = date
        && THE_DAY_BEFORE.iter().any(|it| words.contains(it))
        && !names(told.words, date)
        && [told.asked, told.before].iter().any(|it| names(it, date))
    {
        return Err(no_day());
    }
    let time_before = match told.recorded {
        Some(Value::DateTime(at)) => Some(at.time()),
        Some(Value::Time(time)) => Some(*time),
        _ => None,
    };
    let tells_minutes_of = |words: &str, time: Time| {
        time_before.is_some_and(|before| tells_minutes(words, time, before))
    };
    let rests = |words: &str| {
        if holds(words, value) {
            return Ok(Confidence::Medium);
        }
        let reader = Reader::of(words, context.language);
        let words = &match date {
            Some(_) => without_no_days(words, reader, &dates)?,
            None => plain(words),
        };
        let of_date = date.map_or(Some(Confidence::Medium), |date| {
            let is_another = matches!(answer, AnswerType::Date(_))
                && reader == Reader::Numbers
                && tells_another_day(date, words, &dates);
            day_rests(date, words, reader, &dates).filter(|_| !is_another)
        });
        let of_time = time.map_or(Some(Confidence::Medium), |time| {
            let rests = time_rests(time, words, reader, &days_said(words, reader));
            rests.or_else(|| tells_minutes_of(words, time).then_some(Confidence::Medium))
        });
        Ok(of_date
            .ok_or_else(no_day)?
            .min(of_time.ok_or_else(no_time)?))
    };
    // Who is asked which half of the day was meant may say no more than that.
    let named = halves_named(told, context);
    if let Some(time) = time.filter(|_| !named.is_empty()) {
        let reader = Reader::of(told.asked, context.language);
        let of_date = date.map_or(Some(Confidence::Medium), |date| {
            day_rests(date, &plain(told.asked), reader, &dates)
        });
        let of_date = of_date.filter(|sure| *sure > Confidence::Low);
        return match named.contains(&time) {
            true => of_date.ok_or_else(no_day),
            false => Err(no_time()),
        };
    }
    let is_sure = |sure: &Confidence| *sure > Confidence::Low;
    // "One hour later than I said": "one" is no time there.
    let times = |words: &str| {
        let reader = Reader::of(words, context.language);
        times_within(words, reader, &days_said(words, reader))
    };
    let said_before = [told.before, told.asked].into_iter().flat_map(times);
    let recorded_time = match told.recorded {
        Some(Value::Time(time)) => Some(*time),
        _ => recorded.map(DateTime::time),
    };
    let said_before = said_before.chain(recorded_time.map(TimeWithin::At));
    let said_before: Vec<TimeWithin> = said_before.collect();
    if time.is_some_and(|time| tells_shifted(told.words, time, &said_before)) {
        let of_date = date.map_or(Some(Confidence::Medium), |date| {
            let reader = Reader::of(told.words, context.language);
            let mut days = days_said(told.words, reader).into_iter();
            let day = |words: &str| {
                let reader = Reader::of(words, context.language);
                day_rests(date, &plain(words), reader, &dates).filter(is_sure)
            };
            match days.any(|it| it.is_certain) {
                true => day(told.words),
                false => [told.before, told.asked].into_iter().find_map(day),
            }
        });
        return of_date.ok_or_else(no_day);
    }
    // Who is asked for the time has told the day before, or was asked with it.
    let apart = || {
        let (date, time) = date.zip(time)?;
        let day = |words: &str| {
            let reader = Reader::of(words, context.language);
            day_rests(date, &plain(words), reader, &dates).filter(is_sure)
        };
        let time = |words: &str| {
            let reader = Reader::of(words, context.language);
            let days = days_said(words, reader);
            time_rests(time, &plain(words), reader, &days).filter(is_sure)
        };
        // What they say themselves now counts, whatever was told or asked before.
        let reader = Reader::of(told.words, context.language);
        let days = days_said(told.words, reader);
        let is_timeless = times_within(told.words, reader, &days).is_empty();
        let mut besides = [told.before, told.asked].into_iter();
        besides.find_map(|besides| {
            let sure = match (days.is_empty(), is_timeless) {
                (true, false) => time(told.words).zip(day(besides)),
                (false, true) => day(told.words).zip(time(besides)),
                // In words that code reads only in part.
                (true, true) => (time(told.words).zip(day(besides)))
                    .or_else(|| day(told.words).zip(time(besides))),
                (false, false) => None,
            };
            sure.map(|(one, other)| one.min(other))
        })
    };
    rests(told.words).or_else(|refusal| {
        let asked = rests(told.asked).ok();
        let asked = asked.filter(is_sure);
        asked.or_else(apart).ok_or(refusal)
    })
}

/// The times that the question names, in the half of the day that a few words say and nothing else.
fn halves_named(told: Told<'_>, context: &CheckContext<'_>) -> Vec<Time> {
    let words = plain(told.words);
    if has_digit(&words) || words.split_whitespace().count() > MOST_WORDS_OF_NONE {
        return Vec::new();
    }
    // "In the evening, of course" and "夜です".
    let half = words
        .split([',', '、', '。', '!'])
        .next()
        .unwrap_or_default();
    let half = half.strip_suffix("です").unwrap_or(half).trim();
    let reader = Reader::of(told.asked, context.language);
    let asked = times_within(told.asked, reader, &[]).into_iter();
    let named = asked.filter_map(|said| {
        let (hour, minute) = match said {
            TimeWithin::At(it) => (it.hour(), it.minute()),
            TimeWithin::EitherHalf(hour, minute) => (hour, minute),
        };
        let hour = match hour % 12 {
            0 => 12,
            hour => hour,
        };
        let written = [
            format!("{hour}:{minute:02} {half}"),
            format!("{hour}:{minute:02} in the {half}"),
            format!("{half}{hour}時{minute}分"),
        ];
        let mut times = written.iter().filter_map(|text| resolve_time(text).ok());
        times.next().filter(|_| !half.is_empty())
    });
    named.collect()
}

/// Words without the days in them that no calendar has, which tell of no other day.
///
/// # Errors
/// That there is no such day, where no other digits stand in them.
fn without_no_days(
    words: &str,
    reader: Reader,
    dates: &DateContext<'_>,
) -> Result<String, Refusal> {
    let words = plain(words);
    let days = no_days_within(&words, reader, dates);
    let rest = days
        .iter()
        .fold(words, |rest, day| rest.replacen(day, ", ", 1));
    match days.is_empty() || has_digit(&rest) {
        true => Ok(rest),
        false => Err(Refusal::Date {
            refusal: DateRefusal::NoSuchDay,
        }),
    }
}

/// Whether words say in a few of them that there is nothing to tell.
fn says_none(words: &str, dates: &DateContext<'_>, context: &CheckContext<'_>) -> bool {
    let reader = Reader::of(words, context.language);
    words.split_whitespace().count() <= MOST_WORDS_OF_NONE
        && tells_nothing(words, context.fold)
        && (reader == Reader::Numbers || days_within(words, reader, dates).is_empty())
}

/// Whether a few of the words that code reads say that nobody knows the day, and the others name none:
/// "around the Assumption, I couldn't tell you the day".
fn knows_no_day(words: &str, dates: &DateContext<'_>, context: &CheckContext<'_>) -> bool {
    let reader = Reader::of(words, context.language);
    let mut pieces = words.split(['…', ',', ';', '.', '、', '。']);
    reader != Reader::Numbers
        && pieces.any(|it| tells_unknown(it, context.fold))
        && days_within(words, reader, dates).is_empty()
}

fn day_rests(
    day: Date,
    words: &str,
    reader: Reader,
    context: &DateContext<'_>,
) -> Option<Confidence> {
    let said = days_within(words, reader, context);
    let agrees = |said: &DayWithin| {
        // The 14th can be of any month, and 14 March of any year.
        let mut months = said.days.iter().map(|it| it.month());
        let month = months.next().filter(|month| months.all(|it| it == *month));
        let same = |it: &Date| it.day() == day.day() && month.is_none_or(|it| it == day.month());
        let is_without_year = said.has_number && !said.is_certain;
        said.days.contains(&day) || (is_without_year && said.days.iter().any(same))
    };
    // "Not this coming Thursday but the one after that" tells a Thursday, and which it is not.
    let (denied, meant): (Vec<&DayWithin>, Vec<&DayWithin>) =
        said.iter().partition(|it| is_denied(it, words));
    if meant.iter().any(|it| agrees(it)) {
        return Some(Confidence::Medium);
    }
    if denied
        .iter()
        .any(|it| it.is_certain && it.days.contains(&day))
    {
        return None;
    }
    if meant.iter().any(|it| it.is_certain) {
        let rest = said
            .iter()
            .fold(plain(words), |rest, it| rest.replacen(&it.words, ", ", 1));
        // Words tell of several days, of which code reads the one in digits. Of another its day and its
        // year are next to each other: no number stands between them, and no comma.
        let (year, number) = (i64::from(day.year()), i64::from(day.day()));
        let is_beside = |part: &str| {
            let numbers = numbers_in(part);
            let mut pairs = numbers.windows(2);
            pairs.any(|pair| pair == [number, year] || pair == [year, number])
        };
        let is_told = reader == Reader::Numbers && rest.split([',', ';']).any(is_beside);
        return is_told.then_some(Confidence::Medium);
    }
    let numbers = numbers_in(words);
    let years: Vec<i64> = numbers
        .iter()
        .copied()
        .filter(|it| YEARS.contains(it))
        .collect();
    let has_year = !years.is_empty();
    if has_year && !years.contains(&i64::from(day.year())) {
        return None;
    }
    let is_named = numbers.contains(&i64::from(day.day()));
    if said.iter().any(|it| it.has_number) {
        return None;
    }
    let mut days = said.iter().flat_map(|it| &it.days);
    let is_on_its_weekday = days.any(|it| it.weekday() == day.weekday());
    if reader != Reader::Numbers {
        return match said.is_empty() {
            // A Thursday, and neither the last nor the next one, or a day that is told by one.
            false => {
                let is_next_to = |day: Option<Date>, known: &[&str]| {
                    let weekday = day.map(Date::weekday);
                    let mut named = said.iter().flat_map(|it| &it.days);
                    known.iter().any(|it| words.contains(it))
                        && named.any(|it| Some(it.weekday()) == weekday)
                };
                let is_by_another = is_next_to(day.tomorrow().ok(), &DAY_BEFORE)
                    || is_next_to(day.yesterday().ok(), &DAY_AFTER);
                (is_on_its_weekday || is_by_another).then_some(Confidence::Low)
            }
            true if is_named => Some(Confidence::Medium),
            true => {
                speaks_of(words, reader, ENGLISH_DAYS, JAPANESE_DAYS).then_some(Confidence::Low)
            }
        };
    }
    // A span would bring all that rounds one.
    let far = (context.today.duration_until(day).as_hours() / 24).abs();
    let is_so_far = |count: &i64| far > 0 && (*count == far || count * 7 == far);
    // "Mùng chín tháng ba năm 2001": who tells the year in figures may tell the day in words.
    let is_in_words = || {
        let day = usize::from(day.day().unsigned_abs());
        [day, day % 10]
            .into_iter()
            .any(|it| says_small_number(words, it, context.language))
    };
    match is_named || numbers.iter().any(is_so_far) {
        true => Some(Confidence::Medium),
        false => (!has_year || is_in_words()).then_some(Confidence::Low),
    }
}

/// Whether the only number in words that code does not read is another than that of the day, and does not tell how
/// far it is either: "el dilluns 11 de gener" is no 12th.
fn tells_another_day(day: Date, words: &str, context: &DateContext<'_>) -> bool {
    let numbers = numbers_in(words);
    let [one] = numbers.as_slice() else {
        return false;
    };
    let far = (context.today.duration_until(day).as_hours() / 24).abs();
    let months = Span::new().try_months(*one).ok();
    let is_months_off = months.is_some_and(|months| {
        let ways = [
            context.today.checked_add(months),
            context.today.checked_sub(months),
        ];
        ways.into_iter().flatten().any(|it| it == day)
    });
    (1..=31).contains(one)
        && *one != i64::from(day.day())
        && *one != far
        && *one * 7 != far
        && !is_months_off
}

/// Whether words name a day as the one that it is not.
fn is_denied(day: &DayWithin, words: &str) -> bool {
    let words = plain(words);
    let Some((before, after)) = words.split_once(day.words.as_str()) else {
        return false;
    };
    let before = before.trim_end().trim_end_matches(" on").trim_end();
    let denies = |words: &str| {
        ["not", "n't", "instead of"]
            .iter()
            .any(|it| words.ends_with(it))
    };
    // "Why not Thursday?" proposes one.
    let proposes = |words: &str| ["why not", "if not"].iter().any(|it| words.ends_with(it));
    let denies_after = |words: &str| {
        let is_asked = ["ではないで", "じゃないで"]
            .iter()
            .any(|it| words.starts_with(it));
        !is_asked && ["ではな", "じゃな"].iter().any(|it| words.starts_with(it))
    };
    (denies(before) && !proposes(before)) || denies_after(after)
}

fn time_rests(time: Time, words: &str, reader: Reader, days: &[DayWithin]) -> Option<Confidence> {
    let hour_of = |hour: i8| hour % 12;
    let is_it = |said: &TimeWithin| match said {
        TimeWithin::At(it) if reader == Reader::Numbers => {
            hour_of(it.hour()) == hour_of(time.hour()) && it.minute() == time.minute()
        }
        TimeWithin::At(it) => *it == time,
        TimeWithin::EitherHalf(hour, minute) => {
            hour_of(*hour) == hour_of(time.hour()) && *minute == time.minute()
        }
    };
    let said = times_within(words, reader, days);
    if said.iter().any(is_it) {
        return Some(Confidence::Medium);
    }
    let hour = i64::from(time.hour());
    let is_named = numbers_in(words)
        .iter()
        .any(|it| *it == hour || *it == hour % 12);
    match (said.is_empty(), reader) {
        (false, _) => None,
        (true, _) if is_named => Some(Confidence::Medium),
        (true, Reader::Numbers) => Some(Confidence::Low),
        (true, _) => {
            speaks_of(words, reader, ENGLISH_TIMES, JAPANESE_TIMES).then_some(Confidence::Low)
        }
    }
}

/// Whether words that code reads have to do with days, or with times.
fn speaks_of(words: &str, reader: Reader, english: &str, japanese: &str) -> bool {
    let words = plain(words);
    if reader == Reader::Japanese {
        return words.contains(|it: char| japanese.contains(it));
    }
    let mut words = words.split(|it: char| !it.is_ascii_alphabetic() && it != '\'');
    words.any(|word| {
        let mut known = english.split(' ').filter(|known| !known.is_empty());
        known.any(|known| match known.len() {
            0..=3 => word == known || (known.len() == 3 && is_longer_name(word, known)),
            _ => word.starts_with(known),
        })
    })
}

/// Monday of mon, September of sep: the other words that begin so say nothing of a day.
fn is_longer_name(word: &str, known: &str) -> bool {
    const NAMES: [&str; 19] = [
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
        "january",
        "february",
        "march",
        "april",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
        "days",
    ];
    let word = word.strip_suffix('s').unwrap_or(word);
    let mut names = NAMES.iter().filter(|name| name.starts_with(known));
    names.any(|name| name.starts_with(word) && word.len() >= known.len())
}

/// The whole numbers that stand in words as digits.
fn numbers_in(words: &str) -> Vec<i64> {
    let words = plain(words);
    let runs = words.split(|it: char| !it.is_ascii_digit());
    runs.filter(|run| run.len() <= 8)
        .filter_map(|run| run.parse().ok())
        .collect()
}
