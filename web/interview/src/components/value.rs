//! The value of a field as people read it.

use std::collections::BTreeMap;

use kikitori_browser::{BrowserLocale, zone_name};
use kikitori_form::file::LineField;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::values::{Value, in_words};
use kikitori_interview::FieldId;
use leptos::prelude::*;

use super::changed_lines::check_line;
use super::new_part::with_new_part;
use crate::messages::phrases;
use crate::session::{Session, ShownLine, in_zone};

/// More lines of a group than these are folded.
const LINES: usize = 8;
/// More characters of any other value than these are.
const LETTERS: usize = 160;
/// A text of more bytes has to be broken where the line ends: letters of several are wider.
const IN_ONE_PIECE: usize = 16;

/// What `text`, the value of a field, is: the lines of a group one by one, a time with its zone, and
/// any other text as it stands. `test_id` is on what is the value alone. Lines that ask to be checked do so
/// here where `asks` says so.
pub fn value_view(
    session: Session,
    id: &FieldId,
    text: &str,
    test_id: &'static str,
    asks: bool,
) -> AnyView {
    let form = session.form_file.get();
    let answer = form.field(id).map(|field| &field.answer);
    let field = id.to_string();
    if let Some(AnswerType::Group(group)) = answer
        && let Some(Value::Group(lines)) = session.values.with(|all| all.get(id).cloned())
        && !lines.is_empty()
    {
        // As the table of lines numbers them, those that lack something between the others.
        let sheet = session.lines.with(|sheets| sheets.get(id).cloned());
        let shown = sheet.map(|sheet| sheet.lines).unwrap_or_default();
        let (whole, lacking): (Vec<&ShownLine>, Vec<&ShownLine>) =
            shown.iter().partition(|line| line.missing.is_empty());
        let mut numbers: Vec<usize> = whole.iter().map(|line| line.number as usize).collect();
        numbers.sort_unstable();
        let zones = shown.iter();
        let zones = zones.filter_map(|line| Some((line.number as usize, line.zone.clone()?)));
        let zones: BTreeMap<usize, String> = zones.collect();
        let check = |number: usize| {
            let mut lines = shown.iter().filter(|line| asks && line.is_unsure);
            let line = lines.find(|line| line.number as usize == number)?;
            Some(check_line(session, id, line.number, line.words.clone()))
        };
        let whole = lines.iter().enumerate().map(|(at, line)| {
            let number = numbers.get(at).copied().unwrap_or(at + 1);
            let zone = zones.get(&number);
            let cells = line.iter().filter_map(|(id, value)| {
                let field = group.fields.iter().find(|field| field.id == *id)?;
                let text = in_words(value, &field.answer, &session.reader(), &BrowserLocale);
                let text = match zone {
                    Some(zone) => in_zone(&text, &field.answer, zone),
                    None => text,
                };
                Some((field, text))
            });
            let check = check(number);
            (
                number,
                line_view(session, number, cells.collect(), &[], check),
            )
        });
        let lacking = lacking.into_iter().map(|line| {
            let cells = group.fields.iter().zip(line.words.iter().cloned());
            let cells = cells.filter_map(|(field, text)| Some((field, text?)));
            let number = line.number as usize;
            (
                number,
                line_view(session, number, cells.collect(), &line.missing, None),
            )
        });
        let mut lines: Vec<(usize, AnyView)> = whole.chain(lacking).collect();
        lines.sort_by_key(|(number, _)| *number);
        let lines = lines.into_iter().map(|(_, line)| line);
        return view! {
            <ol class="value-lines" data-testid=test_id data-field=field>
                {lines.collect_view()}
            </ol>
        }
        .into_any();
    }
    let is_timed = matches!(answer, Some(AnswerType::Time(_) | AnswerType::DateTime(_)));
    if !is_timed {
        return view! {
            <span dir="auto" class:unbroken=is_figure(text) data-testid=test_id data-field=field>
                {with_new_part(session, id, text)}
            </span>
        }
        .into_any();
    }
    let (before, zone, after) = match with_its_zone(session, text) {
        Some(parts) => parts,
        None => match zone_of_values(session) {
            Some(zone) => (format!("{text} ("), zone, ")"),
            None => (text.to_owned(), String::new(), ""),
        },
    };
    view! {
        <span dir="auto" data-testid=test_id data-field=field>
            {before}
            <span>{zone}</span>
            {after}
        </span>
    }
    .into_any()
}

/// Whether a text is a code, or a number with its unit: it is read in one piece.
pub fn is_figure(text: &str) -> bool {
    text.contains(char::is_numeric) && text.len() <= IN_ONE_PIECE
}

/// A time with the zone that it was told in, which stands behind it by its identifier: what is before the
/// zone, what the zone is called where values are told, and what is behind it.
fn with_its_zone(session: Session, text: &str) -> Option<(String, String, &'static str)> {
    [("（", "）"), ("(", ")")]
        .into_iter()
        .find_map(|(opens, closes)| {
            let (before, id) = text.strip_suffix(closes)?.rsplit_once(opens)?;
            let zone = zone_name(id, &session.reader())?;
            Some((format!("{before}{opens}"), zone, closes))
        })
}

/// A text with the time zone called as it is where a value is shown.
pub fn named_zone(session: Session, text: &str) -> String {
    match with_its_zone(session, text) {
        Some((before, zone, after)) => format!("{before}{zone}{after}"),
        None => text.to_owned(),
    }
}

/// What the time where the person is is called, in the page's language.
pub fn zone_in_words(session: Session) -> Option<String> {
    zone_called(session, session.page.language.get().tag())
}

/// The same in the language of the interview, in which values are told.
pub fn zone_of_values(session: Session) -> Option<String> {
    zone_called(session, &session.reader())
}

fn zone_called(session: Session, reader: &str) -> Option<String> {
    let zone = session.place.with(|place| place.time_zone.clone())?;
    Some(zone_name(&zone, reader).unwrap_or(zone))
}

/// Whether the lines of a group themselves say what they lack.
pub fn tells_what_lacks(session: Session, id: &FieldId) -> bool {
    session.lines.with(|sheets| {
        let lines = sheets.get(id).into_iter().flat_map(|sheet| &sheet.lines);
        lines.into_iter().any(|line| !line.missing.is_empty())
    })
}

/// What stands between a name and its value, and between values, in the language of the interview.
pub fn line_marks(session: Session) -> (&'static str, &'static str) {
    phrases::line_marks(&session.reader())
}

/// One line, its values under their names, what it lacks, and whether it is right.
fn line_view(
    session: Session,
    number: usize,
    cells: Vec<(&LineField, String)>,
    missing: &[String],
    check: Option<AnyView>,
) -> AnyView {
    let language = session.reader();
    let (colon, comma) = line_marks(session);
    let cells = cells.into_iter();
    let cells = cells.map(|(field, text)| (field.label.in_language(&language).to_owned(), text));
    let cells = cells.enumerate().map(|(at, (label, value))| {
        let is_figure = is_figure(&value);
        view! {
            // Read out and copied, and not seen.
            {(at > 0).then(|| view! { <span class="visually-hidden">{comma}</span> })}
            <span class="value-cell">
                <span class="value-label">{label}{colon}</span>
                <span class:unbroken=is_figure>{value}</span>
            </span>
        }
    });
    let missing = (!missing.is_empty()).then(|| {
        view! {
            <span class="visually-hidden">{comma}</span>
            <span class="value-lacks">{missing.join(comma)}</span>
        }
    });
    let lang = session.spoken();
    view! {
        <li dir="auto" lang=lang data-number=number.to_string()>
            {cells.collect_view()}
            {missing}
            {check}
        </li>
    }
    .into_any()
}

/// Whether a value is folded until somebody wants to read all of it.
pub fn is_long(session: Session, id: &FieldId, text: &str) -> bool {
    let lines = text.lines().count();
    let of_group = session
        .values
        .with_untracked(|values| match values.get(id) {
            Some(Value::Group(lines)) => Some(lines.len()),
            _ => None,
        });
    match of_group {
        Some(lines) => lines > LINES,
        None => lines > 2 || text.chars().nth(LETTERS).is_some(),
    }
}
