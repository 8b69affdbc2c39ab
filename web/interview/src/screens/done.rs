//! The finished form.

use kikitori_browser::{StoreKind, save_text};
use kikitori_interview::SubmittedField;
use leptos::prelude::*;

use crate::messages::messages;
use crate::session::Session;
use kikitori_parts::components::delete::DeleteSession;
use kikitori_parts::components::icons::{Icon, Mark, icon, mark};
use kikitori_parts::format::pretty;

/// The last screen of a session.
#[component]
pub fn Done(
    /// The session.
    session: Session,
) -> impl IntoView {
    let page = session.page;
    let problem = RwSignal::new(None::<String>);
    let download = move |_| {
        let Some(submission) = session.submission.get_untracked() else {
            return;
        };
        // The date is the first part of the local time.
        let confirmed = submission.submitted_at.clone().unwrap_or_default();
        let date = confirmed.split('T').next().unwrap_or_default();
        let name = format!("{}-{date}.json", submission.form_id);
        let saved = save_text(&name, "application/json", &pretty(&submission));
        problem.set(
            saved
                .err()
                .map(|error| format!("{} {}", page.messages_now().download_failed, error.detail)),
        );
    };
    let text = move || match page.store_kind.get() {
        Some(StoreKind::Memory) => messages(page).done_text_in_tab,
        _ => messages(page).done_text,
    };
    let answer = move |field: SubmittedField| {
        let declined = field.value.is_none();
        let value = move || {
            field
                .value
                .clone()
                .unwrap_or_else(|| messages(page).not_provided.to_owned())
        };
        view! {
            <div class="answer">
                <dt dir="auto" lang=move || session.form_language()>{field.label}</dt>
                <dd
                    class:declined=declined
                    dir="auto"
                    lang=move || (!declined).then(|| session.spoken()).flatten()
                >
                    {value}
                </dd>
            </div>
        }
    };
    let fields = move || {
        session
            .submission
            .get()
            .map(|submission| submission.fields)
            .unwrap_or_default()
    };
    let on_deleted = Callback::new(move |()| {
        session.forget();
        page.go_to("#/");
    });
    view! {
        <div class="sheet-page">
            <p class="over-title" dir="auto" lang=move || session.form_language()>
                {move || session.form.get().title}
            </p>
            <h1 tabindex="-1">
                {mark(Mark::Done)}
                {move || messages(page).done_title}
            </h1>
            <p class="lead">{text}</p>
            <div class="row">
                <button type="button" class="button primary large" data-testid="download" on:click=download>
                    {icon(Icon::Download)}
                    {move || messages(page).download}
                </button>
                <a class="button large" href=page.address("#/")>{move || messages(page).another}</a>
            </div>
            <p class="field-error" role="alert">{move || problem.get()}</p>
            <dl class="answers">{move || fields().into_iter().map(answer).collect_view()}</dl>
            <DeleteSession
                id=session.id().0
                label=Signal::derive(move || messages(page).delete_this)
                is_open_here=true
                on_deleted
            />
        </div>
    }
}
