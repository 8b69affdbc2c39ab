//! What counts as an answer: the check that every answer passes, with what the browser knows.

use jiff::civil::Date;
use js_sys::JsString;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::values::{CheckContext, Value, check, no_patterns};
use serde_json::Value as Json;
use wasm_bindgen::JsCast;
use wasm_bindgen::JsValue;

/// The value that `input` is as an answer of this type on a page in `language`; none where it is none.
pub fn value(answer: &AnswerType, input: &Json, language: &str) -> Option<Value> {
    let country = language.rsplit_once('-').map(|(_, region)| region);
    let context = CheckContext {
        today: today()?,
        language,
        country: country.filter(|it| it.len() == 2),
        fold: &fold,
        fits: &no_patterns,
    };
    check(answer, input, &context).ok().map(|it| it.value)
}

/// Whether `input` is the answer that was exported as `recorded`.
pub fn is_same(answer: &AnswerType, input: &Json, recorded: &Json, language: &str) -> bool {
    let exported = value(answer, input, language).and_then(|it| serde_json::to_value(it).ok());
    exported.as_ref() == Some(recorded)
}

fn today() -> Option<Date> {
    let now = js_sys::Date::new_0();
    let year = i16::try_from(now.get_full_year()).ok()?;
    let month = i8::try_from(now.get_month() + 1).ok()?;
    Date::new(year, month, i8::try_from(now.get_date()).ok()?).ok()
}

fn fold(text: &str) -> String {
    let text: JsString = JsValue::from(text).unchecked_into();
    text.normalize("NFKC").to_lower_case().into()
}
