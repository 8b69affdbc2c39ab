//! What the turns of a long interview write.

use std::cell::Cell;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_interview::{Interview, Limits, Ports, parse_form};
use kikitori_ports::{Clock, Ids};
use kikitori_store::RecordingStore;
use serde_json::json;

use super::{page, ports, scripted};

/// What a turn writes: an answer, its review and the next question.
#[derive(Debug, Clone, Copy, Default)]
pub struct Turn {
    pub commits: usize,
    /// Of keys and records, whole states included.
    pub bytes: usize,
}

/// Times and ids as long as a browser's are.
struct Today(Cell<u64>);
impl Clock for Today {
    fn now_ms(&self) -> u64 {
        self.0.set(self.0.get() + 1);
        self.0.get()
    }
}
impl Ids for Today {
    fn new_id(&self) -> String {
        "00000000-0000-4000-8000-000000000000".to_owned()
    }
}

/// What the 51 turns of an interview write, with answers of this many bytes.
pub fn turns(answer_bytes: usize) -> Vec<Turn> {
    let fields: Vec<_> = (0..60)
        .map(|n| {
            json!({"id": format!("f{n:02}"), "label": format!("Field {n:02}"), "required": true,
            "answer": {"type": "longText", "maxLength": 100_000}})
        })
        .collect();
    let form = json!({"id": "long", "title": "Long", "fields": fields}).to_string();
    let form = parse_form(&form).unwrap();
    let store = Rc::new(RecordingStore::new());
    let today = Rc::new(Today(Cell::new(1_764_000_000_000)));
    let ports = Ports {
        clock: today.clone(),
        ids: today,
        ..ports(scripted(), store.clone())
    };
    let mut turns = Vec::new();
    block_on(async {
        let mut interview = Interview::start(form, page(), ports, Limits::default())
            .await
            .unwrap();
        for turn in 0..=50 {
            interview.advance().await.unwrap();
            let before = store.bytes().len();
            let answer = format!("The answer {turn:02}, and more");
            let answer = answer.repeat(answer_bytes.div_ceil(23));
            interview.answer(&answer, page()).await.unwrap();
            interview.advance().await.unwrap();
            let written = store.bytes().split_off(before);
            turns.push(Turn {
                commits: written.len(),
                bytes: written.iter().sum(),
            });
        }
    });
    turns
}
