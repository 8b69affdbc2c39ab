//! Times and JSON as people read them.

use std::borrow::Cow;

use js_sys::{Date, Function, Reflect};
use serde::Serialize;
use wasm_bindgen::{JsCast, JsValue};

/// How long ago `at_ms` was, in the words of the browser: "3 hours ago".
pub fn ago(at_ms: u64, lang: &str) -> String {
    let seconds = (Date::now() - at_ms as f64).max(0.0) / 1000.0;
    let (amount, unit) = match seconds {
        s if s < 45.0 => (0.0, "second"),
        s if s < 3_600.0 => ((s / 60.0).max(1.0), "minute"),
        s if s < 86_400.0 => (s / 3_600.0, "hour"),
        s if s < 30.0 * 86_400.0 => (s / 86_400.0, "day"),
        s if s < 365.0 * 86_400.0 => (s / (30.0 * 86_400.0), "month"),
        s => (s / (365.0 * 86_400.0), "year"),
    };
    relative(-amount.floor(), unit, lang).unwrap_or_default()
}

/// Called by name: the typed binding in js-sys brings every option type along.
fn relative(amount: f64, unit: &str, lang: &str) -> Option<String> {
    let options = js_sys::Object::new();
    Reflect::set(&options, &"numeric".into(), &"auto".into()).ok()?;
    let intl: JsValue = Reflect::get(&js_sys::global(), &"Intl".into()).ok()?;
    let class: Function = Reflect::get(&intl, &"RelativeTimeFormat".into())
        .ok()?
        .dyn_into()
        .ok()?;
    let arguments = js_sys::Array::of2(&lang.into(), &options);
    let format = Reflect::construct(&class, &arguments).ok()?;
    let method: Function = Reflect::get(&format, &"format".into())
        .ok()?
        .dyn_into()
        .ok()?;
    method
        .call2(&format, &amount.into(), &unit.into())
        .ok()?
        .as_string()
}

/// The first `chars` characters of `text`, with a mark where it was cut.
pub fn shortened(text: &str, chars: usize) -> Cow<'_, str> {
    match text.char_indices().nth(chars) {
        Some((end, _)) => Cow::Owned(format!("{}…", text.get(..end).unwrap_or_default())),
        None => Cow::Borrowed(text),
    }
}

/// `value` as indented JSON.
pub fn pretty(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}

/// A text as indented JSON where it is JSON, and else as it is.
pub fn pretty_text(text: &str) -> String {
    match serde_json::from_str::<serde_json::Value>(text) {
        Ok(value) => pretty(&value),
        Err(_) => text.to_owned(),
    }
}

/// A number with its thousands apart: `1,234`, as both languages write it.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
