//! From the bytes of a response to a whole reply.

pub(crate) mod arguments;
pub(crate) mod assemble;
pub(crate) mod call_ids;
pub(crate) mod calls;
pub(crate) mod event;
pub(crate) mod event_text;
pub(crate) mod members;
pub(crate) mod stream;
pub(crate) mod whole;
