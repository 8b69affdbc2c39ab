//! The interview on the page: its session behind signals, its screens and its words.

mod components;
mod limits;
mod messages;
mod model;
mod screens;
mod session;
mod start;

pub use screens::session::SessionScreen;
pub use start::{StartError, start};
