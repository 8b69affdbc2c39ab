//! What stands in the composer and is not sent yet, kept with its session.

mod leftover;

use std::rc::Rc;

use kikitori_journal::{SessionKey, Writer};
use kikitori_json::FromJson;
use kikitori_store::{Batch, Store, StoreError, Stored};
use serde::Serialize;
use serde_json::{Value, json};

use crate::message::Speaker;
use crate::state::MainSessionState;
use leftover::leftover;

/// Text that was typed and not sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct Draft {
    /// What was typed.
    pub text: String,
    /// How many answers had been given then. Version 1 did not say.
    pub typed_after: Option<usize>,
}

impl Stored for Draft {
    const KIND: &'static str = "draft";
    const VERSION: u32 = 2;

    fn migrate(from: u32, body: Value) -> Result<Value, StoreError> {
        match (from, body) {
            (1, Value::String(text)) => Ok(json!({"text": text, "typedAfter": null})),
            _ => Err(StoreError::unknown_version(Self::KIND, from)),
        }
    }
}

/// Keeps the draft of a session that is open. Only the session's writer can: a tab that was
/// superseded replaces no other tab's draft, and nothing of a deleted session comes back.
#[derive(Clone)]
pub struct DraftKeeper {
    writer: Rc<Writer>,
}

impl DraftKeeper {
    pub(crate) fn new(writer: Rc<Writer>) -> Self {
        Self { writer }
    }

    /// Keeps `draft`; an empty one is removed.
    ///
    /// # Errors
    /// [`StoreError`] as [`Writer::commit`] has it. The draft that was kept before still is then.
    pub async fn save(&self, draft: &Draft) -> Result<(), StoreError> {
        let key = key(self.writer.session());
        let mut batch = Batch::new();
        if draft.text.is_empty() {
            batch.delete(key);
        } else {
            batch.put_value(key, draft)?;
        }
        self.writer.commit(batch).await
    }
}

fn key(session: &SessionKey) -> String {
    session.record("draft")
}

/// What the person has written in a session and not sent: the draft that was kept, without what was
/// sent of it, or else an answer that was taken back. A draft that cannot be read counts as none.
pub(crate) async fn unsent(
    store: &dyn Store,
    session: &SessionKey,
    state: &MainSessionState,
) -> Option<String> {
    if state.submitted_at.is_some() {
        return None;
    }
    let kept = store.get(&key(session)).await.ok().flatten();
    let kept = kept.and_then(|record| record.read::<Draft>().ok());
    let answers = state.chat().filter(|it| it.speaker == Speaker::Respondent);
    let (given, last) = answers.fold((0, None), |(given, _), last| (given + 1, Some(last)));
    let last = last.map(|message| message.text.as_str());
    kept.and_then(|draft| leftover(draft.text, draft.typed_after, last, given))
        .or_else(|| state.withdrawn.clone())
}
