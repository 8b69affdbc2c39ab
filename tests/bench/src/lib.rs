//! What the measured pages and their server share.

pub mod instant;
