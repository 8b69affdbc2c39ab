//! What an endpoint and its model can do.

pub(crate) mod capabilities;
pub(crate) mod feature;
pub(crate) mod mode;
pub(crate) mod refusal;
