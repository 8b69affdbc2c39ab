//! The documents that the site ships: read from beside the page, their index kept in the store.

use std::hash::{DefaultHasher, Hash, Hasher};

use kikitori_browser::{GetError, get};
use kikitori_parts::page::Page;
use kikitori_search::{DocumentSet, Segment, ShippedDocument};
use kikitori_store::{Batch, Store, StoreError, Stored};
use serde::{Deserialize, Serialize};

use super::file::{self, Unread};
use super::segment_of;

/// The folder of their list, to which the names of their files are relative.
const FOLDER: &str = "desk/";
const LIST: &str = "documents.json";
const MAX_LIST_BYTES: usize = 1024 * 1024;
const PREFIX: &str = "desk/shipped/";

/// A document's index, with what it was made of.
#[derive(Serialize, Deserialize)]
struct Kept {
    /// A sum over the file, and over what reads it.
    sum: u64,
    segment: Segment,
}

impl Stored for Kept {
    const KIND: &'static str = "index of a shipped document";
    const VERSION: u32 = 1;
}

/// Why it is not known what the site ships.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoList {
    /// The list could not be had now.
    NotHad(GetError),
    /// The list is of no use; the reason, for whoever keeps the site.
    Unusable(String),
}

/// Why a shipped document is not searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// It could not be had.
    NotHad(GetError),
    /// It could not be read.
    Unread(Unread),
}

/// The list; an empty one where the site ships none.
///
/// # Errors
/// [`NoList`].
pub async fn list(page: Page) -> Result<DocumentSet, NoList> {
    let bytes = match get(&address(page, LIST), MAX_LIST_BYTES).await {
        Ok(bytes) => bytes,
        Err(GetError::Status(404 | 410)) => return Ok(DocumentSet::default()),
        // It will be as large the next time.
        Err(error @ GetError::TooLarge) => return Err(NoList::Unusable(error.to_string())),
        Err(error) => return Err(NoList::NotHad(error)),
    };
    let text = String::from_utf8(bytes);
    let text = text.map_err(|_| NoList::Unusable("it is not in UTF-8".to_owned()))?;
    DocumentSet::parse(&text).map_err(|error| NoList::Unusable(error.to_string()))
}

fn address(page: Page, file: &str) -> String {
    page.address(&format!("{FOLDER}{file}"))
}

/// Removes what is kept of documents that the site ships no longer.
///
/// # Errors
/// [`StoreError`] when the store fails.
pub async fn forget_others(store: &dyn Store, set: &DocumentSet) -> Result<(), StoreError> {
    let mut batch = Batch::new();
    for (key, _) in store.list(PREFIX).await? {
        let name = key.strip_prefix(PREFIX).unwrap_or_default();
        if !set.documents().iter().any(|it| it.name == name) {
            batch.delete(key);
        }
    }
    match batch.is_empty() {
        true => Ok(()),
        false => store.commit(batch).await,
    }
}

/// The index of a document: the one that is kept if the file is as it was, else a new one, which
/// is kept from then on. A file that cannot be had now is searched as it was.
///
/// # Errors
/// [`Missing`].
pub async fn segment(
    page: Page,
    store: &dyn Store,
    document: &ShippedDocument,
) -> Result<Segment, Missing> {
    let key = format!("{PREFIX}{}", document.name);
    // One that cannot be read is made anew.
    let kept = store.get(&key).await.ok().flatten();
    let kept = kept.and_then(|record| record.read::<Kept>().ok());
    let bytes = match (
        get(
            &address(page, &document.file),
            file::most_bytes(&document.file),
        )
        .await,
        kept,
    ) {
        (Err(_), Some(kept)) => return Ok(kept.segment),
        (Err(error), None) => return Err(Missing::NotHad(error)),
        (Ok(bytes), Some(kept)) if kept.sum == sum(&document.file, &bytes) => {
            return Ok(kept.segment);
        }
        (Ok(bytes), _) => bytes,
    };
    let sum = sum(&document.file, &bytes);
    let segment = segment_of(page, &document.name, &document.file, bytes).await;
    let kept = Kept {
        segment: segment.map_err(Missing::Unread)?,
        sum,
    };
    let mut batch = Batch::new();
    let stored = match batch.put_value(key, &kept) {
        Ok(()) => store.commit(batch).await,
        Err(error) => Err(error),
    };
    if let Err(error) = stored {
        // It is only made again the next time.
        tracing::warn!(%error, name = document.name, "an index is not kept");
    }
    Ok(kept.segment)
}

/// Changes with the file, with its name, which tells its kind, and with this program, which may
/// read it in another way.
fn sum(name: &str, bytes: &[u8]) -> u64 {
    let mut sum = DefaultHasher::new();
    (env!("CARGO_PKG_VERSION"), Segment::VERSION, name, bytes).hash(&mut sum);
    sum.finish()
}
