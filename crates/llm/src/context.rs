//! What fits into a model's context.

pub(crate) mod compact;
pub(crate) mod fit;
pub(crate) mod tokens;
