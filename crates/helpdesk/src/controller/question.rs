//! The question at hand, as it is stored, and who may write it.

use std::time::Duration;

use kikitori_journal::{
    Entry, JournalError, SessionHead, SessionKey, SessionStatus, Sessions, Writer,
};
use kikitori_store::{Batch, StoreError};

use super::legacy;
use super::ports::{ControllerPorts, Lock};
use crate::error::HelpDeskError;
use crate::session::{HelpDeskSession, SESSION_KIND, SessionRecord};

/// Held by the tab that works on the question at hand.
const LOCK: &str = "kikitori/desk/current";
/// A page that was just left may hold the lock for a moment.
const LOCK_TRIES: u32 = 5;
const LOCK_PAUSE: Duration = Duration::from_millis(100);

/// The question at hand: the last one that was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The run that answers it, which is also the id of its session.
    pub run: String,
    /// The question.
    pub text: String,
    /// Whether there is an answer.
    pub is_answered: bool,
}

/// The question at hand, as it is stored.
pub(super) async fn stored(ports: &ControllerPorts) -> Result<Option<Question>, HelpDeskError> {
    let store = &*ports.store;
    if let Some(question) = legacy::question(store).await? {
        return Ok(Some(question));
    }
    let Some(head) = newest(ports).await? else {
        return Ok(None);
    };
    let text = match HelpDeskSession::stored(store, &head.id).await {
        Ok(Some(session)) => session.question,
        Ok(None) | Err(JournalError::Lost { .. }) => head.title,
        Err(error) => return Err(error.into()),
    };
    Ok(Some(Question {
        run: head.id,
        text,
        is_answered: head.status == SessionStatus::Done,
    }))
}

async fn newest(ports: &ControllerPorts) -> Result<Option<SessionHead>, StoreError> {
    let all = Sessions::new(ports.store.clone()).list().await?.into_iter();
    let mut own = all.filter_map(|entry| match entry {
        Entry::Session(head) if head.kind == SESSION_KIND => Some(head),
        _ => None,
    });
    Ok(own.next())
}

/// Stores `text` as the question at hand in the place of the one before, of which everything is
/// deleted in the same batch.
pub(super) async fn replace(
    ports: &ControllerPorts,
    text: &str,
) -> Result<SessionRecord, HelpDeskError> {
    let mut batch = Batch::new();
    legacy::put_deletion(&mut batch, &*ports.store).await?;
    if let Some(old) = newest(ports).await? {
        put_deletion(&mut batch, ports, &old.id).await?;
    }
    let state = HelpDeskSession {
        question: text.to_owned(),
        ..HelpDeskSession::default()
    };
    begin(ports, &ports.ids.new_id(), state, batch).await
}

async fn begin(
    ports: &ControllerPorts,
    run: &str,
    state: HelpDeskSession,
    batch: Batch,
) -> Result<SessionRecord, HelpDeskError> {
    let (store, clock) = (ports.store.clone(), ports.clock.clone());
    let writer = ports.ids.new_id();
    Ok(SessionRecord::begin(store, clock, writer, run, state, batch).await?)
}

/// Goes on with the session of `question`. One that an older page stored is taken over.
pub(super) async fn resume(
    ports: &ControllerPorts,
    question: &Question,
) -> Result<SessionRecord, HelpDeskError> {
    let (store, clock) = (ports.store.clone(), ports.clock.clone());
    let writer = ports.ids.new_id();
    if let Some(record) = SessionRecord::resume(store, clock, writer, &question.run).await? {
        return Ok(record);
    }
    let mut batch = Batch::new();
    let state = HelpDeskSession {
        question: question.text.clone(),
        usage: legacy::put_import(&mut batch, &*ports.store, &question.run).await?,
        ..HelpDeskSession::default()
    };
    begin(ports, &question.run, state, batch).await
}

/// Deletes the run `shown`, or without one whatever is at hand. Another tab may have asked
/// something else since, which stays.
pub(super) async fn delete(
    ports: &ControllerPorts,
    shown: Option<String>,
) -> Result<(), HelpDeskError> {
    let mut batch = Batch::new();
    let is_legacy = match (&shown, legacy::question(&*ports.store).await) {
        (Some(shown), Ok(Some(question))) => question.run == *shown,
        (None, Ok(question)) => question.is_some(),
        (_, Err(_)) => true,
        (Some(_), Ok(None)) => false,
    };
    if is_legacy {
        legacy::put_deletion(&mut batch, &*ports.store).await?;
    }
    let newest = newest(ports).await?.map(|head| head.id);
    if let Some(run) = shown.or_else(|| newest.filter(|_| !is_legacy)) {
        put_deletion(&mut batch, ports, &run).await?;
    }
    if !batch.is_empty() {
        ports.store.commit(batch).await?;
    }
    Ok(())
}

/// Puts the deletion of the session `run` into `batch`. Who had it open cannot write it any more,
/// so there is nothing that this does not see.
async fn put_deletion(
    batch: &mut Batch,
    ports: &ControllerPorts,
    run: &str,
) -> Result<(), StoreError> {
    let session = SessionKey::new(run);
    let claimed = Writer::claim(ports.store.clone(), &session, ports.ids.new_id()).await;
    match claimed {
        // Without room for that, deleting goes first.
        Ok(_) | Err(StoreError::Full { .. }) => {}
        Err(error) => return Err(error),
    }
    batch.delete(session.head());
    for key in ports.store.keys(&session.record("")).await? {
        batch.delete(key);
    }
    legacy::put_run_deletion(batch, &*ports.store, run).await
}

/// The right to work on the question at hand, unless another tab has it.
pub(super) async fn lock(ports: &ControllerPorts) -> Option<Lock> {
    for _ in 1..LOCK_TRIES {
        if let Some(lock) = ports.locks.try_acquire(LOCK).await {
            return Some(lock);
        }
        ports.timer.sleep(LOCK_PAUSE).await;
    }
    ports.locks.try_acquire(LOCK).await
}
