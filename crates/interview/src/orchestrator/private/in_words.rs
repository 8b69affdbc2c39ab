//! A private text that is told in a message about something else: by its field's name before a colon, in a message
//! that has words of what is recorded, or in words of what such a field asks about.

use super::told::has_shape_of_its_own;
use crate::message::SessionMessage;
use crate::orchestrator::Orchestrator;
use kikitori_form::FormField;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::values::{Picked, asks_for_code, rest_without, tells_of_health};

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

    /// What a message tells of somebody's health, where this private field asks about that and no other field that
    /// models may read does: its clauses as the answer, or as more of it, none where other things stand between them.
    pub(super) fn health_told(
        &self,
        field: &FormField,
        text: &str,
        at: u64,
    ) -> Option<Option<Picked>> {
        let fold = |text: &str| self.locale.fold(text);
        let told = tells_of_health(text, &fold);
        let (start, end) = (told.first()?.0, told.last()?.1);
        let is_its = is_free_text(field)
            && self.state.asks_about_health(field)
            && self.state.keeps_health_private()
            && !self.is_sent_on(field);
        if !is_its {
            return None;
        }
        // What is told later comes to what is there.
        let recorded = self.state.collected_fields.get(&field.field_id);
        let recorded = recorded.map(|it| it.value.to_string());
        let between = told.windows(2).all(|pair| {
            let between = pair.first().zip(pair.last());
            let between = between.and_then(|(one, next)| text.get(one.1..next.0));
            between.is_some_and(|it| !it.contains(char::is_alphanumeric))
        });
        let clauses = || {
            let said = text.get(start..end)?;
            let value = match &recorded {
                Some(recorded) => format!("{recorded}; {said}"),
                None => said.to_owned(),
            };
            let checked = self.check(field, &value.into(), at).ok()?;
            let rest = rest_without(text, (start, end), field, &fold);
            Some(Picked {
                checked,
                start,
                end,
                is_plain: false,
                rest: rest.clone(),
                besides: rest,
            })
        };
        Some(between.then(clauses).flatten())
    }

    /// Whether they sent once more, as it was, what was given back because of this field: they know by then.
    fn is_sent_on(&self, field: &FormField) -> bool {
        let said = self.state.messages.iter().filter_map(|it| match it {
            SessionMessage::Respondent(said) if !said.entered => Some(said),
            _ => None,
        });
        let said: Vec<_> = said.collect();
        said.windows(2).any(|pair| match pair {
            [held, next] => {
                let is_of_field = held.field_id.as_ref() == Some(&field.field_id);
                held.private && is_of_field && !next.private && held.text == next.text
            }
            _ => false,
        })
    }

    fn answer_from(&self, field: &FormField, text: &str, begins: usize, at: u64) -> Option<Picked> {
        let said = text.get(begins..).filter(|_| is_free_text(field))?;
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

/// Whether whatever somebody writes can be the answer.
fn is_free_text(field: &FormField) -> bool {
    let is_text = matches!(
        field.answer,
        AnswerType::ShortText(_) | AnswerType::LongText(_)
    );
    is_text && !asks_for_code(field) && !has_shape_of_its_own(&field.answer)
}
