//! What a person can do about a model call that failed.

mod english;
mod japanese;

use kikitori_llm::ErrorKind;

use crate::Tongue;

/// What the person can do about it, as one to three sentences.
pub fn model_advice(tongue: Tongue, kind: ErrorKind) -> &'static str {
    match tongue {
        Tongue::En => english::advice(kind),
        Tongue::Ja => japanese::advice(kind),
    }
}
