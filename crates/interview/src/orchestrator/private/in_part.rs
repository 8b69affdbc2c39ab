//! What of a recorded private value a message tells in part, or repeats, and figures that do not fit their field.

use super::told::{LEAST, Told, has_shape_of_its_own};
use crate::alike::stands_whole;
use crate::orchestrator::Orchestrator;
use kikitori_form::FormField;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::values::{
    Pick, Picked, asks_for_code, is_named, is_plain, pick, tells_end_of_a_code, tells_figures_of,
};
use serde_json::json;

/// Fewer figures that do not fit a field are hardly told of it.
const LEAST_FIGURES: usize = 6;

impl Orchestrator {
    /// The figures that are told of a field which is not recorded yet, where they do not fit it as they
    /// were written: too long, or in another shape.
    pub(super) fn unfit(
        &self,
        field: &FormField,
        others: &[&FormField],
        text: &str,
        at: u64,
    ) -> Option<Picked> {
        let is_open = !self.state.collected_fields.contains_key(&field.field_id);
        let AnswerType::ShortText(_) = &field.answer else {
            return None;
        };
        // What asks for a code by its pattern alone still does.
        let any = match asks_for_code(field) {
            true => json!({"type": "shortText", "pattern": ".*[0-9].*"}),
            false => json!({"type": "shortText"}),
        };
        let any = AnswerType::from_json(&any).ok()?;
        let loose = FormField {
            answer: any,
            ..field.clone()
        };
        let Pick::One(picked) = self.in_context(at, |context| pick(text, &loose, context))? else {
            return None;
        };
        let fold = |text: &str| self.locale.fold(text);
        let said = text.get(picked.start..picked.end)?;
        let has_figures =
            said.chars().filter(|it| it.is_numeric()).count() >= LEAST_FIGURES || is_one_code(said);
        let place = (picked.start, picked.end);
        let is_told = is_open && has_figures && is_named(field, others, text, place, &fold);
        is_told.then_some(picked)
    }

    /// What of a recorded field's value a message has, or seems to change.
    pub(super) fn told_in_part_of(
        &self,
        field: &FormField,
        others: &[&FormField],
        text: &str,
        at: u64,
    ) -> Option<Told> {
        if self.repeats(field, text) {
            return Some(Told::Perhaps(self.whole_as_answer(field, text, at)));
        }
        if let Some(place) = self.nearly_recorded(field, text) {
            let said = text.get(place.0..place.1).unwrap_or_default();
            if !self.is_number_of_another(said, others, at) {
                return Some(Told::Perhaps(self.picked_at(field, text, place, at)));
            }
        }
        if let Some(clauses) = self.health_told(field, text, at) {
            return Some(Told::Perhaps(clauses));
        }
        let fold = |text: &str| self.locale.fold(text);
        let has_figures = matches!(
            field.answer,
            AnswerType::ShortText(_)
                | AnswerType::Phone(_)
                | AnswerType::Number(_)
                | AnswerType::Integer(_)
                | AnswerType::Email(_)
        );
        let is_recorded = self.state.collected_fields.contains_key(&field.field_id);
        let is_code = asks_for_code(field)
            || has_shape_of_its_own(&field.answer)
            || matches!(field.answer, AnswerType::Phone(_));
        // It may be about a code that is not private.
        let asked = self.state.current_field().map(|(_, field)| &field.field_id);
        let is_known = |it: &FormField| {
            asked == Some(&it.field_id) || self.state.collected_fields.contains_key(&it.field_id)
        };
        let is_only_code = || !others.iter().any(|it| asks_for_code(it) && is_known(it));
        // "62, not 26" names the end of what is recorded, whatever other codes there are.
        let names_end_of = |field: &FormField| {
            let recorded = self.state.collected_fields.get(&field.field_id);
            let value = recorded.map(|it| it.value.to_string()).unwrap_or_default();
            let mut figures = text.split(|it: char| !it.is_ascii_digit());
            figures.any(|it| it.len() > 1 && value.ends_with(it))
        };
        let names_another_end = || {
            let private = self.state.form.fields.iter().filter(|it| it.private);
            let mut private = private.filter(|it| it.field_id != field.field_id);
            private.any(names_end_of)
        };
        let is_told = || {
            let is_this = || names_end_of(field) || (is_only_code() && !names_another_end());
            tells_figures_of(field, others, text, &fold)
                || (is_code && is_this() && tells_end_of_a_code(text, &fold))
        };
        (has_figures && is_recorded && is_told()).then_some(Told::Part)
    }

    /// Whether a message has the words of what is recorded of a private field.
    pub(super) fn repeats(&self, field: &FormField, text: &str) -> bool {
        let Some(recorded) = self.state.collected_fields.get(&field.field_id) else {
            return false;
        };
        let evidence = recorded.evidence.iter();
        let words = evidence.filter_map(|it| self.state.evidence_text(it));
        let written = recorded.value.to_string();
        let mut values = words.chain([written.as_str()]);
        let text = text.to_ascii_lowercase();
        values.any(|value| {
            let value = value.trim().to_ascii_lowercase();
            is_telling(&value) && stands_whole(&text, &value)
        })
    }
}

/// Whether a text is one code of capitals and digits, as no word and no amount is.
fn is_one_code(text: &str) -> bool {
    let count = |of: &dyn Fn(&char) -> bool| text.chars().filter(of).count();
    let (capitals, digits) = (
        count(&char::is_ascii_uppercase),
        count(&char::is_ascii_digit),
    );
    capitals >= 2 && digits >= 2 && capitals + digits >= LEAST && capitals + digits == text.len()
}

/// Whether a value stands in no other message by chance: a number of some length, an address, or several
/// words.
fn is_telling(value: &str) -> bool {
    let length = value.chars().filter(|it| it.is_alphanumeric()).count();
    length >= LEAST && (is_plain(value) || value.split_whitespace().nth(1).is_some())
}
