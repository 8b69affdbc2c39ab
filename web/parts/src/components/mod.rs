//! What screens of every system are made of.

pub mod ask_box;
pub mod connection_notice;
pub mod delete;
pub mod details;
pub mod file_drop;
pub mod file_take;
pub mod forget;
pub mod formatted;
pub mod header;
pub mod icons;
pub mod past;
pub mod remove;
pub mod save_session;
pub mod sheet;
pub mod storage_notice;
pub mod told_lines;
pub mod trouble;
