//! Parts of a message that may be a value.

use std::ops::Range;

use crate::text::{is_han, is_kana, narrow};

/// Values are looked for in so much of a message; who writes more tells a story.
const MOST_CHARS: usize = 1_500;
/// No value that is looked for is longer.
const LONGEST_VALUE: usize = 40;
/// Words that no value begins or ends with.
const JOINTS: [&str; 9] = ["on", "of", "and", "the", "at", "by", "or", "to", "is"];

/// The first part of `message` that `read` makes something of: parts begin and end where words
/// do, those that begin first come first, and of these the longest.
pub fn first<T>(message: &str, read: impl Fn(&str) -> Option<T>) -> Option<(Range<usize>, T)> {
    all(message, read).into_iter().next()
}

/// All such parts, none of which overlap.
pub fn all<T>(message: &str, read: impl Fn(&str) -> Option<T>) -> Vec<(Range<usize>, T)> {
    let (starts, ends) = boundaries(message);
    let mut found = Vec::new();
    let mut free = 0;
    for (start, start_char) in starts {
        if start < free {
            continue;
        }
        let fits = |(end, end_char): &&(usize, usize)| {
            *end > start && *end_char <= start_char + LONGEST_VALUE
        };
        let best = ends.iter().rev().filter(fits).find_map(|(end, _)| {
            let part = message.get(start..*end)?;
            (!is_joined(part))
                .then(|| read(part))
                .flatten()
                .map(|value| (start..*end, value))
        });
        if let Some((range, value)) = best {
            free = range.end;
            found.push((range, value));
        }
    }
    found
}

fn is_joined(part: &str) -> bool {
    let mut words = part.split_whitespace();
    let is_joint = |word: Option<&str>| {
        word.is_some_and(|word| JOINTS.contains(&word.to_lowercase().as_str()))
    };
    is_joint(words.next()) || is_joint(words.next_back()) || part.contains('\n')
}

/// A place in a text, by its byte and by its number among the characters.
type Boundary = (usize, usize);

/// Where words begin and end.
fn boundaries(message: &str) -> (Vec<Boundary>, Vec<Boundary>) {
    let (mut starts, mut ends) = (Vec::new(), Vec::new());
    let mut before: Option<char> = None;
    let mut chars = message.char_indices().take(MOST_CHARS).peekable();
    let mut number = 0;
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|(_, next)| *next);
        if is_of_word(c) {
            if before.is_none_or(|before| separates(before, c)) {
                starts.push((at, number));
            }
            if next.is_none_or(|next| separates(c, next)) {
                ends.push((at + c.len_utf8(), number + 1));
            }
        }
        before = Some(c);
        number += 1;
    }
    (starts, ends)
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || "+-#%$¥￥€£₩".contains(c)
}

/// Whether a word may end between these two: Japanese has no spaces.
fn separates(one: char, other: char) -> bool {
    let stands_alone = |c: char| is_kana(c) || is_han(c) || !is_of_word(c);
    let changes = narrow(one).is_ascii_digit() && "%$¥￥€£₩".contains(other);
    let joins = narrow(one).is_ascii_digit() && "-+".contains(other)
        || "-".contains(one) && narrow(other).is_ascii_digit();
    !joins && !changes && (stands_alone(one) || stands_alone(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_part_that_is_read_is_found() {
        let day = |part: &str| {
            let known = [
                "14 March",
                "14",
                "3月1日",
                "1日",
                "-5",
                "¥500",
                "2026-10-14",
            ];
            known.contains(&part).then(|| part.to_owned())
        };
        for (message, expected) in [
            ("It was on 14 March, I think", "14 March"),
            ("3月1日から働けます", "3月1日"),
            ("It was -5 degrees", "-5"),
            ("それは¥500です", "¥500"),
            ("from 2026-10-14 on", "2026-10-14"),
            ("no day in here", ""),
        ] {
            let found = first(message, day).map(|(_, part)| part);
            assert_eq!(found.unwrap_or_default(), expected, "{message}");
        }
        assert_eq!(all("14, then 14 March", day).len(), 2);
    }
}
