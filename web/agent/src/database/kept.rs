//! The visitor's databases in the browser's store: each with its conversation, so that it goes when
//! that is deleted, and the one that was chosen before there is a conversation.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use kikitori_browser::DatabaseFile;
use kikitori_journal::{SessionKey, commit_beside};
use kikitori_json::FromJson;
use kikitori_store::{Batch, Store, StoreError, Stored};
use serde::Serialize;

/// Where the files are that belong to no conversation yet.
const WAITING: &str = "agent/database";

/// Files as they are stored.
#[derive(Serialize, FromJson)]
struct KeptFiles {
    files: Vec<KeptFile>,
}

#[derive(Serialize, FromJson)]
struct KeptFile {
    name: String,
    /// In base64.
    content: String,
}

impl Stored for KeptFiles {
    const KIND: &'static str = "database files";
    const VERSION: u32 = 1;
}

fn key(session: &str) -> String {
    match session {
        "" => WAITING.to_owned(),
        session => SessionKey::new(session).record("database"),
    }
}

/// The files of a conversation, or those that wait for one. What cannot be read is not there.
pub async fn files(store: &dyn Store, session: &str) -> Vec<DatabaseFile> {
    let record = store.get(&key(session)).await.ok().flatten();
    let kept = record.and_then(|it| it.read::<KeptFiles>().ok());
    let files = kept.into_iter().flat_map(|it| it.files);
    let files = files.filter_map(|file| {
        let bytes = STANDARD.decode(file.content).ok()?;
        let name = file.name;
        Some(DatabaseFile { name, bytes })
    });
    files.collect()
}

/// Keeps these files, and none besides.
///
/// # Errors
/// [`StoreError`] when they cannot be stored; [`StoreError::Deleted`] when their conversation is gone.
pub async fn keep(
    store: &dyn Store,
    session: &str,
    files: &[DatabaseFile],
) -> Result<(), StoreError> {
    let mut batch = Batch::new();
    put(&mut batch, session, files)?;
    commit(store, session, batch).await
}

/// Keeps with a conversation that has just begun what waited for one.
///
/// # Errors
/// [`StoreError`] when they cannot be stored.
pub async fn hand_over(
    store: &dyn Store,
    session: &str,
    files: &[DatabaseFile],
) -> Result<(), StoreError> {
    let mut batch = Batch::new();
    put(&mut batch, session, files)?;
    batch.delete(WAITING);
    commit(store, session, batch).await
}

async fn commit(store: &dyn Store, session: &str, batch: Batch) -> Result<(), StoreError> {
    match session {
        "" => store.commit(batch).await,
        session => commit_beside(store, &SessionKey::new(session), batch).await,
    }
}

fn put(batch: &mut Batch, session: &str, files: &[DatabaseFile]) -> Result<(), StoreError> {
    if files.is_empty() {
        batch.delete(key(session));
        return Ok(());
    }
    let files = files.iter().map(|file| KeptFile {
        name: file.name.clone(),
        content: STANDARD.encode(&file.bytes),
    });
    let files = files.collect();
    batch.put_value(key(session), &KeptFiles { files })
}
