//! Which files of the program's parts become one.

use std::collections::BTreeSet;

/// What one file more costs whoever loads it, in bytes that could be loaded instead: a request, and
/// what compresses worse apart. Bytes are those that the compiler makes, four or five for one on
/// the wire.
pub const FILE: u64 = 4 * 1024;

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
        self.parts.len() as u64 * (self.bytes + FILE)
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

/// Joins those of `pieces` that are cheaper together: what a part then loads without needing it
/// against a file less for each part that needs both. The most is saved first, until nothing is.
pub fn joined(mut pieces: Vec<Piece>) -> Vec<Piece> {
    while let Some((at, whole)) = best(&pieces) {
        let mut number = 0;
        pieces.retain(|_| {
            number += 1;
            !at.contains(&(number - 1))
        });
        pieces.push(whole);
    }
    pieces
}

/// The two that are to be joined next, by their numbers, and what they become.
fn best(pieces: &[Piece]) -> Option<([usize; 2], Piece)> {
    let mut best = None;
    let mut most = 0;
    for (first, one) in pieces.iter().enumerate() {
        for (second, other) in pieces.iter().enumerate().skip(first + 1) {
            let whole = one.with(other);
            let saved = (one.cost() + other.cost()).saturating_sub(whole.cost());
            if saved > most {
                most = saved;
                best = Some(([first, second], whole));
            }
        }
    }
    best
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
