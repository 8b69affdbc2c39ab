//! What stands in the composer and is not sent yet, and in the form's inputs and is not saved, kept
//! with its session.

mod leftover;

use std::collections::BTreeMap;
use std::rc::Rc;

use kikitori_journal::{SessionKey, Writer};
use kikitori_json::FromJson;
use kikitori_store::{Batch, Store, StoreError, Stored};
use serde::Serialize;
use serde_json::{Value, json};

use crate::message::Speaker;
use crate::state::MainSessionState;
use kikitori_form::FieldId;
use leftover::leftover;

/// What was typed and not sent. It lies on the device with the answers, those to private fields
/// among them, and goes to no model.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct Draft {
    /// What was typed.
    pub text: String,
    /// How many answers had been given then. Version 1 did not say.
    pub typed_after: Option<usize>,
    /// What stands in the inputs of fields and is not saved.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub entries: BTreeMap<FieldId, Value>,
}

impl Draft {
    fn is_empty(&self) -> bool {
        self.text.is_empty() && self.entries.is_empty()
    }
}

/// What a session was left with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Unsent {
    /// What is to be sent still.
    pub text: Option<String>,
    /// What stands in the inputs of fields and is not saved.
    pub entries: BTreeMap<FieldId, Value>,
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
        if draft.is_empty() {
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
/// sent of it, or else an answer that was taken back, or what was given back of one; and what stood in the inputs of fields that the
/// form has. A draft that cannot be read counts as none.
pub(crate) async fn unsent(
    store: &dyn Store,
    session: &SessionKey,
    state: &MainSessionState,
) -> Unsent {
    if state.submitted_at.is_some() {
        return Unsent::default();
    }
    let kept = store.get(&key(session)).await.ok().flatten();
    let kept = kept.and_then(|record| record.read::<Draft>().ok());
    let (typed, mut entries) = match kept {
        Some(draft) => (Some((draft.text, draft.typed_after)), draft.entries),
        None => (None, BTreeMap::new()),
    };
    entries.retain(|field, _| state.form.field(field).is_some());
    let answers = state.chat().filter(|it| it.speaker == Speaker::Respondent);
    let (given, last) = answers.fold((0, None), |(given, _), last| (given + 1, Some(last)));
    let last = last.map(|message| message.text.as_str());
    let text = typed
        .and_then(|(text, typed_after)| leftover(text, typed_after, last, given))
        .filter(|text| !text.is_empty())
        .or_else(|| state.withdrawn.clone())
        .or_else(|| state.given_back.clone());
    Unsent { text, entries }
}
