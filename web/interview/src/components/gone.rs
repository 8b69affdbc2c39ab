//! Answers that are gone, above the box to write in.

use kikitori_interview::FieldOutcome;
use leptos::prelude::*;

use super::recorded::{beside, without};
use super::value::{line_marks, named_zone};
use crate::messages::{Messages, messages};
use crate::session::{Gone, GoneField, Session, WhyGone};
use kikitori_parts::format::shortened;

/// Of a long answer so much tells which one it was.
const SHOWN_CHARS: usize = 60;

/// The fields that are not any more what they were, until the person goes on.
#[component]
pub fn GoneLine(
    /// Whose.
    session: Session,
) -> impl IntoView {
    let gone = session.gone;
    let rows = move || {
        let rows = gone.get().fields.into_iter().map(|it| row(session, &it));
        rows.collect_view()
    };
    let why = move || match gone.with(|it| it.why) {
        WhyGone::TakenBack => beside(session, taken_back, "↩").into_any(),
        WhyGone::NotAsked => beside(session, not_asked, "−").into_any(),
    };
    view! {
        <Show when=move || gone.with(|gone| !gone.fields.is_empty())>
            <div class="answers-gone" data-testid="gone">
                <p>{why}</p>
                <ul>{rows}</ul>
            </div>
        </Show>
    }
}

fn taken_back(messages: &Messages) -> &'static str {
    messages.taken_back
}

fn not_asked(messages: &Messages) -> &'static str {
    messages.not_asked_any_more
}

fn row(session: Session, gone: &GoneField) -> AnyView {
    let GoneField { label, is, .. } = gone;
    let was = was(session, gone);
    let now = is.as_ref().map(|is| {
        view! {
            <span class="visually-hidden">{messages(session.page).now_it_is}</span>
            <span aria-hidden="true" class="arrow">" → "</span>
            <span dir="auto" lang=session.spoken()>{short(session, is)}</span>
        }
    });
    let (colon, _) = line_marks(session);
    view! {
        <li data-field=gone.field_id.to_string()>
            <span dir="auto" lang=session.form_language()>{format!("{label}{colon}")}</span>
            <del dir="auto" lang=session.spoken()>{was}</del>
            {now}
        </li>
    }
    .into_any()
}

/// The same to be read out.
pub fn in_one_line(session: Session, gone: &Gone) -> String {
    let words = messages(session.page);
    let why = match gone.why {
        WhyGone::TakenBack => taken_back(words),
        WhyGone::NotAsked => not_asked(words),
    };
    let (colon, comma) = line_marks(session);
    let rows = gone.fields.iter();
    let rows = rows.map(|it| format!("{}{colon}{}", it.label, was(session, it)));
    let rows: Vec<String> = rows.collect();
    format!("{why} {}", rows.join(comma))
}

fn was(session: Session, gone: &GoneField) -> String {
    match &gone.was {
        Some(was) => short(session, was),
        None => without(session, gone.outcome.unwrap_or(FieldOutcome::Unresolved)).to_owned(),
    }
}

fn short(session: Session, text: &str) -> String {
    let text = named_zone(session, text);
    shortened(&text.replace('\n', " · "), SHOWN_CHARS).into_owned()
}
