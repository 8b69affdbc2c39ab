//! Answers to pick from below the first question: the options of the field that is asked for, or what
//! the question suggests.

use kikitori_form::FormField;
use kikitori_form::file::answer::AnswerType;
use kikitori_interview::{Beginning, FirstQuestion};
use wasm_bindgen::JsValue;
use web_sys::Element;

use crate::dom::{Maker, put};
use crate::texts::Texts;

/// More options than these are a list in the input below.
pub const BUTTONS_AT_MOST: usize = 12;

/// How models suggest to skip a question.
const SKIPS: [&str; 5] = ["skip", "skip it", "skip this", "スキップ", "とばす"];

/// Whether a suggestion is to skip the question, for which there is a button.
pub fn is_skip(text: &str) -> bool {
    SKIPS
        .iter()
        .any(|skip| text.trim().eq_ignore_ascii_case(skip))
}

/// Buttons for them; what one of them leads to, the session's own screen does.
pub(crate) fn choices(
    maker: &Maker,
    texts: &Texts,
    beginning: &Beginning,
    question: &FirstQuestion,
) -> Result<Element, JsValue> {
    let asked = beginning.asked_first();
    let list = [("class", "suggestions"), ("aria-label", texts.suggestions)];
    let list = maker.make("ul", &list, &[])?;
    let offer = |text: &str, attributes: &[(&str, &str)]| {
        let button = maker.text("button", &[("type", "button")], text)?;
        for (name, value) in attributes {
            button.set_attribute(name, value)?;
        }
        put(&list, &maker.make("li", &[], &[&button])?)
    };
    let may_skip = asked.is_some_and(|field| !field.required);
    let language = beginning.language();
    for text in offers(asked, texts, language, question, may_skip) {
        let attributes = [
            ("class", "suggestion"),
            ("data-testid", "suggestion"),
            ("dir", "auto"),
            ("lang", language),
        ];
        offer(text, &attributes)?;
    }
    if may_skip {
        let attributes = [("class", "suggestion quiet"), ("data-testid", "skip")];
        offer(texts.skip, &attributes)?;
    }
    maker.make("div", &[("class", "choices")], &[&list])
}

/// What the buttons say.
fn offers<'a>(
    asked: Option<&'a FormField>,
    texts: &Texts,
    language: &str,
    question: &'a FirstQuestion,
    may_skip: bool,
) -> Vec<&'a str> {
    match asked.map(|field| &field.answer) {
        Some(AnswerType::Choice(it)) if it.options.len() <= BUTTONS_AT_MOST => {
            let options = it.options.iter();
            options.map(|it| it.label.in_language(language)).collect()
        }
        Some(AnswerType::YesNo(_)) => vec![texts.yes, texts.no],
        _ => {
            let suggestions = question.suggestions.iter().map(String::as_str);
            suggestions
                .filter(|text| !may_skip || !is_skip(text))
                .collect()
        }
    }
}
