//! Answers to pick from below the first question: the options of the field that is asked for, or what
//! the question suggests.

use kikitori_form::FormField;
use kikitori_form::file::answer::AnswerType;
use kikitori_interview::{Beginning, FirstQuestion};
use wasm_bindgen::JsValue;
use web_sys::Element;

use crate::dom::{Maker, put};
use crate::words::{Which, Words};

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

/// What a button says.
enum Offer<'a> {
    /// In the page's own words.
    Page(Which),
    /// In those of the form or the model.
    Said(&'a str),
}

/// Buttons for them; what one of them leads to, the session's own screen does.
pub(crate) fn choices(
    maker: &Maker,
    words: &Words,
    beginning: &Beginning,
    question: &FirstQuestion,
) -> Result<Element, JsValue> {
    let asked = beginning.asked_first();
    let list = maker.make("ul", &[("class", "suggestions")], &[])?;
    let list = words.name(list, "aria-label", |it| it.suggestions)?;
    let offer = |offered: &Offer, attributes: &[(&str, &str)]| {
        let button = maker.make("button", &[("type", "button")], &[])?;
        for (name, value) in attributes {
            button.set_attribute(name, value)?;
        }
        let button = match offered {
            Offer::Page(which) => words.say(button, *which)?,
            Offer::Said(text) => {
                button.set_text_content(Some(text));
                button
            }
        };
        put(&list, &maker.make("li", &[], &[&button])?)
    };
    let may_skip = asked.is_some_and(|field| !field.required);
    let language = beginning.language();
    for offered in offers(asked, language, question, may_skip) {
        let attributes = [
            ("class", "suggestion"),
            ("data-testid", "suggestion"),
            ("dir", "auto"),
            ("lang", language),
        ];
        offer(&offered, &attributes)?;
    }
    if may_skip {
        let attributes = [("class", "suggestion quiet"), ("data-testid", "skip")];
        offer(&Offer::Page(|it| it.skip), &attributes)?;
    }
    maker.make("div", &[("class", "choices")], &[&list])
}

/// What the buttons say.
fn offers<'a>(
    asked: Option<&'a FormField>,
    language: &str,
    question: &'a FirstQuestion,
    may_skip: bool,
) -> Vec<Offer<'a>> {
    match asked.map(|field| &field.answer) {
        Some(AnswerType::Choice(it)) if it.options.len() <= BUTTONS_AT_MOST => {
            let labels = it.options.iter().map(|it| it.label.in_language(language));
            labels.map(Offer::Said).collect()
        }
        Some(AnswerType::YesNo(_)) => vec![Offer::Page(|it| it.yes), Offer::Page(|it| it.no)],
        _ => {
            let suggestions = question.suggestions.iter().map(String::as_str);
            let suggestions = suggestions.filter(|text| !may_skip || !is_skip(text));
            suggestions.map(Offer::Said).collect()
        }
    }
}
