//! What the screens are made of.

pub mod composer;
pub mod conversation;
pub mod inspector;
pub mod outline;
pub mod progress;
pub mod trouble;
