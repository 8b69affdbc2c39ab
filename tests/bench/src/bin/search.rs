//! Search over many passages in a page. The page's script measures and prints.

use std::rc::Rc;

use kikitori_bench::corpus::{Manual, manuals, sample};
use kikitori_bench::questions;
use kikitori_browser::IndexedDbStore;
use kikitori_search::{DocumentId, Index, Segment};
use kikitori_store::{Batch, Store};
use serde_json::json;
use wasm_bindgen::prelude::*;

/// Where the segments are kept.
const PREFIX: &str = "document/";
/// Segments written in one batch.
const TOGETHER: usize = 50;

fn thrown(error: impl std::fmt::Display) -> JsValue {
    JsValue::from_str(&error.to_string())
}

/// Documents that are searched.
#[wasm_bindgen]
pub struct Corpus {
    manuals: Vec<Manual>,
    segments: Vec<Segment>,
    index: Index,
}

#[wasm_bindgen]
impl Corpus {
    /// Manuals with this many passages.
    #[wasm_bindgen(constructor)]
    pub fn new(passages: usize) -> Self {
        Self::of(manuals(passages))
    }

    /// The sample manual alone, in English or in Japanese (`ja`).
    pub fn sample(language: &str) -> Self {
        Self::of(vec![sample(language == "ja")])
    }

    /// Makes the manuals' segments, from Markdown.
    pub fn segment(&mut self) {
        let manuals = self.manuals.iter();
        let segments = manuals
            .map(|manual| Segment::of_markdown(DocumentId(manual.name.clone()), &manual.markdown));
        self.segments = segments.collect();
    }

    /// Makes the index of the segments, which are gone then; how many passages are in it.
    pub fn index(&mut self) -> usize {
        self.index = Index::new();
        for segment in std::mem::take(&mut self.segments) {
            self.index.add(segment);
        }
        self.index.len()
    }

    /// The best five passages for `query`.
    pub fn search(&self, query: &str) -> Vec<String> {
        let hits = self.index.search(query, 5).into_iter();
        hits.map(|hit| format!("{}#{}", hit.document, hit.number))
            .collect()
    }

    /// Every passage as a peer takes it: `[{id, headings, text}, …]`, in JSON.
    pub fn passages(&self) -> String {
        let segments = self.segments.iter();
        let passages = segments.flat_map(|segment| {
            (0..).zip(&segment.passages).map(|(number, passage)| {
                json!({
                    "id": format!("{}#{number}", segment.document),
                    "headings": passage.headings.join("\n"),
                    "text": passage.text,
                })
            })
        });
        serde_json::Value::from_iter(passages).to_string()
    }

    /// Keeps the segments in IndexedDB.
    ///
    /// # Errors
    /// What went wrong, in words.
    pub async fn keep(&self, database: String) -> Result<(), JsValue> {
        let store = IndexedDbStore::open(&database).await.map_err(thrown)?;
        for segments in self.segments.chunks(TOGETHER) {
            let mut batch = Batch::new();
            for segment in segments {
                let key = format!("{PREFIX}{}", segment.document);
                batch.put_value(key, segment).map_err(thrown)?;
            }
            store.commit(batch).await.map_err(thrown)?;
        }
        Ok(())
    }
}

impl Corpus {
    fn of(manuals: Vec<Manual>) -> Self {
        Self {
            manuals,
            segments: Vec::new(),
            index: Index::new(),
        }
    }
}

/// Makes the index of what was kept; how many passages are in it.
///
/// # Errors
/// What went wrong, in words.
#[wasm_bindgen]
pub async fn load(database: String) -> Result<usize, JsValue> {
    let store: Rc<dyn Store> = Rc::new(IndexedDbStore::open(&database).await.map_err(thrown)?);
    let mut index = Index::new();
    for (_, record) in store.list(PREFIX).await.map_err(thrown)? {
        index.add(record.read::<Segment>().map_err(thrown)?);
    }
    Ok(index.len())
}

/// Questions about the sample manuals, and under which heading the answer is:
/// `{en: [[question, heading], …], ja: […]}`, in JSON.
#[wasm_bindgen]
pub fn questions() -> String {
    json!({"en": questions::ENGLISH, "ja": questions::JAPANESE}).to_string()
}

fn main() {}
