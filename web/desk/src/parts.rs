//! What is loaded on demand: the help desk itself, and what makes documents of PDFs.
#![allow(unsafe_code, reason = "what the macro makes imports the parts")]

use futures::future::LocalBoxFuture;
use kikitori_browser::{PdfError, pdf_pages};
use kikitori_parts::part::{Loading, NotLoaded};
use kikitori_search::{Block, pdf};
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use crate::screen::DeskScreen;

/// Shows the help desk, with the question of this run or the last one.
pub type ShowDesk = fn(Option<String>) -> AnyView;
/// Reads a PDF, by the script at an address.
pub type ReadPdf = fn(String, Vec<u8>) -> LocalBoxFuture<'static, Result<Vec<Block>, PdfError>>;

#[wasm_split(desk, wasm_split_path = leptos::wasm_split, fallible, preload(fetch_desk))]
fn load_desk() -> Result<ShowDesk, NotLoaded> {
    Ok(|run| view! { <DeskScreen run /> }.into_any())
}

#[wasm_split(pdf, wasm_split_path = leptos::wasm_split, fallible)]
fn load_pdf() -> Result<ReadPdf, NotLoaded> {
    Ok(|reader, bytes| {
        Box::pin(async move {
            let pages = pdf_pages(&reader, &bytes).await?;
            Ok(pdf::blocks_of_pages(&pages))
        })
    })
}

/// The help desk's screen.
pub fn desk() -> Loading<ShowDesk> {
    Box::pin(load_desk())
}

/// Fetches it, for later.
pub fn fetch() -> LocalBoxFuture<'static, ()> {
    // What did not come is asked for again when it is needed.
    Box::pin(async { drop(fetch_desk().await) })
}

/// What reads PDFs.
pub fn read_pdf() -> Loading<ReadPdf> {
    Box::pin(load_pdf())
}
