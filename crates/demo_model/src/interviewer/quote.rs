//! Words of a message, as evidence.

use crate::text::tidy;

/// A quote of more characters is told by its beginning and its end.
const LONGEST: usize = 160;
/// Characters of each of the two.
const PIECE: usize = 50;
/// Stands between the two.
const GAP: char = '…';

/// Words of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    /// The words, or the first and the last of them.
    pub words: String,
    /// Whether what they stand for is the value, so that it need not be told.
    pub is_value: bool,
}

/// Words of `message` that tell `value`: the value itself where it stands there, else all of the
/// message, from its first words to its last.
pub fn quote_of(message: &str, value: &str) -> Quote {
    let whole = message.trim();
    let stands_there = whole.contains(value) && !value.is_empty();
    let quoted = if stands_there { value } else { whole };
    let is_value = stands_there || tidy(whole) == value;
    let count = quoted.chars().count();
    if count <= LONGEST {
        return Quote {
            words: quoted.to_owned(),
            is_value,
        };
    }
    let first: String = quoted.chars().take(PIECE).collect();
    let last: String = quoted.chars().skip(count - PIECE).collect();
    let is_marked = first.contains(GAP) || last.contains(GAP);
    // What is said again and again ends where it is said first.
    let first_end = whole.find(&first).map(|at| at + first.len());
    let ends = first_end.and_then(|from| {
        let at = whole.get(from..)?.find(&last)?;
        whole.get(from + at + last.len()..)
    });
    let is_all = quoted.len() == whole.len() && ends.is_some_and(str::is_empty);
    let piece = |text: &str| text.replace(GAP, " ").trim().to_owned();
    Quote {
        words: match is_marked {
            // A piece of it is enough to find it by.
            true => quoted
                .split(GAP)
                .map(str::trim)
                .find(|it| !it.is_empty())
                .unwrap_or(quoted)
                .chars()
                .take(PIECE)
                .collect(),
            false => format!("{}{GAP}{}", piece(&first), piece(&last)),
        },
        is_value: is_value && is_all && !is_marked,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_quotes_are_told_by_their_ends() {
        let quote = |message: &str, value: &str| {
            let quote = quote_of(message, value);
            (quote.words, quote.is_value)
        };
        assert_eq!(quote(" I am Ada. ", "Ada"), ("Ada".to_owned(), true));
        assert_eq!(
            quote(" I am Ada. ", "Countess"),
            ("I am Ada.".to_owned(), false)
        );
        assert_eq!(quote("a \u{7}b", "a b"), ("a \u{7}b".to_owned(), true));
        let long = format!("first {} last", "words ".repeat(100));
        let (words, is_value) = quote(&long, &long);
        let (first, last) = words.split_once(GAP).unwrap();
        assert!(
            is_value && long.starts_with(first) && long.ends_with(last),
            "{words}"
        );
        assert!(words.chars().count() < LONGEST);
        // The last words are found where they are said first, which is too early.
        let again = "Over and over again and again. ".repeat(20);
        assert!(!quote(&again, again.trim()).1);
    }
}
