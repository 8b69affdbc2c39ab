//! What a session begins with: a form, and what the page tells of itself. It knows no store, so that
//! a page can draw the first view and send the first request before it has one.

use kikitori_engine::caller::Shown;
use kikitori_form::{FieldId, FormError, FormField, SessionForm, parse_form};
use kikitori_llm::{AssistantMessage, UsageTotals};
use kikitori_store::{Batch, StoreError};
use thiserror::Error;

use super::request;
use super::{Begun, Likely};
use crate::bootstrap::Bootstrap;
use crate::locale::Locale;
use crate::message::PageContext;
use crate::state::SessionId;

/// What is asked for first.
pub(super) enum First<'a> {
    /// The country, which the form needs.
    Country,
    /// The first field.
    Field(&'a FormField),
    /// Nothing: the form has no field that is asked.
    Nothing,
}

/// Why a beginning cannot be taken over from another module.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum NotHandedOver {
    /// It is not what [`Beginning::to_json`] writes.
    #[error("what the first stage handed over cannot be read: {0}")]
    Unreadable(String),
    /// What is in it is no form.
    #[error(transparent)]
    Form(#[from] FormError),
}

/// A session that begins, and what can be said of it without asking anybody.
#[derive(Debug, Clone)]
pub struct Beginning {
    pub(super) form: SessionForm,
    pub(super) begun: Begun,
    bootstrap: Bootstrap,
}

impl Beginning {
    /// A session about the form in `text`, which begins at `at` (milliseconds since 1970).
    ///
    /// # Errors
    /// [`FormError`] when the text is no form.
    pub fn new(
        text: &str,
        page: PageContext,
        at: u64,
        locale: &dyn Locale,
    ) -> Result<Self, FormError> {
        let form = parse_form(text)?;
        Ok(Self::of(
            form,
            Begun::new(text.to_owned(), page, at),
            locale,
        ))
    }

    fn of(form: SessionForm, begun: Begun, locale: &dyn Locale) -> Self {
        let bootstrap = Likely::new(&form, &begun.page, locale).bootstrap();
        Self {
            form,
            begun,
            bootstrap,
        }
    }

    /// What another module needs to go on with it, in JSON.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(&self.begun)
    }

    /// Reads what [`Self::to_json`] wrote.
    ///
    /// # Errors
    /// [`NotHandedOver`].
    pub fn from_json(json: &str, locale: &dyn Locale) -> Result<Self, NotHandedOver> {
        let begun: Begun = kikitori_json::from_str(json)
            .map_err(|error| NotHandedOver::Unreadable(error.to_string()))?;
        Ok(Self::of(parse_form(&begun.form)?, begun, locale))
    }

    /// Its form.
    pub fn form(&self) -> &SessionForm {
        &self.form
    }

    /// What is settled of the respondent without asking.
    pub fn bootstrap(&self) -> &Bootstrap {
        &self.bootstrap
    }

    /// The respondent's language as a BCP 47 tag.
    pub fn language(&self) -> &str {
        self.bootstrap.spoken()
    }

    /// Whether a model is to be asked for the first question. Where it is not, the engine takes over
    /// at once: what is private is asked for by code, and a form may ask nothing.
    pub fn asks_a_model(&self) -> bool {
        match self.first() {
            First::Country => true,
            First::Field(field) => !field.private,
            First::Nothing => false,
        }
    }

    /// The fields that are asked while nothing is answered, in order.
    pub fn open(&self) -> Vec<&FieldId> {
        request::open(&self.form)
    }

    /// What those of them are called that no model reads, in the language of the conversation.
    pub fn private_labels(&self) -> Vec<&str> {
        let fields = self.open().into_iter().filter_map(|id| self.form.field(id));
        let private = fields.filter(|field| field.private);
        let labels = private.map(|field| field.label.in_language(self.language()));
        labels.collect()
    }

    /// The field that is asked for first; none where it is the country, or nothing.
    pub fn asked_first(&self) -> Option<&FormField> {
        match self.first() {
            First::Field(field) => Some(field),
            First::Country | First::Nothing => None,
        }
    }

    pub(super) fn first(&self) -> First<'_> {
        if self.bootstrap.lacks_country_for(&self.form) {
            return First::Country;
        }
        let first = self.open().into_iter().next();
        let first = first.and_then(|id| self.form.field(id));
        first.map_or(First::Nothing, First::Field)
    }

    /// Keeps what the call has brought.
    pub(super) fn replied(&mut self, message: AssistantMessage, at: u64) {
        self.begun.replied(message, at);
    }

    /// Keeps what it used.
    pub(super) fn used(&mut self, usage: UsageTotals) {
        self.begun.usage = usage;
    }

    /// Everything that there is of the session.
    pub(super) fn batch(&self, id: &SessionId) -> Result<Batch, StoreError> {
        self.begun.batch(id, &self.form, &self.bootstrap)
    }
}

/// What of the first reply is shown while it arrives.
pub fn first_question_shown() -> Shown {
    Shown {
        tool: "ask".to_owned(),
        path: "message".to_owned(),
        gate: None,
    }
}
