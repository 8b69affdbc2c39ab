//! Values of a given shape.

pub(crate) mod ask;
pub(crate) mod attempt;
pub(crate) mod reply;
pub(crate) mod request;
