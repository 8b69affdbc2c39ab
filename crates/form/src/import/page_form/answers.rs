//! What kind of answer a question of the page takes.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};

use super::contact::{is_email, is_phone};
use super::control::{Control, ControlKind};
use super::date_format::DateFormat;
use super::date_part::{DatePart, Part};
use super::left_alone::name_of;
use super::options::{PageOption, options_of};
use super::target::{CountryOption, Target};
use super::units::{Seen, Unit, dialling_code, has_room_for_a_piece};
use super::words::{completes, description, label, says_any};
use crate::decimal::Decimal;
use crate::file::answer::{AnswerType, MAX_ANSWER_CHARS, MAX_OPTIONS};
use crate::file::pattern::Pattern;
use crate::file::text::Words;

/// A line of text has this many characters where the page says nothing.
const MAX_SHORT_CHARS: u32 = 200;

/// The answer that a unit takes, as a form's file has it, and how it is written back.
pub(super) fn answer(unit: &Unit<'_>) -> Option<(Json, Target)> {
    Some(match unit {
        Unit::One(one) => return one_control(*one),
        Unit::Radios(all) => {
            let options = named(all);
            let answer = json!({"type": "choice", "options": written(&options)?});
            (answer, Target::OneOf(targets(options)))
        }
        Unit::Checkboxes(all) => {
            let options = named(all);
            let answer = json!({"type": "choices", "options": written(&options)?});
            (answer, Target::AnyOf(targets(options)))
        }
        Unit::Twice(two) => (
            json!({"type": "email"}),
            Target::Text(two.map(|it| it.at.clone()).to_vec()),
        ),
        Unit::Date(three) => {
            let [day, month, year] = *three;
            let (day, month, year) = (
                DatePart::of(Part::Day, day),
                DatePart::of(Part::Month, month),
                DatePart::of(Part::Year, year),
            );
            let answer = json!({"type": "date"});
            (answer, Target::DateParts { day, month, year })
        }
        Unit::PostalCode(two) => (
            json!({"type": "shortText", "minLength": 7, "maxLength": 8}),
            Target::PostalCode(two.map(|it| it.at.clone())),
        ),
        Unit::PhoneInThree(three) => (
            json!({"type": "phone"}),
            Target::PhoneInThree(three.map(|it| it.at.clone())),
        ),
        Unit::PhoneWithCountry([country, number]) => {
            let option = |it: &super::control::ControlOption| {
                Some(CountryOption {
                    code: dialling_code(it)?,
                    option: PageOption::of(it),
                    selected: it.selected,
                })
            };
            let options = country.control.options.iter().filter_map(option);
            let target = Target::PhoneWithCountry {
                country: country.at.clone(),
                options: options.collect(),
                number: number.at.clone(),
            };
            (json!({"type": "phone"}), target)
        }
    })
}

fn one_control(one: Seen<'_>) -> Option<(Json, Target)> {
    let control = one.control;
    let text = |answer: Json| Some((answer, Target::Text(vec![one.at.clone()])));
    match control.kind {
        ControlKind::Checkbox => Some((json!({"type": "yesNo"}), Target::Check(one.at.clone()))),
        ControlKind::Select => select(one),
        ControlKind::Number | ControlKind::Range => text(number(control)),
        ControlKind::Date => Some((
            days("date", control),
            Target::Date {
                control: one.at.clone(),
                format: DateFormat::iso(),
            },
        )),
        ControlKind::DateTimeLocal => text(days("dateTime", control)),
        ControlKind::Time => text(times(control)),
        _ if control.kind.is_typed() => Some(typed(one)),
        _ => None,
    }
}

/// What is typed: what it is says its type, what a browser would complete it with, or its name.
fn typed(one: Seen<'_>) -> (Json, Target) {
    let control = one.control;
    let same = Target::Text(vec![one.at.clone()]);
    let is = |kind: ControlKind, hints: &[&str]| control.kind == kind || completes(control, hints);
    if control.kind == ControlKind::TextArea {
        return match completes(control, &["street-address"]) {
            true => (json!({"type": "address"}), Target::Lines(one.at.clone())),
            false => (bounded("longText", control), same),
        };
    }
    let suggested = control.options.len();
    if (1..=MAX_OPTIONS).contains(&suggested)
        && let Some(options) = suggestions(control)
    {
        return (
            json!({"type": "choice", "options": options, "other": true}),
            same,
        );
    }
    // Some pages take either in one input.
    let takes_numbers = control.kind == ControlKind::Text
        && says_any(&control.label, &["phone", "mobile", "電話", "携帯"]);
    if is_email(control) {
        if takes_numbers {
            return (bounded("shortText", control), same);
        }
        return (json!({"type": "email"}), same);
    }
    if is_phone(control) {
        // Pieces of a number that nobody could join are words.
        return match has_room_for_a_piece(control) {
            true => (bounded("shortText", control), same),
            false => (json!({"type": "phone"}), Target::Phone(one.at.clone())),
        };
    }
    if is(ControlKind::Url, &["url"]) {
        return (json!({"type": "url"}), same);
    }
    let told = [&control.placeholder, &control.description, &control.label];
    if let Some(format) = told.into_iter().find_map(|it| DateFormat::told_by(it)) {
        let target = Target::Date {
            control: one.at.clone(),
            format,
        };
        return (json!({"type": "date"}), target);
    }
    (bounded("shortText", control), same)
}

/// A text with as many characters as the page allows.
fn bounded(kind: &str, control: &Control) -> Json {
    let unsaid = (kind == "shortText").then_some(MAX_SHORT_CHARS);
    let max = control.max_length.filter(|it| *it > 0);
    let max = max.map(|max| max.min(MAX_ANSWER_CHARS));
    let min = control.min_length.filter(|it| *it > 0);
    let most = max.or(unsaid).unwrap_or(MAX_ANSWER_CHARS);
    let mut answer =
        json!({"type": kind, "minLength": min.filter(|min| *min <= most), "maxLength": max});
    let pattern = Pattern::new(&control.pattern).filter(|_| kind == "shortText");
    if let (Some(pattern), Json::Object(answer)) = (pattern, &mut answer) {
        answer.insert("pattern".to_owned(), pattern.as_str().into());
        answer.insert("patternHint".to_owned(), hint_of(control).into());
    }
    answer
}

/// What a page says of how a text has to look, where it says so in few words.
fn hint_of(control: &Control) -> Option<String> {
    const LONGEST: usize = 120;
    let told = [&control.description, &control.placeholder].into_iter();
    let mut told = told.map(|it| description(it)).filter(|it| !it.is_empty());
    told.next().filter(|it| it.chars().nth(LONGEST).is_none())
}

fn number(control: &Control) -> Json {
    let bound = |text: &str| Decimal::new(text.trim());
    let (min, max) = (bound(&control.min), bound(&control.max));
    // Without a step browsers take whole numbers only, counted from the smallest.
    let step = match control.step.trim() {
        "" => Decimal::new("1"),
        step => bound(step),
    };
    let is_whole = step.is_some_and(Decimal::is_whole) && min.is_none_or(Decimal::is_whole);
    let (min, max) = match control.kind {
        ControlKind::Range => (min.or_else(|| bound("0")), max.or_else(|| bound("100"))),
        _ => (min, max),
    };
    let max = max.filter(|max| max.is_whole() || !is_whole);
    let crossed = min.zip(max).is_some_and(|(min, max)| min > max);
    json!({
        "type": if is_whole { "integer" } else { "number" },
        "min": min,
        "max": max.filter(|_| !crossed),
    })
}

fn days(kind: &str, control: &Control) -> Json {
    let day = |text: &str| {
        let day = text.split('T').next().and_then(crate::dates::from_iso)?;
        Some(crate::dates::iso(day))
    };
    let (earliest, latest) = (day(&control.min), day(&control.max));
    let crossed = earliest.is_some() && latest.is_some() && earliest > latest;
    json!({"type": kind, "earliest": earliest, "latest": latest.filter(|_| !crossed)})
}

fn times(control: &Control) -> Json {
    let time = |text: &str| {
        let minutes: String = text.chars().take(5).collect();
        let answer = json!({"type": "time", "earliest": minutes});
        AnswerType::from_json(&answer).ok().map(|_| minutes)
    };
    let (earliest, latest) = (time(&control.min), time(&control.max));
    // A range over midnight is one to a browser, and none to a form.
    let crossed = earliest.is_some() && latest.is_some() && earliest > latest;
    json!({
        "type": "time",
        "earliest": earliest.filter(|_| !crossed),
        "latest": latest.filter(|_| !crossed),
    })
}

fn select(one: Seen<'_>) -> Option<(Json, Target)> {
    let options = options_of(one.control);
    if !(1..=MAX_OPTIONS).contains(&options.len()) {
        return None;
    }
    let shown: Vec<Json> = options.iter().map(|it| it.to_json()).collect();
    let targets: Vec<(String, PageOption)> = options
        .into_iter()
        .map(|it| (it.answer, it.option))
        .collect();
    let control = one.at.clone();
    Some(match one.control.multiple {
        true => (
            json!({"type": "choices", "options": shown}),
            Target::SelectMany {
                control,
                options: targets,
            },
        ),
        false => (
            json!({"type": "choice", "options": shown}),
            Target::Select {
                control,
                options: targets,
            },
        ),
    })
}

/// What a datalist offers, each once.
fn suggestions(control: &Control) -> Option<Vec<String>> {
    let mut seen = BTreeSet::new();
    let texts = control.options.iter().map(|it| it.value.trim().to_owned());
    let texts: Vec<String> = texts
        .filter(|it| Words::new(it).is_some() && seen.insert(it.clone()))
        .collect();
    (!texts.is_empty()).then_some(texts)
}

/// Radio buttons or checkboxes with what each is called and what its answer is.
struct Named<'a> {
    seen: Seen<'a>,
    answer: String,
    label: String,
}

fn named<'a>(all: &[Seen<'a>]) -> Vec<Named<'a>> {
    let mut used = BTreeSet::new();
    let name = |seen: &Seen<'a>| {
        let control = seen.control;
        let label = match label(&control.label) {
            label if label.is_empty() => control.value.clone(),
            label => label,
        };
        // Where nothing says what it stands for, browsers send "on".
        let value = match control.value.as_str() {
            "on" => label.clone(),
            value => value.trim().to_owned(),
        };
        let answer = [value, label.clone(), seen.at.as_str().to_owned()]
            .into_iter()
            .find(|it| Words::new(it).is_some() && !used.contains(it))?;
        used.insert(answer.clone());
        Some(Named {
            seen: *seen,
            label: match Words::new(&label) {
                Some(_) => label,
                None => name_of(control),
            },
            answer,
        })
    };
    all.iter().filter_map(name).collect()
}

fn written(options: &[Named<'_>]) -> Option<Vec<Json>> {
    let one = |it: &Named<'_>| json!({"value": it.answer, "label": it.label});
    let fits = (1..=MAX_OPTIONS).contains(&options.len());
    fits.then(|| options.iter().map(one).collect())
}

fn targets(options: Vec<Named<'_>>) -> Vec<(String, super::control::ControlRef)> {
    let one = |it: Named<'_>| (it.answer, it.seen.at.clone());
    options.into_iter().map(one).collect()
}
