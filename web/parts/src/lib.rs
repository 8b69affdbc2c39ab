//! What the pages share on the screen.

pub mod advice;
pub mod budget;
pub mod theme;
