//! What a person can do about a model call that failed.

mod english;
mod japanese;

use kikitori_llm::ErrorKind;

use crate::Language;

/// What the person can do about it, as one to three sentences.
pub fn model_advice(language: Language, kind: ErrorKind) -> &'static str {
    match language {
        Language::En => english::advice(kind),
        Language::Ja => japanese::advice(kind),
    }
}
