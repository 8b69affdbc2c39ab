//! A form of the page taken over by an interview: what the script of `<kikitori-form for="…">` loads
//! beside the interview. It reads the form, says what stands in it, puts answers into it, and tells
//! when the person has put something in by hand. It never sends it.
//!
//! What it is given and gives is JSON, so it knows nothing of the module that holds the interview.

mod answers;
mod before;
mod fields;
mod form;

use std::rc::Rc;

use js_sys::{Error, Function, Promise};
use kikitori_host_form::{FormWatch, HostForm};
use serde_json::{Map, Value as Json};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::future_to_promise;
use web_sys::Element;

use before::Before;
use form::{PageForm, Problem};

/// A form of the page.
#[wasm_bindgen]
pub struct Takeover {
    form: Rc<PageForm>,
    /// Follows the form as long as this is there.
    _watch: FormWatch,
}

#[wasm_bindgen]
impl Takeover {
    /// Takes over the form that was `found` by this id. `on_change` is called, without anything, when it has changed
    /// and is quiet: by the person, by the page, or by what was put in here. `before` is of this form: what
    /// was put into it before now can be taken out as well.
    ///
    /// # Errors
    /// Where there is no such form, or nothing in it can be asked for.
    #[wasm_bindgen(constructor)]
    pub fn new(
        found: Option<Element>,
        id: &str,
        on_change: Function,
        before: &Before,
    ) -> Result<Takeover, Error> {
        console_error_panic_hook::set_once();
        let host = HostForm::found(found, id).map_err(told)?;
        let form = Rc::new(PageForm::new(host.clone(), before.clone()).map_err(told)?);
        let watch = host.watch(move || {
            // What a listener throws is its own.
            let _ = on_change.call0(&JsValue::NULL);
        });
        Ok(Self {
            form,
            _watch: watch,
        })
    }

    /// Remembers that somebody has put something into a control before this was there.
    pub fn note_by_hand(&self, control: &Element) {
        self.form.note_by_hand(control);
    }

    /// The form's file, for an interview about it.
    pub fn file(&self) -> String {
        self.form.file()
    }

    /// Tells this form from others, and from what it was before other things were asked for in it.
    pub fn fingerprint(&self) -> String {
        self.form.fingerprint().to_owned()
    }

    /// What the page shows now, if that is not what was followed last: an object in JSON with the
    /// `form`'s file, which has fields that were not asked for behind those that were, and the ids of
    /// the fields that are `shown`. Empty otherwise.
    pub fn changes(&self) -> String {
        let changes = self.form.changes();
        changes.map_or_else(String::new, |it| it.to_string())
    }

    /// From here on the form is asked for as it is now. Gives the ids of the fields that were not asked
    /// for before, a list in JSON.
    pub fn follow(&self) -> String {
        serde_json::to_string(&self.form.follow()).unwrap_or_default()
    }

    /// What stands in the form already, put in by hand or by its site: an object by field, in JSON. It
    /// is told as an answer once.
    pub fn standing(&self) -> String {
        json(self.form.standing())
    }

    /// What the person has put in by hand that is not among the `recorded` answers, an object by field
    /// in JSON, and was not told before; with `again` also what was told. Null stands for an answer that
    /// they have taken out by hand.
    pub fn by_hand(&self, recorded: &str, again: bool) -> String {
        json(self.form.by_hand(&object(recorded), again))
    }

    /// Puts answers, an object by field in JSON, into the form. What did not take, or has no place in
    /// it, comes back as a list in JSON: each with `field`, `label` and `message`, and what the page has
    /// `said` of it.
    pub fn fill(&self, answers: &str) -> Promise {
        let (form, answers) = (self.form.clone(), object(answers));
        future_to_promise(async move { Ok(problems(form.fill(&answers, false).await)) })
    }

    /// The same, but what the person has put in by hand since stays as it is.
    pub fn fill_unless_theirs(&self, answers: &str) -> Promise {
        let (form, answers) = (self.form.clone(), object(answers));
        future_to_promise(async move { Ok(problems(form.fill(&answers, true).await)) })
    }

    /// What the page says of the answers that stand in it: a list in JSON, as of `fill`.
    pub fn complaints(&self) -> String {
        serde_json::to_string(&self.form.complaints()).unwrap_or_default()
    }

    /// The ids of the fields that are shown now, and were not when their answer was to be put in: a list
    /// in JSON.
    pub fn due(&self) -> String {
        serde_json::to_string(&self.form.due()).unwrap_or_default()
    }

    /// Takes the answer to a field out of the form again: what stood there before it was put in stands
    /// there then. Resolves once the page had its turn.
    pub fn take_out(&self, field: String) -> Promise {
        let form = self.form.clone();
        future_to_promise(async move {
            form.take_out(&field).await;
            Ok(JsValue::UNDEFINED)
        })
    }

    /// The same for all answers; resolves to the ids of their fields, a list in JSON.
    pub fn take_out_all(&self) -> Promise {
        let form = self.form.clone();
        future_to_promise(async move {
            let fields = serde_json::to_string(&form.take_out_all().await);
            Ok(fields.unwrap_or_default().into())
        })
    }

    /// What the person still has to fill in themselves, a list of labels in JSON: what is never touched,
    /// and what is required and empty.
    pub fn left(&self) -> String {
        serde_json::to_string(&self.form.left()).unwrap_or_default()
    }

    /// Shows the form to the person.
    pub fn show(&self) {
        self.form.show();
    }
}

fn told(error: impl std::error::Error) -> Error {
    Error::new(&error.to_string())
}

fn problems(problems: Vec<Problem>) -> JsValue {
    let problems = serde_json::to_string(&problems);
    problems.unwrap_or_default().into()
}

fn json(members: Map<String, Json>) -> String {
    Json::Object(members).to_string()
}

/// What a script gives as an object; anything else has no members.
fn object(json: &str) -> Map<String, Json> {
    serde_json::from_str(json).unwrap_or_default()
}
