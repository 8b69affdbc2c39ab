//! What somebody says of a line, held against the line itself.

use serde_json::Value as Json;

use super::amount::{has_digit, numbers_in, spelled_in};
use super::kept::{Confidence, Lacking};
use super::{LineRead, cell_value, holds, is_words};
use crate::file::LineField;
use crate::file::answer::{AnswerType, Group};
use crate::id::FieldId;
use crate::plain::narrow_letter;
use crate::values::{CheckContext, Value, check};

/// Numbers that are years rather than amounts.
const YEARS: std::ops::RangeInclusive<i16> = 1900..=2100;

/// That words of a line are the value of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The field, as it was written.
    pub field: String,
    /// The words.
    pub quote: String,
    /// The value, where the words are not.
    pub value: Option<String>,
}

/// The line that `claims` make of `line`: what stands in it and fits its field. What every line
/// needs and no claim gives is lacking.
///
/// # Errors
/// Why the claims do not hold, each with its field.
pub fn judge(
    group: &Group,
    line: &str,
    claims: &[Claim],
    claimed: Confidence,
    context: &CheckContext<'_>,
) -> Result<LineRead, Vec<String>> {
    let (mut found, mut problems) = (Vec::new(), Vec::new());
    let mut confidence = claimed;
    for claim in claims {
        match value_of(group, line, claim, context) {
            Ok((id, _, _))
                if found
                    .iter()
                    .any(|(other, _): &(FieldId, Value)| *other == id) =>
            {
                problems.push(format!("{id} is there twice"));
            }
            Ok((id, value, most)) => {
                confidence = confidence.min(most);
                found.push((id, value));
            }
            Err(problem) => problems.push(problem),
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut values = Vec::new();
    let mut lacking = Vec::new();
    for field in &group.fields {
        let place = found.iter().position(|(id, _)| *id == field.id);
        match place {
            Some(place) => values.push(found.swap_remove(place)),
            None if field.required => lacking.push(Lacking::Missing(field.id.clone())),
            None => {}
        }
    }
    Ok(LineRead {
        values,
        lacking,
        confidence,
    })
}

/// The value that a claim gives, and how sure it can be.
fn value_of(
    group: &Group,
    line: &str,
    claim: &Claim,
    context: &CheckContext<'_>,
) -> Result<(FieldId, Value, Confidence), String> {
    let field = group.fields.iter().find(|it| it.id.as_str() == claim.field);
    let field = field.ok_or_else(|| format!("a line has no field {:?}", claim.field))?;
    let of_field = |problem: &str| format!("{}: {problem}", field.id);
    if !holds(line, &claim.quote) {
        return Err(of_field("its quote does not stand in the line"));
    }
    let told = |value: Value, most: Confidence| Ok((field.id.clone(), value, most));
    let quote = claim.quote.trim();
    // What the words say themselves counts, whatever was made of them.
    let by_words = cell_value(&field.answer, quote, context);
    let value = claim
        .value
        .as_deref()
        .map(str::trim)
        .filter(|it| !it.is_empty());
    match (by_words, value) {
        (Ok(found), None) => told(found, Confidence::High),
        (Ok(found), Some(_)) if !is_words(&field.answer) => told(found, Confidence::High),
        (Ok(found), Some(value)) if !holds(line, value) => told(found, Confidence::Medium),
        (Err(refusal), None) => Err(of_field(&refusal.sentence("en"))),
        (_, Some(value)) => {
            let checked = check(&field.answer, &Json::from(value), context);
            let found = checked.map_err(|refusal| of_field(&refusal.sentence("en")))?;
            let most = rests_on(field, line, quote, value, &found.value, context);
            let most = most.ok_or_else(|| of_field("its value is not what its quote says"))?;
            told(found.value, most)
        }
    }
}

/// The value that a person's words give a field of a line, as somebody reports it.
///
/// # Errors
/// Why they do not give it.
pub fn told(
    group: &Group,
    field: &str,
    value: &Json,
    words: &str,
    context: &CheckContext<'_>,
) -> Result<(FieldId, Value, Confidence), String> {
    let known = group.fields.iter().find(|it| it.id.as_str() == field);
    let Some(field) = known else {
        let fields: Vec<&str> = group.fields.iter().map(|it| it.id.as_str()).collect();
        let fields = fields.join(", ");
        return Err(format!("a line has no field {field:?}, only {fields}"));
    };
    let of_field = |problem: &str| format!("{}: {problem}", field.id);
    let found = check(&field.answer, value, context);
    let found = found.map_err(|refusal| of_field(&refusal.sentence("en")))?;
    let text = match value {
        Json::String(text) => text.clone(),
        other => other.to_string(),
    };
    let most = match is_words(&field.answer) && holds(words, &text) {
        true => Some(Confidence::High),
        false => rests_on(field, words, words, &text, &found.value, context),
    };
    // A number that code finds nowhere in the words may be told in words that it does not know, or not
    // at all: then it is asked for.
    let is_number = matches!(
        field.answer,
        AnswerType::Number(_) | AnswerType::Integer(_) | AnswerType::Rating(_)
    );
    let most = most.filter(|most| *most > Confidence::Low || !is_number);
    let most = most.ok_or_else(|| of_field("its value is not what the words say"))?;
    Ok((field.id.clone(), found.value, most))
}

/// How sure a value can be that words do not say by themselves; none where they say another.
fn rests_on(
    field: &LineField,
    line: &str,
    quote: &str,
    value: &str,
    found: &Value,
    context: &CheckContext<'_>,
) -> Option<Confidence> {
    match &field.answer {
        AnswerType::Number(_) | AnswerType::Integer(_) | AnswerType::Rating(_) => {
            let spelled = spelled_in(quote);
            let is_it = |number: &str| {
                let value = cell_value(&field.answer, number, context);
                value.is_ok_and(|value| value == *found)
            };
            let mut numbers = numbers_in(quote).into_iter();
            if numbers.any(is_it) || spelled.iter().any(|it| is_it(it)) {
                return Some(Confidence::Medium);
            }
            let says_none = !has_digit(quote) && spelled.is_empty();
            says_none.then_some(Confidence::Low)
        }
        AnswerType::Choice(_) | AnswerType::Choices(_) | AnswerType::YesNo(_) => {
            Some(match holds(quote, value) {
                true => Confidence::Medium,
                false => Confidence::Low,
            })
        }
        AnswerType::Date(_) | AnswerType::DateTime(_) if !is_read_here(context.language) => {
            let is_told = holds(line, value) || names_day(quote, found);
            is_told.then_some(Confidence::Medium)
        }
        _ => holds(line, value).then_some(Confidence::Medium),
    }
}

/// Whether code knows the names of the months in a language.
fn is_read_here(language: &str) -> bool {
    let spoken = language.split('-').next().unwrap_or_default();
    spoken.eq_ignore_ascii_case("en") || spoken.eq_ignore_ascii_case("ja")
}

/// Whether words can be a day in a language whose months code does not know: they have its number and,
/// where they have a year, that.
fn names_day(words: &str, day: &Value) -> bool {
    let day = match day {
        Value::Date(day) => *day,
        Value::DateTime(at) => at.date(),
        _ => return false,
    };
    let narrow: String = words.chars().map(narrow_letter).collect();
    let runs = narrow.split(|it: char| !it.is_ascii_digit());
    let numbers: Vec<i16> = runs.filter_map(|run| run.parse().ok()).collect();
    let years: Vec<i16> = numbers
        .iter()
        .copied()
        .filter(|it| YEARS.contains(it))
        .collect();
    let is_year = years.is_empty() || years.contains(&day.year());
    is_year && numbers.contains(&i16::from(day.day()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "tests")]
mod tests {
    use super::*;

    fn group() -> Group {
        let answer = AnswerType::from_json(&serde_json::json!({"type": "group", "fields": [
            {"id": "amount", "label": "Amount", "required": true, "answer": {"type": "number"}}]}));
        match answer.unwrap() {
            AnswerType::Group(group) => group,
            _ => panic!(),
        }
    }

    #[test]
    fn a_day_told_by_its_months_name_is_taken_as_whoever_knows_the_language_reads_it() {
        let answer = AnswerType::from_json(&serde_json::json!({"type": "group", "fields": [
            {"id": "day", "label": "Day", "required": true, "answer": {"type": "date"}}]}));
        let Ok(AnswerType::Group(group)) = answer else {
            panic!()
        };
        for (language, words, day, is_told) in [
            (
                "fr-FR",
                "rage le 12 mars 2024 chez le Dr Maurin",
                "2024-03-12",
                true,
            ),
            (
                "fr",
                "c'était le 16 avril 2025, pas le 15",
                "2025-04-16",
                true,
            ),
            ("fr", "le 2 oct.", "2025-10-02", true),
            ("fr", "le 12 mars 2024", "2024-03-13", false),
            ("fr", "le 12 mars 2024", "2023-03-12", false),
            ("fr", "je ne sais plus", "2024-03-12", false),
            // What code reads itself has to say it.
            ("en", "on 12 March 2024", "2024-05-12", false),
        ] {
            let context = CheckContext {
                today: jiff::civil::date(2026, 11, 25),
                language,
                country: None,
                fold: &|text| text.to_lowercase(),
            };
            let reported = told(&group, "day", &Json::from(day), words, &context);
            assert_eq!(reported.is_ok(), is_told, "{words}: {reported:?}");
            let claim = Claim {
                field: "day".to_owned(),
                quote: words.to_owned(),
                value: Some(day.to_owned()),
            };
            let read = judge(&group, words, &[claim], Confidence::High, &context);
            let value = read.ok().and_then(|read| read.values.into_iter().next());
            let is_it = value.is_some_and(|(_, value)| value.to_string() == day);
            assert_eq!(is_it, is_told, "{words}");
        }
    }

    #[test]
    fn an_amount_that_code_finds_nowhere_in_the_words_is_refused() {
        for (language, words, is_told) in [
            ("en", "line 2 is 7", true),
            ("en", "seven of them", true),
            ("en", "I'd rather not say", false),
            ("en", "twenty-seven", false),
            ("ja", "七つです", true),
            ("ja", "言いたくありません", false),
            ("fr", "sept", false),
            ("fr", "ligne 2 : 7", true),
            ("fr", "six: 6", false),
        ] {
            let context = CheckContext {
                today: jiff::civil::date(2026, 11, 25),
                language,
                country: None,
                fold: &|text| text.to_lowercase(),
            };
            let told = told(&group(), "amount", &Json::from(7), words, &context);
            assert_eq!(told.is_ok(), is_told, "{words}: {told:?}");
        }
    }
}
