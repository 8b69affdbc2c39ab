//! What stands where the next question would be, when there is none.

use leptos::prelude::*;

use crate::session::{Phase, Session};

/// What happened, what is safe, what to do.
#[component]
pub fn Trouble(
    /// Whose trouble.
    session: Session,
) -> impl IntoView {
    let page = session.page;
    move || {
        let (lang, words) = (page.lang.get(), page.words());
        let (title, text, details, button) = match session.phase.get() {
            Phase::Error(error) => {
                let text = lang.advice(&error);
                (words.error_title, text, Some(error), words.try_again)
            }
            Phase::Failed(failure) => (
                words.error_title,
                lang.failure(&failure),
                None,
                words.try_again,
            ),
            Phase::Stopped => {
                let view = view! {
                    <div class="trouble stopped" data-testid="stopped">
                        <p class="trouble-title">{words.stopped_title}</p>
                        <p>{words.stopped_text}</p>
                        <button type="button" class="button" data-testid="retry" on:click=move |_| session.retry()>
                            {words.go_on}
                        </button>
                    </div>
                };
                return Some(view.into_any());
            }
            _ => return None,
        };
        let unstored = matches!(details, Some(kikitori_interview::DriveError::Store(_)));
        let safe = if unstored {
            words.saved_before
        } else {
            page.saved()
        };
        let details = details.map(|error| {
            view! {
                <details>
                    <summary>{words.details}</summary>
                    <p class="trouble-detail" dir="auto">{error.to_string()}</p>
                </details>
            }
        });
        let view = view! {
            <div class="trouble" data-testid="error" role="alert">
                <p class="trouble-title">{title}</p>
                <p>{text}</p>
                <p>{safe}</p>
                {details}
                <button type="button" class="button" data-testid="retry" on:click=move |_| session.retry()>
                    {button}
                </button>
            </div>
        };
        Some(view.into_any())
    }
}
