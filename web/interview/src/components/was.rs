//! What an answer was before it became what it is.

use kikitori_form::file::answer::AnswerType;
use kikitori_interview::FieldId;
use leptos::prelude::*;

use super::value::{is_long, named_zone};
use crate::messages::messages;
use crate::session::Session;

/// What of an answer is gone, struck out, where it stands.
#[derive(Default)]
pub struct Was {
    /// With an arrow from it to what the answer is now.
    pub before: Option<AnyView>,
    /// Behind the answer: of several things those that are gone became none of the others, and who reads a
    /// long text begins with what holds.
    pub behind: Option<AnyView>,
}

/// What of `old` is gone in `new`, the answer to a field; nothing where there was none.
pub fn was(session: Session, id: &FieldId, old: Option<String>, new: &str) -> Was {
    let Some(gone) = old.and_then(|old| session.gone_of(id, &old, new)) else {
        return Was::default();
    };
    let form = session.form_file.get();
    let answer = form.field(id).map(|field| &field.answer);
    let are_several = matches!(answer, Some(AnswerType::Choices(_)));
    let gone = view! {
        <del dir="auto" lang=session.spoken() data-testid="old-value">
            {named_zone(session, &gone)}
        </del>
    };
    if are_several || is_long(session, id, new) {
        let behind = view! {
            " "
            <span class="visually-hidden">{messages(session.page).replaced}</span>
            {gone}
        };
        return Was {
            behind: Some(behind.into_any()),
            before: None,
        };
    }
    let before = view! {
        {gone}
        <span class="visually-hidden">{messages(session.page).now_it_is}</span>
        <span aria-hidden="true" class="arrow">" → "</span>
    };
    Was {
        before: Some(before.into_any()),
        behind: None,
    }
}
