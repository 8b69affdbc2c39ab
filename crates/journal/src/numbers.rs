//! Which numbers are stored of a stream, and reading no more of them than is needed.

use std::collections::{BTreeMap, BTreeSet};

use kikitori_store::{Record, Store, StoreError};

use crate::head::SessionHead;
use crate::key::{DIGITS, Kind, SessionKey, StreamPath, number_of};

/// The numbers of what is stored of a stream.
pub(crate) struct Numbers {
    pub snapshots: BTreeSet<u64>,
    pub updates: BTreeSet<u64>,
    /// The last one by the session's head; only of the session's own journal, and none where an
    /// older page wrote the head.
    by_head: Option<u64>,
}

impl Numbers {
    pub async fn of(
        store: &dyn Store,
        session: &SessionKey,
        stream: &StreamPath,
    ) -> Result<Self, StoreError> {
        Ok(Self {
            snapshots: numbers(store, &stream.prefix(session, Kind::Snapshot)).await?,
            updates: numbers(store, &stream.prefix(session, Kind::Update)).await?,
            by_head: match *stream == StreamPath::main() {
                true => last_by_head(store, session).await?,
                false => None,
            },
        })
    }

    /// The last number, of what is stored or was; `None` when there was nothing.
    pub fn last(&self) -> Option<u64> {
        self.last_stored().max(self.by_head)
    }

    fn last_stored(&self) -> Option<u64> {
        self.snapshots.last().max(self.updates.last()).copied()
    }

    /// Whether what comes last is not there any more.
    pub fn has_lost_end(&self) -> bool {
        self.last_stored() < self.by_head
    }

    /// Whether a history begins with the snapshot of this number: no update leads to it.
    pub fn is_beginning(&self, snapshot: u64) -> bool {
        self.snapshots.contains(&snapshot) && !self.updates.contains(&snapshot)
    }

    /// How many updates from `expected` to before `found` are not there and were.
    pub fn missing(&self, expected: u64, found: u64) -> u64 {
        if expected >= found {
            return 0;
        }
        let beginnings = self.snapshots.range(expected..found).count();
        let beginnings = u64::try_from(beginnings).unwrap_or(u64::MAX);
        (found - expected).saturating_sub(beginnings)
    }

    /// The records of the updates after `number`, up to `end`.
    pub async fn updates_after(
        &self,
        number: u64,
        end: u64,
        store: &dyn Store,
        prefix: &str,
    ) -> Result<BTreeMap<u64, Record>, StoreError> {
        // Nothing lies beyond the last one, so there a prefix may cover more.
        let is_open = Some(end) == self.last();
        // From the beginning one prefix covers all.
        let from = if number == 0 { 0 } else { number + 1 };
        let mut found = BTreeMap::new();
        for part in covering(from, end, is_open) {
            let listed = store.list(&format!("{prefix}{part}")).await?;
            found.extend(
                listed
                    .into_iter()
                    .filter_map(|(key, record)| {
                        Some((number_of(key.strip_prefix(prefix)?)?, record))
                    })
                    .filter(|(found, _)| (number + 1..=end).contains(found)),
            );
        }
        Ok(found)
    }
}

async fn last_by_head(store: &dyn Store, session: &SessionKey) -> Result<Option<u64>, StoreError> {
    let head = store.get(&session.head()).await?;
    // One that cannot be read says nothing.
    let head = head.and_then(|head| head.read::<SessionHead>().ok());
    Ok(head.and_then(|head| head.last_update))
}

async fn numbers(store: &dyn Store, prefix: &str) -> Result<BTreeSet<u64>, StoreError> {
    let keys = store.keys(prefix).await?.into_iter();
    let mut numbers = BTreeSet::new();
    numbers.extend(keys.filter_map(|key| number_of(key.strip_prefix(prefix)?)));
    Ok(numbers)
}

/// What the numbers from `from` to `to`, as they stand in keys, begin with: few prefixes, which no
/// other numbers have but, if `is_open`, greater ones.
fn covering(from: u64, to: u64, is_open: bool) -> Vec<String> {
    let mut prefixes = Vec::new();
    let mut next = from;
    while next <= to {
        // The more digits are left away, the more numbers have the prefix.
        let (mut kept, mut size) = (DIGITS, 1_u64);
        while kept > 0 {
            let more = size * 10;
            if !next.is_multiple_of(more) || !(is_open || next + (more - 1) <= to) {
                break;
            }
            (kept, size) = (kept - 1, more);
        }
        let written = format!("{next:0DIGITS$}");
        prefixes.push(written.chars().take(kept).collect());
        next += size;
    }
    prefixes
}

#[cfg(test)]
mod tests {
    use super::covering;

    #[test]
    fn a_prefix_covers_as_many_numbers_as_it_can() {
        assert_eq!(covering(0, 1_234, true), [""]);
        assert_eq!(covering(1_000_000, 1_234_567, true), ["0001"]);
        let lower = ["0000000098", "0000000099", "00000001"];
        assert_eq!(covering(98, 105, true), lower);
        let both = ["0000000098", "0000000099", "000000010", "0000000110"];
        assert_eq!(covering(98, 110, false), both);
        assert_eq!(covering(7, 6, true), [""; 0]);
    }

    #[test]
    fn every_number_is_covered_once_and_no_other() {
        for (from, to) in [(0, 999), (1, 1_000), (57, 57), (199, 2_001), (990, 1_010)] {
            let prefixes = covering(from, to, false);
            for number in 0..3_000_u64 {
                let written = format!("{number:010}");
                let covers = |prefix: &&String| written.starts_with(prefix.as_str());
                let count = prefixes.iter().filter(covers).count();
                let expected = usize::from((from..=to).contains(&number));
                assert_eq!(count, expected, "{number} of {from} to {to}");
            }
        }
    }
}
