//! Reading everything that happened.

use kikitori_store::Store;

use crate::error::{Damage, DamageReason, JournalError};
use crate::journal::Journal;
use crate::journaled::{Journaled, Part};
use crate::key::{Kind, SessionKey, StreamPath};
use crate::load::{numbered, read_updates};

/// A journal from its beginning.
#[derive(Debug)]
pub struct History<S: Journaled> {
    /// The first state.
    pub first: S,
    /// The updates of each step since, or what is wrong with it.
    pub steps: Vec<Result<Vec<S::Update>, Damage>>,
}

impl<S: Journaled> Journal<S> {
    /// Reads all steps of a stream, to look for one of them. `None` when nothing is stored. No
    /// updates lead to a state that was [put anew](Journal::rewrite): that is told as missing.
    ///
    /// # Errors
    /// [`JournalError::Lost`] when no state can be read, [`JournalError::Store`] when the store
    /// fails.
    pub async fn history(
        store: &dyn Store,
        session: &SessionKey,
        stream: &StreamPath,
    ) -> Result<Option<History<S>>, JournalError> {
        let snapshots = numbered(store, &stream.prefix(session, Kind::Snapshot)).await?;
        let updates = numbered(store, &stream.prefix(session, Kind::Update)).await?;
        if snapshots.is_empty() && updates.is_empty() {
            return Ok(None);
        }
        let damage = |kind, number, reason| Damage {
            key: stream.key(session, kind, number),
            reason,
        };
        let mut unreadable = Vec::new();
        for (number, record) in &snapshots {
            let migrate = |from, body| S::migrate(Part::State, from, body);
            let first = match record.read_as(S::KIND, S::VERSION, migrate) {
                Ok(state) => state,
                Err(error) => {
                    let reason = DamageReason::Unreadable(error);
                    unreadable.push(damage(Kind::Snapshot, *number, reason));
                    continue;
                }
            };
            let mut steps = Vec::new();
            let mut expected = number + 1;
            for (number, record) in updates.range(expected..) {
                if *number > expected {
                    let records = number - expected;
                    let reason = DamageReason::Missing { records };
                    steps.push(Err(damage(Kind::Update, expected, reason)));
                }
                expected = number + 1;
                steps.push(read_updates::<S>(record).map_err(|error| {
                    damage(Kind::Update, *number, DamageReason::Unreadable(error))
                }));
            }
            return Ok(Some(History { first, steps }));
        }
        Err(JournalError::Lost { damage: unreadable })
    }
}
