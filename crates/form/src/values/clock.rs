//! What words say of a day or a time, and what somebody makes of them who reads more languages than
//! code does.

mod rests;
mod shifted;

use jiff::civil::{Date, DateTime, Time};
use serde_json::Value as Json;

use super::check::{CheckContext, Checked, check, date_context};
use super::{Refusal, Value};
use crate::dates::{
    DateContext, DateRefusal, Reader, TimeRefusal, TimeWithin, days_within, iso, resolve_date,
    resolve_date_time, resolve_time, times_within,
};
use crate::file::answer::AnswerType;
use crate::lines::Confidence;
use rests::rests_on;
pub use shifted::tells_a_shift;

/// Words that a day or a time is told in.
#[derive(Debug, Clone, Copy)]
pub struct Told<'a> {
    /// What the person said.
    pub words: &'a str,
    /// The question that they answered: who says yes to it says what it names.
    pub asked: &'a str,
    /// What they said of it before, where that was not enough: the day, of which only the time was asked for.
    pub before: &'a str,
    /// What they had said before, where this corrects it.
    pub recorded: Option<&'a Value>,
}

/// Whether answers of this type are days or times.
pub fn is_of_the_clock(answer: &AnswerType) -> bool {
    matches!(
        answer,
        AnswerType::Date(_) | AnswerType::Time(_) | AnswerType::DateTime(_)
    )
}

/// The day or the time that words tell. What code reads in them counts, whatever `value` somebody
/// made of them; in words that it cannot read that value counts, as long as they do not say another
/// or none. A new day keeps the time that was recorded, and a new time the day.
///
/// # Errors
/// [`Refusal`]; that no day or no time can be told also where `value` is one and the words are not.
///
/// ```
/// use jiff::civil::date;
/// use kikitori_form::file::answer::AnswerType;
/// use kikitori_form::lines::Confidence;
/// use kikitori_form::values::{CheckContext, Told, no_patterns, told_by_clock};
///
/// let context = CheckContext {
///     today: date(2026, 11, 25),
///     language: "fr",
///     country: None,
///     fold: &|text| text.to_lowercase(),
///     fits: &no_patterns,
/// };
/// let answer = AnswerType::from_json(&serde_json::json!({"type": "date"})).unwrap();
/// let told = |words| Told { words, asked: "", before: "", recorded: None };
/// let day = Some("2026-11-04");
/// let (checked, sure) = told_by_clock(&answer, told("il y a trois semaines"), day, &context).unwrap();
/// assert_eq!((checked.value.to_string().as_str(), sure), ("2026-11-04", Confidence::Low));
/// assert!(told_by_clock(&answer, told("je ne sais plus"), day, &context).is_err());
/// assert!(told_by_clock(&answer, told("le 12 mars 2024, je crois"), day, &context).is_err());
/// ```
pub fn told_by_clock(
    answer: &AnswerType,
    told: Told<'_>,
    value: Option<&str>,
    context: &CheckContext<'_>,
) -> Result<(Checked, Confidence), Refusal> {
    let words = told.words.trim();
    let said = |checked: Checked| {
        let is_written = checked.value.to_string() == words;
        let said = checked
            .said
            .or_else(|| (!is_written).then(|| words.to_owned()));
        Checked { said, ..checked }
    };
    let read = |text: &str| in_its_place(answer, text, told.recorded, context);
    let of_words = match read(words) {
        Ok(checked) => return Ok((said(checked), Confidence::High)),
        Err(refusal) => refusal,
    };
    // Whatever somebody makes of 31 February, it is another day.
    if is_no_such_day(&of_words) {
        return Err(of_words);
    }
    let Some(value) = value else {
        let corrected = by_recorded(answer, words, told.recorded, context);
        let checked = corrected.ok_or(of_words)?;
        return Ok((said(checked), Confidence::Medium));
    };
    let checked = read(value).or_else(|refusal| {
        let among = || among(answer, value, told.recorded, context);
        let corrected = by_recorded(answer, value, told.recorded, context).or_else(among);
        corrected.ok_or(refusal)
    })?;
    let sure = rests_on(answer, told, value, &checked.value, context)?;
    Ok((said(checked), sure))
}

fn is_no_such_day(refusal: &Refusal) -> bool {
    let (Refusal::Date { refusal }
    | Refusal::Time {
        refusal: TimeRefusal::Date(refusal),
    }) = refusal
    else {
        return false;
    };
    *refusal == DateRefusal::NoSuchDay
}

/// Checks a day or a day with its time that may take the place of the recorded one.
fn in_its_place(
    answer: &AnswerType,
    text: &str,
    recorded: Option<&Value>,
    context: &CheckContext<'_>,
) -> Result<Checked, Refusal> {
    let corrects = match recorded {
        Some(Value::Date(date)) => Some(*date),
        Some(Value::DateTime(at)) => Some(at.date()),
        _ => None,
    };
    let dates = DateContext {
        corrects,
        ..dates_of(answer, context)
    };
    let written = match answer {
        _ if corrects.is_none() => return check(answer, &Json::from(text), context),
        AnswerType::Date(_) => resolve_date(text, &dates)
            .map(iso)
            .map_err(TimeRefusal::Date),
        AnswerType::DateTime(_) => {
            let at = resolve_date_time(text, &dates);
            at.map(|at| Value::DateTime(at).to_string())
        }
        _ => return check(answer, &Json::from(text), context),
    };
    match written {
        Ok(written) => check(answer, &Json::from(written), context),
        Err(TimeRefusal::Date(refusal @ DateRefusal::Ambiguous { .. })) => {
            Err(Refusal::Date { refusal })
        }
        // What else is wrong with it is so whatever it corrects.
        Err(_) => check(answer, &Json::from(text), context),
    }
}

/// A new time on the day that is recorded, or a new day at its time.
fn by_recorded(
    answer: &AnswerType,
    text: &str,
    recorded: Option<&Value>,
    context: &CheckContext<'_>,
) -> Option<Checked> {
    let at = match (answer, recorded) {
        (AnswerType::DateTime(_), Some(Value::DateTime(at))) => *at,
        (AnswerType::Time(_), Some(Value::Time(time))) => context.today.to_datetime(*time),
        _ => return None,
    };
    let time = match resolve_time(text) {
        Ok(time) => Some(time),
        Err(TimeRefusal::Ambiguous { hour, minute }) => nearer(hour, minute, at.time()),
        Err(_) => None,
    };
    let (date, time) = match (time, answer) {
        (Some(time), _) => (at.date(), time),
        (None, AnswerType::DateTime(_)) => {
            let dates = DateContext {
                corrects: Some(at.date()),
                ..dates_of(answer, context)
            };
            (resolve_date(text, &dates).ok()?, at.time())
        }
        (None, _) => return None,
    };
    written(answer, date, time, context)
}

/// The time before or after noon that is nearer to one of which it is the correction.
fn nearer(hour: i8, minute: i8, recorded: Time) -> Option<Time> {
    let minutes = |time: Time| i32::from(time.hour()) * 60 + i32::from(time.minute());
    let times = [hour % 12, hour % 12 + 12].map(|hour| Time::new(hour, minute, 0, 0).ok());
    let [before, after] = times;
    let far = |time: Time| (minutes(time) - minutes(recorded)).abs();
    let (before, after) = (before?, after?);
    match far(before).cmp(&far(after)) {
        std::cmp::Ordering::Less => Some(before),
        std::cmp::Ordering::Greater => Some(after),
        std::cmp::Ordering::Equal => None,
    }
}

/// The only day and the only time that stand among the words of a value.
fn among(
    answer: &AnswerType,
    value: &str,
    recorded: Option<&Value>,
    context: &CheckContext<'_>,
) -> Option<Checked> {
    let reader = Reader::of(value, context.language);
    let recorded = match recorded {
        Some(Value::DateTime(at)) => Some(*at),
        _ => None,
    };
    let days = match answer {
        AnswerType::Time(_) => Vec::new(),
        _ => days_within(value, reader, &dates_of(answer, context)),
    };
    let times = times_within(value, reader, &days);
    if days.is_empty() && times.is_empty() {
        return None;
    }
    let date = || match days.as_slice() {
        [] => recorded.map(DateTime::date),
        [said] => said.meant,
        _ => None,
    };
    let time = || match times.as_slice() {
        [] => recorded.map(DateTime::time),
        [TimeWithin::At(time)] => Some(*time),
        [TimeWithin::EitherHalf(hour, minute)] => nearer(*hour, *minute, recorded?.time()),
        _ => None,
    };
    let midnight = Time::midnight();
    match answer {
        AnswerType::Date(_) => written(answer, date()?, midnight, context),
        AnswerType::Time(_) => written(answer, context.today, time()?, context),
        _ => written(answer, date()?, time()?, context),
    }
}

fn written(
    answer: &AnswerType,
    date: Date,
    time: Time,
    context: &CheckContext<'_>,
) -> Option<Checked> {
    let clock = format!("{:02}:{:02}", time.hour(), time.minute());
    let text = match answer {
        AnswerType::Date(_) => iso(date),
        AnswerType::Time(_) => clock,
        _ => format!("{}T{clock}", iso(date)),
    };
    check(answer, &Json::from(text), context).ok()
}

fn dates_of<'a>(answer: &AnswerType, context: &CheckContext<'a>) -> DateContext<'a> {
    match answer {
        AnswerType::Date(it) => date_context(it.earliest, it.latest, context),
        AnswerType::DateTime(it) => date_context(it.earliest, it.latest, context),
        _ => DateContext::new(context.today, context.language),
    }
}
