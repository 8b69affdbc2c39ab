//! A text's lines, and whether words stand in one.

use crate::plain::narrow_letter;

/// A line of a text that is not blank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourceLine<'a> {
    /// Where it begins in the text, in bytes.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// The line, without white space around it.
    pub text: &'a str,
    /// The same with it: a blank cell may be all that there is of it.
    pub whole: &'a str,
}

/// The lines of `text` that are not blank, in order.
pub fn source_lines(text: &str) -> impl Iterator<Item = SourceLine<'_>> {
    let mut from = 0;
    text.split(['\n', '\r']).filter_map(move |line| {
        let at = from;
        from += line.len() + 1;
        let trimmed = line.trim();
        let start = at + (line.len() - line.trim_start().len());
        (!trimmed.is_empty()).then(|| SourceLine {
            start,
            end: start + trimmed.len(),
            text: trimmed,
            whole: line,
        })
    })
}

/// Whether `words` stand in `line`, whatever their width, case and white space. A part of a number
/// is none: 3 does not stand in 10234.
pub fn holds(line: &str, words: &str) -> bool {
    let (line, words) = (squeezed(line), squeezed(words));
    let (Some(first), Some(last)) = (words.first(), words.last()) else {
        return false;
    };
    let windows = line.windows(words.len()).enumerate();
    let mut matches = windows.filter(|(_, window)| {
        let mut pairs = window.iter().zip(&words);
        pairs.all(|(one, other)| one.letter == other.letter)
    });
    matches.any(|(start, window)| {
        let before = start.checked_sub(1).and_then(|at| line.get(at));
        let after = line.get(start + window.len()..).unwrap_or_default();
        let begins = !first.is_digit()
            || window.first().is_some_and(|it| it.after_gap)
            || before.is_none_or(|it| !it.is_digit() && !it.is_in_numbers());
        let goes_on = match after {
            [next, ..] if next.after_gap => false,
            [next, ..] if next.is_digit() => true,
            [mark, next, ..] => mark.is_in_numbers() && next.is_digit() && !next.after_gap,
            _ => false,
        };
        begins && !(last.is_digit() && goes_on)
    })
}

/// A letter as it is compared.
struct Letter {
    letter: char,
    /// Whether white space stands before it.
    after_gap: bool,
}

impl Letter {
    fn is_digit(&self) -> bool {
        self.letter.is_ascii_digit()
    }

    fn is_in_numbers(&self) -> bool {
        matches!(self.letter, '.' | ',' | '/')
    }
}

fn squeezed(text: &str) -> Vec<Letter> {
    let mut letters = Vec::new();
    let mut after_gap = false;
    for letter in text.chars().map(narrow_letter) {
        if letter.is_whitespace() {
            after_gap = true;
            continue;
        }
        let letter = letter.to_ascii_lowercase();
        letters.push(Letter { letter, after_gap });
        after_gap = false;
    }
    letters
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_with_their_places_and_blank_ones_are_not() {
        let text = "a\r\n\n 　b c\t\n";
        let found: Vec<_> = source_lines(text).collect();
        assert_eq!(found.len(), 2);
        for (line, expected) in found.iter().zip(["a", "b c"]) {
            assert_eq!(line.text, expected);
            assert_eq!(text.get(line.start..line.end), Some(expected));
        }
    }

    #[test]
    fn words_are_found_whatever_their_width_and_white_space() {
        for (line, words, is_there) in [
            ("10234  2 CS", "2cs", true),
            ("品番　Ａ−１７", "a-17", true),
            ("10234 2 cs", "3", false),
            ("10234 2 cs", "10", false),
            ("10234 2 cs", "2", true),
            ("A12, 1.5 lbs", "5", false),
            ("A12,1 lb", "1", false),
            ("A12, 1 lb", "1", true),
            ("A12, 1 lb", "12", true),
            ("10234", " ", false),
        ] {
            assert_eq!(holds(line, words), is_there, "{words:?} in {line:?}");
        }
    }
}
