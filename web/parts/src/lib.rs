//! What the pages share on the screen.

pub mod budget;
pub mod theme;
