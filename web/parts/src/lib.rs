//! What all systems of the page share: its context, header, settings, notices and words.

pub mod check;
pub mod components;
mod cover;
pub mod crash;
pub mod dom;
pub mod draft;
mod embedding;
pub mod format;
mod language;
mod location;
pub mod mcp;
pub mod messages;
pub mod page;
pub mod part;
pub mod place;
pub mod reason;
pub mod settings;
pub mod signals;
pub mod size_watch;
mod store;
pub mod theme;
pub mod typing;
pub mod unsent;

pub use embedding::Embedding;
pub use kikitori_first::is_right_to_left;
pub use language::Language;
