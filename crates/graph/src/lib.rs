//! A graph of async nodes over a typed state: what LangGraph calls a `StateGraph`, made to run in
//! a browser.
//!
//! Nodes run in supersteps: all that are ready run side by side, and their updates are applied to
//! the state in a fixed order, so that a run is the same whichever node was quicker. Each
//! superstep, and each finished task before that, is stored; a run that was killed goes on there
//! and runs no finished task again. A node can ask somebody outside a question, wherever in
//! fan-outs and subgraphs it is, and starts over when there is an answer.
//!
//! ```
//! use kikitori_graph::*;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Clone, Serialize, Deserialize)]
//! struct Count { words: Vec<String>, total: usize }
//! #[derive(Clone, Serialize, Deserialize)]
//! struct Counted(usize);
//!
//! impl GraphState for Count {
//!     type Update = Counted;
//!     type Sent = String;
//!     const KIND: &'static str = "count";
//!     fn apply(&mut self, update: Counted) { self.total += update.0; }
//! }
//!
//! let graph = StateGraph::<Count, ()>::new()
//!     .send_node("count", async |word: String, _context| Ok(Counted(word.len())))
//!     .branch(START, &["count"], |state| {
//!         state.words.iter().map(|word| Goto::Send("count", word.clone())).collect()
//!     })
//!     .edge("count", END)
//!     .build()?;
//! let state = Count { words: vec!["one".into(), "three".into()], total: 0 };
//! let ports = Ports::new(());
//! let run = graph.start("run-1", state, &ports, RunLimits::default());
//! let outcome = futures::executor::block_on(run).unwrap();
//! assert!(matches!(outcome, Outcome::Done { state } if state.total == 8));
//! # Ok::<(), GraphError>(())
//! ```

mod build;
mod chart_ids;
mod checkpoint;
mod context;
mod edge;
mod error;
mod event;
mod goto;
mod graph;
mod history;
mod ids;
mod interrupt;
mod legacy;
mod mermaid;
mod nested;
mod node;
mod options;
mod outcome;
mod plan;
mod ports;
mod run_journal;
mod runner;
mod scope;
mod state;
mod superstep;
mod task;

pub use build::StateGraph;
pub use context::Context;
pub use error::{GraphError, NodeError, RunError, TaskFailure};
pub use event::Event;
pub use goto::{END, Goto, START};
pub use graph::Graph;
pub use ids::{InterruptId, NodeKey, TaskId};
pub use interrupt::Interrupt;
pub use options::{NodeOptions, RetryPolicy, RunLimits};
pub use outcome::{Outcome, OutcomeKind};
pub use ports::{Cancel, Cancelled, Checkpointer, Ports};
pub use state::{GraphState, StoredPart, reduce};
