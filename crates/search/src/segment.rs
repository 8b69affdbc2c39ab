//! What is kept of one document.

use std::collections::BTreeMap;

use kikitori_store::Stored;
use serde::{Deserialize, Serialize};

use crate::passage::{DocumentId, Passage};
use crate::reading::{Block, blocks, markdown, plain_text};
use crate::tokens::tokens;

/// A word of a heading counts as often as this many in the text.
const HEADING_WEIGHT: usize = 2;

/// One document's passages and the words in them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Segment {
    /// Which document.
    pub document: DocumentId,
    /// Its passages, in their order.
    pub passages: Vec<Passage>,
    /// For each token, the passages it is in, by their place, and how often.
    pub(crate) postings: BTreeMap<String, Vec<(u32, u32)>>,
    /// Tokens in each passage.
    pub(crate) lengths: Vec<u32>,
}

impl Stored for Segment {
    const KIND: &'static str = "document index";
    const VERSION: u32 = 1;
}

impl Segment {
    /// The segment of a Markdown document.
    pub fn of_markdown(document: DocumentId, source: &str) -> Self {
        Self::of(document, markdown::split(source))
    }

    /// The segment of a plain text, whose paragraphs are parted by blank lines.
    pub fn of_text(document: DocumentId, source: &str) -> Self {
        Self::of(document, plain_text::split(source))
    }

    /// The segment of a document that was taken apart into blocks.
    ///
    /// ```
    /// use kikitori_search::{Block, DocumentId, Segment, text_of};
    /// let blocks = [Block::heading(1, "Ink"), Block::text("Hold the button.")];
    /// let segment = Segment::of_blocks(DocumentId("printer.html".into()), &blocks);
    /// let passage = &segment.passages[0];
    /// assert_eq!(passage.headings, ["Ink"]);
    /// assert_eq!(&text_of(&blocks)[passage.range.clone()], passage.text);
    /// ```
    pub fn of_blocks(document: DocumentId, blocks: &[Block]) -> Self {
        Self::of(document, blocks::split(blocks))
    }

    /// The segment of passages that were found in another way.
    pub fn of(document: DocumentId, passages: Vec<Passage>) -> Self {
        let mut postings: BTreeMap<String, Vec<(u32, u32)>> = BTreeMap::new();
        let mut lengths = Vec::with_capacity(passages.len());
        for (number, passage) in (0_u32..).zip(&passages) {
            let mut counts: BTreeMap<String, u32> = BTreeMap::new();
            let headings = passage.headings.iter().map(|heading| tokens(heading));
            for token in headings.flatten() {
                *counts.entry(token).or_default() += HEADING_WEIGHT as u32;
            }
            for token in tokens(&passage.text) {
                *counts.entry(token).or_default() += 1;
            }
            lengths.push(counts.values().sum());
            for (token, count) in counts {
                postings.entry(token).or_default().push((number, count));
            }
        }
        Self {
            document,
            passages,
            postings,
            lengths,
        }
    }
}
