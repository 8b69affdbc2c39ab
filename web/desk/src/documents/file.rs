//! From the bytes of a file to what is kept of it.

use kikitori_browser::{PdfError, decode_strictly, html_blocks};
use kikitori_parts::page::Page;
use kikitori_search::{DocumentId, Format, Segment, encoding, text_of};

use crate::parts::pdf;

/// The largest file that is read, in bytes. PDFs hold fonts and pictures besides their text.
pub const MAX_BYTES: usize = 4 * 1024 * 1024;
/// The same for a PDF.
pub const MAX_PDF_BYTES: usize = 32 * 1024 * 1024;
/// What reads PDFs.
const PDF_READER: &str = "desk/pdf/read.js";

/// Why there is nothing to keep of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unread {
    /// It is larger than is read.
    TooLarge,
    /// The browser does not hand it out.
    NotHandedOut,
    /// It is no text, or in an encoding that cannot be told.
    NotText,
    /// There is no text in it.
    Empty,
    /// A PDF without text: pictures of pages, for example.
    PdfWithoutText,
    /// What reads documents did not come.
    NotLoaded,
    /// It is a PDF that could not be read.
    Pdf(PdfError),
}

impl Unread {
    /// Whether nothing is said of the file itself: what reads it did not come.
    pub fn is_part_missing(self) -> bool {
        matches!(self, Self::NotLoaded | Self::Pdf(PdfError::NotLoaded))
    }
}

/// The largest file of this name that is read, in bytes.
pub fn most_bytes(name: &str) -> usize {
    match Format::of(name) {
        Format::Pdf => MAX_PDF_BYTES,
        _ => MAX_BYTES,
    }
}

/// Reads the file `name` as the document `id`.
///
/// # Errors
/// [`Unread`].
pub async fn segment(
    page: Page,
    id: DocumentId,
    name: &str,
    bytes: &[u8],
) -> Result<Segment, Unread> {
    let format = Format::of(name);
    if bytes.len() > most_bytes(name) {
        return Err(Unread::TooLarge);
    }
    let text = |declared: Option<&str>| {
        let text = encoding::decode(bytes, declared, decode_strictly);
        text.ok_or(Unread::NotText)
    };
    let segment = match format {
        Format::Markdown => Segment::of_markdown(id, &text(None)?),
        Format::Text => Segment::of_text(id, &text(None)?),
        Format::Html => {
            let declared = encoding::declared_in_html(bytes);
            let blocks = html_blocks(&text(declared.as_deref())?);
            Segment::of_blocks(id, &blocks)
        }
        Format::Pdf => {
            let read = pdf::read_pdf().await;
            let read = read.map_err(|_| Unread::Pdf(PdfError::NotLoaded))?;
            let blocks = read(page.address(PDF_READER), bytes.to_vec()).await;
            let blocks = blocks.map_err(Unread::Pdf)?;
            if text_of(&blocks).len() > MAX_BYTES {
                return Err(Unread::TooLarge);
            }
            Segment::of_blocks(id, &blocks)
        }
    };
    match (segment.passages.is_empty(), format) {
        (false, _) => Ok(segment),
        (true, Format::Pdf) => Err(Unread::PdfWithoutText),
        (true, _) => Err(Unread::Empty),
    }
}
