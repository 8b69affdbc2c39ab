//! What is begun in an input and is no answer yet: a browser, or the input, gives nothing of it, as if it
//! were blank.

use js_sys::Reflect;
use kikitori_form::file::answer::AnswerType;
use kikitori_parts::page::Page;
use serde_json::Value as Json;

use super::is_blank;

/// What stands for a part of a day or a time, and can be read as neither.
pub const PART: &str = "?";

/// Whether a part of a day or a time stands in the input of this id.
pub fn has_part(page: Page, id: &str) -> bool {
    let control = page.find(&format!("#{id}"));
    let flag = control.and_then(|control| {
        let validity = Reflect::get(&control, &"validity".into()).ok()?;
        Reflect::get(&validity, &"badInput".into()).ok()?.as_bool()
    });
    flag.unwrap_or_default()
}

/// Whether something else is chosen, and nobody said what.
pub fn lacks_words(answer: &AnswerType, typed: &Json) -> bool {
    let is_without = |it: &Json| it.get("other").is_some_and(is_blank);
    match answer {
        AnswerType::Choice(_) => is_without(typed),
        AnswerType::Choices(_) => typed.as_array().is_some_and(|it| it.iter().any(is_without)),
        _ => false,
    }
}
