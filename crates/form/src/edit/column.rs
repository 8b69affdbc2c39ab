//! Changes of the fields that each line of a group has: the columns of a list.

use super::{AnswerKind, new_id, options};
use crate::file::answer::{AnswerType, Group};
use crate::file::text::Text;
use crate::file::{Field, LineField};

/// A change of a column.
#[derive(Debug, Clone, PartialEq)]
pub enum ColumnEdit {
    /// What it is called in a language.
    Label {
        /// The language.
        language: String,
        /// The words.
        words: String,
    },
    /// Whether a line is complete without it.
    Required(bool),
    /// What kind of answer it takes.
    Kind(AnswerKind),
    /// What can be chosen, a line for each option.
    Options {
        /// The language of the lines.
        language: String,
        /// The lines.
        lines: String,
    },
    /// It is there no more.
    Remove,
}

fn columns(field: &mut Field) -> Option<&mut Group> {
    match &mut field.answer {
        AnswerType::Group(group) => Some(group),
        _ => None,
    }
}

/// One more column at the end; nothing becomes of a field without columns.
pub(super) fn add(field: &mut Field, label: &str, own: &str) {
    let Some(group) = columns(field) else { return };
    let id = new_id(group.fields.iter().map(|it| &it.id), label);
    group.fields.extend(id.map(|id| LineField {
        id,
        label: Text::blank().said(own, own, label),
        required: true,
        intent: None,
        answer: AnswerKind::ShortText.answer(None, own),
        aliases: Vec::new(),
    }));
}

pub(super) fn change(field: &mut Field, at: usize, edit: &ColumnEdit, own: &str) {
    let Some(group) = columns(field) else { return };
    if *edit == ColumnEdit::Remove && at < group.fields.len() {
        group.fields.remove(at);
        return;
    }
    let Some(column) = group.fields.get_mut(at) else {
        return;
    };
    match edit {
        ColumnEdit::Label { language, words } => {
            column.label = column.label.said(own, language, words);
        }
        ColumnEdit::Required(required) => column.required = *required,
        ColumnEdit::Kind(kind) => column.answer = kind.answer(Some(&column.answer), own),
        ColumnEdit::Options { language, lines } => {
            options::rename(&mut column.answer, lines, own, language);
        }
        ColumnEdit::Remove => {}
    }
}
