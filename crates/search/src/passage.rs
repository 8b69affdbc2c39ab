//! Parts of documents that can be found and cited.

use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::sentences::{ends_sentence, push_trimmed};

/// The longest passage, in bytes; a longer paragraph is split at sentences.
pub(crate) const LONGEST: usize = 1_200;
/// Paragraphs of one section are put together up to this many bytes.
pub(crate) const ROOMY: usize = 700;

/// Names a document.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DocumentId(pub String);

impl fmt::Display for DocumentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A part of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    /// The headings it stands under, outermost first.
    pub headings: Vec<String>,
    /// Its text, without markup.
    pub text: String,
    /// Where it stands in the document's text, in bytes: in Markdown and plain text as they are,
    /// and in what [`text_of`](crate::text_of) gives for documents of other kinds.
    pub range: Range<usize>,
}

/// Puts paragraphs together to passages, and splits what is too long.
#[derive(Default)]
pub(crate) struct Passages {
    done: Vec<Passage>,
}

impl Passages {
    /// Takes the document's next paragraph.
    pub fn push(&mut self, headings: &[String], text: &str, range: Range<usize>) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        if let Some(last) = self.done.last_mut()
            && last.headings == headings
            && last.text.len() + text.len() < ROOMY
        {
            last.text.push('\n');
            last.text.push_str(text);
            last.range.end = range.end;
            return;
        }
        let parts = split_at_sentences(text);
        // Where markup lies between, the parts of a long paragraph share its place.
        let is_plain = range.len() == text.len();
        for part in parts {
            self.done.push(Passage {
                headings: headings.to_vec(),
                text: text.get(part.clone()).unwrap_or_default().to_owned(),
                range: match is_plain {
                    true => range.start + part.start..range.start + part.end,
                    false => range.clone(),
                },
            });
        }
    }

    /// All passages, in their order.
    pub fn finish(self) -> Vec<Passage> {
        self.done
    }
}

/// Where the parts of at most [`LONGEST`] bytes are, cut after a sentence where there is one.
fn split_at_sentences(text: &str) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut begin = 0;
    while let Some(rest) = text.get(begin..).filter(|rest| rest.len() > LONGEST) {
        let mut cut = None;
        let mut room = 0;
        for (at, letter) in rest.char_indices() {
            let end = at + letter.len_utf8();
            if end > LONGEST {
                break;
            }
            room = end;
            let next = rest.get(end..).and_then(|next| next.chars().next());
            if ends_sentence(letter, next) {
                cut = Some(end);
            }
        }
        let end = begin + cut.unwrap_or(room);
        push_trimmed(&mut parts, text, begin..end);
        begin = end;
    }
    push_trimmed(&mut parts, text, begin..text.len());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_after_sentences_and_loses_nothing() {
        let parts = |text: &str| -> Vec<String> {
            let parts = split_at_sentences(text).into_iter();
            parts
                .map(|part| text.get(part).unwrap().to_owned())
                .collect()
        };
        let sentences = "This is one of many sentences. ".repeat(100);
        assert_eq!(parts(sentences.trim()).join(" "), sentences.trim());
        for part in parts(&"文が続きます。".repeat(200)) {
            assert!(part.len() <= LONGEST && part.ends_with('。'));
        }
        let endless = "あ".repeat(1_000);
        assert_eq!(parts(&endless).concat(), endless);
    }

    #[test]
    fn short_paragraphs_of_a_section_share_a_passage() {
        let mut passages = Passages::default();
        let (one, two) = (["One".to_owned()], ["Two".to_owned()]);
        passages.push(&one, "a", 0..1);
        passages.push(&one, " ", 2..3);
        passages.push(&one, "b", 4..5);
        passages.push(&two, "c", 6..7);
        let done: Vec<_> = passages
            .finish()
            .into_iter()
            .map(|it| (it.text, it.range))
            .collect();
        assert_eq!(done, [("a\nb".to_owned(), 0..5), ("c".to_owned(), 6..7)]);
    }
}
