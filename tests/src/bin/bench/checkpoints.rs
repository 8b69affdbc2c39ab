//! What a checkpoint costs as the state grows, beside writing the whole state at each superstep, as
//! LangGraph's `MemorySaver` does.

use std::rc::Rc;
use std::time::Instant;

use axum::Router;
use kikitori_store::{MemoryStore, RecordingStore, Store};

use crate::growth::{ENTRY, graph, grow, write_whole};
use crate::measured;

/// So many supersteps, and entries of whole states, are timed together.
const TOGETHER: u32 = 20_000;
const ENTRIES: u32 = 1_000_000;

/// Prints it.
pub async fn print() {
    let result = measured("checkpoints", Router::new()).await;
    let sizes: Vec<u32> = serde_json::from_value(result["sizes"].clone()).unwrap();
    let columns = sizes.iter().map(|size| format!("{size:>10}         "));
    let columns: String = columns.collect();
    let head = "supersteps, and entries at the end";
    println!("{head:<38}{}", columns.trim_end());
    println!("bytes for a superstep; an entry has {ENTRY} (beside whole states)");
    let (mut mean, mut largest, mut whole) = (Vec::new(), Vec::new(), Vec::new());
    for size in &sizes {
        let bytes = bytes(*size).await;
        let supersteps = f64::from(*size);
        mean.push(bytes.iter().sum::<usize>() as f64 / supersteps);
        largest.push(bytes.iter().copied().max().unwrap_or_default() as f64);
        whole.push(bytes_of_whole(*size / 2).await);
    }
    line("graph, mean", &mean, Some(&whole));
    line("graph, largest", &largest, None);
    line("whole states, mean", &whole, None);
    let langgraph = |what: &str| -> Vec<f64> {
        serde_json::from_value(result["langgraph"][what].clone()).unwrap()
    };
    line("LangGraph, mean", &langgraph("bytes"), None);
    println!("µs for a superstep (beside whole states)");
    let of = |kind: &str, store: &str| -> Vec<f64> {
        serde_json::from_value(result[kind][store].clone()).unwrap()
    };
    for (store, name) in [("memory", "memory store"), ("indexeddb", "IndexedDB")] {
        let whole = of("whole", store);
        let cost = of("supersteps", store);
        line(&format!("Chromium: graph, {name}"), &cost, Some(&whole));
        line(&format!("Chromium: whole states, {name}"), &whole, None);
    }
    let langgraph = langgraph("costs");
    line("Chromium: LangGraph, MemorySaver", &langgraph, None);
    let own = of("supersteps", "memory").into_iter().zip(langgraph);
    let ratios: Vec<_> = own.map(|(own, peer)| own / peer).collect();
    line("  graph, memory store, to that", &ratios, None);
    line("Chromium: graph, no store", &of("supersteps", "none"), None);
    let (mut kept, mut plain, mut whole) = (Vec::new(), Vec::new(), Vec::new());
    for size in sizes {
        kept.push(native(size, true).await);
        plain.push(native(size, false).await);
        whole.push(native_whole(size / 2).await);
    }
    line("natively: graph, memory store", &kept, Some(&whole));
    line("natively: whole states, memory store", &whole, None);
    line("natively: graph, no store", &plain, None);
}

fn line(name: &str, figures: &[f64], beside: Option<&[f64]>) {
    let cell = |figure: &f64| {
        let digits = if *figure < 0.1 { 4 } else { 1 };
        format!("{figure:10.digits$}")
    };
    let cells = |(at, figure): (usize, &f64)| match beside {
        Some(beside) => format!("{} ({:6.3})", cell(figure), figure / beside[at]),
        None => format!("{}         ", cell(figure)),
    };
    let cells: String = figures.iter().enumerate().map(cells).collect();
    println!("  {name:<36}{}", cells.trim_end());
}

/// Bytes that each batch of a run puts into the store.
async fn bytes(entries: u32) -> Vec<usize> {
    let store = Rc::new(RecordingStore::new());
    let graph = graph().unwrap();
    let run = grow(&graph, entries, "run", Some(store.clone()));
    run.await.unwrap();
    store.bytes()
}

/// Bytes of a state written whole.
async fn bytes_of_whole(entries: u32) -> f64 {
    let store = RecordingStore::new();
    write_whole(entries, 1, &store).await.unwrap();
    store.bytes().iter().sum::<usize>() as f64
}

/// Microseconds for a superstep, natively.
async fn native(entries: u32, kept: bool) -> f64 {
    let graph = graph().unwrap();
    let rounds = (TOGETHER / entries).max(1);
    let begin = Instant::now();
    for _ in 0..rounds {
        let store = kept.then(|| Rc::new(MemoryStore::new()) as Rc<dyn Store>);
        grow(&graph, entries, "run", store).await.unwrap();
    }
    begin.elapsed().as_secs_f64() * 1e6 / f64::from(rounds * entries)
}

/// Microseconds to write a state whole, natively.
async fn native_whole(entries: u32) -> f64 {
    let times = (ENTRIES / entries).min(TOGETHER);
    let store = MemoryStore::new();
    let begin = Instant::now();
    write_whole(entries, times, &store).await.unwrap();
    begin.elapsed().as_secs_f64() * 1e6 / f64::from(times)
}
