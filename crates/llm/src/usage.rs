//! What calls use and cost, and the caps on it.

pub(crate) mod budget;
pub(crate) mod call;
pub(crate) mod caps;
mod given_up;
pub(crate) mod meter;
pub(crate) mod money;
pub(crate) mod totals;
