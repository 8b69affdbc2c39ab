//! A private text that is told anew: by its field's name before a colon, or in a message that has words of what is
//! recorded.

use super::told::has_shape_of_its_own;
use crate::orchestrator::Orchestrator;
use kikitori_form::FormField;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::values::{Picked, asks_for_code};

/// So many words more stand before a name, as in "sorry, allergies: …".
const BEFORE_NAME: usize = 3;

impl Orchestrator {
    /// The answer behind the name of a private text, where a message begins with that and a colon.
    pub(super) fn named_before(&self, field: &FormField, text: &str, at: u64) -> Option<Picked> {
        let (name, rest) = text.split_once([':', '：'])?;
        let letters = |text: &str| -> String {
            let folded = self.locale.fold(text);
            folded.chars().filter(|it| it.is_alphanumeric()).collect()
        };
        let said = letters(name);
        let words = |text: &str| text.split_whitespace().count();
        let own = self.state.form.field(&field.field_id);
        let labels = own.into_iter().chain([field]);
        let mut labels = labels.flat_map(|it| it.label.all());
        let is_named = labels.any(|label| {
            let is_near = words(name) <= words(label) + BEFORE_NAME;
            is_near && !label.is_empty() && said.ends_with(&letters(label))
        });
        let begins = text.len() - rest.len();
        is_named.then(|| self.answer_from(field, text, begins, at))?
    }

    /// All of a message as the answer to a private text.
    pub(super) fn whole_as_answer(&self, field: &FormField, text: &str, at: u64) -> Option<Picked> {
        self.answer_from(field, text, 0, at)
    }

    fn answer_from(&self, field: &FormField, text: &str, begins: usize, at: u64) -> Option<Picked> {
        let is_text = matches!(
            field.answer,
            AnswerType::ShortText(_) | AnswerType::LongText(_)
        );
        let is_free = is_text && !asks_for_code(field) && !has_shape_of_its_own(&field.answer);
        let said = text.get(begins..).filter(|_| is_free)?;
        let start = begins + said.len() - said.trim_start().len();
        let said = said.trim();
        let checked = self.check(field, &said.into(), at).ok()?;
        Some(Picked {
            checked,
            start,
            end: start + said.len(),
            is_plain: false,
            rest: None,
            besides: None,
        })
    }
}
