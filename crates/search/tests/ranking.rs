//! The index ranks as BM25 says, whatever was added and removed before.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use kikitori_search::{DocumentId, Index, Passage, Segment, tokens};
use kikitori_store::Record;
use proptest::prelude::*;

const WORDS: [&str; 8] = [
    "paper",
    "ink",
    "drawer",
    "print",
    "用紙",
    "印刷する",
    "the",
    "鍵",
];

/// Passages of a document: for each, the words of its heading and of its text.
type Words = Vec<(Vec<&'static str>, Vec<&'static str>)>;

fn segment(name: usize, words: &Words) -> Segment {
    let passage = |(heading, text): &(Vec<&str>, Vec<&str>)| Passage {
        headings: vec![heading.join(" ")],
        text: text.join(" "),
        range: 0..0,
    };
    let passages = words.iter().map(passage).collect();
    Segment::of(DocumentId(format!("{name}")), passages)
}

/// The scores of all passages that have a token of the query, worked out passage by passage.
fn scores(documents: &[(usize, Words)], query: &str) -> Vec<(String, u32, f32)> {
    let mut counted = Vec::new();
    for (name, passages) in documents {
        for (number, (heading, text)) in (0..).zip(passages) {
            let heading = tokens(&heading.join(" "));
            let all = [heading.clone(), heading, tokens(&text.join(" "))].concat();
            counted.push((name.to_string(), number, all));
        }
    }
    let mean = counted.iter().map(|(.., all)| all.len()).sum::<usize>() as f32
        / (counted.len() as f32).max(1.0);
    let mut asked = tokens(query);
    asked.sort();
    asked.dedup();
    let mut scores = Vec::new();
    for (name, number, all) in &counted {
        let of = |token: &String| {
            let count = all.iter().filter(|it| *it == token).count() as f32;
            let found_in = counted
                .iter()
                .filter(|(.., all)| all.contains(token))
                .count() as f32;
            let rarity = (1.0 + (counted.len() as f32 - found_in + 0.5) / (found_in + 0.5)).ln();
            let length = all.len() as f32 / mean.max(1.0);
            rarity * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * length))
        };
        let score = asked.iter().map(of).sum::<f32>();
        if score > 0.0 {
            scores.push((name.clone(), *number, score));
        }
    }
    scores
}

fn words() -> impl Strategy<Value = Vec<&'static str>> {
    prop::collection::vec(prop::sample::select(&WORDS[..]), 0..6)
}

proptest! {
    #[test]
    fn passages_come_in_the_order_of_their_scores(
        steps in prop::collection::vec(
            (0_usize..6, prop::option::of(prop::collection::vec((words(), words()), 0..5))), 0..12,
        ),
        query in words(),
        most in 0_usize..12,
    ) {
        let query = query.join(" ");
        let mut index = Index::new();
        let mut documents: Vec<(usize, Words)> = Vec::new();
        for (name, added) in steps {
            documents.retain(|(other, _)| *other != name);
            match added {
                Some(words) => {
                    // As it comes back from a store.
                    let kept = Record::of(&segment(name, &words)).unwrap();
                    index.add(kept.read().unwrap());
                    documents.push((name, words));
                }
                None => index.remove(&DocumentId(format!("{name}"))),
            }
        }
        prop_assert_eq!(index.len(), documents.iter().map(|(_, words)| words.len()).sum::<usize>());
        let expected = scores(&documents, &query);
        let found = index.search(&query, most);
        prop_assert_eq!(found.len(), expected.len().min(most));
        for hit in &found {
            let it = |(name, number, _): &&(String, u32, f32)| {
                *name == hit.document.0 && *number == hit.number
            };
            let (.., score) = expected.iter().find(it).unwrap();
            prop_assert!((hit.score - score).abs() < 1e-4, "{} is not {score}", hit.score);
        }
        prop_assert!(found.windows(2).all(|pair| pair[0].score >= pair[1].score));
        // None that was left out is better than the last that was not.
        if let Some(last) = found.last() {
            let better = expected.iter().filter(|(.., score)| *score > last.score + 1e-4).count();
            prop_assert!(better < most.max(1), "{better} are better than the last of {most}");
        }
    }
}
