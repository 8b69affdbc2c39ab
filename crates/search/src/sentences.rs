//! Where sentences end, in English and Japanese.

use std::ops::Range;

/// Whether a sentence ends with `letter`, which `next` follows.
pub(crate) fn ends_sentence(letter: char, next: Option<char>) -> bool {
    match letter {
        '。' | '！' | '？' | '\n' => true,
        '.' | '!' | '?' => next.is_none_or(char::is_whitespace),
        _ => false,
    }
}

/// Where the sentences of a text are, in bytes, without the space around them.
///
/// ```
/// use kikitori_search::sentences;
/// let text = "Version 2.4 is needed. 用紙を入れます。";
/// let found: Vec<_> = sentences(text).into_iter().map(|at| text.get(at)).collect();
/// assert_eq!(found, [Some("Version 2.4 is needed."), Some("用紙を入れます。")]);
/// ```
pub fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut begin = 0;
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        if ends_sentence(letter, letters.peek().map(|(_, next)| *next)) {
            let end = at + letter.len_utf8();
            push_trimmed(&mut found, text, begin..end);
            begin = end;
        }
    }
    push_trimmed(&mut found, text, begin..text.len());
    found
}

/// Adds `range` without the space at its ends, if there is more in it.
pub(crate) fn push_trimmed(found: &mut Vec<Range<usize>>, text: &str, range: Range<usize>) {
    let sentence = text.get(range.clone()).unwrap_or_default();
    let trimmed = sentence.trim();
    if !trimmed.is_empty() {
        let begin = range.start + (sentence.len() - sentence.trim_start().len());
        found.push(begin..begin + trimmed.len());
    }
}
