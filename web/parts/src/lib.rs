//! What the pages share on the screen.

pub mod theme;
