//! What this device keeps: listed, counted, saved, taken in and deleted.

pub mod erase;
mod messages;
pub mod session_file;
pub mod session_list;
pub mod storage;
mod tried;
