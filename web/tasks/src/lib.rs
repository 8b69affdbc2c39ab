//! Task chains on the page: a visitor asks for something, looks at the plan, watches it run, says
//! what is meant and what may be changed, and reads an answer. The services are those of a sample
//! kitchen, and the MCP servers that the visitor has chosen.

mod answer;
mod ask;
mod chain;
mod confirm;
mod details;
mod edit;
mod host;
mod kitchen;
mod mcp;
pub mod messages;
pub mod parts;
mod past;
mod person;
mod plan;
mod ports;
mod preview;
mod progress;
mod references;
mod retry;
mod screen;
mod tasks;
mod unsent;
mod value;
mod view;
mod write;
