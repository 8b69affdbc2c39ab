//! What an input says of the answers that it takes, and what it tells keyboards and browsers.

use kikitori_form::Decimal;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::file::text::Text;
use kikitori_parts::Language;

use super::{Input, scale};
use crate::form::messages::phrases;

/// What fits into it, where its kind does not say it.
pub fn hint(input: &Input, page: Language) -> Option<String> {
    match &input.answer {
        AnswerType::Number(it) => range(page, &input.language, it.unit.as_ref(), it.min, it.max),
        AnswerType::Integer(it) => range(page, &input.language, it.unit.as_ref(), it.min, it.max),
        AnswerType::Rating(it) if !scale::is_scale(it) => {
            let end = |point: u32, label: &Option<Text>| match label {
                Some(label) => format!("{point} – {}", label.in_language(&input.language)),
                None => point.to_string(),
            };
            let (low, high) = (it.lowest(), it.max.0);
            let ends = [end(low, &it.low_label), end(high, &it.high_label)];
            let [low, high] = ends.map(Some);
            phrases::range(page, None, low, high)
        }
        AnswerType::Choices(it) => {
            let (min, max) = (it.min.map(|min| min.0), it.max.map(|max| max.0));
            phrases::how_many(page, min.filter(|min| *min > 0), max)
        }
        AnswerType::ShortText(it) => match &it.pattern_hint {
            Some(hint) => Some(hint.in_language(&input.language).to_owned()),
            None => characters(
                page,
                it.min_length.map(|min| min.0),
                it.max_length.map(|max| max.0),
            ),
        },
        AnswerType::Time(_) | AnswerType::DateTime(_) => {
            let zone = input.zone.as_deref()?;
            Some(phrases::in_zone(page, zone))
        }
        AnswerType::LongText(it) => characters(
            page,
            it.min_length.map(|min| min.0),
            it.max_length.map(|max| max.0),
        ),
        _ => None,
    }
}

fn characters(page: Language, min: Option<u32>, max: Option<u32>) -> Option<String> {
    // One character there is in whatever is no gap.
    phrases::characters(page, min.filter(|min| *min > 1), max)
}

fn range(
    page: Language,
    language: &str,
    unit: Option<&Text>,
    min: Option<Decimal>,
    max: Option<Decimal>,
) -> Option<String> {
    let unit = unit.map(|unit| unit.in_language(language));
    let written = |bound: Option<Decimal>| bound.map(|bound| bound.to_string());
    phrases::range(page, unit, written(min), written(max))
}

/// What a browser may fill in by itself: by the kind of answer, or by a name that forms use.
pub fn autocomplete(field: &str, answer: &AnswerType) -> &'static str {
    match answer {
        AnswerType::Email(_) => return "email",
        AnswerType::Phone(_) => return "tel",
        AnswerType::Url(_) => return "url",
        AnswerType::Address(_) => return "street-address",
        AnswerType::ShortText(_) => {}
        _ => return "off",
    }
    let field = field.to_ascii_lowercase().replace(['-', '_'], "");
    match field.as_str() {
        "name" | "fullname" => "name",
        "firstname" | "givenname" => "given-name",
        "lastname" | "familyname" | "surname" => "family-name",
        "company" | "organization" | "organisation" | "employer" => "organization",
        "postcode" | "postalcode" | "zip" | "zipcode" => "postal-code",
        "city" | "town" => "address-level2",
        "country" => "country-name",
        _ => "on",
    }
}

/// Which keys a phone shows.
pub fn input_mode(answer: &AnswerType) -> Option<&'static str> {
    match answer {
        AnswerType::Number(_) => Some("decimal"),
        AnswerType::Integer(_) | AnswerType::Rating(_) => Some("numeric"),
        AnswerType::Email(_) => Some("email"),
        AnswerType::Phone(_) => Some("tel"),
        AnswerType::Url(_) => Some("url"),
        _ => None,
    }
}
