//! How much a turn writes, early and late in a long interview. `cargo xtask bench` prints it.

#[path = "../tests/support/player.rs"]
#[allow(dead_code, clippy::indexing_slicing, reason = "shared with the tests")]
mod player;

use std::cell::RefCell;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_interview::{
    DriveError, Event, Events, Interview, Limits, NoLocale, PageContext, Ports, parse_form,
};
use kikitori_ports::{Clock, Ids};
use kikitori_store::{Batch, RecordingStore, Write};
use serde_json::json;

#[derive(Default)]
struct Ticking(RefCell<u64>);
impl Clock for Ticking {
    fn now_ms(&self) -> u64 {
        *self.0.borrow_mut() += 1;
        1_764_000_000_000 + *self.0.borrow()
    }
}
impl Ids for Ticking {
    fn new_id(&self) -> String {
        "00000000-0000-4000-8000-000000000000".to_owned()
    }
}
struct Nobody;
impl Events for Nobody {
    fn event(&self, _: Event<'_>) {}
}

/// What a turn writes: an answer, its review and the next question.
#[derive(Clone, Copy, Default)]
struct Turn {
    commits: usize,
    bytes: usize,
    /// Besides, what the whole state takes where it is written: in ever fewer turns, when as many
    /// bytes of updates have come as it had the last time.
    snapshot: usize,
}

/// What each turn of a long interview writes, with answers of this many bytes.
fn turns(answer_bytes: usize) -> Result<Vec<Turn>, Box<dyn std::error::Error>> {
    let fields: Vec<_> = (0..60)
        .map(|n| json!({"id": format!("f{n:02}"), "label": format!("Field {n:02}"), "required": true}))
        .collect();
    let form = parse_form(&json!({"id": "long", "title": "Long", "fields": fields}).to_string())?;
    let store = Rc::new(RecordingStore::new());
    let ports = Ports {
        model: player::scripted(),
        store: store.clone(),
        clock: Rc::new(Ticking::default()),
        ids: Rc::new(Ticking::default()),
        locale: Rc::new(NoLocale),
        events: Rc::new(Nobody),
    };
    let turns = block_on(async {
        let page = PageContext::default();
        let mut driver = Interview::start(form, page.clone(), ports, Limits::default()).await?;
        let mut turns = Vec::new();
        for turn in 0..=50 {
            driver.advance().await?;
            let before = store.batches().len();
            let answer = match turn {
                0 => "English".to_owned(),
                1 => "Japan".to_owned(),
                n => format!("The answer {n:02}, and more").repeat(answer_bytes.div_ceil(23)),
            };
            driver.answer(&answer, page.clone()).await?;
            driver.advance().await?;
            let mut turn = Turn::default();
            for (key, write) in store.batches().iter().skip(before).flat_map(Batch::writes) {
                let Write::Put(record) = write else { continue };
                let bytes = key.len() + record.body.len();
                match key.contains("/snapshot/") {
                    true => turn.snapshot += bytes,
                    false => turn.bytes += bytes,
                }
            }
            turn.commits = store.batches().len() - before;
            turns.push(turn);
        }
        Ok::<_, DriveError>(turns)
    })?;
    Ok(turns)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!(
        "bytes written in a turn                     turn 5    turn 50   batches   mean of 51, snapshots too"
    );
    for answer_bytes in [23, 23_000] {
        let turns = turns(answer_bytes)?;
        let at = |turn: usize| turns.get(turn).copied().unwrap_or_default();
        let all: usize = turns.iter().map(|turn| turn.bytes + turn.snapshot).sum();
        println!(
            "  answers of {answer_bytes:6} bytes                 {:10} {:10} {:9}   {:10}",
            at(5).bytes,
            at(50).bytes,
            at(5).commits.max(at(50).commits),
            all / turns.len().max(1),
        );
    }
    Ok(())
}
