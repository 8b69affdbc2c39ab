//! A recorded conversation: the file of a session, as the page saves it.

use std::rc::Rc;

use kikitori_journal::{ImportError, Sessions};
use kikitori_ports::Ids;
use kikitori_store::MemoryStore;
use thiserror::Error;

use crate::interview::{DriveError, load_session};
use crate::state::{MainSessionState, SessionId};
use kikitori_form::SessionForm;

/// Why a file is no recorded conversation.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum RecordingError {
    /// It is no saved session, or out of bounds.
    #[error(transparent)]
    NotASession(#[from] ImportError),
    /// It is a session, and none of an interview, or one that cannot be read.
    #[error("this session is no interview that can be read: {0}")]
    NotAnInterview(#[from] Box<DriveError>),
    /// It has no question yet, or nothing of it is left.
    #[error("in this session nothing was asked yet: there is nothing to play")]
    Empty,
}

/// A recorded conversation.
#[derive(Debug, Clone, PartialEq)]
pub struct Recording {
    state: MainSessionState,
}

/// The session keeps its own id, in a store of its own; this one makes who writes it.
struct OneId;

impl Ids for OneId {
    fn new_id(&self) -> String {
        "replay".to_owned()
    }
}

impl Recording {
    /// Reads the file of a session, as the page saves it.
    ///
    /// # Errors
    /// [`RecordingError`], for a person to read.
    pub async fn read(file: &str) -> Result<Self, RecordingError> {
        let store = Rc::new(MemoryStore::new());
        let session = Sessions::new(store.clone()).import(file, &OneId).await?;
        let id = SessionId(session.id().to_owned());
        let state = load_session(&*store, &id).await.map_err(Box::new)?;
        state.map(Self::of).ok_or(RecordingError::Empty)
    }

    /// The conversation of a session.
    pub fn of(state: MainSessionState) -> Self {
        Self { state }
    }

    /// The form that it was about.
    pub fn form(&self) -> &SessionForm {
        &self.state.form
    }

    /// When it began, in milliseconds since 1970.
    pub fn began_at(&self) -> u64 {
        self.state.created_at
    }

    pub(super) fn state(&self) -> &MainSessionState {
        &self.state
    }
}
