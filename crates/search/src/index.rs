//! Ranks passages.

use crate::best::{Best, Scored};
use crate::passage::{DocumentId, Passage};
use crate::postings::{Posting, Sought};
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
    passages: usize,
    tokens: u64,
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

    /// What is kept of each document, in the order in which they were added.
    pub fn segments(&self) -> impl Iterator<Item = &Segment> {
        self.segments.iter()
    }

    /// How much a token says, by how few passages it is in; more is rarer.
    pub fn rarity(&self, token: &str) -> f32 {
        let sought = Sought::new(token.to_owned());
        let places = self.segments.iter();
        let found_in = places.map(|it| it.postings.of(&sought).len()).sum();
        rarity(self.len(), found_in)
    }

    /// Whether any passage has a token.
    pub fn has(&self, token: &str) -> bool {
        let sought = Sought::new(token.to_owned());
        let mut segments = self.segments.iter();
        segments.any(|it| !it.postings.of(&sought).is_empty())
    }

    /// How many passages can be found.
    pub fn len(&self) -> usize {
        self.passages
    }

    /// Whether there is nothing to find.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a document, in the place of the one of the same name if there is one.
    pub fn add(&mut self, segment: Segment) {
        self.remove(&segment.document);
        self.passages += segment.passages.len();
        self.tokens += segment.tokens();
        self.segments.push(segment);
    }

    /// Removes a document.
    pub fn remove(&mut self, document: &DocumentId) {
        let is_it = |segment: &Segment| segment.document == *document;
        if let Some(place) = self.segments.iter().position(is_it) {
            let removed = self.segments.remove(place);
            self.passages -= removed.passages.len();
            self.tokens -= removed.tokens();
        }
    }

    /// The at most `most` passages that fit `query` best, the best first. Passages that fit
    /// equally well come in the order of their documents.
    pub fn search(&self, query: &str, most: usize) -> Vec<Hit<'_>> {
        let mut words = tokens(query);
        words.sort();
        words.dedup();
        let sought: Vec<Sought> = words.into_iter().map(Sought::new).collect();
        let found: Vec<Found> = self
            .segments
            .iter()
            .filter_map(|segment| Found::of(&sought, segment))
            .collect();
        let rarity_of = |token: usize| {
            let places = found.iter().filter_map(|found| found.postings.get(token));
            rarity(self.len(), places.map(|postings| postings.len()).sum())
        };
        let rarities: Vec<f32> = (0..sought.len()).map(rarity_of).collect();
        let mean_length = (self.tokens as f32 / (self.len() as f32).max(1.0)).max(1.0);
        let mut best = Best::of(most);
        let mut scores = Vec::new();
        for (order, found) in found.iter().enumerate() {
            found.score(&rarities, mean_length, &mut scores);
            for (number, score) in (0_u32..).zip(&scores) {
                if *score > 0.0 {
                    let place = (order, number);
                    best.offer(Scored {
                        score: *score,
                        place,
                    });
                }
            }
        }
        let hits = best.finish().into_iter().filter_map(|scored| {
            let (order, number) = scored.place;
            let segment = found.get(order)?.segment;
            Some(Hit {
                document: &segment.document,
                number,
                passage: segment.passages.get(usize::try_from(number).ok()?)?,
                score: scored.score,
            })
        });
        hits.collect()
    }
}

/// BM25's weight of a token that is in so many of `passages`.
fn rarity(passages: usize, found_in: usize) -> f32 {
    let (passages, found_in) = (passages as f32, found_in as f32);
    (1.0 + (passages - found_in + 0.5) / (found_in + 0.5)).ln()
}

/// A document that is among those found.
struct Found<'a> {
    segment: &'a Segment,
    /// For each token that is sought, where it is in the document.
    postings: Vec<&'a [Posting]>,
}

impl<'a> Found<'a> {
    /// None when no token is in the document.
    fn of(sought: &[Sought], segment: &'a Segment) -> Option<Self> {
        let postings = sought.iter().map(|sought| segment.postings.of(sought));
        let postings: Vec<_> = postings.collect();
        let any = postings.iter().any(|postings| !postings.is_empty());
        any.then_some(Self { segment, postings })
    }

    /// Puts the score of each of the document's passages into `scores`.
    fn score(&self, rarities: &[f32], mean_length: f32, scores: &mut Vec<f32>) {
        scores.clear();
        scores.resize(self.segment.passages.len(), 0.0);
        for (rarity, postings) in rarities.iter().zip(&self.postings) {
            for posting in *postings {
                let number = usize::try_from(posting.passage).unwrap_or(usize::MAX);
                let length = self.segment.lengths.get(number);
                let (Some(score), Some(length)) = (scores.get_mut(number), length) else {
                    continue;
                };
                let count = posting.count as f32;
                let length = *length as f32 / mean_length;
                let held_back = SATURATION * (1.0 - LENGTH_WEIGHT + LENGTH_WEIGHT * length);
                *score += rarity * count * (SATURATION + 1.0) / (count + held_back);
            }
        }
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
