//! Answers to pick from below the first question: the options of the field that is asked for, or what
//! the question suggests.

use kikitori_form::FormField;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::values::yes_no_in;
use kikitori_interview::{Beginning, FirstQuestion};
use wasm_bindgen::JsValue;
use web_sys::Element;

use crate::dom::{Maker, put};
use crate::messages::Texts;
use crate::words::{Words, spoken_for};

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
    words: &Words,
    beginning: &Beginning,
    question: &FirstQuestion,
) -> Result<Element, JsValue> {
    let asked = beginning.asked_first();
    let list = maker.make("ul", &[("class", "suggestions")], &[])?;
    let list = words.name(list, "aria-label", |it| it.suggestions)?;
    let offer = |text: &str, lang: &str, class: &str, name: &str| {
        let attributes = [
            ("type", "button"),
            ("class", class),
            ("data-testid", name),
            ("dir", "auto"),
            ("lang", lang),
        ];
        let button = maker.make("button", &attributes, &[])?;
        button.set_text_content(Some(text));
        put(&list, &maker.make("li", &[], &[&button])?)
    };
    let may_skip = asked.is_some_and(|field| !field.required);
    let language = beginning.language();
    for offered in offers(asked, language, question, may_skip) {
        offer(offered, language, "suggestion", "suggestion")?;
    }
    if may_skip {
        // Nobody has translated anything yet.
        let own = spoken_for(language);
        offer(Texts::of(own).skip, own, "suggestion quiet", "skip")?;
    }
    maker.make("div", &[("class", "choices")], &[&list])
}

/// What the buttons say.
fn offers<'a>(
    asked: Option<&'a FormField>,
    language: &str,
    question: &'a FirstQuestion,
    may_skip: bool,
) -> Vec<&'a str> {
    match asked.map(|field| &field.answer) {
        Some(AnswerType::Choice(it)) if it.options.len() <= BUTTONS_AT_MOST => {
            let labels = it.options.iter().map(|it| it.label.in_language(language));
            labels.collect()
        }
        Some(AnswerType::YesNo(_)) => {
            let texts = Texts::of(language);
            let said = |yes, own| yes_no_in(language, yes).unwrap_or(own);
            vec![said(true, texts.yes), said(false, texts.no)]
        }
        Some(AnswerType::Rating(_) | AnswerType::Choices(_)) => Vec::new(),
        _ => {
            let suggestions = question.suggestions.iter().map(String::as_str);
            let suggestions = suggestions.filter(|text| !may_skip || !is_skip(text));
            suggestions.collect()
        }
    }
}
