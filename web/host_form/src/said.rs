//! What the browser, or the page itself, says is wrong with what a control holds.

use wasm_bindgen::JsCast;
use web_sys::Element;

use crate::visibility::is_drawn;
use crate::{native, text};

/// What is said of a control at a time. What is said later is held against it: a server may have marked the
/// value before, which no script takes back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Said {
    /// What the browser says.
    by_browser: Option<String>,
    /// Whether the page marks it as wrong.
    is_marked: bool,
    /// What the elements say that are there to tell why.
    why: Vec<String>,
    /// What the elements say that describe it: what it has to be, and what is wrong with it.
    described: Vec<String>,
}

/// How Bootstrap, and those who look like it, mark what is wrong, and where they say why.
const MARK: &str = "is-invalid";
const FEEDBACK: &str = ":scope > .invalid-feedback, :scope > .invalid-tooltip";

/// What stands beside a control to say what is wrong, where it is shown.
fn feedback(element: &Element) -> Vec<String> {
    let Some(around) = element.parent_element() else {
        return Vec::new();
    };
    let all = around.query_selector_all(FEEDBACK).into_iter();
    let all = all.flat_map(|all| (0..all.length()).filter_map(move |at| all.get(at)));
    let shown = all.filter_map(|it| it.dyn_into::<Element>().ok());
    let words = shown.filter(is_drawn).map(|it| text::words(&it));
    words.filter(|it| !it.trim().is_empty()).collect()
}

impl Said {
    pub(crate) fn of(element: &Element) -> Self {
        let words = |attribute| {
            let named = text::named_by(element, attribute);
            let words = named.iter().map(text::words);
            words.filter(|it| !it.trim().is_empty()).collect()
        };
        let mut why: Vec<String> = words("aria-errormessage");
        why.extend(feedback(element));
        let class = element.get_attribute("class").unwrap_or_default();
        let is_marked_by_class = class.split_ascii_whitespace().any(|it| it == MARK);
        let is_marked = element.get_attribute("aria-invalid").as_deref() == Some("true");
        Self {
            by_browser: (!native::is_valid(element))
                .then(|| native::text(element, "validationMessage")),
            is_marked: is_marked || is_marked_by_class,
            why,
            described: words("aria-describedby"),
        }
    }

    /// What is wrong now, where this was said `before` the answer was put in: empty where the page only marks
    /// it.
    pub(crate) fn since(&self, before: &Self) -> Option<String> {
        if let Some(said) = &self.by_browser {
            return Some(said.clone());
        }
        if !self.is_marked {
            return None;
        }
        let new = |words: &[String], before: &[String], counts: bool| {
            let new = words.iter().filter(|it| !before.contains(it));
            let new = new.filter(|it| counts || !it.contains(char::is_numeric));
            new.cloned().collect::<Vec<_>>().join(" ")
        };
        // What tells why may stand there unseen until it is so.
        let why = match before.is_marked {
            true => new(&self.why, &before.why, true),
            false => self.why.join(" "),
        };
        // Beside a mark that stood there before, a counter is no complaint.
        let words = match why.is_empty() {
            true => new(&self.described, &before.described, !before.is_marked),
            false => why,
        };
        (!before.is_marked || !words.is_empty()).then_some(words)
    }
}
