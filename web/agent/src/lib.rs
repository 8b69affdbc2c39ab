//! The ReAct agent on the page: a visitor asks, sees it think, use tools and observe, and reads an
//! answer with what it rests on.

mod agent;
mod answer;
mod ask;
mod consent;
mod conversation;
mod database;
mod follow;
mod mcp;
pub mod messages;
mod observation;
pub mod parts;
mod past;
mod ports;
mod rows;
mod screen;
mod sources;
mod step;
mod toolbox;
