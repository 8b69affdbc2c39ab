use std::any::Any;

use futures::future::LocalBoxFuture;

/// Gives out locks that at most one tab of a site holds at a time.
pub trait Locks {
    /// The lock `name`, unless somebody holds it. Dropping it, like the end of the tab, gives it
    /// back.
    fn try_acquire<'a>(&'a self, name: &'a str) -> LocalBoxFuture<'a, Option<Lock>>;
}

/// A lock that is held until this is dropped.
pub struct Lock(#[allow(dead_code, reason = "it only has to live")] Box<dyn Any>);

impl Lock {
    /// One that is given back by dropping `held`.
    pub fn new(held: impl Any) -> Self {
        Self(Box::new(held))
    }
}
