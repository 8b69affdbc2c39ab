//! What became of a field, where the conversation tells it.

use kikitori_interview::FieldOutcome;
use leptos::prelude::*;

use super::change::ChangeHere;
use crate::messages::{messages, phrases};
use crate::session::{Recorded, Session};
use kikitori_parts::components::icons::{Mark, mark};

/// What was recorded, with a way to change it.
#[component]
pub fn RecordedLine(
    /// Whose.
    session: Session,
    /// What.
    recorded: Recorded,
) -> impl IntoView {
    let label = recorded.name().to_owned();
    let id = recorded.field_id;
    let field_name = id.to_string();
    let is_answered = recorded.outcome == FieldOutcome::Answered;
    let test_id = match (recorded.outcome, &recorded.old) {
        (FieldOutcome::Answered, Some(_)) => "corrected",
        (FieldOutcome::Declined | FieldOutcome::Unresolved, _) => "left-open",
        _ => "accepted",
    };
    let old = recorded.old.filter(|_| is_answered);
    let old = old.map(|old| view! { <del>{old}</del><span aria-hidden="true">" → "</span> });
    let without = move || without(session, recorded.outcome);
    let new = recorded.new.filter(|_| is_answered);
    let has_value = new.is_some();
    let new = move || new.clone().unwrap_or_else(|| without().to_owned());
    let drawn = match recorded.outcome {
        FieldOutcome::Answered => Mark::Done,
        _ => Mark::Waiting,
    };
    view! {
        <div class="accepted" data-testid=test_id data-field=field_name>
            {mark(drawn)}
            <span class="accepted-label" dir="auto" lang=move || session.form_language()>
                {label.clone()}
            </span>
            <span
                class="accepted-value"
                class:declined=!has_value
                dir="auto"
                lang=move || has_value.then(|| session.spoken()).flatten()
            >
                {old}
                {new}
            </span>
            <ChangeHere session field=id label place="said" />
        </div>
    }
}

/// What is said of a field without an answer.
pub fn without(session: Session, outcome: FieldOutcome) -> &'static str {
    let words = messages(session.page);
    match outcome {
        FieldOutcome::DoesNotKnow => words.does_not_know,
        FieldOutcome::Declined => words.declined,
        FieldOutcome::Unresolved => words.unresolved,
        FieldOutcome::Skipped | FieldOutcome::Answered => words.not_provided,
    }
}

/// What was recorded, as it is read out.
pub fn read_out(session: Session, recorded: &Recorded, shorten: fn(&str) -> String) -> String {
    let language = session.page.language.get_untracked();
    let label = recorded.name();
    match (recorded.outcome, &recorded.old, &recorded.new) {
        (FieldOutcome::Answered, Some(_), Some(new)) => {
            phrases::corrected(language, label, &shorten(new))
        }
        (FieldOutcome::Answered, None, Some(new)) => {
            phrases::accepted(language, label, &shorten(new))
        }
        (outcome, ..) => {
            phrases::left_without(language, label, untrack(|| without(session, outcome)))
        }
    }
}
