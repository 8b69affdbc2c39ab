//! What search costs as documents become many, beside MiniSearch: the best-known search of this
//! kind (BM25) for pages.

use std::time::Instant;

use axum::Router;
use kikitori_search::{DocumentId, Index, Segment};
use kikitori_store::Record;
use serde_json::{Value, json};

use crate::corpus::manuals;
use crate::measured;
use crate::questions::{ENGLISH, JAPANESE};

/// What is measured, and what the table calls it.
const FIGURES: [(&str, &str); 6] = [
    ("index", "the index, from the documents"),
    ("load", "the index, from what is kept of them"),
    ("english_median", "an English question, median"),
    ("english_p95", "an English question, 95th percentile"),
    ("japanese_median", "a Japanese question, median"),
    ("japanese_p95", "a Japanese question, 95th percentile"),
];
/// Times that each question is asked.
const ASKED: u32 = 20;

/// Prints it.
pub async fn print() {
    let result = measured("search", Router::new()).await;
    let columns = |head: &str, last: &str| {
        println!("{head:<37} kikitori   MiniSearch    (to it)  in words *    (to it){last}");
    };
    columns("finds the section among the first 5", "");
    for (language, about) in [("en", "in English"), ("ja", "in Japanese")] {
        let share = |engine: &str| result["recall"][language][engine].as_f64().unwrap();
        let (own, plain, words) = (share("kikitori"), share("minisearch"), share("segmenter"));
        println!("{about:<36} {own:9.2} {plain:12.2} {:10} {words:11.2}", "");
    }
    let sizes: Vec<usize> = serde_json::from_value(result["sizes"].clone()).unwrap();
    for (at, size) in sizes.into_iter().enumerate() {
        println!();
        columns(&format!("{size} passages, ms in Chromium"), "   natively");
        let natively = native(size);
        for (figure, about) in FIGURES {
            let of = |engine: &str| result[engine][at][figure].as_f64().unwrap();
            let (own, plain, words) = (of("kikitori"), of("minisearch"), of("segmenter"));
            // What it takes to find nothing says nothing.
            let finds_none =
                figure.starts_with("japanese") && result["recall"]["ja"]["minisearch"] == 0.0;
            let beside_plain = match finds_none {
                true => format!("{:>12} {:10}", "finds none", ""),
                false => format!("{plain:12.3} {:10.2}", own / plain),
            };
            let native = natively[figure].as_f64().unwrap();
            println!(
                "{about:<36} {own:9.3} {beside_plain} {words:11.3} {:10.2} {native:10.3}",
                own / words
            );
        }
    }
    println!("* MiniSearch with the words that Intl.Segmenter finds");
    println!(
        "The first 5 are of the sample manuals; the passages are half English, half Japanese:"
    );
    println!("sentences of those manuals with their words drawn anew by Zipf's law.");
}

/// What the page measures, natively; what is kept is the records' JSON, in memory.
fn native(size: usize) -> Value {
    let manuals = manuals(size);
    let begin = Instant::now();
    let segments: Vec<_> = manuals
        .iter()
        .map(|manual| Segment::of_markdown(DocumentId(manual.name.clone()), &manual.markdown))
        .collect();
    let mut kept = Vec::new();
    let mut index = Index::new();
    let mut indexing = begin.elapsed();
    for segment in segments {
        kept.push(serde_json::to_string(&Record::of(&segment).unwrap()).unwrap());
        let begin = Instant::now();
        index.add(segment);
        indexing += begin.elapsed();
    }
    assert_eq!(index.len(), size);
    let costs = |labelled: &[(&str, &str)]| -> Vec<f64> {
        let ask = |question: &str| {
            let begin = Instant::now();
            for _ in 0..ASKED {
                assert!(index.search(question, 5).len() <= 5);
            }
            ms(begin) / f64::from(ASKED)
        };
        let mut costs: Vec<_> = labelled.iter().map(|(question, _)| ask(question)).collect();
        costs.sort_by(f64::total_cmp);
        costs
    };
    let (english, japanese) = (costs(ENGLISH), costs(JAPANESE));
    let begin = Instant::now();
    let mut loaded = Index::new();
    for text in &kept {
        let record: Record = serde_json::from_str(text).unwrap();
        loaded.add(record.read::<Segment>().unwrap());
    }
    let load = ms(begin);
    assert_eq!(loaded.len(), size);
    json!({
        "index": indexing.as_secs_f64() * 1e3,
        "load": load,
        "english_median": english[english.len() / 2],
        "english_p95": english[english.len() * 95 / 100],
        "japanese_median": japanese[japanese.len() / 2],
        "japanese_p95": japanese[japanese.len() * 95 / 100],
    })
}

fn ms(begin: Instant) -> f64 {
    begin.elapsed().as_secs_f64() * 1e3
}
