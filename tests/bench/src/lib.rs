//! What the measured pages and what they are measured beside share.

pub mod fan_out;
pub mod instant;
