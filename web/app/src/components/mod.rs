//! The parts that screens are made of.

pub mod composer;
pub mod conversation;
pub mod delete;
pub mod form_file;
pub mod header;
pub mod inspector;
pub mod notice;
pub mod outline;
pub mod progress;
pub mod samples;
pub mod session_list;
pub mod sheet;
pub mod trouble;
