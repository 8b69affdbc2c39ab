//! The protocol's types, and what goes wrong with it.

pub(crate) mod delta;
pub(crate) mod error;
pub(crate) mod error_kind;
pub(crate) mod message;
pub(crate) mod outgoing;
pub(crate) mod reported;
pub(crate) mod request;
pub(crate) mod tools;
