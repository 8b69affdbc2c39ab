//! Changes of a field.

use serde_json::Value;

use super::{AnswerKind, ColumnEdit, column, options, said};
use crate::file::answer::AnswerType;
use crate::file::condition::{Comparison, Condition, Membership, Scalar};
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

/// Conditions on earlier answers, joined in one way.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Conditions {
    /// How.
    pub joined: Joined,
    /// Each of them.
    pub parts: Vec<SimpleCondition>,
}

/// How conditions are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Joined {
    /// All of them hold.
    #[default]
    All,
    /// One of them holds.
    Any,
}

impl Conditions {
    /// What is said by a condition, where it is such a one.
    pub fn of(condition: &Condition) -> Option<Self> {
        let (joined, parts) = match condition {
            Condition::All(parts) => (Joined::All, parts.as_slice()),
            Condition::Any(parts) => (Joined::Any, parts.as_slice()),
            one => (Joined::All, std::slice::from_ref(one)),
        };
        let parts: Option<Vec<_>> = parts.iter().map(SimpleCondition::of).collect();
        let parts = parts?;
        Some(Self { joined, parts })
    }

    fn condition(&self) -> Option<Condition> {
        let mut parts: Vec<_> = self.parts.iter().map(SimpleCondition::condition).collect();
        match (parts.len(), self.joined) {
            (0 | 1, _) => parts.pop(),
            (_, Joined::All) => Some(Condition::All(parts)),
            (_, Joined::Any) => Some(Condition::Any(parts)),
        }
    }
}

/// A condition on one earlier answer.
#[derive(Debug, Clone, PartialEq)]
pub struct SimpleCondition {
    /// The field.
    pub field: FieldId,
    /// What its answer is, or of several, what one of them is; that there is any where nothing is said.
    pub is: Option<Value>,
}

impl SimpleCondition {
    /// A condition, where it is as simple.
    pub fn of(condition: &Condition) -> Option<Self> {
        let (field, is) = match condition {
            Condition::Answered(field) => (field, None),
            Condition::Equals(it) => (&it.field, Some(it.value.0.clone())),
            Condition::OneOf(it) => match it.values.as_slice() {
                [value] => (&it.field, Some(value.0.clone())),
                _ => return None,
            },
            _ => return None,
        };
        let field = field.clone();
        Some(Self { field, is })
    }

    fn condition(&self) -> Condition {
        let field = self.field.clone();
        match &self.is {
            None => Condition::Answered(field),
            // Of one answer it says the same as `equals`.
            Some(value @ Value::String(_)) => Condition::OneOf(Membership {
                field,
                values: vec![Scalar(value.clone())],
            }),
            Some(value) => Condition::Equals(Comparison {
                field,
                value: Scalar(value.clone()),
            }),
        }
    }
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
        FieldEdit::Kind(kind) => field.answer = kind.answer(Some(&field.answer)),
        FieldEdit::Options { language, lines } => {
            options::rename(&mut field.answer, lines, own, language);
        }
        FieldEdit::Other(other) => match &mut field.answer {
            AnswerType::Choice(it) => it.other = *other,
            AnswerType::Choices(it) => it.other = *other,
            _ => {}
        },
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
