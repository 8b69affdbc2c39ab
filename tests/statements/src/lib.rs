//! Statements in SQL: such as a model writes for people, and such as an attacker would have it write.
//!
//! They are asked natively by `crates/database/tests`, and in Chromium of the module that visitors
//! load by `tests/tests/database.rs`.

mod endless;
mod large;
mod ordinary;
mod questions;
mod victim;
mod writes;

pub use endless::endless;
pub use large::large;
pub use ordinary::{ends_in_arithmetic, ordinary};
pub use questions::questions;
pub use victim::victim;
pub use writes::attacks;
