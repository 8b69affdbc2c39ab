//! What a list shows of a session.

use kikitori_json::FromJson;
use kikitori_store::{Batch, StoreError, Stored};
use serde::Serialize;
use serde_json::{Value, json};

use crate::key::SessionKey;

/// What a list shows of a session, of whatever engine. It is written with each step and does not
/// grow with the session.
///
/// ```
/// use kikitori_journal::{Progress, SessionHead, SessionKey, SessionStatus};
/// use kikitori_store::Batch;
/// let head = SessionHead {
///     id: "3f2a".to_owned(),
///     kind: "interview".to_owned(),
///     title: "Repair request".to_owned(),
///     language: Some("en".to_owned()),
///     progress: Progress { done: 2, of: 7 },
///     status: SessionStatus::Open,
///     created_at: 1_764_000_000_000,
///     updated_at: 1_764_000_100_000,
///     last_update: None,
/// };
/// let mut batch = Batch::new();
/// head.put(&mut batch, &SessionKey::new("3f2a"), 17)?;
/// assert!(batch.writes().contains_key("head/3f2a"));
/// # Ok::<(), kikitori_store::StoreError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct SessionHead {
    /// The session. In a list it is always that of the key, also when the session was imported
    /// under another one.
    pub id: String,
    /// Whose session it is, such as `interview` or `helpdesk`.
    pub kind: String,
    /// What the person would call it.
    pub title: String,
    /// The language tag it is held in, once that is settled.
    pub language: Option<String>,
    /// How far it has come.
    pub progress: Progress,
    /// What is to be done with it.
    pub status: SessionStatus,
    /// When it was begun, in milliseconds since 1970.
    pub created_at: u64,
    /// When it last changed, in milliseconds since 1970.
    pub updated_at: u64,
    /// The number of the last state in the session's own journal, by which updates at its end are
    /// missed. [`Self::put`] sets it; heads that older pages wrote have none.
    #[serde(default, rename = "last", skip_serializing_if = "Option::is_none")]
    pub last_update: Option<u64>,
}

/// How many parts of a session are done, such as fields or subtasks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, FromJson)]
pub struct Progress {
    /// Parts that are done.
    pub done: u32,
    /// All that are known of.
    pub of: u32,
}

/// What is to be done with a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "snake_case")]
pub enum SessionStatus {
    /// It goes on when it is opened.
    Open,
    /// It came to its end.
    Done,
    /// It ended without what it was for.
    Failed,
}

impl SessionHead {
    /// Puts the head of `session` into `batch`, in which its journal comes up to the state of
    /// number `last` ([`Journal::last`](crate::Journal::last)).
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] never, in practice: a head can always be read back.
    pub fn put(
        &self,
        batch: &mut Batch,
        session: &SessionKey,
        last: u64,
    ) -> Result<(), StoreError> {
        let head = Self {
            last_update: Some(last),
            ..self.clone()
        };
        batch.put_value(session.head(), &head)
    }
}

/// Versions 1 and 2 were the interview's own, from before there was one list for every engine.
impl Stored for SessionHead {
    const KIND: &'static str = "session";
    const VERSION: u32 = 3;

    fn migrate(from: u32, body: Value) -> Result<Value, StoreError> {
        match from {
            // What the two differ in is not shown.
            1 => Ok(body),
            2 => Ok(json!({
                "id": body.get("sessionId"),
                "kind": "interview",
                "title": body.get("formTitle"),
                "language": body.pointer("/bootstrap/language"),
                "progress": {"done": body.get("fieldsDone"), "of": body.get("fields")},
                "status": match body.get("submittedAt") {
                    None | Some(Value::Null) => "open",
                    Some(_) => "done",
                },
                "createdAt": body.get("createdAt"),
                "updatedAt": body.get("updatedAt"),
            })),
            _ => Err(StoreError::unknown_version(Self::KIND, from)),
        }
    }
}
