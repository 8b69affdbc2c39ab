//! The parts that screens are made of.

pub mod budget_form;
pub mod check_list;
pub mod composer;
pub mod connection_form;
pub mod conversation;
pub mod delete;
pub mod finding;
pub mod form_file;
pub mod header;
pub mod inspector;
pub mod notice;
pub mod outline;
pub mod progress;
pub mod samples;
pub mod session_file;
pub mod session_list;
pub mod settings;
pub mod sheet;
pub mod trouble;
