//! Numbers that a program gives for what is no number.

use serde_json::Value as Json;

use crate::file::answer::AnswerType;

/// What a program means by `input`: a number that it gives for a text, such as the postal code 90210, is
/// that text. A text stays one: who wrote it, and in which language, nobody knows.
pub fn figures_as_text(answer: &AnswerType, input: Json) -> Json {
    let takes_numbers = matches!(
        answer,
        AnswerType::Number(_) | AnswerType::Integer(_) | AnswerType::Rating(_)
    );
    match input {
        Json::Number(number) if !takes_numbers => Json::String(number.to_string()),
        input => input,
    }
}
