//! Trying the interview: with a sample form, or with one of the person's own.

use std::rc::Rc;
use std::time::Duration;

use futures::future::join;
use kikitori_browser::{BrowserTimer, NoConnection, ask_to_persist, get_text};
use kikitori_builder::parts as builder;
use kikitori_interview_page::{Start, StartError, parts};
use kikitori_parts::page::Page;
use kikitori_parts::part::{Missing, NotLoaded, fetch_ahead, missing, why_missing};
use kikitori_parts::place::Section;
use kikitori_ports::Timer;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::file_button::{file_button, text_of};
use super::messages::{Messages, messages};
use super::samples::samples;
use crate::first::{self, First, Standing};
use crate::route::Route;

/// A sample form that takes longer does not come.
const PATIENCE_MS: u32 = 20_000;
/// So long what asks for the first question is left alone.
const QUESTION_FIRST: Duration = Duration::from_millis(200);
/// Larger files are not even read; the parser's own limit is smaller.
const MAX_BYTES: f64 = 16.0 * 1024.0 * 1024.0;

/// A form that an interview can be begun about.
#[derive(Clone)]
pub enum Form {
    /// The sample of this id, which lies beside the page.
    Sample(&'static str),
    /// This text.
    Text(String),
}

/// What is said of an interview that is being begun.
#[derive(Clone, Copy)]
struct Trial {
    page: Page,
    /// Whether it is on its way.
    is_starting: RwSignal<bool>,
    /// Why it was not begun.
    problem: RwSignal<Option<String>>,
    /// Why the person's own form was not taken.
    no_form: RwSignal<Option<String>>,
    /// What is needed for it did not come, with the form that was to be begun.
    not_loaded: RwSignal<Option<(Missing, Form)>>,
}

impl Trial {
    fn begin(self, form: Form) {
        if self.is_starting.try_get_untracked() != Some(false) {
            return;
        }
        let page = self.page;
        // An interview that nobody could lead is not begun.
        if untrack(|| page.connection_now()) == Some(Err(NoConnection::NothingChosen)) {
            page.show_settings(Section::Connection);
            return;
        }
        self.is_starting.set(true);
        self.not_loaded.set(None);
        self.no_form.set(None);
        self.problem.set(None);
        spawn_local(async move {
            self.begun(form).await;
            self.is_starting.try_set(false);
        });
    }

    async fn begun(self, form: Form) {
        let page = self.page;
        let Ok(what) = self.what_begins(&form).await else {
            return self.is_missing(form).await;
        };
        let view = match &what {
            Begins::View(view) => {
                // Its request goes out first, and has the processor to itself: the session's screen is
                // many files to load and to compile, and nobody needs it before there is a question.
                BrowserTimer.sleep(QUESTION_FIRST).await;
                Some(view.clone())
            }
            Begins::Form(_) => None,
        };
        let Ok(start) = parts::start().await else {
            First::of(page).leave();
            return self.is_missing(form).await;
        };
        let what = match what {
            Begins::View(view) => Start::FirstView(view),
            Begins::Form(text) => Start::Form(text),
        };
        match start(page, what).await {
            Ok(id) => {
                let location = Route::Session(id).location();
                match view {
                    Some(view) if First::of(page).has(&view) => page.is_at(&location),
                    // Whoever has gone elsewhere meanwhile finds it in the list.
                    Some(_) => First::of(page).is_left(),
                    None if self.is_starting.try_get_untracked().is_some() => page.go_to(&location),
                    None => {}
                }
                // Only a wish: the session is stored whether or not the browser grants it.
                ask_to_persist().await;
            }
            Err(error) => {
                First::of(page).leave();
                match error {
                    StartError::Form(text) => drop(self.no_form.try_set(Some(text))),
                    StartError::Failed(text) => drop(self.problem.try_set(Some(text))),
                }
            }
        }
    }

    /// A sample begins with its first view, where it can.
    async fn what_begins(self, form: &Form) -> Result<Begins, NotLoaded> {
        let (page, first) = (self.page, First::of(self.page));
        let sample = match form {
            Form::Sample(id) if first.may_begin() => Some(*id),
            _ => None,
        };
        let Some(sample) = sample else {
            // Both come side by side; the one file first.
            let (text, start) = join(text_of_form(page, form), parts::start()).await;
            return start.and(text).map(Begins::Form);
        };
        let (text, begin) = join(text_of_form(page, form), first::first()).await;
        let (begin, text) = (begin?, text?);
        if self.is_starting.try_get_untracked().is_none() {
            // The person has gone elsewhere.
            return Ok(Begins::Form(text));
        }
        Ok(match begin(page, sample, &text) {
            Some(view) => {
                first.stand(view.clone());
                Begins::View(view)
            }
            None => Begins::Form(text),
        })
    }

    async fn is_missing(self, form: Form) {
        let why = why_missing(self.page).await;
        self.not_loaded.try_set(Some((why, form)));
    }
}

/// What an interview begins with.
enum Begins {
    /// A first view, which stands there.
    View(Rc<dyn Standing>),
    /// The text of a form's file.
    Form(String),
}

async fn text_of_form(page: Page, form: &Form) -> Result<String, NotLoaded> {
    match form {
        Form::Text(text) => Ok(text.clone()),
        Form::Sample(id) => {
            let address = page.address(&format!("forms/{id}.json"));
            match get_text(&address, PATIENCE_MS).await {
                Some((200, text)) => Ok(text),
                _ => Err(NotLoaded),
            }
        }
    }
}

/// The sample forms, and a place for a form of the person's own.
pub fn interview_trial(page: Page) -> AnyView {
    let trial = Trial {
        page,
        is_starting: RwSignal::new(false),
        problem: RwSignal::new(None),
        no_form: RwSignal::new(None),
        not_loaded: RwSignal::new(None),
    };
    // While the person looks around.
    fetch_ahead(&[first::fetch, parts::fetch, parts::fetch_rest]);
    let trouble = move || {
        let (why, form) = trial.not_loaded.get()?;
        let again = Callback::new(move |()| trial.begin(form.clone()));
        Some(missing(page, why, again))
    };
    let open = Callback::new(move |file| {
        spawn_local(async move {
            let messages = Messages::of(page.language.get_untracked());
            match text_of(&file, MAX_BYTES, messages.file_too_large, messages).await {
                Ok(text) => trial.begin(Form::Text(text)),
                Err(text) => drop(trial.no_form.try_set(Some(text))),
            }
        });
    });
    view! {
        <div class="trial" aria-busy=move || trial.is_starting.get().to_string()>
            <p class="trial-text">{move || messages(page).interview_trial}</p>
            {samples(page, Callback::new(move |id| trial.begin(Form::Sample(id))))}
            <p class="field-error" role="alert">{move || trial.problem.get()}</p>
            {trouble}
            {file_button("form", move || messages(page).own_form, trial.no_form, open)}
            <a
                class="button quiet more"
                data-testid="builder"
                href=page.address(&Route::Builder.location())
                on:pointerenter=move |_| fetch_ahead(&[builder::fetch])
                on:focus=move |_| fetch_ahead(&[builder::fetch])
            >
                {move || messages(page).build_form}
            </a>
        </div>
    }
    .into_any()
}
