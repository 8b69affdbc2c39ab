//! What screens of every system are made of.

pub mod connection_notice;
pub mod delete;
pub mod header;
pub mod icons;
pub mod save_session;
pub mod sheet;
pub mod storage_notice;
