//! Codes that are nearly one that is recorded of a private field: what it was before it was corrected, or what
//! corrects it.

use crate::orchestrator::Orchestrator;
use kikitori_form::FormField;
use kikitori_form::values::{Picked, iban_in, rest_without, sentences};

/// A code has so many letters and digits at least, and so many digits.
const LEAST: usize = 7;
const DIGITS: usize = 4;
/// One of so many letters may be another.
const ONE_IN: usize = 4;

impl Orchestrator {
    /// Where a message has what is nearly the value of a recorded private field: it may be what that is now.
    pub(super) fn nearly_recorded(&self, field: &FormField, text: &str) -> Option<(usize, usize)> {
        let recorded = self.state.collected_fields.get(&field.field_id)?;
        nearly(text, &recorded.value.to_string())
    }

    /// A whole account number in a message, where a private field is called by the name of those.
    pub(super) fn iban_told(&self, field: &FormField, text: &str, at: u64) -> Option<Picked> {
        let place = self.asks_for_iban(field).then(|| iban_in(text))??;
        self.picked_at(field, text, place, at)
    }

    /// Whether a field is called by the name of account numbers.
    pub(in crate::orchestrator) fn asks_for_iban(&self, field: &FormField) -> bool {
        let mut labels = field.label.all().map(|text| self.locale.fold(text));
        labels.any(|label| {
            let mut words = label.split(|it: char| !it.is_alphanumeric());
            words.any(|it| it == "iban")
        })
    }

    /// Whether an answer to such a field looks like an account number and is none.
    pub(super) fn is_wrong_iban(&self, field: &FormField, text: &str) -> bool {
        const LEAST: usize = 15;
        let code: String = letters(text).into_iter().map(|it| it.2).collect();
        let digits = code.bytes().filter(u8::is_ascii_digit).count();
        let is_long = code.len() >= LEAST && digits > code.len() / 2;
        self.asks_for_iban(field) && is_long && iban_in(text).is_none()
    }

    /// What stands at this place of a message, as the answer to a field.
    pub(super) fn picked_at(
        &self,
        field: &FormField,
        text: &str,
        place: (usize, usize),
        at: u64,
    ) -> Option<Picked> {
        let said = text.get(place.0..place.1)?;
        let checked = self.check(field, &said.into(), at).ok()?;
        let rest = rest_without(text, place, field, &|text| self.locale.fold(text));
        Some(Picked {
            checked,
            start: place.0,
            end: place.1,
            is_plain: true,
            rest: rest.clone(),
            besides: rest,
        })
    }

    /// Whether a message has what is, or nearly is, recorded of a private field of another kind: it is no answer to
    /// `asked`. Two phones of somebody's may well be alike.
    pub(super) fn has_code_of_another(&self, asked: &FormField, text: &str) -> bool {
        let kind = std::mem::discriminant(&asked.answer);
        let others = self.state.form.fields.iter();
        let mut others =
            others.filter(|it| it.private && std::mem::discriminant(&it.answer) != kind);
        others.any(|it| self.nearly_recorded(it, text).is_some())
    }

    /// What is left beside an answer, without the sentences that tell what it was before.
    pub(super) fn without_what_it_was(&self, rest: String, value: &str) -> Option<String> {
        let tells = |text: &str| nearly(text, value).is_some();
        if !tells(&rest) {
            return Some(rest);
        }
        let kept = sentences(&rest).into_iter();
        let kept = kept.filter_map(|(start, end)| rest.get(start..end));
        let kept: String = kept.filter(|it| !tells(it)).collect();
        let kept = kept.trim().to_owned();
        super::told::says_something(&kept).then_some(kept)
    }
}

/// Where a text has a code that is nearly `value`: from where to where, in bytes.
fn nearly(text: &str, value: &str) -> Option<(usize, usize)> {
    let value: String = letters(value).into_iter().map(|it| it.2).collect();
    let length = value.len();
    let digits = |code: &str| code.bytes().filter(u8::is_ascii_digit).count();
    if length < LEAST || digits(&value) < DIGITS {
        return None;
    }
    let letters = letters(text);
    let is_apart = |before: usize| {
        let (before, after) = (letters.get(before), letters.get(before + 1));
        before.zip(after).is_none_or(|(it, next)| it.1 != next.0)
    };
    let starts = (0..letters.len()).filter(|from| *from == 0 || is_apart(from - 1));
    let places = starts.flat_map(|from| (length - 1..=length + 1).map(move |long| (from, long)));
    let near = places.filter_map(|(from, long)| {
        let found = letters.get(from..from + long)?;
        let (first, last) = (found.first()?, found.last()?);
        let code: String = found.iter().map(|it| it.2).collect();
        let is_code = is_apart(from + long - 1) && digits(&code) >= DIGITS;
        let others = is_code.then(|| strsim::osa_distance(&code, &value))?;
        (others <= length / ONE_IN).then_some((others, (first.0, last.1)))
    });
    // A word beside it makes it another one, by as many letters.
    let nearest = near.min_by_key(|(others, _)| *others);
    nearest.map(|(_, place)| place)
}

/// The letters and digits of codes in a text, small, with where they stand.
fn letters(text: &str) -> Vec<(usize, usize, char)> {
    let narrow = |it: char| match it {
        '！'..='～' => char::from_u32(u32::from(it) - 0xfee0).unwrap_or(it),
        _ => it,
    };
    let all = text.char_indices();
    let all = all.map(|(at, it)| (at, at + it.len_utf8(), narrow(it).to_ascii_lowercase()));
    all.filter(|it| it.2.is_ascii_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::nearly;

    #[test]
    fn a_code_with_a_few_other_letters_is_nearly_one_and_another_is_not() {
        const IBAN: &str = "GB29 NWBK 6016 1331 9268 91";
        for (text, value, found) in [
            (
                "Sorry, nineteen: GB29 NWBK 6016 1331 9268 19.",
                IBAN,
                Some("GB29 NWBK 6016 1331 9268 19"),
            ),
            (
                "prej sm reku 48291735 pa ni prov",
                "48291757",
                Some("48291735"),
            ),
            (
                "it is 07700 900132 now",
                "+447700900123",
                Some("07700 900132"),
            ),
            (
                "番号は４８２９１７５３です",
                "48291757",
                Some("４８２９１７５３"),
            ),
            ("on 14.12.2026 at half past nine", "48291757", None),
            ("GB29 NWBK", IBAN, None),
            ("we paid 4829 in all", "48291757", None),
            ("Elm Road 7, York", "Elm Road 9, York", None),
        ] {
            let place = nearly(text, value);
            let place = place.and_then(|(start, end)| text.get(start..end));
            assert_eq!(place, found, "{text}");
        }
    }
}
