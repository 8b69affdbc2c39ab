//! What one step back took back, above the box that has the message again.

use kikitori_interview::FieldOutcome;
use leptos::prelude::*;

use super::recorded::{beside, without};
use super::value::{line_marks, named_zone};
use crate::messages::messages;
use crate::session::{Session, TakenBack};
use kikitori_parts::format::shortened;

/// Of a long answer so much tells which one it was.
const SHOWN_CHARS: usize = 60;

/// The fields that are not any more what they were, until the person goes on.
#[component]
pub fn TakenBackLine(
    /// Whose.
    session: Session,
) -> impl IntoView {
    let taken = session.taken_back;
    let rows = move || {
        let rows = taken.get().into_iter().map(|it| row(session, &it));
        rows.collect_view()
    };
    view! {
        <Show when=move || taken.with(|taken| !taken.is_empty())>
            <div class="taken-back" data-testid="taken-back">
                <p>{beside(session, |it| it.taken_back, "↩")}</p>
                <ul>{rows}</ul>
            </div>
        </Show>
    }
}

fn row(session: Session, taken: &TakenBack) -> AnyView {
    let TakenBack { label, is, .. } = taken;
    let was = was(session, taken);
    let now = is.as_ref().map(|is| {
        view! {
            <span class="visually-hidden">{messages(session.page).now_it_is}</span>
            <span aria-hidden="true" class="arrow">" → "</span>
            <span dir="auto" lang=session.spoken()>{short(session, is)}</span>
        }
    });
    let (colon, _) = line_marks(session);
    view! {
        <li data-field=taken.field_id.to_string()>
            <span dir="auto" lang=session.form_language()>{format!("{label}{colon}")}</span>
            <del dir="auto" lang=session.spoken()>{was}</del>
            {now}
        </li>
    }
    .into_any()
}

/// The same to be read out.
pub fn in_one_line(session: Session, taken: &[TakenBack]) -> String {
    let words = messages(session.page);
    let (colon, comma) = line_marks(session);
    let rows = taken
        .iter()
        .map(|it| format!("{}{colon}{}", it.label, was(session, it)));
    let rows: Vec<String> = rows.collect();
    format!("{} {}", words.taken_back, rows.join(comma))
}

fn was(session: Session, taken: &TakenBack) -> String {
    match &taken.was {
        Some(was) => short(session, was),
        None => without(session, taken.outcome.unwrap_or(FieldOutcome::Unresolved)).to_owned(),
    }
}

fn short(session: Session, text: &str) -> String {
    let text = named_zone(session, text);
    shortened(&text.replace('\n', " · "), SHOWN_CHARS).into_owned()
}
