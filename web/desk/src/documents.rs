//! The documents that questions are answered from: the visitor's own, or the sample.

use kikitori_search::{DocumentId, Index, Segment};
use kikitori_store::{Batch, Store, StoreError};

use crate::words::Lang;

const PREFIX: &str = "desk/document/";
const ENGLISH: &str = include_str!("../../manuals/kikitori.en.md");
const JAPANESE: &str = include_str!("../../manuals/kikitori.ja.md");

/// A document as the page lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// Its passages.
    pub passages: usize,
}

/// The index of the visitor's documents, or of the sample in this language where there are none.
///
/// # Errors
/// [`StoreError`] when the store cannot be read.
pub async fn index(store: &dyn Store, lang: Lang) -> Result<Index, StoreError> {
    let mut index = Index::new();
    for (_, record) in store.list(PREFIX).await? {
        index.add(record.read::<Segment>()?);
    }
    if index.documents().next().is_none() {
        let (name, text) = match lang {
            Lang::En => ("kikitori.en.md", ENGLISH),
            Lang::Ja => ("kikitori.ja.md", JAPANESE),
        };
        index.add(Segment::of_markdown(DocumentId(name.to_owned()), text));
    }
    Ok(index)
}

/// The visitor's own documents.
///
/// # Errors
/// [`StoreError`] when the store cannot be read.
pub async fn own(store: &dyn Store) -> Result<Vec<Listed>, StoreError> {
    let mut listed = Vec::new();
    for (_, record) in store.list(PREFIX).await? {
        let segment: Segment = record.read()?;
        listed.push(Listed {
            name: segment.document.0.clone(),
            passages: segment.passages.len(),
        });
    }
    Ok(listed)
}

/// Keeps a document, in the place of one of the same name.
///
/// # Errors
/// [`StoreError`] when it cannot be stored.
pub async fn add(store: &dyn Store, name: &str, text: &str) -> Result<(), StoreError> {
    let id = DocumentId(name.to_owned());
    let is_markdown = [".md", ".markdown"].iter().any(|end| name.ends_with(end));
    let segment = if is_markdown {
        Segment::of_markdown(id, text)
    } else {
        Segment::of_text(id, text)
    };
    let mut batch = Batch::new();
    batch.put_value(format!("{PREFIX}{name}"), &segment)?;
    store.commit(batch).await
}

/// Removes a document.
///
/// # Errors
/// [`StoreError`] when the store fails.
pub async fn remove(store: &dyn Store, name: &str) -> Result<(), StoreError> {
    let mut batch = Batch::new();
    batch.delete(format!("{PREFIX}{name}"));
    store.commit(batch).await
}
