//! What is kept of one document.

use kikitori_store::{StoreError, Stored};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::passage::{DocumentId, Passage};
use crate::postings::{Counting, Postings};
use crate::reading::{Block, blocks, markdown, plain_text};
use crate::tokens::each_token;

/// A word of a heading counts as often as this many in the text.
const HEADING_WEIGHT: u32 = 2;

/// One document's passages and the words in them. Only the passages are stored: to find the words
/// again takes less time than to read where they are.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(from = "Kept")]
pub struct Segment {
    /// Which document.
    pub document: DocumentId,
    /// Its passages, in their order.
    pub passages: Vec<Passage>,
    /// Where its words are.
    #[serde(skip)]
    pub(crate) postings: Postings,
    /// Tokens in each passage.
    #[serde(skip)]
    pub(crate) lengths: Vec<u32>,
}

/// What is stored of a segment.
#[derive(Deserialize)]
struct Kept {
    document: DocumentId,
    passages: Vec<Passage>,
}

impl From<Kept> for Segment {
    fn from(kept: Kept) -> Self {
        Self::of(kept.document, kept.passages)
    }
}

impl Stored for Segment {
    const KIND: &'static str = "document index";
    const VERSION: u32 = 3;

    fn migrate(from: u32, body: Value) -> Result<Value, StoreError> {
        match from {
            // Where the words are stood beside the passages; it is left unread. Rows of tables in
            // Markdown had lost their columns, which only their documents can tell.
            1 | 2 => Ok(body),
            _ => Err(StoreError::Unreadable {
                kind: Self::KIND,
                detail: format!("version {from} is not known"),
            }),
        }
    }
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
        let mut counting = Counting::default();
        let mut lengths = Vec::with_capacity(passages.len());
        for (number, passage) in (0_u32..).zip(&passages) {
            let mut length = 0;
            let mut count = |text: &str, weight: u32| {
                each_token(text, &mut |token| {
                    counting.count(token, number, weight);
                    length += weight;
                });
            };
            for heading in &passage.headings {
                count(heading, HEADING_WEIGHT);
            }
            count(&passage.text, 1);
            lengths.push(length);
        }
        Self {
            document,
            passages,
            postings: counting.finish(),
            lengths,
        }
    }

    /// Tokens in all its passages.
    pub(crate) fn tokens(&self) -> u64 {
        self.lengths.iter().copied().map(u64::from).sum()
    }
}

#[cfg(test)]
mod tests {
    use kikitori_store::Record;
    use serde_json::json;

    use super::*;
    use crate::Index;

    #[test]
    fn what_an_older_version_kept_is_found() {
        let old = Record::json(
            1,
            &json!({
                "document": "printer",
                "passages": [{"headings": ["Ink"], "text": "Hold the button.", "range": {"start": 7, "end": 23}}],
                "postings": {"ink": [[0, 2]], "hold": [[0, 1]], "th": [[0, 1]], "button": [[0, 1]]},
                "lengths": [5],
            }),
        );
        let segment: Segment = old.read().unwrap();
        let kept = Record::of(&segment).unwrap();
        assert_eq!(kept.version, 3);
        assert_eq!(
            kept.value()
                .unwrap()
                .as_object()
                .unwrap()
                .keys()
                .collect::<Vec<_>>(),
            ["document", "passages"]
        );
        let mut index = Index::new();
        index.add(kept.read().unwrap());
        let found = index.search("the buttons", 1);
        assert_eq!(found[0].passage.headings, ["Ink"]);
    }
}
