//! What somebody says of a line, held against the line itself.

mod choices;

use serde_json::Value as Json;

pub(super) use choices::has_something_else;
pub use choices::other_options;
use choices::{names_options, reads_more, speaks};

use super::amount::{amounts_in, numbers_in, spelled_in};
use super::counted::{names, reads_numbers_in};
use super::kept::{Confidence, Lacking, Unreadable};
use super::{LineRead, cell_value, cut, holds, is_words};
use crate::dates::{DateContext, DateRefusal, Reader, TimeRefusal, no_days_within};
use crate::file::LineField;
use crate::file::answer::{AnswerType, Group};
use crate::file::text::Text;
use crate::id::FieldId;
use crate::plain::plain;
use crate::values::{
    CheckContext, Refusal, Told, Value, another_number, check, is_of_the_clock, numbers_told,
    stretches, tells_decade_for, tells_length, tells_no_amount, tells_nothing, told_by_clock,
    unsaid_but_for_endings, with_the_other_mark,
};

/// That words of a line are the value of a field.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// The field, as it was written.
    pub field: String,
    /// The words.
    pub quote: String,
    /// The value, where the words are not.
    pub value: Option<String>,
    /// The value of the same field in the line that the words point to: "same as above".
    pub same: Option<Value>,
}

/// What claims make of a line.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// What stands in it and fits its fields.
    pub read: LineRead,
    /// Why other claims do not hold, each with its field.
    pub problems: Vec<String>,
}

/// The line that `claims` make of `line`: what stands in it and fits its field. Words of it that do
/// not fit are to be asked about, and what every line needs and no claim gives is lacking. A day of it
/// that is none, such as 31 February, is no problem of the claims: nobody can read it otherwise.
pub fn judge(
    group: &Group,
    line: &str,
    claims: &[Claim],
    claimed: Confidence,
    context: &CheckContext<'_>,
) -> Judged {
    let mut found: Vec<(FieldId, Value)> = Vec::new();
    let (mut problems, mut unreadable) = (Vec::new(), Vec::new());
    let mut confidence = claimed;
    for claim in claims {
        match value_of(group, line, claim, context) {
            Ok((id, _, _)) if found.iter().any(|(other, _)| *other == id) => {
                problems.push(format!("{id} is there twice"));
            }
            Ok((id, value, most)) => {
                confidence = confidence.min(most);
                found.push((id, value));
            }
            Err(problem) => {
                if !problem.is_final {
                    problems.push(problem.told);
                }
                let field = group.fields.iter().find(|it| it.id.as_str() == claim.field);
                unreadable.extend(field.filter(|_| holds(line, &claim.quote)).map(|field| {
                    Unreadable {
                        field: field.id.clone(),
                        said: cut(claim.quote.trim()),
                    }
                }));
            }
        }
    }
    let is_known = |field: &LineField| {
        found.iter().any(|(id, _)| *id == field.id)
            || unreadable
                .iter()
                .any(|it: &Unreadable| it.field == field.id)
    };
    unreadable.extend(no_day_of(group, line, claims, &is_known, context));
    let mut values = Vec::new();
    let mut lacking = Vec::new();
    for field in &group.fields {
        let place = found.iter().position(|(id, _)| *id == field.id);
        let words = unreadable.iter().find(|it| it.field == field.id);
        match (place, words) {
            (Some(place), _) => values.push(found.swap_remove(place)),
            (None, Some(words)) => lacking.push(Lacking::Unreadable(words.clone())),
            (None, None) if field.required => lacking.push(Lacking::Missing(field.id.clone())),
            (None, None) => {}
        }
    }
    Judged {
        read: LineRead {
            values,
            lacking,
            confidence,
            has_unknown_cells: false,
        },
        problems,
    }
}

/// The day that no calendar has and that stands in a line, where no claim tells of it and it can be of
/// one field alone.
fn no_day_of(
    group: &Group,
    line: &str,
    claims: &[Claim],
    is_known: &dyn Fn(&LineField) -> bool,
    context: &CheckContext<'_>,
) -> Option<Unreadable> {
    let is_of_days = |it: &&LineField| matches!(it.answer, AnswerType::Date(_)) && !is_known(it);
    let mut fields = group.fields.iter().filter(is_of_days);
    let (Some(field), None) = (fields.next(), fields.next()) else {
        return None;
    };
    let dates = DateContext {
        country: context.country,
        ..DateContext::new(context.today, context.language)
    };
    let reader = Reader::of(line, context.language);
    let days = no_days_within(line, reader, &dates).into_iter();
    let mut days = days.filter(|day| !claims.iter().any(|it| holds(&it.quote, day)));
    let (Some(said), None) = (days.next(), days.next()) else {
        return None;
    };
    Some(Unreadable {
        field: field.id.clone(),
        said: cut(&as_written(line, &said)),
    })
}

/// Words of a line that were found in it whatever their width and case.
fn as_written(line: &str, words: &str) -> String {
    let same = plain(line);
    let before = same.find(words).and_then(|at| same.get(..at));
    let Some(before) = before else {
        return words.to_owned();
    };
    let letters = line.trim().chars().skip(before.chars().count());
    letters.take(words.chars().count()).collect()
}

/// Why a claim gives no value.
struct Problem {
    told: String,
    /// Whether nobody can make a value of the words.
    is_final: bool,
}

/// Whether words are understood and tell no value, or several: only the person knows which is meant.
fn is_final(refusal: &Refusal) -> bool {
    match refusal {
        Refusal::Date { refusal }
        | Refusal::Time {
            refusal: TimeRefusal::Date(refusal),
        } => *refusal != DateRefusal::NotADate,
        Refusal::Time { refusal } => *refusal != TimeRefusal::NotATime,
        Refusal::AmbiguousNumber { .. }
        | Refusal::Decade
        | Refusal::TooEarly { .. }
        | Refusal::TooLate { .. } => true,
        _ => false,
    }
}

/// The value that a claim gives, and how sure it can be.
fn value_of(
    group: &Group,
    line: &str,
    claim: &Claim,
    context: &CheckContext<'_>,
) -> Result<(FieldId, Value, Confidence), Problem> {
    let problem = |told: String| Problem {
        told,
        is_final: false,
    };
    let field = group.fields.iter().find(|it| it.id.as_str() == claim.field);
    let field = field.ok_or_else(|| {
        problem(format!(
            "a line has no field {}",
            Json::from(claim.field.as_str())
        ))
    })?;
    let of_field = |told: &str| problem(format!("{}: {told}", field.id));
    if !holds(line, &claim.quote) {
        return Err(of_field("its quote does not stand in the line"));
    }
    let refused = |refusal: Refusal| Problem {
        is_final: is_final(&refusal),
        ..of_field(&refusal.for_model(&field.answer))
    };
    let told = |value: Value, most: Confidence| Ok((field.id.clone(), value, most));
    if let Some(same) = &claim.same {
        return told(same.clone(), Confidence::Medium);
    }
    let quote = claim.quote.trim();
    let value = claim
        .value
        .as_deref()
        .map(str::trim)
        .filter(|it| !it.is_empty());
    if is_of_the_clock(&field.answer) {
        let words = Told {
            words: quote,
            asked: "",
            before: "",
            recorded: None,
        };
        let checked = told_by_clock(&field.answer, words, value, context).map_err(refused)?;
        return told(checked.0.value, checked.1);
    }
    // What the words say themselves counts, whatever was made of them.
    let by_words = cell_value(&field.answer, quote, context);
    match (by_words, value) {
        // Words that name no option: those that the model found in them, or else something else.
        (Ok(found), value) if has_something_else(&found) => {
            let meant = value.and_then(|it| cell_value(&field.answer, it, context).ok());
            let meant = meant.filter(|meant| reads_more(meant, &found));
            match meant {
                Some(meant) => told(meant, Confidence::Low),
                None => told(found, Confidence::Medium),
            }
        }
        (Ok(found), value) if !is_words(&field.answer) => {
            let otherwise = otherwise_read(&field.answer, quote, context);
            let meant = value.and_then(|it| cell_value(&field.answer, it, context).ok());
            match otherwise.filter(|it| *it != found) {
                // What they mean by 4.850 where people write 1.5, only they can tell.
                Some(other) if meant.as_ref() == Some(&other) => told(other, Confidence::Low),
                Some(other) if is_more(&other, &found) => told(found, Confidence::Low),
                _ => told(found, Confidence::High),
            }
        }
        (Ok(found), None) => told(found, Confidence::High),
        (Ok(found), Some(value)) if !holds(line, value) => told(found, Confidence::Medium),
        (Err(refusal), None) => Err(refused(refusal)),
        (_, Some(value)) => {
            let checked = check(&field.answer, &Json::from(value), context);
            let found = checked.map_err(refused)?;
            let most = rests_on(field, line, quote, (value, &found.value), &[], context);
            let most = most.ok_or_else(|| of_field("its value is not what its quote says"))?;
            if is_decade_for(field, quote, &found.value, most) {
                return Err(refused(Refusal::Decade));
            }
            told(found.value, most)
        }
    }
}

/// The value that a person's words give a field of a line, as somebody reports it. What code reads of
/// a day or a time in `said.words` themselves counts. `elsewhere` are the figures that other values have:
/// where a language tells a number in words that code does not read, these say no other one.
///
/// # Errors
/// Why they do not give it: for whoever reported it, and as a refusal where it is one.
pub fn told(
    group: &Group,
    field: &str,
    value: &Json,
    said: Told<'_>,
    elsewhere: &[String],
    context: &CheckContext<'_>,
) -> Result<(FieldId, Value, Confidence), NotTold> {
    let known = group.fields.iter().find(|it| it.id.as_str() == field);
    let Some(field) = known else {
        let fields: Vec<&str> = group.fields.iter().map(|it| it.id.as_str()).collect();
        let fields = fields.join(", ");
        return Err(NotTold {
            problem: format!("a line has no field {}, only {fields}", Json::from(field)),
            refusal: None,
        });
    };
    let refused = |refusal: Refusal| NotTold {
        problem: format!("{}: {}", field.id, refusal.for_model(&field.answer)),
        refusal: Some(refusal),
    };
    let text = match value {
        Json::String(text) => text.clone(),
        other => other.to_string(),
    };
    if is_of_the_clock(&field.answer) {
        let checked = told_by_clock(&field.answer, said, Some(text.trim()), context);
        let (checked, most) = checked.map_err(refused)?;
        return Ok((field.id.clone(), checked.value, most));
    }
    let found = check(&field.answer, value, context).map_err(refused)?;
    // A text that is corrected may keep what it had.
    let had = said.recorded.map(Value::to_string).unwrap_or_default();
    let had = match is_words(&field.answer) {
        true => had.as_str(),
        false => "",
    };
    let words = format!("{}\n{}\n{had}", said.words, said.asked);
    // Who says what it was says no other value: "fifteen hundred, not 1050".
    let before = said.recorded.filter(|it| **it != found.value);
    let elsewhere: Vec<String> = elsewhere
        .iter()
        .cloned()
        .chain(before.map(Value::to_string))
        .collect();
    let most = match is_words(&field.answer) && holds(&words, &text) {
        true => Some(Confidence::High),
        // Figures of the question are none of the answer's own.
        false => [words.as_str(), said.words].into_iter().find_map(|said| {
            rests_on(
                field,
                &words,
                said,
                (&text, &found.value),
                &elsewhere,
                context,
            )
        }),
    };
    // A number that code finds nowhere in the words is told in words that it does not know, or not at
    // all. In languages that it reads it is asked for then.
    let is_number = matches!(
        field.answer,
        AnswerType::Number(_) | AnswerType::Integer(_) | AnswerType::Rating(_)
    );
    let is_read = Reader::of(said.words, context.language) != Reader::Numbers
        || tells_no_amount(said.words, context.language);
    let may_be = || !is_number || !(is_read || tells_nothing(said.words, context.fold));
    let most = most.filter(|most| *most > Confidence::Low || may_be());
    let is_one = is_number && found.value.to_string() == "1" && has_article(said.words, context);
    let most = most.or(is_one.then_some(Confidence::Medium));
    // They see what was made of it, and are asked to check it.
    let is_made_of = || {
        let otherwise = |it: &str| otherwise_read(&field.answer, it, context);
        let mut numbers = numbers_in(said.words).into_iter();
        numbers.any(|it| otherwise(it).as_ref() == Some(&found.value))
            || is_product(&field.answer, said.words, &found.value, context)
    };
    let most = most.or_else(|| (is_number && is_made_of()).then_some(Confidence::Low));
    if is_decade_for(
        field,
        said.words,
        &found.value,
        most.unwrap_or(Confidence::Low),
    ) {
        return Err(refused(Refusal::Decade));
    }
    let unit = unit_of(&field.answer).map(|unit| unit.in_language("en"));
    let say = match (is_number, unit) {
        (true, None) => "the number that they say, in digits".to_owned(),
        (true, Some(unit)) => format!("the number that they say, in digits and {unit}"),
        (false, _) => "what they say".to_owned(),
    };
    let most = most.ok_or_else(|| NotTold {
        problem: format!(
            "{}: its value is not what the words say: write {say}, or leave it out and ask",
            field.id
        ),
        refusal: None,
    })?;
    Ok((field.id.clone(), found.value, most))
}

/// Whether words tell a decade or a range where a year is made of them.
fn is_decade_for(field: &LineField, words: &str, value: &Value, most: Confidence) -> bool {
    let is_whole = matches!(field.answer, AnswerType::Integer(_));
    is_whole && tells_decade_for(words, &value.to_string(), most > Confidence::Low)
}

/// Whether one of something is named, in a language whose word for it means other things elsewhere: "a
/// bottle cage", "ett par handskar".
fn has_article(words: &str, context: &CheckContext<'_>) -> bool {
    const ARTICLES: [(&str, &[&str]); 8] = [
        ("en", &["a", "an"]),
        ("sv", &["en", "ett"]),
        ("da", &["en", "et"]),
        ("nb", &["en", "ei", "et"]),
        ("nn", &["ein", "ei", "eit"]),
        ("no", &["en", "ei", "et"]),
        ("tr", &["bir"]),
        ("ko", &["한"]),
    ];
    let language = context.language.split('-').next().unwrap_or_default();
    // English is mixed into every language.
    let ours = ARTICLES
        .iter()
        .filter(|(of, _)| *of == "en" || language.eq_ignore_ascii_case(of));
    let articles: Vec<&str> = ours
        .flat_map(|(_, articles)| articles.iter().copied())
        .collect();
    let words = (context.fold)(words);
    let mut words = words.split(|it: char| !it.is_alphanumeric());
    words.any(|word| articles.contains(&word))
}

/// Why words do not give a value that somebody reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotTold {
    /// What whoever reported it is told.
    pub problem: String,
    /// What the person can be told.
    pub refusal: Option<Refusal>,
}

/// How sure a value can be that words do not say by themselves; none where they say another.
fn rests_on(
    field: &LineField,
    line: &str,
    quote: &str,
    (value, found): (&str, &Value),
    elsewhere: &[String],
    context: &CheckContext<'_>,
) -> Option<Confidence> {
    match &field.answer {
        AnswerType::Number(_) | AnswerType::Integer(_) | AnswerType::Rating(_) => {
            let spelled = spelled_in(quote);
            let is_said_of_other = |said: usize| elsewhere.iter().any(|it| *it == said.to_string());
            let another = another_number(quote, &found.to_string(), context.language);
            if another.is_some_and(|it| !is_said_of_other(it)) {
                return None;
            }
            let is_it = |number: &str| {
                let value = cell_value(&field.answer, number, context);
                value.is_ok_and(|value| value == *found)
            };
            let mut numbers = numbers_in(quote).into_iter();
            let mut told = || numbers.any(is_it) || amounts_in(quote).any(is_it);
            let in_words = numbers_told(quote, context.language).unwrap_or_default();
            let number = found.to_string();
            // Of "sześćdziesiąt siedem" seven is a part.
            let is_part = || {
                let mut larger = in_words.iter().filter(|it| it.len() > number.len());
                number.len() == 1 && larger.any(|it| it.ends_with(&number))
            };
            let is_named = || in_words.contains(&number) || (names(quote, &number) && !is_part());
            // "Two hours" where minutes are asked for.
            let is_length = || {
                windows(quote).any(is_it)
                    || tells_length(quote, &found.to_string(), unit_of(&field.answer))
            };
            if told() || spelled.iter().any(|it| is_it(it)) || is_named() || is_length() {
                return Some(Confidence::Medium);
            }
            let may_be_it = |number: &str| {
                let is_elsewhere = || elsewhere.iter().any(|it| it == number);
                cell_value(&field.answer, number, context).is_ok() && !is_elsewhere()
            };
            // A number of two words or more is told of something, and of nothing else that is reported.
            let is_large = |it: &str| it.parse::<u64>().is_ok_and(|it| it > 12);
            let is_another = in_words.iter().any(|it| is_large(it) && may_be_it(it));
            if is_another && !is_reckoned(&in_words, &number) {
                return None;
            }
            // 1974 is no age, and who says the age in words that code does not read says it all the same.
            // "Ten" is a number in English alone.
            let is_spelled = reads_numbers_in(context.language) && !spelled.is_empty();
            let says_none = !is_spelled && !numbers_in(quote).into_iter().any(may_be_it);
            says_none.then_some(Confidence::Low)
        }
        AnswerType::Choice(_) | AnswerType::Choices(_) | AnswerType::YesNo(_) => {
            let is_said =
                holds(quote, value) || names_options(&field.answer, quote, found, context);
            Some(match is_said || !speaks(&field.answer, context) {
                true => Confidence::Medium,
                false => Confidence::Low,
            })
        }
        AnswerType::ShortText(_) | AnswerType::LongText(_) => {
            // "A jacket" is in another case than what they bring.
            let (language, fold) = (context.language, context.fold);
            let is_said = || unsaid_but_for_endings(value, &[quote], language, fold).is_none();
            (holds(line, value) || is_said()).then_some(Confidence::Medium)
        }
        _ => holds(line, value).then_some(Confidence::Medium),
    }
}

/// Whether a number is made of two others, as "three boxes of twenty-four".
fn is_reckoned(numbers: &[String], made: &str) -> bool {
    let number = |text: &String| text.parse::<f64>().ok();
    let numbers: Vec<f64> = numbers.iter().filter_map(number).collect();
    let Ok(made) = made.parse::<f64>() else {
        return false;
    };
    let is = |it: f64| (it - made).abs() < 1e-9;
    numbers.iter().enumerate().any(|(at, one)| {
        let mut others = numbers.iter().skip(at + 1);
        others.any(|other| is(one * other) || is(one + other) || is((one - other).abs()))
    })
}

/// What words are where the other mark stands before what is less than one.
fn otherwise_read(answer: &AnswerType, words: &str, context: &CheckContext<'_>) -> Option<Value> {
    cell_value(answer, words, &with_the_other_mark(context)?).ok()
}

fn is_more(value: &Value, than: &Value) -> bool {
    matches!((value, than), (Value::Number(more), Value::Number(less)) if more > less)
}

/// Whether a number is the product of two that words have: "2 x 65".
fn is_product(answer: &AnswerType, words: &str, value: &Value, context: &CheckContext<'_>) -> bool {
    let number = |value: &Value| value.to_string().parse::<f64>().ok();
    let numbers = numbers_in(words).into_iter();
    let numbers = numbers.filter_map(|it| number(&cell_value(answer, it, context).ok()?));
    let numbers: Vec<f64> = numbers.filter(|it| *it > 1.0).collect();
    let Some(product) = number(value) else {
        return false;
    };
    let mut firsts = numbers.iter().enumerate();
    firsts.any(|(at, first)| {
        let mut others = numbers.iter().skip(at + 1);
        others.any(|other| (first * other - product).abs() < 1e-9)
    })
}

fn unit_of(answer: &AnswerType) -> Option<&Text> {
    match answer {
        AnswerType::Number(it) => it.unit.as_ref(),
        AnswerType::Integer(it) => it.unit.as_ref(),
        _ => None,
    }
}

/// What stands in words next to each other, up to a few of them.
fn windows(words: &str) -> impl Iterator<Item = &str> {
    stretches(words, 2).filter_map(|(from, to)| words.get(from..to))
}

#[cfg(test)]
mod tests;
