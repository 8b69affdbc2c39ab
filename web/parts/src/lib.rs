//! What the pages share on the screen.

pub mod advice;
pub mod budget;
pub mod theme;

/// The languages of the pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tongue {
    /// English.
    En,
    /// Japanese.
    Ja,
}
