//! What already stands in the page's form.

use serde_json::{Value as Json, json};

use super::control::Control;
use super::options::options_of;
use super::target::Target;
use super::units::Unit;

/// The answer that stands in a unit's controls, to be checked as any other; none where nothing
/// does, or only what the page set before anybody chose.
pub(super) fn answer(unit: &Unit<'_>, target: &Target) -> Option<Json> {
    let controls: Vec<&Control> = unit.controls().iter().map(|it| it.control).collect();
    let is_by_hand = controls.iter().any(|it| it.by_hand);
    let filled: Vec<&str> = controls.iter().map(|it| it.value.trim()).collect();
    let is_filled = filled.iter().all(|it| !it.is_empty());
    match (target, controls.as_slice()) {
        (Target::Check(_), [control]) => is_by_hand.then_some(control.checked.into()),
        (Target::OneOf(options), _) if is_by_hand => {
            let at = controls.iter().position(|it| it.checked)?;
            options.get(at).map(|(answer, _)| answer.as_str().into())
        }
        (Target::AnyOf(options), _) if is_by_hand => {
            let checked = options.iter().zip(&controls).filter(|(_, it)| it.checked);
            let answers: Vec<&str> = checked.map(|((answer, _), _)| answer.as_str()).collect();
            (!answers.is_empty()).then(|| json!(answers))
        }
        (Target::Select { .. }, [control]) if is_by_hand => {
            let mut chosen = options_of(control).into_iter().filter(|it| it.selected);
            chosen.next().map(|it| it.answer.into())
        }
        (Target::SelectMany { .. }, [control]) if is_by_hand => {
            let chosen = options_of(control).into_iter().filter(|it| it.selected);
            let answers: Vec<String> = chosen.map(|it| it.answer).collect();
            (!answers.is_empty()).then(|| json!(answers))
        }
        // A day that its site wrote into three lines of text is an answer as other texts are.
        (Target::DateParts { day, month, year }, [d, m, y])
            if is_by_hand || controls.iter().all(|it| it.kind.is_typed()) =>
        {
            let (day, month, year) = (day.number(d)?, month.number(m)?, year.number(y)?);
            Some(format!("{year:04}-{month:02}-{day:02}").into())
        }
        (Target::Date { format, .. }, [control]) if is_filled && is_by_hand => {
            let text = control.value.as_str();
            let day = format.read(text).map(crate::dates::iso);
            Some(day.unwrap_or_else(|| text.to_owned()).into())
        }
        (Target::PhoneWithCountry { .. }, [country, number]) => {
            let typed = number.value.trim();
            let chosen = country.options.iter().find(|it| it.selected);
            let code = chosen.and_then(super::units::dialling_code);
            let number = match code.filter(|_| !typed.starts_with('+')) {
                Some(code) => format!("+{code} {typed}"),
                None => typed.to_owned(),
            };
            (!typed.is_empty()).then(|| number.into())
        }
        (Target::PhoneInThree(_) | Target::PostalCode(_), _) => {
            is_filled.then(|| filled.join("-").into())
        }
        (Target::Text(_) | Target::Lines(_) | Target::Phone(_), [first, ..]) => {
            // What the site wrote into a line of text is an answer too: it knows its visitor. A
            // number or a time that it set is where it starts from.
            let counts = is_by_hand || first.kind.is_typed();
            let text = first.value.trim();
            (counts && !text.is_empty()).then(|| text.into())
        }
        _ => None,
    }
}
