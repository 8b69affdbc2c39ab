//! What a subtask of a fan-out costs by itself, natively. `cargo xtask bench` prints it.

use std::rc::Rc;
use std::time::Instant;

use futures::executor::block_on;
use kikitori_graph::{END, Goto, Graph, GraphState, Outcome, Ports, RunLimits, START, StateGraph};
use kikitori_store::MemoryStore;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize)]
struct Sum {
    tasks: u32,
    total: u64,
}

impl GraphState for Sum {
    type Update = u64;
    type Sent = u32;
    const KIND: &'static str = "sum";

    fn apply(&mut self, update: u64) {
        self.total += update;
    }
}

fn fan_out() -> Result<Rc<Graph<Sum, ()>>, kikitori_graph::GraphError> {
    StateGraph::new()
        .send_node("task", async |number: u32, _| Ok(u64::from(number)))
        .branch(START, &["task"], |state: &Sum| {
            (0..state.tasks).map(|n| Goto::Send("task", n)).collect()
        })
        .edge("task", END)
        .build()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let graph = fan_out()?;
    println!("a subtask of a fan-out, natively           no store   memory store");
    for tasks in [10, 100, 1_000, 10_000, 100_000] {
        let mut costs = Vec::new();
        for stored in [false, true] {
            // Small fan-outs are repeated, so that the clock has something to measure.
            let rounds = 100_000 / tasks;
            let begin = Instant::now();
            for _ in 0..rounds {
                let mut ports = Ports::new(());
                if stored {
                    ports = ports.with_store(Rc::new(MemoryStore::new()));
                }
                let state = Sum { tasks, total: 0 };
                let run = graph.start("run", state, &ports, RunLimits::default());
                let Outcome::Done { state } = block_on(run)? else {
                    return Err("the run did not end".into());
                };
                let expected = u64::from(tasks) * u64::from(tasks - 1) / 2;
                if state.total != expected {
                    return Err("the sum is wrong".into());
                }
            }
            costs.push(begin.elapsed().as_secs_f64() * 1e6 / f64::from(rounds * tasks));
        }
        println!(
            "  {tasks:>7} subtasks                      {:>6.2} µs      {:>6.2} µs",
            costs.first().copied().unwrap_or_default(),
            costs.last().copied().unwrap_or_default(),
        );
    }
    Ok(())
}
