//! Reading everything that happened.

use std::collections::BTreeMap;

use kikitori_store::Store;

use crate::error::{Damage, DamageReason, JournalError};
use crate::journal::Journal;
use crate::journaled::Journaled;
use crate::key::{SessionKey, StreamPath};
use crate::load::{Place, read_updates};
use crate::numbers::Numbers;

/// A journal from where the history of its state begins.
#[derive(Debug)]
pub struct History<S: Journaled> {
    /// The first state.
    pub first: S,
    /// The updates of each step since, or what is wrong with it.
    pub steps: Vec<Result<Vec<S::Update>, Damage>>,
}

impl<S: Journaled> Journal<S> {
    /// Reads all steps that led to the newest state, to look for one of them. `None` when nothing
    /// is stored. The last state that was [put anew](Journal::rewrite), as after going back, is the
    /// first one: no steps lead to it.
    ///
    /// # Errors
    /// [`JournalError::Lost`] when no state can be read, [`JournalError::Store`] when the store
    /// fails.
    pub async fn history(
        store: &dyn Store,
        session: &SessionKey,
        stream: &StreamPath,
    ) -> Result<Option<History<S>>, JournalError> {
        let numbers = Numbers::of(store, session, stream).await?;
        let Some(last) = numbers.last() else {
            return Ok(None);
        };
        let place = Place {
            store,
            session,
            stream,
        };
        let snapshots = &numbers.snapshots;
        let is_beginning = |number: &&u64| numbers.is_beginning(**number);
        let beginning = snapshots.iter().rev().find(is_beginning);
        let beginning = beginning.copied().unwrap_or(0);
        // Where it cannot be read: a later snapshot, or what was before it was put.
        let others = snapshots.range(..beginning).rev();
        let mut unreadable = BTreeMap::new();
        for number in snapshots.range(beginning..).chain(others).copied() {
            let first = match place.snapshot(number).await? {
                Some(Ok((first, _))) => first,
                Some(Err(damage)) => {
                    unreadable.insert(number, damage);
                    continue;
                }
                None => continue,
            };
            let mut steps = Vec::new();
            let mut expected = number + 1;
            // What is not there of the steps from `expected` to before `found`.
            let pass = |steps: &mut Vec<_>, expected: u64, found: u64| {
                let gap = expected..found.max(expected);
                let lost = unreadable
                    .range(gap)
                    .filter(|(number, _)| numbers.is_beginning(**number));
                steps.extend(lost.map(|(_, damage)| Err(damage.clone())));
                let records = numbers.missing(expected, found);
                if records > 0 {
                    let reason = DamageReason::Missing { records };
                    steps.push(Err(place.damaged_update(expected, reason)));
                }
            };
            for (number, record) in place.updates(&numbers, number, last).await? {
                pass(&mut steps, expected, number);
                expected = number + 1;
                steps.push(read_updates::<S>(&record).map_err(|error| {
                    place.damaged_update(number, DamageReason::Unreadable(error))
                }));
            }
            pass(&mut steps, expected, last + 1);
            return Ok(Some(History { first, steps }));
        }
        let damage = unreadable.into_values().collect();
        Err(JournalError::Lost { damage })
    }
}
