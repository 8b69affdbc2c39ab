//! Changes of a field.

use serde_json::Value;

use super::{AnswerKind, ColumnEdit, Conditions, End, column, options, said};
use crate::file::answer::AnswerType;
use crate::file::text::Text;
use crate::file::{Fact, Field};
use crate::id::FieldId;

/// A change of a field.
#[derive(Debug, Clone, PartialEq)]
pub enum FieldEdit {
    /// What it is called in a language.
    Label {
        /// The language.
        language: String,
        /// The words.
        words: String,
    },
    /// The id that its answer is known by in what is sent. Conditions on it name it by that.
    Id(String),
    /// What it is meant to find out; no words take it away in this language.
    Intent {
        /// The language.
        language: String,
        /// The words.
        words: String,
    },
    /// Whether the form is complete without it.
    Required(bool),
    /// Whether the answer is kept from every model; such a field has no facts.
    Private(bool),
    /// What kind of answer it takes.
    Kind(AnswerKind),
    /// What can be chosen, a line for each option.
    Options {
        /// The language of the lines.
        language: String,
        /// The lines.
        lines: String,
    },
    /// Whether something else may be answered than the options.
    Other(bool),
    /// The least or the most that is taken, as a form's file has it; no value takes the bound away.
    Bound {
        /// Which of the two.
        end: End,
        /// What it is.
        value: Option<Value>,
    },
    /// What a number counts, in a language; no words take it away in this language.
    Unit {
        /// The language.
        language: String,
        /// The words.
        words: String,
    },
    /// What all of a short text has to fit, a regular expression; none takes it away.
    Pattern(Option<String>),
    /// What a text that fits looks like, in a language; no words take it away in this language.
    PatternHint {
        /// The language.
        language: String,
        /// The words.
        words: String,
    },
    /// What an answer has to contain: each fact, and when it counts as known, in a language. Blank
    /// ones are left out.
    Facts {
        /// The language.
        language: String,
        /// The facts.
        facts: Vec<(String, String)>,
    },
    /// When it is asked; always where there is no condition.
    When(Conditions),
    /// One more field of each line of a group, which is called so in the form's own language.
    AddColumn(String),
    /// A change of a field of each line of a group, counted from zero.
    Column(usize, ColumnEdit),
}

pub(super) fn change(field: &mut Field, edit: &FieldEdit, own: &str) {
    match edit {
        FieldEdit::Label { language, words } => {
            field.label = field.label.said(own, language, words)
        }
        FieldEdit::Intent { language, words } => {
            field.intent = said(field.intent.take(), own, language, words);
        }
        FieldEdit::Required(required) => field.required = *required,
        FieldEdit::Private(private) => {
            field.private = *private;
            if *private {
                field.facts.clear();
            }
        }
        FieldEdit::Kind(kind) => field.answer = kind.answer(Some(&field.answer), own),
        FieldEdit::Options { language, lines } => {
            options::rename(&mut field.answer, lines, own, language);
        }
        FieldEdit::Other(other) => match &mut field.answer {
            AnswerType::Choice(it) => it.other = *other,
            AnswerType::Choices(it) => it.other = *other,
            _ => {}
        },
        // Made in the form's file, and in all fields.
        FieldEdit::Bound { .. } | FieldEdit::Pattern(_) | FieldEdit::Id(_) => {}
        FieldEdit::Unit { language, words } => {
            let unit = match &mut field.answer {
                AnswerType::Number(it) => &mut it.unit,
                AnswerType::Integer(it) => &mut it.unit,
                _ => return,
            };
            *unit = said(unit.take(), own, language, words);
        }
        FieldEdit::PatternHint { language, words } => {
            if let AnswerType::ShortText(it) = &mut field.answer {
                it.pattern_hint = said(it.pattern_hint.take(), own, language, words);
            }
        }
        FieldEdit::Facts { language, facts } => {
            field.facts = known(&field.facts, facts, own, language);
        }
        FieldEdit::When(when) => field.when = when.condition(),
        FieldEdit::AddColumn(label) => column::add(field, label, own),
        FieldEdit::Column(at, edit) => column::change(field, *at, edit, own),
    }
}

/// The facts in their places; what else was said of one stays with its place.
fn known(before: &[Fact], facts: &[(String, String)], own: &str, language: &str) -> Vec<Fact> {
    let is_said = |(_, (fact, done)): &(usize, &(String, String))| {
        !(fact.trim().is_empty() && done.trim().is_empty())
    };
    let mut keys: Vec<FieldId> = before.iter().map(|it| it.key.clone()).collect();
    let fact = |(at, (fact, done)): (usize, &(String, String))| {
        // Without a measure of its own it is known when it is said.
        let done = if done.trim().is_empty() { fact } else { done };
        let old = before.get(at);
        let key = match old {
            Some(old) => old.key.clone(),
            None => {
                let mut numbers = (at + 1..=at + 1 + keys.len())
                    .filter_map(|number| FieldId::new(&format!("fact-{number}")));
                numbers.find(|key| !keys.contains(key))?
            }
        };
        keys.push(key.clone());
        let blank = Text::blank();
        Some(Fact {
            key,
            fact: old.map_or(&blank, |it| &it.fact).said(own, language, fact),
            done_criteria: old
                .map_or(&blank, |it| &it.done_criteria)
                .said(own, language, done),
            questioning_hints: old.and_then(|it| it.questioning_hints.clone()),
        })
    };
    facts
        .iter()
        .enumerate()
        .filter(is_said)
        .filter_map(fact)
        .collect()
}
