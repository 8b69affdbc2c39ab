//! One writer per session, across tabs.

mod broadcast;
mod web;

use broadcast::BroadcastLock;
use web::WebLock;

/// A lock that no other tab of this origin can have at the same time. Dropping it, like the end of
/// the tab, gives it back.
///
/// It tells a person at once that another tab has the session. That nothing is overwritten does not
/// rest on it but on the session's epoch.
#[derive(Debug)]
pub struct SessionLock {
    _held: Held,
}

#[derive(Debug)]
enum Held {
    ByTheBrowser {
        _lock: WebLock,
    },
    AmongTabs {
        _lock: BroadcastLock,
    },
    /// Nobody can be asked.
    Alone,
}

impl SessionLock {
    /// Takes the lock `name` if nobody has it: `None` when another tab (or another call here) does.
    ///
    /// Where the browser has no Web Locks, as outside of secure contexts, or refuses them, the tabs
    /// ask each other. Where they cannot do that either, the answer is a lock that locks nothing.
    pub async fn try_acquire(name: &str) -> Option<Self> {
        let granted = match web::ask(name) {
            Ok(answer) => answer.await.map_err(|_| "it was refused".to_owned()),
            Err(reason) => Err(reason),
        };
        let held = match granted {
            Ok(lock) => Held::ByTheBrowser { _lock: lock? },
            Err(reason) => {
                tracing::debug!(reason, "there are no web locks");
                match broadcast::try_acquire(name).await {
                    Ok(lock) => Held::AmongTabs { _lock: lock? },
                    Err(reason) => {
                        tracing::warn!(reason, "tabs cannot be kept apart");
                        Held::Alone
                    }
                }
            }
        };
        Some(Self { _held: held })
    }
}
