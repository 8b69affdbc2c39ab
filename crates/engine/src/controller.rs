//! What the controllers of all engines do alike: each leads the sessions of its kind for one page.

mod shown;

use std::rc::Rc;
use std::time::Duration;

use kikitori_journal::{Entry, SessionHead, Sessions};
use kikitori_llm::Caps;
use kikitori_ports::{Lock, Locks, Timer};
use kikitori_store::{Store, StoreError};

pub use shown::ShownSession;

/// A page that was just left may hold a lock for a moment.
const LOCK_TRIES: u32 = 5;
const LOCK_PAUSE: Duration = Duration::from_millis(100);

/// The lock that a tab holds which works on the session `id`.
pub fn session_lock(id: &str) -> String {
    format!("kikitori/session/{id}")
}

/// The lock `name`, unless another tab keeps it: one that was just left is waited for.
pub async fn acquire(locks: &dyn Locks, timer: &dyn Timer, name: &str) -> Option<Lock> {
    for _ in 1..LOCK_TRIES {
        if let Some(lock) = locks.try_acquire(name).await {
            return Some(lock);
        }
        timer.sleep(LOCK_PAUSE).await;
    }
    locks.try_acquire(name).await
}

/// The sessions of this kind that can be read, the last changed first.
///
/// # Errors
/// [`StoreError`] when the store cannot be read at all.
pub async fn history(store: Rc<dyn Store>, kind: &str) -> Result<Vec<SessionHead>, StoreError> {
    let entries = Sessions::new(store).list().await?;
    let heads = entries.into_iter().filter_map(|entry| match entry {
        Entry::Session(head) if head.kind == kind => Some(head),
        _ => None,
    });
    Ok(heads.collect())
}

/// What the person allows, with the usual bound on calls and on what they read where they have set
/// none.
pub fn caps_or_usual(chosen: Caps, usual: Caps) -> Caps {
    Caps {
        calls: chosen.calls.or(usual.calls),
        prompt_tokens: chosen.prompt_tokens.or(usual.prompt_tokens),
        ..chosen
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use futures::executor::block_on;
    use futures::future::{LocalBoxFuture, ready};

    use super::*;

    /// Refuses a lock so often; counts the pauses.
    struct Busy {
        refusals: Cell<u32>,
        pauses: Cell<u32>,
    }

    impl Locks for Busy {
        fn try_acquire<'a>(&'a self, _: &'a str) -> LocalBoxFuture<'a, Option<Lock>> {
            let left = self.refusals.get();
            self.refusals.set(left.saturating_sub(1));
            Box::pin(ready((left == 0).then(|| Lock::new(()))))
        }
    }

    impl Timer for Busy {
        fn sleep(&self, pause: Duration) -> LocalBoxFuture<'static, ()> {
            assert_eq!(pause, LOCK_PAUSE);
            self.pauses.set(self.pauses.get() + 1);
            Box::pin(ready(()))
        }
    }

    #[test]
    fn a_lock_is_waited_for_a_moment_and_then_given_up() {
        for (refusals, is_had, pauses) in [(0, true, 0), (3, true, 3), (4, true, 4), (5, false, 4)]
        {
            let busy = Busy {
                refusals: Cell::new(refusals),
                pauses: Cell::new(0),
            };
            let lock = block_on(acquire(&busy, &busy, &session_lock("a")));
            assert_eq!(lock.is_some(), is_had, "{refusals}");
            assert_eq!(busy.pauses.get(), pauses, "{refusals}");
        }
    }

    #[test]
    fn what_the_person_has_set_counts_before_what_is_usual() {
        let caps = |calls, prompt_tokens, completion_tokens| Caps {
            calls,
            prompt_tokens,
            completion_tokens,
            ..Caps::default()
        };
        let usual = caps(Some(40), Some(1_000), Some(7));
        assert_eq!(
            caps_or_usual(caps(Some(3), None, None), usual),
            caps(Some(3), Some(1_000), None)
        );
    }
}
