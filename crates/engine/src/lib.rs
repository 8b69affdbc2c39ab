//! What every engine runs on.
//!
//! A [`caller::Caller`] is the one way to call a model: metered, under caps, shrunk when the
//! request is too long, repaired when the reply has not the form that was asked for.

pub mod caller;
