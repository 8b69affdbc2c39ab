//! Pieces of a text that name a day or a time.

use super::Candidate;
use crate::values::no_answer::is_unspaced;

/// Words, or letters of a writing without spaces, that are looked at.
const MAX_WORDS: usize = 120;
/// A day with its time takes so many words at most, or so many letters.
const WORDS_OF_ONE: usize = 8;
const LETTERS_OF_ONE: usize = 18;

/// From each place on the longest piece with a digit that is read as the answer.
pub(super) fn within(text: &str, reads: &dyn Fn(&str) -> bool) -> Vec<Candidate> {
    let mut before = ' ';
    let starts = text.char_indices().filter(|(_, letter)| {
        let is_new = is_gap(before) || is_unspaced(before) || is_unspaced(*letter);
        before = *letter;
        is_new && !is_gap(*letter)
    });
    let starts: Vec<usize> = starts.map(|(at, _)| at).take(MAX_WORDS).collect();
    let most = match text.contains(is_unspaced) {
        true => LETTERS_OF_ONE,
        false => WORDS_OF_ONE,
    };
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = starts.get(at) {
        let longest = (1..=most).rev().find_map(|count| {
            let end = match starts.get(at + count) {
                Some(next) => *next,
                None if at + count == starts.len() => text.len(),
                None => return None,
            };
            let piece = text.get(*start..end)?;
            let piece = piece.trim_end_matches(|it: char| is_gap(it) || is_mark(it));
            // A weekday or "today" among other words is said of anything.
            let fits = has_digit(piece) && !is_amount(piece) && reads(piece);
            fits.then(|| (count, start + piece.len()))
        });
        match longest {
            Some((count, end)) => {
                found.push(Candidate::words(*start, end));
                at += count;
            }
            None => at += 1,
        }
    }
    found
}

fn has_digit(piece: &str) -> bool {
    piece.contains(|it: char| it.is_numeric() || "〇一二三四五六七八九十".contains(it))
}

/// 2.5 is an amount among other words.
fn is_amount(piece: &str) -> bool {
    let marks = piece.bytes().filter(|it| b"/.-:".contains(it)).count();
    piece.contains('.') && marks == 1 && !piece.contains(|it: char| it.is_alphabetic())
}

fn is_gap(letter: char) -> bool {
    letter.is_whitespace() || ",;()".contains(letter)
}

fn is_mark(letter: char) -> bool {
    ".:!?\"'、。「」".contains(letter)
}
