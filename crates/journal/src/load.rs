//! Reading a journal.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use kikitori_store::{Record, Store, StoreError};
use serde_json::Value;

use crate::error::{Damage, DamageReason, JournalError};
use crate::journal::{Journal, Snapshot};
use crate::journaled::{Journaled, Part};
use crate::key::{Kind, SessionKey, StreamPath};
use crate::numbers::Numbers;

/// What was read of a journal.
#[derive(Debug)]
pub struct Loaded<S> {
    /// The state.
    pub state: S,
    /// The journal, to be gone on with. It never overwrites what is stored, read or not; where the
    /// end is lost, it puts the whole state anew first.
    pub journal: Journal<S>,
    /// What could not be taken in.
    pub damage: Vec<Damage>,
    is_whole: bool,
}

impl<S> Loaded<S> {
    /// Whether nothing of the state is lost. A snapshot that cannot be read costs time only, unless
    /// a history begins with it.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }
}

impl<S: Journaled> Journal<S> {
    /// Reads the newest state, or the one of number `up_to`: the newest snapshot that can be read
    /// and all updates after it. `None` when nothing is stored.
    ///
    /// # Errors
    /// [`JournalError::Lost`] when no state can be read, [`JournalError::NoSuchState`] when
    /// `up_to` is later than the last one, [`JournalError::Store`] when the store fails.
    pub async fn load(
        store: &dyn Store,
        session: &SessionKey,
        stream: &StreamPath,
        up_to: Option<u64>,
    ) -> Result<Option<Loaded<S>>, JournalError> {
        let numbers = Numbers::of(store, session, stream).await?;
        let Some(last) = numbers.last() else {
            return Ok(None);
        };
        let end = up_to.unwrap_or(last);
        if end > last {
            return Err(JournalError::NoSuchState {
                asked: end,
                last: Some(last),
            });
        }
        let place = Place {
            store,
            session,
            stream,
        };
        let mut replay = Replay::<S>::from_newest(place, &numbers, end).await?;
        replay.take_updates(&numbers, end).await?;
        let number = replay.number;
        Ok(Some(Loaded {
            state: replay.state,
            damage: replay.damage,
            is_whole: replay.is_whole,
            journal: Journal {
                session: session.clone(),
                stream: stream.clone(),
                last,
                snapshot: Snapshot {
                    number,
                    begins: numbers.is_beginning(number),
                },
                since: replay.since,
                state_bytes: replay.bytes,
                behind: end < last || numbers.has_lost_end(),
                state: PhantomData,
            },
        }))
    }
}

/// The state of number `n`, of which the first one is 0. Updates are kept, so every state can be
/// had again.
///
/// # Errors
/// As [`Journal::load`], [`JournalError::NoSuchState`] also when nothing is stored, and
/// [`JournalError::Incomplete`] when something of it is lost.
pub async fn state_at<S: Journaled>(
    store: &dyn Store,
    session: &SessionKey,
    stream: &StreamPath,
    n: u64,
) -> Result<S, JournalError> {
    let loaded = Journal::<S>::load(store, session, stream, Some(n)).await?;
    let loaded = loaded.ok_or(JournalError::NoSuchState {
        asked: n,
        last: None,
    })?;
    match loaded.is_whole {
        true => Ok(loaded.state),
        false => Err(JournalError::Incomplete {
            damage: loaded.damage,
        }),
    }
}

/// Where a journal is read from.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub store: &'a dyn Store,
    pub session: &'a SessionKey,
    pub stream: &'a StreamPath,
}

impl Place<'_> {
    /// The snapshot of a number with its bytes; `None` when it has gone, for a newer one.
    pub async fn snapshot<S: Journaled>(
        &self,
        number: u64,
    ) -> Result<Option<Result<(S, usize), Damage>>, StoreError> {
        let key = self.stream.key(self.session, Kind::Snapshot, number);
        let Some(record) = self.store.get(&key).await? else {
            return Ok(None);
        };
        let migrate = |from, body| S::migrate(Part::State, from, body);
        let read = record.read_as(S::KIND, S::VERSION, migrate);
        Ok(Some(match read {
            Ok(state) => Ok((state, record.body.len())),
            Err(error) => Err(Damage {
                key,
                reason: DamageReason::Unreadable(error),
            }),
        }))
    }

    /// The records of the updates after `number`, up to `end`.
    pub async fn updates(
        &self,
        numbers: &Numbers,
        number: u64,
        end: u64,
    ) -> Result<BTreeMap<u64, Record>, StoreError> {
        let prefix = self.stream.prefix(self.session, Kind::Update);
        numbers
            .updates_after(number, end, self.store, &prefix)
            .await
    }

    pub fn damaged_update(&self, number: u64, reason: DamageReason) -> Damage {
        Damage {
            key: self.stream.key(self.session, Kind::Update, number),
            reason,
        }
    }
}

/// A state and what has been taken in to make it.
struct Replay<'a, S> {
    place: Place<'a>,
    state: S,
    /// The snapshot's number and bytes.
    number: u64,
    bytes: usize,
    /// Bytes of updates since.
    since: usize,
    damage: Vec<Damage>,
    is_whole: bool,
}

impl<'a, S: Journaled> Replay<'a, S> {
    async fn from_newest(
        place: Place<'a>,
        numbers: &Numbers,
        end: u64,
    ) -> Result<Self, JournalError> {
        let mut damage = Vec::new();
        let mut is_whole = true;
        for number in numbers.snapshots.range(..=end).rev().copied() {
            match place.snapshot(number).await? {
                Some(Ok((state, bytes))) => {
                    return Ok(Self {
                        place,
                        state,
                        number,
                        bytes,
                        since: 0,
                        damage,
                        is_whole,
                    });
                }
                Some(Err(unreadable)) => {
                    damage.push(unreadable);
                    is_whole &= !numbers.is_beginning(number);
                }
                None => {}
            }
        }
        Err(JournalError::Lost { damage })
    }

    async fn take_updates(&mut self, numbers: &Numbers, end: u64) -> Result<(), StoreError> {
        let mut expected = self.number + 1;
        for (number, record) in self.place.updates(numbers, self.number, end).await? {
            self.missing(expected, number, numbers);
            expected = number + 1;
            self.since += record.body.len();
            match read_updates::<S>(&record) {
                Ok(updates) => updates.into_iter().for_each(|it| self.state.apply(it)),
                Err(error) => self.lose(number, DamageReason::Unreadable(error)),
            }
        }
        self.missing(expected, end + 1, numbers);
        Ok(())
    }

    /// Tells of the updates from `expected` to before `found`, which are not there. No update leads
    /// to a snapshot with which a history begins; that one was told of when it could not be read.
    fn missing(&mut self, expected: u64, found: u64, numbers: &Numbers) {
        let records = numbers.missing(expected, found);
        if records > 0 {
            self.lose(expected, DamageReason::Missing { records });
        }
    }

    fn lose(&mut self, number: u64, reason: DamageReason) {
        self.damage.push(self.place.damaged_update(number, reason));
        self.is_whole = false;
    }
}

pub(crate) fn read_updates<S: Journaled>(record: &Record) -> Result<Vec<S::Update>, StoreError> {
    record.read_as(S::KIND, S::VERSION, |from, body| match body {
        Value::Array(updates) => updates
            .into_iter()
            .map(|update| S::migrate(Part::Update, from, update))
            .collect(),
        _ => Err(StoreError::unreadable(S::KIND, "these are no updates")),
    })
}
