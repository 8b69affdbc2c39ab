//! Beginning an interview.

use std::rc::Rc;

use kikitori_interview::{Event, Events, Interview, parse_form};
use kikitori_parts::page::Page;
use leptos::prelude::*;

use crate::limits::{limits, page_context, ports};
use crate::messages::{Messages, failures};

/// Nobody listens yet while a session is begun.
struct Silent;

impl Events for Silent {
    fn event(&self, _: Event<'_>) {}
}

/// Why an interview was not begun, in words.
pub enum StartError {
    /// It is no form.
    Form(String),
    /// It could not be stored.
    Failed(String),
}

/// Begins an interview about the form that `text` holds, and says which session it is.
///
/// # Errors
/// [`StartError`].
pub async fn start(page: Page, text: &str) -> Result<String, StartError> {
    let form = parse_form(text).map_err(|error| StartError::Form(error.to_string()))?;
    let ports = ports(page, Rc::new(Silent)).await;
    let limits = untrack(|| limits(page));
    match Interview::start(form, page_context(), ports, limits).await {
        Ok(interview) => Ok(interview.orchestrator().state().session_id.0.clone()),
        Err(error) => {
            let language = page.language.get_untracked();
            let failed = Messages::of(language).start_failed;
            let advice = failures::advice(language, &error);
            Err(StartError::Failed(format!("{failed} {advice}")))
        }
    }
}
