//! The form's fields and how far each has come.

use kikitori_interview::{FieldState, OutlineEntry};
use leptos::prelude::*;

use crate::messages::messages;
use crate::session::Session;
use kikitori_parts::page::Page;

/// The list of fields.
#[component]
pub fn Outline(
    /// Whose fields.
    session: Session,
) -> impl IntoView {
    view! {
        <ol class="outline" class:still=move || !session.is_thinking() data-testid="outline">
            {move || session.outline.get().into_iter().map(|entry| field(session.page, entry)).collect_view()}
        </ol>
    }
}

fn field(page: Page, entry: OutlineEntry) -> impl IntoView {
    let words = messages(page);
    let (name, word) = match entry.state {
        FieldState::Pending => ("pending", words.pending),
        FieldState::Interviewing => ("interviewing", words.interviewing),
        FieldState::Reviewing => ("reviewing", words.reviewing),
        FieldState::Done => ("done", words.done),
    };
    let is_done = entry.state == FieldState::Done;
    let value = is_done.then(|| match entry.value {
        Some(value) => view! { <span class="outline-value">{value}</span> }.into_any(),
        None => {
            view! { <span class="outline-value declined">{words.not_provided}</span> }.into_any()
        }
    });
    view! {
        <li
            class="outline-field"
            data-field=entry.field_id.to_string()
            data-state=name
            aria-current=entry.current.then_some("step")
        >
            <span class="mark" aria-hidden="true"></span>
            <span class="outline-text">
                <span class="outline-label">{entry.label}</span>
                {(!entry.required && !is_done)
                    .then(|| view! { <span class="outline-optional">{words.optional}</span> })}
                {value}
            </span>
            <span class="outline-state">{word}</span>
        </li>
    }
}
