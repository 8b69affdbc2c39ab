//! What fills the page.

mod done;
mod interview;
mod review;
pub mod session;
