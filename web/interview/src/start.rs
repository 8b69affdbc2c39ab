//! Beginning an interview.

use std::rc::Rc;

use kikitori_browser::BrowserLocale;
use kikitori_first::Followed;
use kikitori_interview::{
    BeginError, Beginning, CallMadeElsewhere, Event, Events, Opening, SessionId,
};
use kikitori_parts::messages::refused_form::refused_form;
use kikitori_parts::page::Page;
use leptos::prelude::*;

use crate::first_stage::FirstStage;
use crate::limits::{limits, page_context, ports};
use crate::messages::Messages;

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

/// The session that was begun last, until its screen takes it.
#[derive(Clone, Copy)]
struct Begun(StoredValue<Option<Opening>, LocalStorage>);

impl Begun {
    fn of(page: Page) -> Self {
        page.kept(|| Self(StoredValue::new_local(None)))
    }
}

/// What an interview begins with.
pub enum Start {
    /// The text of a form's file.
    Form(String),
    /// What a first stage has begun, on the same page, in a module of its own.
    FirstStage(FirstStage),
    /// What a first view has begun that stands on this page.
    FirstView(Rc<dyn FirstView>),
}

/// A first view that stands on this page, and has begun an interview.
pub trait FirstView {
    /// What it begins with.
    fn beginning(&self) -> Beginning;

    /// Its call for the first question.
    fn call(&self) -> Rc<dyn CallMadeElsewhere>;
}

/// Begins an interview, and says which session it is.
///
/// # Errors
/// [`StartError`].
pub async fn start(page: Page, start: Start) -> Result<String, StartError> {
    let ports = ports(page, Rc::new(Silent), None).await;
    let limits = untrack(|| limits(page));
    let begun = match start {
        Start::Form(text) => Opening::begin(&text, page_context(page), ports, limits).await,
        Start::FirstStage(first) => {
            let beginning = Beginning::from_json(&first.handed_over(), &BrowserLocale);
            let beginning = beginning.map_err(|error| StartError::Form(error.to_string()))?;
            let made = Rc::new(Followed(first));
            let taken = Opening::take_up(beginning, made, ports, limits).await;
            taken.map_err(BeginError::from)
        }
        Start::FirstView(first) => {
            let taken = Opening::take_up(first.beginning(), first.call(), ports, limits).await;
            taken.map_err(BeginError::from)
        }
    };
    match begun {
        Ok(opening) => {
            let id = opening.session_id().0.clone();
            Begun::of(page).0.set_value(Some(opening));
            Ok(id)
        }
        Err(BeginError::Form(error)) => {
            let language = page.language.get_untracked();
            Err(StartError::Form(refused_form(language, &error)))
        }
        Err(BeginError::Store(error)) => {
            let language = page.language.get_untracked();
            let failed = Messages::of(language).start_failed;
            let advice = language.store_advice(&error);
            Err(StartError::Failed(format!("{failed} {advice}")))
        }
    }
}

/// The session `id` as it was begun on this page, once.
pub fn begun(page: Page, id: &SessionId) -> Option<Opening> {
    let mut taken = None;
    Begun::of(page).0.update_value(|begun| {
        taken = begun.take_if(|opening| opening.session_id() == id);
    });
    taken
}
