//! What it takes to put tasks in order and to run them when each is done at once, beside petgraph,
//! and how long a chain of tasks of a second each takes, beside its longest way.

use std::hint::black_box;
use std::rc::Rc;
use std::time::{Duration, Instant};

use axum::Router;
use futures::future::LocalBoxFuture;
use kikitori_ports::{Clock, Ids, Timer};

use crate::chains::{Chain, LAYERS, SIZES, World, seconds};
use crate::{load, measured};

const TRIES: u32 = 7;
/// The resolver may take so many times as long as petgraph's.
const AIM_RESOLVE: f64 = 2.0;
/// A chain of tasks of a second may take so many times as long as its longest way.
const AIM_SECONDS: f64 = 1.05;
/// A task of the most may cost so many times what one of the fewest does: 100,000 tasks lie in no
/// cache. If each looked at all others, it would be 100.
const AIM_GROWTH: f64 = 4.0;

/// What the machine's own clock says.
struct Machine(Instant);

impl Clock for Machine {
    fn now_ms(&self) -> u64 {
        u64::try_from(self.0.elapsed().as_millis()).unwrap()
    }
}

impl Ids for Machine {
    fn new_id(&self) -> String {
        format!("id{}", self.0.elapsed().as_nanos())
    }
}

impl Timer for Machine {
    fn sleep(&self, time: Duration) -> LocalBoxFuture<'static, ()> {
        Box::pin(tokio::time::sleep(time))
    }
}

/// Milliseconds, by size, to resolve, to resolve with petgraph, and to run; and seconds by layers.
struct Figures {
    resolve: Vec<f64>,
    petgraph: Vec<f64>,
    run: Vec<f64>,
    seconds: Vec<f64>,
}

/// The best of several tries, in milliseconds.
fn best<T>(mut work: impl FnMut() -> T) -> f64 {
    let tries = (0..TRIES).map(|_| {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    });
    tries.min().unwrap().as_secs_f64() * 1_000.0
}

/// The figures natively, and the longest way of each chain of seconds.
async fn native() -> (Figures, Vec<u32>) {
    let of = |work: fn(&Chain) -> usize| -> Vec<f64> {
        let sizes = SIZES.iter().map(|size| {
            let chain = Chain::new(*size);
            best(|| work(&chain))
        });
        sizes.collect()
    };
    let machine = Rc::new(Machine(Instant::now()));
    let world = World {
        clock: machine.clone(),
        ids: machine.clone(),
        timer: machine,
    };
    let (mut took, mut longest) = (Vec::new(), Vec::new());
    for layers in LAYERS {
        let (seconds, way) = seconds(layers, &world).await.unwrap();
        took.push(seconds);
        longest.push(way);
    }
    let figures = Figures {
        resolve: of(|chain| chain.resolve().unwrap()),
        petgraph: of(|chain| chain.resolve_with_petgraph().unwrap()),
        run: of(|chain| chain.run().unwrap()),
        seconds: took,
    };
    (figures, longest)
}

/// Prints it, and fails where an aim is missed.
pub async fn print() {
    let result = measured("task_chains", Router::new()).await;
    let of = |what: &str| -> Vec<f64> { serde_json::from_value(result[what].clone()).unwrap() };
    let chromium = Figures {
        resolve: of("resolve"),
        petgraph: of("petgraph"),
        run: of("run"),
        seconds: of("seconds"),
    };
    let (native, longest) = native().await;
    let mut missed = Vec::new();
    for (place, figures) in [("natively", &native), ("in Chromium", &chromium)] {
        println!(
            "task chains {place}, ms      resolve   petgraph     to it        run   µs a task"
        );
        let mut costs = Vec::new();
        for (at, size) in SIZES.iter().enumerate() {
            let (resolve, petgraph) = (figures.resolve[at], figures.petgraph[at]);
            let (run, ratio) = (figures.run[at], resolve / petgraph);
            let cost = run * 1_000.0 / f64::from(*size);
            println!(
                "  {size:>7} tasks              {resolve:10.3} {petgraph:10.3} {ratio:9.2} {run:10.2} {cost:11.2}"
            );
            costs.push(cost);
            if ratio > AIM_RESOLVE {
                missed.push(format!("{size} tasks {place} beside petgraph: {ratio:.2}"));
            }
        }
        let growth = costs[costs.len() - 1] / costs[0];
        println!(
            "  a task of {} costs {growth:.2} of one of {}",
            SIZES[SIZES.len() - 1],
            SIZES[0]
        );
        if growth > AIM_GROWTH {
            missed.push(format!("{place} the cost of a task grows: {growth:.2}"));
        }
        println!("  tasks of a second each       s  longest way     to it");
        for (at, [layers, wide]) in LAYERS.into_iter().enumerate() {
            let (took, way) = (figures.seconds[at], longest[at]);
            let ratio = took / f64::from(way);
            println!("  {layers} layers of {wide} {took:17.3} {way:12} {ratio:9.3}");
            if ratio > AIM_SECONDS {
                missed.push(format!("{layers} layers of {wide} {place}: {ratio:.3}"));
            }
        }
    }
    println!("(best of {TRIES}; both resolvers go from ids as text to an order)");
    load();
    if !missed.is_empty() {
        eprintln!("above the aim: {}", missed.join("; "));
        std::process::exit(1);
    }
}
