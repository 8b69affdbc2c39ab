//! What stands where the next question would be, when there is none.

use kikitori_interview::{CapScope, DriveError, Failure, Speaker};
use kikitori_journal::SessionKey;
use leptos::prelude::*;

use crate::messages::{failures, messages};
use crate::session::{Phase, Screen, Session};
use kikitori_parts::components::details::{details_of, details_said};
use kikitori_parts::components::icons::{Icon, icon};
use kikitori_parts::components::save_session::SaveSession;
use kikitori_parts::dom::on_click;
use kikitori_parts::place::Section;
use kikitori_parts::reason::Explanation;
use kikitori_parts::settings::finding::{advice, finding_view};

/// So many failures in a row offer another way.
const OFFERED_AFTER: u32 = 2;

/// What happened, what is safe, what to do.
#[component]
pub fn Trouble(
    /// Whose trouble.
    session: Session,
) -> impl IntoView {
    let page = session.page;
    // The form is offered where trying again is of little use.
    let is_stuck = move || {
        let has_ended = session
            .phase
            .with(|phase| matches!(phase, Phase::Failed(_)));
        let screen = session.screen.get();
        let is_talk = matches!(screen, Screen::Interview | Screen::Review);
        is_talk && (has_ended || session.failures.get() >= OFFERED_AFTER)
    };
    // A form that is complete but for it could not be confirmed.
    let is_unheard = move || {
        let said = session.turns.with(|it| it.last().cloned());
        said.is_some_and(|it| it.speaker == Speaker::Respondent)
    };
    move || {
        let (lang, words) = (page.language.get(), messages(page));
        let (mut unstored, mut class) = (false, "trouble");
        let is_capped = session.phase.with(|phase| {
            let session = CapScope::Session;
            matches!(phase, Phase::Failed(Failure::BudgetExceeded { scope, .. }) if *scope == session)
        });
        let (title, text, details) = match session.phase.get() {
            Phase::Error(error) => {
                let text = failures::advice(lang, &error);
                unstored = matches!(error, DriveError::Store(_));
                (
                    words.error_title,
                    text,
                    Some(details_of(page, error.to_string())),
                )
            }
            Phase::Failed(
                failure @ (Failure::FollowUpLimit { .. }
                | Failure::GreetingLimit { .. }
                | Failure::BudgetExceeded { .. }),
            ) => {
                // Nothing broke: a bound was reached, and it is said without alarm.
                class = "trouble stopped";
                let amount = failures::limit_reached(lang, &failure);
                let amount = amount.map(|it| details_said(page, it));
                let is_used_up = matches!(failure, Failure::BudgetExceeded { .. });
                let text = match is_used_up && page.is_embedded() {
                    true => words.used_up.to_owned(),
                    false => failures::failure(lang, &failure),
                };
                (words.pause_title, text, amount)
            }
            Phase::Failed(failure) => {
                let details = Some(details_of(page, failure.to_string()));
                (
                    words.error_title,
                    failures::failure(lang, &failure),
                    details,
                )
            }
            Phase::Stopped => {
                let view = view! {
                    <div class="trouble stopped" data-testid="stopped">
                        <p class="trouble-title">{words.stopped_title}</p>
                        <p>{words.stopped_text}</p>
                        <button type="button" class="button" data-testid="retry" on:click=move |_| session.retry()>
                            {icon(Icon::Continue)}
                            {page.messages().go_on}
                        </button>
                    </div>
                };
                return Some(view.into_any());
            }
            _ => return None,
        };
        // Who has said nothing has nothing to be afraid for.
        let has_said = session.progress().0 > 0
            || session
                .turns
                .with(|it| it.iter().any(|it| it.speaker == Speaker::Respondent));
        let safe = match unstored {
            true => Some(words.saved_before),
            false => has_said.then(|| page.saved()),
        };
        let settings = move |label, section| {
            if page.is_embedded() {
                // The site that it is embedded in has set them.
                return ().into_any();
            }
            view! {
                <button
                    type="button"
                    class="link"
                    data-testid="open-settings"
                    aria-haspopup="dialog"
                    on:click=on_click(move || page.show_settings(section))
                >
                    {label}
                </button>
            }
            .into_any()
        };
        // What was found out says more than what the error made of it.
        let reason = move || match session.explanation.get() {
            Some(Explanation::Found(finding)) => {
                let found = finding_view(page, advice(page, lang, &finding));
                vec![
                    found,
                    settings(page.messages().open_settings, Section::Connection),
                ]
            }
            Some(Explanation::NothingChosen) => {
                vec![
                    paragraph(page.messages().nothing_chosen),
                    settings(page.messages().choose_model, Section::Connection),
                ]
            }
            Some(Explanation::LimitsUnreadable) => {
                vec![
                    paragraph(page.messages().limits_unreadable),
                    settings(page.messages().open_settings, Section::Budget),
                ]
            }
            Some(Explanation::Works) => vec![paragraph(words.works_now)],
            Some(Explanation::Looking) => {
                vec![paragraph(text.clone()), paragraph(words.looking)]
            }
            None if is_capped => vec![
                paragraph(text.clone()),
                settings(page.messages().open_settings, Section::Budget),
            ],
            None => vec![paragraph(text.clone())],
        };
        let offer = is_stuck().then(|| {
            view! {
                <p>{words.form_offer}</p>
                <button
                    type="button"
                    class="button"
                    data-testid="offer-form"
                    on:click=on_click(move || session.open_form())
                >
                    {words.as_a_form}
                </button>
            }
        });
        let view = view! {
            <div class=class data-testid="error" role="alert">
                <p class="trouble-title">{icon(Icon::Warning)} {title}</p>
                {reason}
                {safe.map(|safe| view! { <p id="trouble-safe">{safe}</p> })}
                {details}
                // What is stored can be taken elsewhere.
                {unstored
                    .then(|| {
                        let session = SessionKey::new(session.id().0.as_str());
                        view! { <SaveSession session described="trouble-safe" /> }
                    })}
                <div class="row">
                    <button type="button" class="button" data-testid="retry" on:click=move |_| session.retry()>
                        {page.messages().try_again}
                    </button>
                    {is_unheard()
                        .then(|| {
                            view! {
                                <button
                                    type="button"
                                    class="button quiet"
                                    data-testid="take-message-back"
                                    on:click=on_click(move || session.take_message_back())
                                >
                                    {words.take_message_back}
                                </button>
                            }
                        })}
                </div>
                {offer}
            </div>
        };
        Some(view.into_any())
    }
}

fn paragraph(text: impl Into<String>) -> AnyView {
    let text: String = text.into();
    view! { <p>{text}</p> }.into_any()
}
