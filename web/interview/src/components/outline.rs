//! The form's fields and how far each has come.

use kikitori_interview::{FieldState, OutlineEntry};
use leptos::prelude::*;

use crate::messages::messages;
use crate::session::Session;
use kikitori_parts::components::icons::{Mark, mark};

/// The list of fields.
#[component]
pub fn Outline(
    /// Whose fields.
    session: Session,
) -> impl IntoView {
    view! {
        <ol class="outline" class:still=move || !session.is_thinking() data-testid="outline">
            {move || session.outline.get().into_iter().map(|entry| field(session, entry)).collect_view()}
        </ol>
    }
}

fn field(session: Session, entry: OutlineEntry) -> impl IntoView {
    let words = messages(session.page);
    let (name, word, drawn) = match entry.state {
        FieldState::Pending => ("pending", words.pending, Mark::Waiting),
        FieldState::Interviewing => ("interviewing", words.interviewing, Mark::Current),
        FieldState::Reviewing => ("reviewing", words.reviewing, Mark::Working),
        FieldState::Done => ("done", words.done, Mark::Done),
    };
    let is_done = entry.state == FieldState::Done;
    let value = is_done.then(|| match entry.value {
        Some(value) => {
            view! { <span class="outline-value" dir="auto" lang=session.spoken()>{value}</span> }
                .into_any()
        }
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
            {mark(drawn)}
            <span class="outline-text">
                <span class="outline-label" dir="auto" lang=session.form_language()>{entry.label}</span>
                {(!entry.required && !is_done)
                    .then(|| view! { <span class="outline-optional">{words.optional}</span> })}
                {value}
            </span>
            <span class="outline-state">{word}</span>
        </li>
    }
}
