//! What the measured pages and what they are measured beside share.

pub mod chains;
pub mod corpus;
pub mod expressions;
pub mod fan_out;
pub mod growth;
pub mod instant;
pub mod kept;
#[path = "../../../crates/search/tests/questions/mod.rs"]
pub mod questions;
pub mod run_name;
pub mod tool_loop;
