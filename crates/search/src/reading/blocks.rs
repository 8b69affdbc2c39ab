//! Documents whose text has to be taken out of what is around it.

use crate::passage::{Passage, Passages};

/// What lies between two blocks in the text of a document.
const BETWEEN: &str = "\n\n";
/// The longest heading, in characters: every passage under one holds it.
const LONGEST_HEADING: usize = 200;

/// Whether what is marked as a heading is short enough for one. Else it is read as text, which can
/// be found and cited.
pub(crate) fn fits_heading(text: &str) -> bool {
    text.chars().nth(LONGEST_HEADING).is_none()
}

/// One piece of a document, in the order in which it is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A heading.
    Heading {
        /// From 1, the outermost.
        level: u8,
        /// Its text.
        text: String,
    },
    /// A paragraph, an item of a list, a row of a table, or lines that are set as they are.
    Text(String),
    /// Here a page of this number begins.
    Page(usize),
}

impl Block {
    /// A heading.
    pub fn heading(level: u8, text: impl Into<String>) -> Self {
        Self::Heading {
            level,
            text: text.into(),
        }
    }

    /// A paragraph.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    fn content(&self) -> Option<&str> {
        match self {
            Self::Heading { text, .. } | Self::Text(text) => Some(text),
            Self::Page(_) => None,
        }
    }
}

/// The text that the ranges of these blocks' passages are in: headings and paragraphs, parted by
/// blank lines.
pub fn text_of(blocks: &[Block]) -> String {
    let texts: Vec<&str> = blocks.iter().filter_map(Block::content).collect();
    texts.join(BETWEEN)
}

/// The passages of blocks, each under its headings and the page that it is on.
pub(crate) fn split(blocks: &[Block]) -> Vec<Passage> {
    let mut passages = Passages::default();
    let mut headings: Vec<(u8, &str)> = Vec::new();
    let mut page = None;
    let mut at = 0;
    for block in blocks {
        match block {
            Block::Page(number) => page = Some(format!("p. {number}")),
            Block::Heading { level, text } => {
                headings.retain(|(outer, _)| outer < level);
                headings.push((*level, text));
            }
            Block::Text(text) => {
                let mut under: Vec<String> = headings
                    .iter()
                    .map(|(_, heading)| (*heading).to_owned())
                    .collect();
                under.extend(page.clone());
                passages.push(&under, text, at..at + text.len());
            }
        }
        if let Some(content) = block.content() {
            at += content.len() + BETWEEN.len();
        }
    }
    passages.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passages_stand_under_their_headings_and_pages_and_are_parts_of_the_text() {
        let long = "A sentence of many that make it long. ".repeat(50);
        let blocks = [
            Block::text("Before."),
            Block::heading(1, "手引き"),
            Block::Page(1),
            Block::heading(3, "用紙"),
            Block::text("用紙を入れます。"),
            Block::text("Two."),
            Block::Page(2),
            Block::text(long.trim()),
            Block::heading(2, "Ink"),
            Block::text("Last."),
        ];
        let text = text_of(&blocks);
        let found = split(&blocks);
        let under: Vec<_> = found.iter().map(|it| it.headings.join(" > ")).collect();
        let expected = [
            "",
            "手引き > 用紙 > p. 1",
            "手引き > 用紙 > p. 2",
            "手引き > 用紙 > p. 2",
            "手引き > Ink > p. 2",
        ];
        assert_eq!(under, expected);
        for passage in &found {
            let there = text.get(passage.range.clone()).unwrap();
            assert_eq!(there.replace(BETWEEN, "\n"), passage.text);
        }
    }
}
