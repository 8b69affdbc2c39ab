//! A session as one file.
//!
//! ```json
//! {"kikitori": "session", "version": 1, "id": "…",
//!  "head": {"version": 3, "body": "{…}"},
//!  "records": [{"name": "journal/main/snapshot/0000000000", "version": 1, "body": "{…}"}]}
//! ```
//!
//! Bodies are text, so that a record comes out as it lay in the store, whatever is in it.

use std::collections::{BTreeMap, BTreeSet};

use kikitori_json::FromJson;
use kikitori_store::{Record, StoreError};
use serde::Serialize;
use thiserror::Error;

use crate::key::MAX_ID;

/// Records of a session that say nothing of what it is: who wrote it last, and what was typed and
/// not sent.
pub(crate) const ASIDE: [&str; 2] = ["epoch", "draft"];

/// The format that is written now.
const VERSION: u32 = 1;
/// The longest file that is read.
const MAX_FILE: usize = 64 * 1024 * 1024;
/// The most records of one session.
const MAX_RECORDS: usize = 100_000;
/// The longest name of a record.
const MAX_NAME: usize = 1_000;
/// The longest head: a list reads them all.
const MAX_HEAD: usize = 64 * 1024;

/// Why a file was not imported.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ImportError {
    /// It is no exported session.
    #[error("this file is no exported session: {detail}")]
    NotASession {
        /// What was wrong.
        detail: String,
    },
    /// It was exported by a newer Kikitori.
    #[error("this file has version {found}; this page reads up to {known}")]
    TooNew {
        /// Its version.
        found: u32,
        /// The newest version that this code reads.
        known: u32,
    },
    /// There is more in it than is taken.
    #[error("this file has {found} {what}; at most {limit} are taken")]
    TooLarge {
        /// Of what.
        what: &'static str,
        /// How much there is.
        found: usize,
        /// How much is taken.
        limit: usize,
    },
    /// It could not be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What stands in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ExportedSession {
    pub id: String,
    pub head: Option<Record>,
    /// By name, without duplicates.
    pub records: Vec<(String, Record)>,
}

impl ExportedSession {
    /// Whether it says the same as `other`, whoever writes it and whatever was typed and not sent.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let said = |it: &Self| -> BTreeMap<String, Record> {
            let records = it.records.iter();
            let said = records.filter(|(name, _)| !ASIDE.contains(&name.as_str()));
            said.cloned().collect()
        };
        (&self.id, &self.head) == (&other.id, &other.head) && said(self) == said(other)
    }
}

#[derive(Serialize, FromJson)]
#[serde(deny_unknown_fields)]
struct File {
    kikitori: String,
    version: u32,
    id: String,
    head: Option<Record>,
    records: Vec<FileRecord>,
}

#[derive(Serialize, FromJson)]
#[serde(deny_unknown_fields)]
struct FileRecord {
    name: String,
    version: u32,
    body: String,
}

const KIND: &str = "session";

pub(crate) fn write(session: &ExportedSession) -> Result<String, StoreError> {
    let records = session.records.iter().map(|(name, record)| FileRecord {
        name: name.clone(),
        version: record.version,
        body: record.body.clone(),
    });
    let file = File {
        kikitori: KIND.to_owned(),
        version: VERSION,
        id: session.id.clone(),
        head: session.head.clone(),
        records: records.collect(),
    };
    serde_json::to_string(&file)
        .map_err(|error| StoreError::unreadable("exported session", error.to_string()))
}

pub(crate) fn read(text: &str) -> Result<ExportedSession, ImportError> {
    within("bytes", text.len(), MAX_FILE)?;
    let value: serde_json::Value = serde_json::from_str(text).map_err(not_a_session)?;
    if value.get("kikitori").and_then(|kind| kind.as_str()) != Some(KIND) {
        return Err(not_a_session("it does not say that it is one"));
    }
    // First, for a newer file may hold what is unknown here.
    let version = value.get("version").and_then(|version| version.as_u64());
    if let Some(version) = version.filter(|version| *version > VERSION.into()) {
        return Err(ImportError::TooNew {
            found: u32::try_from(version).unwrap_or(u32::MAX),
            known: VERSION,
        });
    }
    let file = File::from_json(value).map_err(not_a_session)?;
    if file.version != VERSION {
        return Err(not_a_session(format!(
            "there is no version {}",
            file.version
        )));
    }
    if file.id.is_empty() {
        return Err(not_a_session("its id is no id"));
    }
    within("bytes of id", file.id.len(), MAX_ID)?;
    if let Some(head) = &file.head {
        within("bytes of head", head.body.len(), MAX_HEAD)?;
    }
    within("records", file.records.len(), MAX_RECORDS)?;
    let mut names = BTreeSet::new();
    for record in &file.records {
        within("bytes of name", record.name.len(), MAX_NAME)?;
        let plain = |byte: u8| byte.is_ascii_graphic() || byte == b' ' || !byte.is_ascii();
        if record.name.is_empty() || record.name == "epoch" || !record.name.bytes().all(plain) {
            return Err(not_a_session(format!("{:?} is no record", record.name)));
        }
        if record.name.contains('\u{ffff}') || !names.insert(&record.name) {
            return Err(not_a_session(format!("{:?} is no record", record.name)));
        }
    }
    let records = file.records.into_iter().map(|record| {
        let FileRecord {
            name,
            version,
            body,
        } = record;
        (name, Record { version, body })
    });
    Ok(ExportedSession {
        id: file.id,
        head: file.head,
        records: records.collect(),
    })
}

fn within(what: &'static str, found: usize, limit: usize) -> Result<(), ImportError> {
    match found > limit {
        true => Err(ImportError::TooLarge { what, found, limit }),
        false => Ok(()),
    }
}

fn not_a_session(detail: impl ToString) -> ImportError {
    ImportError::NotASession {
        detail: detail.to_string(),
    }
}
