//! What fills the page.

pub mod closed;
mod interview;
pub mod session;
