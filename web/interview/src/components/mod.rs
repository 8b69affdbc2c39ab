//! What the screens are made of.

pub mod composer;
pub mod conversation;
pub mod damage_notice;
pub mod inspector;
pub mod outline;
pub mod progress;
pub mod trouble;
