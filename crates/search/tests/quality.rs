//! How often the passage that answers a question is among the first five, over the sample manual
//! in both languages. The questions are asked as people ask, not in the manual's words.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod questions;

use kikitori_search::{DocumentId, Index, Segment};
use questions::{ENGLISH, JAPANESE, Labelled};

/// The share of questions whose section is among the first five, and those where it is not.
fn recall(manual: &str, questions: &Labelled) -> (f64, Vec<String>) {
    let mut index = Index::new();
    index.add(Segment::of_markdown(DocumentId("manual".into()), manual));
    let mut missed = Vec::new();
    for (question, section) in questions {
        let hits = index.search(question, 5);
        let found = hits
            .iter()
            .any(|hit| hit.passage.headings.last().is_some_and(|it| it == section));
        if !found {
            let instead = hits.first().and_then(|hit| hit.passage.headings.last());
            missed.push(format!("{question} ({section}, not {instead:?})"));
        }
    }
    let all = questions.len() as f64;
    ((all - missed.len() as f64) / all, missed)
}

#[test]
fn the_section_that_answers_is_among_the_first_five() {
    for (name, manual, questions) in [
        (
            "en",
            include_str!("../../../web/manuals/kikitori.en.md"),
            ENGLISH,
        ),
        (
            "ja",
            include_str!("../../../web/manuals/kikitori.ja.md"),
            JAPANESE,
        ),
    ] {
        let headings: Vec<&str> = manual
            .lines()
            .filter_map(|line| line.strip_prefix("## "))
            .collect();
        for (question, section) in questions {
            assert!(
                headings.contains(section),
                "{question}: no section {section}"
            );
        }
        let (recall, missed) = recall(manual, questions);
        println!(
            "{name}: recall at 5 is {recall:.3} over {} questions",
            questions.len()
        );
        assert!(recall >= 0.85, "{name}: {recall:.3}, missed: {missed:#?}");
    }
}
