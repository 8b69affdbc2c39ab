//! Finds the passages of documents that a question is about.
//!
//! A document is split into [`Passage`]s that remember where they stand in it. What is kept of
//! one document is a [`Segment`]: adding or removing a document touches no other. An [`Index`] is
//! made of segments and ranks passages by BM25, in English and in Japanese alike.
//!
//! ```
//! use kikitori_search::{DocumentId, Index, Segment};
//! let manual = "# Printer\n\n## Paper\n\nOpen the drawer to add paper.\n\n## Ink\n\nHold the button to change the ink.\n";
//! let mut index = Index::new();
//! index.add(Segment::of_markdown(DocumentId("printer".into()), manual));
//! let found = index.search("How do I change ink?", 1);
//! assert_eq!(found[0].passage.headings, ["Printer", "Ink"]);
//! assert_eq!(&manual[found[0].passage.range.clone()], "Hold the button to change the ink.");
//! ```

mod best;
mod formatted;
mod index;
mod language;
mod normalize;
mod overview;
mod passage;
mod postings;
mod reading;
mod segment;
mod sentences;
mod set;
mod tokens;

pub use formatted::{Span, TextBlock, formatted};
pub use index::{Hit, Index};
pub use language::{by_letters, by_writing, is_han, language, language_name};
pub use normalize::nfkc;
pub use overview::{language_names, languages, names, overview};
pub use passage::{DocumentId, Passage};
pub use reading::{Block, Format, encoding, html, pdf, text_of};
pub use segment::Segment;
pub use sentences::sentences;
pub use set::{DocumentSet, SampleQuestion, SetError, ShippedDocument, is_for_reader};
pub use tokens::tokens;
