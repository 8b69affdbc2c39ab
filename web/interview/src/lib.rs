//! The interview on the page: its session behind signals, its screens and its words.

mod components;
mod form;
mod limits;
mod messages;
mod model;
pub mod parts;
mod screens;
mod session;
mod start;

pub use start::StartError;
