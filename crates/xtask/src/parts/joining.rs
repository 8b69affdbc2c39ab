//! Which files of the program's parts become one.

use std::collections::BTreeSet;

/// What one file more costs whoever loads it, in bytes that could be loaded instead: a request, and
/// what compresses worse apart. Bytes are those that the compiler makes, four or five for one on
/// the wire.
pub const FILE: u64 = 3 * 1024;
/// How much more some parts count than others: those that somebody waits for who has just pressed what
/// leads there. Others are fetched while a person reads.
pub const WAITED_FOR: [(&str, u64); 5] = [
    ("first", 5),
    ("desk", 3),
    ("kept", 2),
    ("settings", 2),
    ("builder", 2),
];

/// Files that are loaded together, and the parts that load them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Their names; the largest first.
    pub files: Vec<String>,
    /// Which parts need any of them.
    pub parts: BTreeSet<String>,
    /// How many bytes they have together.
    pub bytes: u64,
}

impl Piece {
    /// What all parts pay for it that load it.
    fn cost(&self) -> u64 {
        weight(self.parts.iter()) * (self.bytes + FILE)
    }

    /// What all parts pay less if this and `other` are one; nothing where they would pay more.
    fn saved_with(&self, other: &Self) -> u64 {
        let parts = weight(self.parts.union(&other.parts));
        let together = parts * (self.bytes + other.bytes + FILE);
        (self.cost() + other.cost()).saturating_sub(together)
    }

    fn with(&self, other: &Self) -> Self {
        let (large, small) = if self.bytes < other.bytes {
            (other, self)
        } else {
            (self, other)
        };
        Self {
            files: [&large.files[..], &small.files].concat(),
            parts: &large.parts | &small.parts,
            bytes: large.bytes + small.bytes,
        }
    }
}

/// What `parts` count together.
fn weight<'a>(parts: impl Iterator<Item = &'a String>) -> u64 {
    let of = |part: &String| {
        let waited_for = WAITED_FOR.iter().find(|(name, _)| name == part);
        waited_for.map_or(1, |(_, weight)| *weight)
    };
    parts.map(of).sum()
}

/// Joins those of `pieces` that are cheaper together: what a part then loads without needing it
/// against a file less for each part that needs both. The most is saved first, until nothing is.
pub fn joined(mut pieces: Vec<Piece>) -> Vec<Piece> {
    // What each would save with each of those before it: it is asked for many times.
    let with_first = |count: usize, pieces: &[Piece], piece: &Piece| -> Vec<u64> {
        let first = pieces.iter().take(count);
        first.map(|it| it.saved_with(piece)).collect()
    };
    let mut savings: Vec<Vec<u64>> = Vec::with_capacity(pieces.len());
    for (number, piece) in pieces.iter().enumerate() {
        savings.push(with_first(number, &pieces, piece));
    }
    while let Some((first, second)) = best(&savings) {
        let (Some(one), Some(other)) = (pieces.get(first), pieces.get(second)) else {
            break;
        };
        let whole = one.with(other);
        for at in [second, first] {
            pieces.remove(at);
            savings.remove(at);
            for row in savings.iter_mut().skip(at) {
                row.remove(at);
            }
        }
        savings.push(with_first(pieces.len(), &pieces, &whole));
        pieces.push(whole);
    }
    pieces
}

/// The two that save the most together, if any do.
fn best(savings: &[Vec<u64>]) -> Option<(usize, usize)> {
    let rows = savings.iter().enumerate();
    let pairs = rows.flat_map(|(second, row)| {
        let row = row.iter().enumerate();
        row.map(move |(first, saved)| (*saved, (first, second)))
    });
    let saving = pairs.filter(|(saved, _)| *saved > 0);
    // Of equal ones the first, so that the same program is always cut alike.
    let best = saving.max_by_key(|(saved, (first, second))| {
        (
            *saved,
            std::cmp::Reverse(*first),
            std::cmp::Reverse(*second),
        )
    });
    best.map(|(_, pair)| pair)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(file: &str, parts: &str, bytes: u64) -> Piece {
        Piece {
            files: vec![file.to_owned()],
            parts: parts.split(' ').map(str::to_owned).collect(),
            bytes,
        }
    }

    /// The files of each piece, in the order of the names.
    fn files(pieces: Vec<Piece>) -> Vec<String> {
        let mut files: Vec<String> = joined(pieces).iter().map(|it| it.files.join("+")).collect();
        files.sort();
        files
    }

    #[test]
    fn what_the_same_parts_need_is_one_file() {
        let pieces = vec![
            piece("a", "desk interview", 1_000_000),
            piece("b", "desk interview", 2_000_000),
        ];
        assert_eq!(files(pieces), ["b+a"]);
    }

    #[test]
    fn a_little_that_few_share_comes_with_what_more_of_them_load() {
        let pieces = vec![
            piece("large", "desk interview kept settings", 400_000),
            piece("small", "desk interview settings", 2_000),
            piece("own", "interview", 900_000),
        ];
        assert_eq!(files(pieces), ["large+small", "own"]);
    }

    #[test]
    fn nobody_loads_much_that_they_do_not_need() {
        let pieces = vec![
            piece("own", "interview", 900_000),
            piece("shared", "interview kept", 20_000),
            piece("other", "kept", 100_000),
        ];
        assert_eq!(files(pieces), ["other", "own", "shared"]);
    }

    #[test]
    fn what_somebody_waits_for_brings_little_that_it_does_not_need() {
        let pieces = |waiting: &str| {
            vec![
                piece("shared", &format!("interview tasks {waiting}"), 30_000),
                piece("other", "interview tasks", 3_000),
            ]
        };
        assert_eq!(files(pieces("agent")), ["shared+other"]);
        assert_eq!(files(pieces("first")), ["other", "shared"]);
    }

    #[test]
    fn no_file_and_no_part_is_lost() {
        let pieces: Vec<Piece> = ["a b", "a c", "b c", "a b c", "c", "b"]
            .iter()
            .enumerate()
            .map(|(number, parts)| piece(&number.to_string(), parts, 3_000))
            .collect();
        let joined = joined(pieces.clone());
        for piece in &pieces {
            let in_one = joined
                .iter()
                .filter(|it| it.files.contains(&piece.files[0]));
            let in_one: Vec<&Piece> = in_one.collect();
            assert_eq!(in_one.len(), 1);
            assert!(in_one[0].parts.is_superset(&piece.parts));
        }
        assert_eq!(joined.iter().map(|it| it.bytes).sum::<u64>(), 18_000);
    }
}
