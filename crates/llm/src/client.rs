//! Calls of one endpoint, within limits of time and made again after trouble that passes.

pub(crate) mod chat;
pub(crate) mod complete;
pub(crate) mod exchange;
pub(crate) mod key;
pub(crate) mod model;
pub(crate) mod once;
pub(crate) mod retry;
pub(crate) mod retry_after;
mod showing;
pub(crate) mod time;
