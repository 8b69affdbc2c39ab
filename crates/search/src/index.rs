//! Ranks passages.

use std::collections::HashMap;

use crate::passage::{DocumentId, Passage};
use crate::segment::Segment;
use crate::tokens::tokens;

/// How soon more of the same word stops counting, and how much longer passages are held back: the
/// usual values of BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009).
const SATURATION: f32 = 1.2;
const LENGTH_WEIGHT: f32 = 0.75;

/// A passage that was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit<'a> {
    /// The document it is in.
    pub document: &'a DocumentId,
    /// Its place among the document's passages, from 0.
    pub number: u32,
    /// The passage.
    pub passage: &'a Passage,
    /// How well it fits; more is better, and only the order means something.
    pub score: f32,
}

/// Finds passages in all documents that were added.
#[derive(Debug, Default)]
pub struct Index {
    segments: Vec<Segment>,
    /// For each token, where it stands.
    postings: HashMap<String, Vec<Posting>>,
    tokens: u64,
}

#[derive(Debug, Clone, Copy)]
struct Posting {
    segment: u32,
    passage: u32,
    count: u32,
}

impl Index {
    /// An index of nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// The documents, in the order in which they were added.
    pub fn documents(&self) -> impl Iterator<Item = &DocumentId> {
        self.segments.iter().map(|segment| &segment.document)
    }

    /// How many passages can be found.
    pub fn len(&self) -> usize {
        self.segments
            .iter()
            .map(|segment| segment.passages.len())
            .sum()
    }

    /// Whether there is nothing to find.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a document, in the place of the one of the same name if there is one.
    pub fn add(&mut self, segment: Segment) {
        self.remove(&segment.document);
        let Ok(number) = u32::try_from(self.segments.len()) else {
            return;
        };
        self.enter(number, &segment);
        self.segments.push(segment);
    }

    /// Removes a document; the others have to be entered anew, which takes as long as adding them.
    pub fn remove(&mut self, document: &DocumentId) {
        let before = self.segments.len();
        self.segments
            .retain(|segment| segment.document != *document);
        if self.segments.len() == before {
            return;
        }
        self.postings.clear();
        self.tokens = 0;
        let segments = std::mem::take(&mut self.segments);
        for (number, segment) in (0_u32..).zip(&segments) {
            self.enter(number, segment);
        }
        self.segments = segments;
    }

    fn enter(&mut self, number: u32, segment: &Segment) {
        for (token, places) in &segment.postings {
            let postings = match self.postings.get_mut(token) {
                Some(postings) => postings,
                None => self.postings.entry(token.clone()).or_default(),
            };
            postings.extend(places.iter().map(|&(passage, count)| Posting {
                segment: number,
                passage,
                count,
            }));
        }
        self.tokens += segment.lengths.iter().copied().map(u64::from).sum::<u64>();
    }

    /// The at most `most` passages that fit `query` best, the best first. Passages that fit
    /// equally well come in the order of their documents.
    pub fn search(&self, query: &str, most: usize) -> Vec<Hit<'_>> {
        let passages = self.len() as f32;
        let mean_length = self.tokens as f32 / passages.max(1.0);
        let mut asked = tokens(query);
        asked.sort();
        asked.dedup();
        let mut scores: HashMap<(u32, u32), f32> = HashMap::new();
        for token in &asked {
            let Some(postings) = self.postings.get(token) else {
                continue;
            };
            let found_in = postings.len() as f32;
            let rarity = (1.0 + (passages - found_in + 0.5) / (found_in + 0.5)).ln();
            for posting in postings {
                let count = posting.count as f32;
                let length = self.length_of(posting) / mean_length.max(1.0);
                let held_back = SATURATION * (1.0 - LENGTH_WEIGHT + LENGTH_WEIGHT * length);
                let weight = rarity * count * (SATURATION + 1.0) / (count + held_back);
                *scores
                    .entry((posting.segment, posting.passage))
                    .or_default() += weight;
            }
        }
        // Few are wanted of many: each takes its place among the best so far, or none.
        let mut ranked: Vec<((u32, u32), f32)> = Vec::new();
        for (place, score) in scores {
            let is_before = |(one, found): &((u32, u32), f32)| {
                found.total_cmp(&score).then(place.cmp(one)).is_gt()
            };
            let at = ranked.iter().take_while(|it| is_before(it)).count();
            if at < most {
                ranked.truncate(most - 1);
                ranked.insert(at, (place, score));
            }
        }
        let hits = ranked.into_iter().filter_map(|((segment, number), score)| {
            let segment = self.segments.get(usize::try_from(segment).ok()?)?;
            Some(Hit {
                document: &segment.document,
                number,
                passage: segment.passages.get(usize::try_from(number).ok()?)?,
                score,
            })
        });
        hits.collect()
    }

    fn length_of(&self, posting: &Posting) -> f32 {
        let segment = usize::try_from(posting.segment).ok();
        let segment = segment.and_then(|segment| self.segments.get(segment));
        let passage = usize::try_from(posting.passage).unwrap_or(usize::MAX);
        let length = segment.and_then(|segment| segment.lengths.get(passage));
        length.copied().unwrap_or_default() as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_come_first_and_equals_in_the_order_of_their_documents() {
        let mut index = Index::new();
        let texts = [
            "ink",
            "paper",
            "ink ink",
            "ink",
            "ink and much about paper besides",
            "ink",
        ];
        for (number, text) in texts.into_iter().enumerate() {
            index.add(Segment::of_text(DocumentId(number.to_string()), text));
        }
        let found = |most| {
            let hits = index.search("ink", most).into_iter();
            hits.map(|hit| hit.document.to_string()).collect::<String>()
        };
        for (most, expected) in [(9, "20354"), (3, "203"), (1, "2"), (0, "")] {
            assert_eq!(found(most), expected, "the best {most}");
        }
    }
}
