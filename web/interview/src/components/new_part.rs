//! A changed value with what of it is new marked.

use kikitori_form::file::answer::AnswerType;
use kikitori_interview::{FieldId, Piece, new_of_several, new_of_text};
use leptos::prelude::*;

use super::recorded::beside;
use crate::session::{Screen, Session};

/// The value of a field as it is read. What it became is marked until it is sent: of several things those that
/// were added, of a long text the words that are others.
pub fn with_new_part(session: Session, id: &FieldId, text: &str) -> AnyView {
    let old = session.changed_from(id);
    let old = old.filter(|_| session.screen.get() != Screen::Done);
    let Some(old) = old else {
        return text.to_owned().into_any();
    };
    let form = session.form_file.get();
    let answer = form.field(id).map(|field| &field.answer);
    let are_several = matches!(answer, Some(AnswerType::Choices(_)));
    let pieces = match are_several {
        true => new_of_several(&old, text),
        false => new_of_text(&old, text),
    };
    let pieces = pieces.into_iter();
    let pieces = pieces.map(|piece| shown(session, piece, are_several));
    pieces.collect_view().into_any()
}

/// What is struck out says itself that something is new; of several things it may be none.
fn shown(session: Session, Piece { text, is_new }: Piece<'_>, is_told: bool) -> AnyView {
    let text = text.to_owned();
    if !is_new {
        return text.into_any();
    }
    let told = is_told.then(|| {
        view! {
            <span class="visually-hidden">{beside(session, |it| it.line_added, "+")} " "</span>
        }
    });
    view! { <ins>{told}{text}</ins> }.into_any()
}
