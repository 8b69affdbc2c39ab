//! Where the words of one document are.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

/// A passage that a token is in, by its place in the document, and how often.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Posting {
    pub passage: u32,
    pub count: u32,
}

/// A token that is looked for in many documents.
pub(crate) struct Sought {
    token: String,
    hash: u64,
}

impl Sought {
    /// `token`, which is hashed but once.
    pub fn new(token: String) -> Self {
        let hash = hash(&token);
        Self { token, hash }
    }
}

/// For each token of a document, the passages it is in. It is a few large blocks of memory: a
/// document has thousands of tokens, and there may be thousands of documents.
#[derive(Debug, Clone, Default)]
pub(crate) struct Postings {
    tokens: Tokens,
    postings: Vec<Posting>,
}

impl Postings {
    /// Where the token is, in the order of the passages.
    pub fn of(&self, sought: &Sought) -> &[Posting] {
        let all = &self.tokens;
        let is_it = |number: &usize| all.token(*number) == sought.token;
        let found = all.numbers.find(sought.hash, is_it);
        let range =
            found.map(|number| all.before(*number).postings..all.before(*number + 1).postings);
        let postings = range.and_then(|range| self.postings.get(range));
        postings.unwrap_or_default()
    }
}

/// Counts the tokens of a document, passage by passage.
#[derive(Default)]
pub(crate) struct Counting {
    tokens: Tokens,
    /// What was counted, in the order of the passages, and of which token.
    counted: Vec<(usize, Posting)>,
    /// For each token, where in `counted` it was counted last.
    last: Vec<usize>,
}

impl Counting {
    /// Counts `token` this many times more in `passage`, which is the last one or comes after it.
    pub fn count(&mut self, token: &str, passage: u32, count: u32) {
        let token = self.tokens.enter(token);
        let last = self.last.get(token).copied();
        let last = last.and_then(|last| self.counted.get_mut(last));
        match last {
            Some((_, posting)) if posting.passage == passage => posting.count += count,
            _ => {
                let here = self.counted.len();
                match self.last.get_mut(token) {
                    Some(last) => *last = here,
                    None => self.last.push(here),
                }
                self.counted.push((token, Posting { passage, count }));
            }
        }
    }

    /// What was counted, by token.
    pub fn finish(mut self) -> Postings {
        for (token, _) in &self.counted {
            if let Some(ends) = self.tokens.ends.get_mut(*token) {
                ends.postings += 1;
            }
        }
        // From how many there are to where they begin; each that is put there moves it on, up to
        // where they end.
        let mut begin = 0;
        for ends in &mut self.tokens.ends {
            begin += std::mem::replace(&mut ends.postings, begin);
        }
        let mut postings = vec![Posting::default(); self.counted.len()];
        for (token, posting) in self.counted {
            if let Some(ends) = self.tokens.ends.get_mut(token)
                && let Some(place) = postings.get_mut(ends.postings)
            {
                *place = posting;
                ends.postings += 1;
            }
        }
        Postings {
            postings,
            tokens: self.tokens,
        }
    }
}

/// Different tokens, numbered in the order in which they came.
#[derive(Debug, Clone, Default)]
struct Tokens {
    text: String,
    ends: Vec<Ends>,
    /// The numbers, found by the tokens' hashes.
    numbers: HashTable<usize>,
}

/// Where a token ends in the text of all, and where its postings do.
#[derive(Debug, Clone, Copy, Default)]
struct Ends {
    text: usize,
    postings: usize,
}

impl Tokens {
    /// The token's number; a new one if it is new.
    fn enter(&mut self, new: &str) -> usize {
        let (text, ends) = (&self.text, &self.ends);
        let is_it = |number: &usize| token(text, ends, *number) == new;
        let hashed = |number: &usize| hash(token(text, ends, *number));
        match self.numbers.entry(hash(new), is_it, hashed) {
            Entry::Occupied(found) => *found.get(),
            Entry::Vacant(place) => {
                let number = self.ends.len();
                place.insert(number);
                self.text.push_str(new);
                self.ends.push(Ends {
                    text: self.text.len(),
                    postings: 0,
                });
                number
            }
        }
    }

    fn token(&self, number: usize) -> &str {
        token(&self.text, &self.ends, number)
    }

    fn before(&self, number: usize) -> Ends {
        before(&self.ends, number)
    }
}

fn hash(token: &str) -> u64 {
    FxBuildHasher.hash_one(token)
}

fn token<'a>(text: &'a str, ends: &[Ends], number: usize) -> &'a str {
    let range = before(ends, number).text..before(ends, number + 1).text;
    text.get(range).unwrap_or_default()
}

/// Where what comes before this number ends.
fn before(ends: &[Ends], number: usize) -> Ends {
    let last = number.checked_sub(1).and_then(|last| ends.get(last));
    last.copied().unwrap_or_default()
}
