//! Answers that a program gives as text.

use serde_json::Value as Json;

use crate::file::answer::AnswerType;

/// What a program means by `input`: the number that a text of a field of numbers is in JSON, which has
/// no language. In German 1.234 is a thousand and more to people, and to no program.
pub fn by_program(answer: &AnswerType, input: Json) -> Json {
    let text = match (answer, &input) {
        (AnswerType::Number(_) | AnswerType::Integer(_), Json::String(text)) => text,
        _ => return input,
    };
    let number = serde_json::from_str(text).ok();
    number.filter(Json::is_number).unwrap_or(input)
}
