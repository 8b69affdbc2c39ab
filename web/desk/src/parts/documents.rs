//! What reads documents is loaded with what works on questions: a part of its own would cut the
//! others into more files.

use futures::future::LocalBoxFuture;
use kikitori_parts::page::Page;
use kikitori_parts::part::{Loading, NotLoaded};
use kikitori_search::{DocumentId, Segment};
use leptos::wasm_split::wasm_split;

use crate::documents::file::{Unread, segment};

/// Reads a file of this name as a document.
pub type ReadDocument =
    fn(Page, DocumentId, String, Vec<u8>) -> LocalBoxFuture<'static, Result<Segment, Unread>>;

#[wasm_split(answers, wasm_split_path = leptos::wasm_split, fallible)]
fn load_documents() -> Result<ReadDocument, NotLoaded> {
    Ok(|page, id, name, bytes| Box::pin(async move { segment(page, id, &name, &bytes).await }))
}

/// What reads documents.
pub fn read_document() -> Loading<ReadDocument> {
    Box::pin(load_documents())
}
