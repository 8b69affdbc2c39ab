//! Why the question at hand is asked, for who wants to know it before they answer.

use kikitori_interview::Speaker;
use leptos::prelude::*;

use crate::messages::messages;
use crate::session::Session;

/// What the form says of it, where it says something and the question does not say it already.
#[component]
pub fn Why(
    /// Whose.
    session: Session,
) -> impl IntoView {
    let page = session.page;
    let why = Memo::new(move |_| {
        let question = session.turns.with(|turns| turns.last().cloned());
        let question = question.filter(|turn| turn.speaker == Speaker::Assistant)?;
        let field = session.asked()?;
        let form = session.form_file.get();
        let why = form.field(&field)?.why.as_ref()?;
        let why = why.in_language(&session.reader()).to_owned();
        (!question.text.contains(&why)).then_some(why)
    });
    move || {
        why.get().map(|why| {
            view! {
                <details class="why" data-testid="why">
                    <summary>{move || messages(page).why_asked}</summary>
                    <p dir="auto" lang=move || session.form_language()>{why}</p>
                </details>
            }
        })
    }
}
