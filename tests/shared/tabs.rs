//! What tabs of one browser share, for tests of every engine's controller.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

use futures::FutureExt;
use futures::future::{LocalBoxFuture, ready};
use kikitori_ports::{Lock, Locks, Timer};

/// Locks that tabs of one browser share.
#[derive(Clone, Default)]
pub struct TabLocks(Rc<RefCell<BTreeSet<String>>>);

impl TabLocks {
    /// Whether no tab holds one.
    #[allow(dead_code, reason = "not every test asks")]
    pub fn are_free(&self) -> bool {
        self.0.borrow().is_empty()
    }
}

struct Held(TabLocks, String);

impl Drop for Held {
    fn drop(&mut self) {
        self.0.0.borrow_mut().remove(&self.1);
    }
}

impl Locks for TabLocks {
    fn try_acquire<'a>(&'a self, name: &'a str) -> LocalBoxFuture<'a, Option<Lock>> {
        let is_free = self.0.borrow_mut().insert(name.to_owned());
        let held = is_free.then(|| Lock::new(Held(self.clone(), name.to_owned())));
        ready(held).boxed_local()
    }
}

/// A timer that goes off at once.
pub struct SoonTimer;

impl Timer for SoonTimer {
    fn sleep(&self, _: Duration) -> LocalBoxFuture<'static, ()> {
        ready(()).boxed_local()
    }
}
