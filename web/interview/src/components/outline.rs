//! The form's fields and how far each has come.

use kikitori_interview::{FieldId, FieldState, OutlineEntry};
use leptos::prelude::*;

use super::change::ChangeHere;
use super::recorded::without;
use crate::messages::messages;
use crate::session::Session;
use kikitori_parts::components::icons::{Mark, mark};

/// The list of fields.
#[component]
pub fn Outline(
    /// Whose fields.
    session: Session,
) -> impl IntoView {
    let ids = Memo::new(move |_| {
        session.outline.with(|outline| {
            let ids = outline.iter().map(|entry| entry.field_id.clone());
            ids.collect::<Vec<_>>()
        })
    });
    view! {
        <ol class="outline" class:still=move || !session.is_thinking() data-testid="outline">
            <For each=move || ids.get() key=Clone::clone children=move |id| field(session, id) />
        </ol>
    }
}

/// One field. It stays when its state changes, with what is being done to it.
fn field(session: Session, id: FieldId) -> impl IntoView {
    let page = session.page;
    let entry = Memo::new({
        let id = id.clone();
        move |_| {
            session.outline.with(|outline| {
                let entry = outline.iter().find(|entry| entry.field_id == id);
                entry.cloned()
            })
        }
    });
    let of =
        move |tell: fn(&OutlineEntry) -> bool| entry.with(|entry| entry.as_ref().is_some_and(tell));
    let state = Memo::new(move |_| {
        entry.with(|entry| entry.as_ref().map(|it| it.state).unwrap_or_default())
    });
    let name = move || match state.get() {
        FieldState::Pending => "pending",
        FieldState::Interviewing => "interviewing",
        FieldState::Reviewing => "reviewing",
        FieldState::Done => "done",
    };
    let word = move || {
        let words = messages(page);
        match state.get() {
            FieldState::Pending => words.pending,
            FieldState::Interviewing => words.interviewing,
            FieldState::Reviewing => words.reviewing,
            FieldState::Done => words.done,
        }
    };
    let drawn = move || {
        mark(match state.get() {
            FieldState::Pending => Mark::Waiting,
            FieldState::Interviewing => Mark::Current,
            FieldState::Reviewing => Mark::Working,
            FieldState::Done => Mark::Done,
        })
    };
    let label = Memo::new(move |_| {
        let label = entry.with(|entry| entry.as_ref().map(|it| it.label.clone()));
        label.unwrap_or_default()
    });
    let value = move || {
        let entry = entry
            .get()
            .filter(|entry| entry.state == FieldState::Done)?;
        Some(match (entry.value, entry.outcome) {
            (Some(value), _) => {
                view! { <span class="outline-value" dir="auto" lang=session.spoken()>{value}</span> }
                    .into_any()
            }
            (None, Some(outcome)) => {
                view! { <span class="outline-value declined">{without(session, outcome)}</span> }
                    .into_any()
            }
            (None, None) => ().into_any(),
        })
    };
    let optional = move || {
        let is_optional = of(|entry| !entry.required && entry.state != FieldState::Done);
        is_optional
            .then(|| view! { <span class="outline-optional">{messages(page).optional}</span> })
    };
    let change = move || {
        let (field, label) = (id.clone(), label.get_untracked());
        (state.get() == FieldState::Done)
            .then(|| view! { <ChangeHere session field label place="listed" /> })
    };
    let field_name = entry.with_untracked(|it| it.as_ref().map(|it| it.field_id.to_string()));
    view! {
        <li
            class="outline-field"
            data-field=field_name
            data-state=name
            aria-current=move || of(|entry| entry.current).then_some("step")
        >
            {drawn}
            <span class="outline-text">
                <span class="outline-label" dir="auto" lang=move || session.form_language()>
                    {move || label.get()}
                </span>
                {optional}
                {value}
            </span>
            <span class="outline-state">{word}</span>
            {change}
        </li>
    }
}
