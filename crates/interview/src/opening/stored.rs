//! How a session lies in the store until the engine has taken it over.

use kikitori_journal::{Progress, SessionHead, SessionKey, SessionStatus};
use kikitori_json::FromJson;
use kikitori_llm::{AssistantMessage, UsageTotals};
use kikitori_store::{Batch, StoreError, Stored};
use serde::Serialize;

use crate::bootstrap::Bootstrap;
use crate::head::KIND;
use crate::message::PageContext;
use crate::opening::request;
use crate::state::SessionId;
use kikitori_form::SessionForm;

/// A session that has begun: all that came from outside.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Begun {
    /// The form's file.
    pub form: String,
    /// What the page told of itself.
    pub page: PageContext,
    /// When it began, in milliseconds since 1970.
    pub created_at: u64,
    /// What the model call used, whatever came of it.
    #[serde(default)]
    pub usage: UsageTotals,
    /// What the call brought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<FirstReply>,
}

/// The reply that the first question is in.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FirstReply {
    /// As it came.
    pub message: AssistantMessage,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

impl Stored for Begun {
    const KIND: &'static str = "opening";
    const VERSION: u32 = 1;
}

/// Where it lies.
pub(crate) fn record_of(session: &SessionKey) -> String {
    session.record("opening")
}

impl Begun {
    pub fn new(form: String, page: PageContext, created_at: u64) -> Self {
        Self {
            form,
            page,
            created_at,
            usage: UsageTotals::default(),
            reply: None,
        }
    }

    pub fn replied(&mut self, message: AssistantMessage, at: u64) {
        self.reply = Some(FirstReply { message, at });
    }

    /// Everything that there is of the session.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] when it could not be read back.
    pub fn batch(
        &self,
        id: &SessionId,
        form: &SessionForm,
        bootstrap: &Bootstrap,
    ) -> Result<Batch, StoreError> {
        let session = SessionKey::new(id.0.as_str());
        let mut batch = Batch::new();
        batch.put_value(record_of(&session), self)?;
        let language = bootstrap.language.as_ref();
        let head = SessionHead {
            id: id.0.clone(),
            kind: KIND.to_owned(),
            title: form.title.in_language(bootstrap.spoken()).to_owned(),
            language: language.map(ToString::to_string),
            progress: Progress {
                done: 0,
                of: u32::try_from(request::open(form).len()).unwrap_or(u32::MAX),
            },
            status: SessionStatus::Open,
            created_at: self.created_at,
            updated_at: self
                .reply
                .as_ref()
                .map_or(self.created_at, |reply| reply.at),
            last_update: None,
        };
        head.put(&mut batch, &session, 0)?;
        Ok(batch)
    }
}
