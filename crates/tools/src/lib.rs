//! Tools that are safe to hand to a model, for every engine.
//!
//! A hostile model can call a tool with any arguments: what it may do is bounded by what the tool
//! is able to do, never by what its description asks for. Each tool is an
//! [`AsyncTool`](kikitori_agent::AsyncTool) that owns what it works on, so that it can be
//! registered whatever the engine's context is.

pub mod calculator;
pub mod database;
pub mod search;
