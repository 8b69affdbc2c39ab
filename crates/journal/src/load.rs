//! Reading a journal.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use kikitori_store::{Record, Store, StoreError};
use serde_json::Value;

use crate::error::{Damage, DamageReason, JournalError};
use crate::journal::{Journal, Snapshot};
use crate::journaled::{Journaled, Part};
use crate::key::{Kind, SessionKey, StreamPath, number_of};

/// What was read of a journal.
#[derive(Debug)]
pub struct Loaded<S> {
    /// The state.
    pub state: S,
    /// The journal, to be gone on with. It never overwrites what is stored, read or not.
    pub journal: Journal<S>,
    /// What could not be taken in.
    pub damage: Vec<Damage>,
}

impl<S> Loaded<S> {
    /// Whether nothing of the state is lost: a later snapshot that cannot be read costs time only.
    pub fn is_whole(&self) -> bool {
        let journal = &self.journal;
        let updates = journal.stream.prefix(&journal.session, Kind::Update);
        !self.damage.iter().any(|it| it.key.starts_with(&updates))
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
        let snapshots = numbered(store, &stream.prefix(session, Kind::Snapshot)).await?;
        let updates = numbered(store, &stream.prefix(session, Kind::Update)).await?;
        let last = snapshots.keys().chain(updates.keys()).max().copied();
        let Some(last) = last else {
            return Ok(None);
        };
        let end = up_to.unwrap_or(last);
        if end > last {
            return Err(JournalError::NoSuchState {
                asked: end,
                last: Some(last),
            });
        }
        let mut replay = Replay::<S>::from_newest(&snapshots, session, stream, end)?;
        replay.take_updates(&updates, &snapshots, end);
        let number = replay.number;
        Ok(Some(Loaded {
            state: replay.state,
            damage: replay.damage,
            journal: Journal {
                session: session.clone(),
                stream: stream.clone(),
                last,
                snapshot: Snapshot {
                    number,
                    bytes: replay.bytes,
                    begins: !updates.contains_key(&number),
                },
                since: replay.since,
                behind: end < last,
                state: PhantomData,
            },
        }))
    }
}

/// The state of number `n`, of which the first one is 0. Updates are kept, so every state can be
/// had again.
///
/// # Errors
/// As [`Journal::load`], and [`JournalError::NoSuchState`] also when nothing is stored.
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
    Ok(loaded.state)
}

pub(crate) async fn numbered(
    store: &dyn Store,
    prefix: &str,
) -> Result<BTreeMap<u64, Record>, StoreError> {
    let found = store.list(prefix).await?.into_iter();
    Ok(found
        .filter_map(|(key, record)| Some((number_of(key.strip_prefix(prefix)?)?, record)))
        .collect())
}

/// A state and what has been taken in to make it.
struct Replay<'a, S> {
    session: &'a SessionKey,
    stream: &'a StreamPath,
    state: S,
    /// The snapshot's number and bytes.
    number: u64,
    bytes: usize,
    /// Bytes of updates since.
    since: usize,
    damage: Vec<Damage>,
}

impl<'a, S: Journaled> Replay<'a, S> {
    fn from_newest(
        snapshots: &BTreeMap<u64, Record>,
        session: &'a SessionKey,
        stream: &'a StreamPath,
        end: u64,
    ) -> Result<Self, JournalError> {
        let mut damage = Vec::new();
        for (number, record) in snapshots.range(..=end).rev() {
            let migrate = |from, body| S::migrate(Part::State, from, body);
            match record.read_as(S::KIND, S::VERSION, migrate) {
                Ok(state) => {
                    return Ok(Self {
                        session,
                        stream,
                        state,
                        number: *number,
                        bytes: record.body.len(),
                        since: 0,
                        damage,
                    });
                }
                Err(error) => damage.push(Damage {
                    key: stream.key(session, Kind::Snapshot, *number),
                    reason: DamageReason::Unreadable(error),
                }),
            }
        }
        Err(JournalError::Lost { damage })
    }

    fn take_updates(
        &mut self,
        updates: &BTreeMap<u64, Record>,
        snapshots: &BTreeMap<u64, Record>,
        end: u64,
    ) {
        let mut expected = self.number + 1;
        let from = self.number;
        let after = updates.iter().filter(|(number, _)| **number > from);
        for (number, record) in after.take_while(|(number, _)| **number <= end) {
            self.missing(expected, *number, snapshots);
            expected = number + 1;
            self.since += record.body.len();
            match read_updates::<S>(record) {
                Ok(updates) => updates.into_iter().for_each(|it| self.state.apply(it)),
                Err(error) => self.damage.push(Damage {
                    key: self.stream.key(self.session, Kind::Update, *number),
                    reason: DamageReason::Unreadable(error),
                }),
            }
        }
        self.missing(expected, end + 1, snapshots);
    }

    /// Tells of the updates from `expected` to before `found`, which are not there. No update leads
    /// to a snapshot with which a history begins; that one was told of when it could not be read.
    fn missing(&mut self, expected: u64, found: u64, snapshots: &BTreeMap<u64, Record>) {
        if expected >= found {
            return;
        }
        let told = snapshots.range(expected..found).count();
        let records = (found - expected).saturating_sub(u64::try_from(told).unwrap_or(u64::MAX));
        if records > 0 {
            self.damage.push(Damage {
                key: self.stream.key(self.session, Kind::Update, expected),
                reason: DamageReason::Missing { records },
            });
        }
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
