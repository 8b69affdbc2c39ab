//! The rules that reach over more than one value of a form.

use std::collections::BTreeSet;

use serde_json::Value;

use super::answer::{AnswerType, ChoiceOption, Group, MAX_LINE_FIELDS, MAX_LINES, MAX_OPTIONS};
use super::comparable::misfit;
use super::condition::{Compared, Condition, MAX_CONDITION_PARTS};
use super::day::Day;
use super::form::Field;
use super::{MAX_FACTS, MAX_FIELDS};
use crate::decimal::Decimal;
use crate::reading::{Read, Reader};

/// A model is told which fields are asked, private ones too, and that a private one has an answer.
const OF_PRIVATE: &str = "it is private: whether another is asked would tell a model its answer; \
    expected answered";

/// Tells the reader what does not fit together. What could not be read is looked at no further.
pub(super) fn check(file: &Value, reader: &mut Reader) {
    let Some(items) = file.get("fields").and_then(Value::as_array) else {
        return;
    };
    within(items.len(), 1, MAX_FIELDS, "fields", reader, "fields");
    cost(file, reader);
    let mut ids = BTreeSet::new();
    let mut earlier: Vec<Field> = Vec::new();
    for (at, item) in items.iter().enumerate().take(MAX_FIELDS) {
        let place = format!("fields[{at}]");
        let field = Field::read(item, &mut Reader::default());
        if let Some(field) = &field {
            facts(field, &place, reader);
            answer(&field.answer, &format!("{place}.answer"), reader);
            if let Some(condition) = &field.when {
                conditions(condition, &earlier, &ids, &place, reader);
            }
        }
        let id = item.get("id").and_then(Value::as_str).unwrap_or_default();
        if !id.is_empty() && !ids.insert(id) {
            used_before(reader, format!("{place}.id"), id);
        }
        earlier.extend(field);
    }
}

/// Money is counted in millionths.
fn cost(file: &Value, reader: &mut Reader) {
    let cost = file.get("budget").and_then(|budget| budget.get("cost"));
    let cost = cost.and_then(|cost| Decimal::read(cost, &mut Reader::default()));
    let Some(cost) = cost.map(|cost| cost.to_string()) else {
        return;
    };
    let (whole, behind) = cost.split_once('.').unwrap_or((&cost, ""));
    let fits = !cost.starts_with('-') && whole.len() <= 9 && behind.len() <= 6;
    if !fits {
        let what = "expected an amount of money with up to 6 digits behind the point";
        reader.problem_at("budget.cost".to_owned(), what.to_owned());
    }
}

fn within(count: usize, min: usize, max: usize, what: &str, reader: &mut Reader, place: &str) {
    if !(min..=max).contains(&count) {
        let what = format!("expected {min} to {max} {what}, found {count}");
        reader.problem_at(place.to_owned(), what);
    }
}

fn used_before(reader: &mut Reader, place: String, id: &str) {
    reader.problem_at(
        place,
        format!("{id:?} is used before; expected an id of its own"),
    );
}

fn facts(field: &Field, place: &str, reader: &mut Reader) {
    within(
        field.facts.len(),
        0,
        MAX_FACTS,
        "facts",
        reader,
        &format!("{place}.facts"),
    );
    let mut keys = BTreeSet::new();
    for (at, fact) in field.facts.iter().enumerate() {
        if !keys.insert(fact.key.as_str()) {
            used_before(
                reader,
                format!("{place}.facts[{at}].key"),
                fact.key.as_str(),
            );
        }
    }
    if field.private && !field.facts.is_empty() {
        let what = "a model tells whether facts are known, and sees nothing private".to_owned();
        reader.problem_at(format!("{place}.facts"), what);
    }
}

fn conditions(
    condition: &Condition,
    earlier: &[Field],
    ids: &BTreeSet<&str>,
    place: &str,
    reader: &mut Reader,
) {
    let place = format!("{place}.when");
    let all = condition.comparisons();
    within(
        all.len(),
        1,
        MAX_CONDITION_PARTS,
        "comparisons",
        reader,
        &place,
    );
    for (id, compared) in all {
        let found = earlier.iter().find(|field| field.id == *id);
        let what = match found {
            Some(field) if field.private && !matches!(compared, Compared::Answered) => {
                Some(OF_PRIVATE.to_owned())
            }
            Some(field) => misfit(&field.answer, compared),
            // It stands before, but could not be read.
            None if ids.contains(id.as_str()) => None,
            None => Some("expected a field that stands before this one".to_owned()),
        };
        if let Some(what) = what {
            reader.problem_at(place.clone(), format!("field {:?}: {what}", id.as_str()));
        }
    }
}

/// Tells the reader what of an answer's kind does not fit together.
pub(super) fn answer(answer: &AnswerType, place: &str, reader: &mut Reader) {
    let at = |member: &str| member_of(place, member);
    let crossed = |crossed: bool, member: &str, reader: &mut Reader| {
        if crossed {
            reader.problem_at(
                at(member),
                "expected no more than the other bound".to_owned(),
            );
        }
    };
    match answer {
        AnswerType::ShortText(it) => crossed(
            over(it.min_length, it.max_length, |it| it.0),
            "minLength",
            reader,
        ),
        AnswerType::LongText(it) => crossed(
            over(it.min_length, it.max_length, |it| it.0),
            "minLength",
            reader,
        ),
        AnswerType::Number(it) => crossed(over(it.min, it.max, |it| it), "min", reader),
        AnswerType::Integer(it) => {
            crossed(over(it.min, it.max, |it| it), "min", reader);
            if [it.min, it.max]
                .into_iter()
                .flatten()
                .any(|it| !it.is_whole())
            {
                let bound = if it.min.is_some_and(|it| !it.is_whole()) {
                    "min"
                } else {
                    "max"
                };
                reader.problem_at(at(bound), "expected a whole number".to_owned());
            }
        }
        AnswerType::Choice(it) => options(&it.options, &at("options"), reader),
        AnswerType::Choices(it) => {
            options(&it.options, &at("options"), reader);
            crossed(
                over(it.min.map(|it| it.0), it.max.map(|it| it.0), |it| it),
                "min",
                reader,
            );
            let most = it.options.len() + usize::from(it.other);
            if it.min.is_some_and(|min| min.0 as usize > most) {
                reader.problem_at(
                    at("min"),
                    format!("expected no more than there are: {most}"),
                );
            }
        }
        AnswerType::Date(it) => crossed(days_crossed(it.earliest, it.latest), "earliest", reader),
        AnswerType::DateTime(it) => {
            crossed(days_crossed(it.earliest, it.latest), "earliest", reader)
        }
        AnswerType::Time(it) => {
            crossed(over(it.earliest, it.latest, |it| it.0), "earliest", reader)
        }
        AnswerType::Rating(it) if it.lowest() >= it.max.0 => {
            let lowest = it.lowest();
            let what = format!("expected more than the lowest point, which is {lowest}");
            reader.problem_at(at("max"), what);
        }
        AnswerType::Rating(_) => {}
        AnswerType::Group(it) => group(it, place, reader),
        AnswerType::YesNo(_)
        | AnswerType::Email(_)
        | AnswerType::Phone(_)
        | AnswerType::Url(_)
        | AnswerType::Address(_) => {}
    }
}

fn over<T, B: PartialOrd>(low: Option<T>, high: Option<T>, bound: impl Fn(T) -> B) -> bool {
    low.zip(high)
        .is_some_and(|(low, high)| bound(low) > bound(high))
}

fn days_crossed(earliest: Option<Day>, latest: Option<Day>) -> bool {
    earliest
        .zip(latest)
        .is_some_and(|(earliest, latest)| earliest.is_always_after(latest))
}

fn options(options: &[ChoiceOption], place: &str, reader: &mut Reader) {
    within(options.len(), 1, MAX_OPTIONS, "options", reader, place);
    let mut values = BTreeSet::new();
    for option in options {
        let value = option.value.as_str();
        if !values.insert(value) {
            reader.problem_at(place.to_owned(), format!("{value:?} is there twice"));
        }
    }
}

fn member_of(place: &str, member: &str) -> String {
    match place {
        "" => member.to_owned(),
        place => format!("{place}.{member}"),
    }
}

fn group(group: &Group, place: &str, reader: &mut Reader) {
    let fields = member_of(place, "fields");
    within(
        group.fields.len(),
        1,
        MAX_LINE_FIELDS,
        "fields",
        reader,
        &fields,
    );
    let (min, max) = (
        group.min_lines.map_or(0, |it| it.0),
        group.max_lines.map_or(MAX_LINES, |it| it.0),
    );
    if min > max {
        let what = format!("expected no more than the {max} lines that there can be");
        reader.problem_at(member_of(place, "minLines"), what);
    }
    let mut ids = BTreeSet::new();
    for (at, field) in group.fields.iter().enumerate() {
        let place = format!("{fields}[{at}]");
        if !ids.insert(field.id.as_str()) {
            used_before(reader, format!("{place}.id"), field.id.as_str());
        }
        if matches!(field.answer, AnswerType::Group(_)) {
            let what = "expected no group in a group".to_owned();
            reader.problem_at(format!("{place}.answer"), what);
        } else {
            answer(&field.answer, &format!("{place}.answer"), reader);
        }
    }
}
