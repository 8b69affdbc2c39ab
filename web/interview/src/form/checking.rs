//! The check of what was put into an input, by what checks every answer.

use jiff::civil::Date;
use kikitori_browser::{BrowserClock, BrowserLocale, now_local};
use kikitori_form::dates::from_iso;
use kikitori_form::file::answer::{AnswerType, Group};
use kikitori_form::lines::{beside_lines, check_line, without_need_of};
use kikitori_form::values::{CheckContext, Refusal, Value, check};
use kikitori_form::{FieldId, FormField};
use kikitori_interview::{LINE_NUMBER, Locale, TimeZone, number_of_row};
use kikitori_ports::Clock;
use leptos::prelude::*;
use serde_json::{Map, Value as Json};

use super::inputs::{Problem, is_blank, own_number, without_blanks};
use super::messages::{Messages, phrases};
use crate::session::Session;

/// The value that `typed` is for `field`, or what is wrong with it.
pub fn checked(session: Session, field: &FormField, typed: &Json) -> Result<Value, Problem> {
    let language = untrack(|| session.reader());
    let place = session.place.get_untracked();
    let fold = |text: &str| BrowserLocale.fold(text);
    let context = CheckContext {
        today: today(place.time_zone.as_deref()),
        language: &language,
        country: place.country.as_deref(),
        fold: &fold,
        fits: &|pattern, text| BrowserLocale.fits(pattern, text),
    };
    let mut rows = without_blanks(typed.clone());
    let refused = |refusal: Refusal| problem(session, field, typed, &refusal);
    let lacking = lacking_rows(session, field, &mut rows, &context).map_err(refused)?;
    if lacking > 0 && is_blank(&rows) {
        return Ok(Value::Group(Vec::new()));
    }
    let answer = match &field.answer {
        AnswerType::Group(group) => AnswerType::Group(beside_lines(group, lacking)),
        other => other.clone(),
    };
    let found = check(&answer, &plain_rows(rows), &context);
    found
        .map(|checked| checked.value)
        .map_err(|refusal| problem(session, field, typed, &refusal))
}

/// Takes the rows out that lack what nobody knows, once the rest of them fits; how many
/// there are.
fn lacking_rows(
    session: Session,
    field: &FormField,
    rows: &mut Json,
    context: &CheckContext<'_>,
) -> Result<usize, Refusal> {
    let (AnswerType::Group(group), Some(rows)) = (&field.answer, rows.as_array_mut()) else {
        return Ok(0);
    };
    let not_known = session.not_known_of(&field.field_id);
    let mut refusal = None;
    let (count, mut place) = (rows.len(), 0);
    rows.retain(|row| {
        place += 1;
        let number = own_number(row.get(LINE_NUMBER));
        let unknown = number.and_then(|number| not_known.get(&number));
        let (Some(unknown), Some(cells)) = (unknown, row.as_object()) else {
            return true;
        };
        let is_blank = |id: &FieldId| cells.get(id.as_str()).is_none_or(is_blank);
        if !unknown.iter().any(is_blank) {
            return true;
        }
        let mut cells = cells.clone();
        cells.remove(LINE_NUMBER);
        let found = check_line(&without_need_of(group, unknown), place, &cells, context);
        refusal = refusal.take().or(found.err());
        false
    });
    match refusal {
        Some(refusal) => Err(refusal),
        None => Ok(count - rows.len()),
    }
}

/// Rows without the numbers of their lines.
fn plain_rows(mut typed: Json) -> Json {
    for row in typed.as_array_mut().into_iter().flatten() {
        if let Some(members) = row.as_object_mut() {
            members.remove(LINE_NUMBER);
        }
    }
    typed
}

/// Whether these are the values of a line; the field that does not fit, and why.
pub fn checked_line(
    session: Session,
    group: &Group,
    not_known: &[FieldId],
    cells: &Map<String, Json>,
) -> Result<(), (String, String)> {
    let language = untrack(|| session.reader());
    let place = session.place.get_untracked();
    let fold = |text: &str| BrowserLocale.fold(text);
    let context = CheckContext {
        today: today(place.time_zone.as_deref()),
        language: &language,
        country: place.country.as_deref(),
        fold: &fold,
        fits: &|pattern, text| BrowserLocale.fits(pattern, text),
    };
    let reader = session.page.language.get_untracked();
    let told = |refusal: &Refusal| match refusal {
        Refusal::Empty => Messages::of(reader).unanswered.to_owned(),
        other => other.sentence(reader.tag()),
    };
    match check_line(&without_need_of(group, not_known), 1, cells, &context) {
        Ok(_) => Ok(()),
        Err(Refusal::InLine { field, refusal, .. }) => Err((field, told(&refusal))),
        Err(refusal) => {
            let first = group.fields.first().map(|field| field.id.to_string());
            Err((first.unwrap_or_default(), told(&refusal)))
        }
    }
}

/// What is wrong, as the reader is told it.
pub fn problem(session: Session, field: &FormField, typed: &Json, refusal: &Refusal) -> Problem {
    let reader = session.page.language.get_untracked();
    let (
        Refusal::InLine {
            line,
            field: cell,
            refusal,
        },
        AnswerType::Group(group),
    ) = (refusal, &field.answer)
    else {
        let text = match refusal {
            Refusal::Empty => Messages::of(reader).unanswered.to_owned(),
            other => other.sentence(reader.tag()),
        };
        return Problem {
            text,
            at: None,
            there: None,
        };
    };
    // Lines into which nothing was put are not counted by the check.
    let lines = typed.as_array().into_iter().flatten().enumerate();
    let mut filled = lines.filter(|(_, line)| !is_blank(line));
    let at = filled.nth(line.saturating_sub(1)).map_or(0, |(at, _)| at);
    let rows = typed.as_array().into_iter().flatten();
    let own: Vec<_> = rows.map(|row| own_number(row.get(LINE_NUMBER))).collect();
    let number = number_of_row(&own, at);
    let language = untrack(|| session.reader());
    let named = group.fields.iter().find(|it| it.id.as_str() == cell);
    let label = named.map_or(cell.as_str(), |it| it.label.in_language(&language));
    let there = refusal.sentence(reader.tag());
    Problem {
        text: phrases::in_line(reader, number, label, &there),
        at: Some((at, cell.clone())),
        there: Some(there),
    }
}

/// The day that it is where the person is.
fn today(time_zone: Option<&str>) -> Date {
    let zone = time_zone.and_then(TimeZone::new);
    let there = zone.and_then(|zone| BrowserLocale.local_time(&zone, BrowserClock.now_ms()));
    // `Friday 2026-11-20T18:00:00+09:00`
    let local = there.unwrap_or_else(now_local);
    let date = local.rsplit(' ').next().and_then(|at| at.split('T').next());
    date.and_then(from_iso).unwrap_or(Date::ZERO)
}
