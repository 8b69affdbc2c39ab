//! What makes documents of PDFs.

use futures::future::LocalBoxFuture;
use kikitori_browser::{PdfError, pdf_pages};
use kikitori_parts::part::{Loading, NotLoaded};
use kikitori_search::{Block, pdf};
use leptos::wasm_split::wasm_split;

/// Reads a PDF, by the script at an address.
pub type ReadPdf = fn(String, Vec<u8>) -> LocalBoxFuture<'static, Result<Vec<Block>, PdfError>>;

#[wasm_split(pdf, wasm_split_path = leptos::wasm_split, fallible)]
fn load_pdf() -> Result<ReadPdf, NotLoaded> {
    Ok(|reader, bytes| {
        Box::pin(async move {
            let pages = pdf_pages(&reader, &bytes).await?;
            Ok(pdf::blocks_of_pages(&pages))
        })
    })
}

/// What reads PDFs.
pub fn read_pdf() -> Loading<ReadPdf> {
    Box::pin(load_pdf())
}
