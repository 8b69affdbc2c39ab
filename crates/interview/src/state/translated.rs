//! The form in a language that its file does not have.

use kikitori_form::{FieldId, FormField, SessionForm};

use super::MainSessionState;
use crate::locale::language_of;
use crate::plan::PlannedField;

impl MainSessionState {
    /// What fields are called in the respondent's language, if the form does not say it and they
    /// were translated.
    pub(crate) fn translated(&self) -> Option<&[PlannedField]> {
        let fields = self.translations.get(&language_of(self.language()))?;
        Some(fields.as_slice()).filter(|_| !self.form.is_in(self.language()))
    }

    /// A sentence of code's in the respondent's language, if it was translated. English and Japanese
    /// are never.
    pub fn own_sentence(&self, english: &str) -> Option<&str> {
        self.own_sentence_in(self.language(), english)
    }

    /// The same in a language.
    pub(crate) fn own_sentence_in(&self, language: &str, english: &str) -> Option<&str> {
        let sentences = self.own_sentences.get(&language_of(language))?;
        sentences.get(english).map(String::as_str)
    }

    /// The form as the respondent is shown it: in their language too, where it was translated.
    pub fn shown_form(&self) -> SessionForm {
        let mut form = self.form.clone();
        if self.translated().is_none() {
            return form;
        }
        let language = self.language();
        let own = self.translated_forms.get(&language_of(language));
        if let Some(own) = own {
            form.name_in(language, &own.title, &own.description);
        }
        for field in &mut form.fields {
            if let Some(translated) = self.shown_field(&field.field_id) {
                *field = translated;
            }
        }
        form
    }

    /// One field of it.
    pub(crate) fn shown_field(&self, field: &FieldId) -> Option<FormField> {
        let own = self.form.field(field)?;
        let mut translated = self.translated().into_iter().flatten();
        Some(match translated.find(|it| it.field_id == *field) {
            Some(it) => own.translated(self.language(), &it.label, &it.intent, &it.texts),
            None => own.clone(),
        })
    }
}
