//! Codes that are nearly one that is recorded of a private field: what it was before it was corrected, or what
//! corrects it.

use crate::nearly::nearly;
use crate::orchestrator::Orchestrator;
use kikitori_form::FormField;
use kikitori_form::values::{Picked, iban_in, looks_like_iban, rest_without, sentences};

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
        self.asks_for_iban(field) && looks_like_iban(text) && iban_in(text).is_none()
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
