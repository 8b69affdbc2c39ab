//! Answers that are gone, above the box to write in.

use kikitori_form::values::ends_as_question;
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
    let why = move || {
        let (caption, sign) = caption(gone.with(|it| it.why));
        beside(session, caption, sign)
    };
    view! {
        <Show when=move || gone.with(|gone| !gone.fields.is_empty())>
            // Of many it scrolls, also by keyboard.
            <div
                class="answers-gone"
                data-testid="gone"
                role="group"
                tabindex="0"
                aria-label=move || caption(gone.with(|it| it.why)).0(messages(session.page))
            >
                <p>{why}</p>
                <ul>{rows}</ul>
            </div>
        </Show>
    }
}

/// What stands before them, and the sign for it.
fn caption(why: WhyGone) -> (fn(&Messages) -> &'static str, &'static str) {
    match why {
        WhyGone::TakenBack => (|it| it.taken_back, "↩"),
        WhyGone::NotAsked => (|it| it.not_asked_any_more, "−"),
    }
}

fn row(session: Session, gone: &GoneField) -> AnyView {
    let GoneField { label, is, .. } = gone;
    let is_answer = gone.was.is_some();
    let was = was(session, gone);
    // What is said of a field without an answer is the page's.
    let lang = move || is_answer.then(|| session.spoken()).flatten();
    let was = was.map(|was| view! { <del dir="auto" lang=lang>{was}</del> });
    let now = is.as_ref().map(|is| {
        view! {
            <span class="visually-hidden">{messages(session.page).now_it_is}</span>
            <span aria-hidden="true" class="arrow">" → "</span>
            <span dir="auto" lang=session.spoken()>{short(session, is)}</span>
        }
    });
    let (colon, _) = line_marks(session);
    let mark = match ends_as_question(label) {
        true => " ",
        false => colon,
    };
    view! {
        <li data-field=gone.field_id.to_string()>
            <span dir="auto" lang=session.form_language()>{format!("{label}{mark}")}</span>
            {was}
            {now}
        </li>
    }
    .into_any()
}

/// The same to be read out.
pub fn in_one_line(session: Session, gone: &Gone) -> String {
    let why = caption(gone.why).0(messages(session.page));
    let (colon, comma) = line_marks(session);
    let rows = gone.fields.iter();
    let rows = rows.map(|it| {
        let is = || it.is.as_ref().map(|is| short(session, is));
        let told = was(session, it).or_else(is).unwrap_or_default();
        format!("{}{colon}{told}", it.label)
    });
    let rows: Vec<String> = rows.collect();
    format!("{why} {}", rows.join(comma))
}

/// None where something is back and nothing gone: a line of a list.
fn was(session: Session, gone: &GoneField) -> Option<String> {
    match (&gone.was, &gone.is, gone.outcome) {
        (Some(was), _, _) => Some(short(session, was)),
        (None, Some(_), Some(FieldOutcome::Answered)) => None,
        (None, _, outcome) => {
            let outcome = outcome.unwrap_or(FieldOutcome::Unresolved);
            Some(without(session, outcome).to_owned())
        }
    }
}

fn short(session: Session, text: &str) -> String {
    let text = named_zone(session, text);
    shortened(&text.replace('\n', " · "), SHOWN_CHARS).into_owned()
}
