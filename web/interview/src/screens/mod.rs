//! What fills the page.

mod interview;
pub mod session;
