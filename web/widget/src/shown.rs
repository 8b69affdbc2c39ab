//! Which interview an element shows.

use std::hash::{DefaultHasher, Hash, Hasher};

use kikitori_browser::{forget_preference, leave_session, preference, set_preference};
use kikitori_interview_page::{FirstStage, Start, StartError, embedded, parts};
use kikitori_parts::components::connection_notice::{ConnectionNotice, Written};
use kikitori_parts::components::told_lines::told_lines;
use kikitori_parts::dom::on_click;
use kikitori_parts::page::Page;
use kikitori_parts::part::{Missing, bare, missing, on_demand, why_missing};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsValue;
use web_sys::Element;

/// Tells the element's script that there is something to see although nothing has begun.
const SOMETHING_TO_SEE: &str = "shown";
/// Has it load the form's file anew, which may be mended by now, and begin.
const AGAIN: &str = "again";

/// Why no interview could be begun.
#[derive(Clone)]
enum Problem {
    /// In words: no form, or one that cannot be stored.
    Told(String),
    /// A part of the program did not come.
    Missing(Missing),
}

/// What an element shows. A handle: all copies are the same.
#[derive(Clone, Copy)]
pub struct Shown {
    page: Page,
    /// The session, once there is one.
    session: RwSignal<Option<String>>,
    problem: RwSignal<Option<Problem>>,
    /// Where the session's id is kept.
    place: StoredValue<String>,
    /// Where it is kept which form the session is about, as long as nothing of it is answered.
    unanswered: StoredValue<String>,
    /// The form's file.
    form: StoredValue<String>,
    /// What has begun one before this module was there.
    first: StoredValue<Option<FirstStage>, LocalStorage>,
    /// Where what has begun it has read something out, as long as that is not to be said again.
    read_out: StoredValue<Option<Element>, LocalStorage>,
    /// Whether one is being begun.
    is_starting: StoredValue<bool>,
}

impl Shown {
    /// Nothing yet, for the `form` whose interviews are kept under `key`. The first one may have been
    /// begun by a `first` stage.
    pub fn new(page: Page, key: String, form: String, first: Option<FirstStage>) -> Self {
        Self {
            page,
            session: RwSignal::new(None),
            problem: RwSignal::new(None),
            place: StoredValue::new(format!("shown/{key}")),
            unanswered: StoredValue::new(format!("unanswered/{key}")),
            form: StoredValue::new(form),
            first: StoredValue::new_local(first),
            read_out: StoredValue::new_local(None),
            is_starting: StoredValue::new(false),
        }
    }

    /// What was read out in `region` last is not read out again.
    pub fn goes_on_from(self, region: Option<Element>) {
        self.read_out.set_value(region);
    }

    /// What is to be read out now.
    fn announced(self) -> String {
        let text = self.page.announcement.get();
        let said = self.read_out.try_get_value().flatten();
        let is_said = said
            .and_then(|it| it.text_content())
            .is_some_and(|it| it == text);
        if is_said {
            return String::new();
        }
        if !text.is_empty() {
            self.read_out.try_set_value(None);
        }
        text
    }

    /// Goes on with the interview that was begun on this device, or begins one. Who mends a form before
    /// anything is answered gets the mended one.
    pub fn open(self) {
        match self.place.with_value(|place| preference(place)) {
            Some(_) if self.is_of_another_form() => self.anew(),
            Some(id) => self.session.set(Some(id)),
            None => self.begin(),
        }
    }

    fn is_of_another_form(self) -> bool {
        let kept = self.unanswered.with_value(|place| preference(place));
        kept.is_some_and(|kept| kept != self.form.with_value(|form| sum(form)))
    }

    /// Something of the interview at hand is answered.
    pub fn note_answered(self) {
        self.unanswered
            .try_with_value(|place| forget_preference(place));
    }

    /// Forgets the interview at hand, which is deleted once another has begun.
    pub fn anew(self) {
        self.place.with_value(|place| leave_session(place));
        self.session.set(None);
        self.begin();
    }

    fn begin(self) {
        if self.is_starting.get_value() {
            return;
        }
        self.is_starting.set_value(true);
        self.problem.set(None);
        spawn_local(async move {
            let problem = self.begun().await.err();
            if self.is_starting.try_set_value(false).is_some() {
                // The element is gone.
                return;
            }
            if let Some(Problem::Told(text)) = &problem {
                embedded::tell_error(self.page, text);
            }
            let is_problem = problem.is_some();
            self.problem.set(problem);
            if is_problem {
                self.page.tell(SOMETHING_TO_SEE, || JsValue::UNDEFINED);
            }
        });
    }

    async fn begun(self) -> Result<(), Problem> {
        let page = self.page;
        let Ok(start) = parts::start().await else {
            return Err(Problem::Missing(why_missing(page).await));
        };
        let Some(form) = self.form.try_get_value() else {
            return Ok(());
        };
        let sum = sum(&form);
        let first = self.first.try_update_value(Option::take).flatten();
        let what = first.map_or(Start::Form(form), Start::FirstStage);
        let id = start(page, what).await.map_err(|error| match error {
            StartError::Form(text) | StartError::Failed(text) => Problem::Told(text),
        })?;
        self.place
            .try_with_value(|place| set_preference(place, &id));
        self.unanswered
            .try_with_value(|place| set_preference(place, &sum));
        self.session.try_set(Some(id));
        spawn_local(parts::delete_left(page));
        Ok(())
    }

    /// What is shown.
    pub fn view(self) -> impl IntoView {
        let page = self.page;
        let again = Callback::new(move |()| self.begin());
        let read_anew = move || page.tell(AGAIN, || JsValue::UNDEFINED);
        let problem = move |problem: Problem| match problem {
            Problem::Missing(why) => missing(page, why, again),
            Problem::Told(text) => view! {
                <div class="part notice" role="alert" data-testid="not-begun">
                    {told_lines(&text)}
                    <button type="button" class="button" on:click=on_click(read_anew)>
                        {move || page.messages().try_again}
                    </button>
                </div>
            }
            .into_any(),
        };
        view! {
            <div class="visually-hidden" role="status" aria-live="polite">
                {move || self.announced()}
            </div>
            <div class="widget" lang=move || page.language.get().tag()>
                <ConnectionNotice written=Written::Anything />
                {move || match (self.problem.get(), self.session.get()) {
                    (Some(why), _) => problem(why),
                    (None, Some(id)) => on_demand(parts::session, bare, move |show| show(id.clone())),
                    (None, None) => view! { <p class="part" aria-busy="true"></p> }.into_any(),
                }}
            </div>
        }
    }
}

/// Tells a form's file from others.
fn sum(form: &str) -> String {
    let mut sum = DefaultHasher::new();
    form.hash(&mut sum);
    format!("{:016x}", sum.finish())
}
