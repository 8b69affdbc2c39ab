//! The options of a select.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::{Value as Json, json};

use super::control::{Control, ControlOption};
use super::prompts::is_prompt;
use super::words::label;
use crate::file::text::Words;

/// An option as the page has it, to be found again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PageOption {
    /// What is sent.
    pub value: String,
    /// What is shown.
    pub text: String,
}

impl PageOption {
    pub(super) fn of(option: &ControlOption) -> Self {
        Self {
            value: option.value.clone(),
            text: option.text.clone(),
        }
    }
}

/// An option that may be the answer.
pub(super) struct AnswerOption {
    /// Its value in the form.
    pub(super) answer: String,
    /// What people are shown.
    pub(super) label: String,
    /// Which it is on the page.
    pub(super) option: PageOption,
    /// Whether it is chosen now.
    pub(super) selected: bool,
}

impl AnswerOption {
    pub(super) fn to_json(&self) -> Json {
        json!({"value": self.answer, "label": self.label})
    }
}

/// What of a select's options can be answered: not what only says that nothing is chosen.
pub(super) fn options_of(control: &Control) -> Vec<AnswerOption> {
    let all = &control.options;
    let mut used = BTreeSet::new();
    let option = |(at, it): (usize, &ControlOption)| {
        if it.disabled || it.value.trim().is_empty() || (at == 0 && is_prompt(it, control)) {
            return None;
        }
        let text = label(&it.text);
        let is_only = all.iter().filter(|other| other.text == it.text).count() < 2;
        let label = match (text.is_empty(), is_only || it.group.is_empty()) {
            (true, _) => it.value.clone(),
            (false, true) => text,
            (false, false) => format!("{} – {text}", label(&it.group)),
        };
        let answer = [it.value.trim().to_owned(), label.clone()]
            .into_iter()
            .find(|it| Words::new(it).is_some() && !used.contains(it))?;
        used.insert(answer.clone());
        Words::new(&label)?;
        Some(AnswerOption {
            answer,
            label,
            option: PageOption::of(it),
            selected: it.selected,
        })
    };
    all.iter().enumerate().filter_map(option).collect()
}
