//! The parts of a text in which one thing each is told.

use kikitori_form::values::sentences;

/// The clauses of all sentences of a text: from where to where, in bytes.
pub(crate) fn clauses_of(text: &str) -> Vec<(usize, usize)> {
    let sentences = sentences(text).into_iter();
    sentences.flat_map(|it| clauses(text, it)).collect()
}

/// The clauses of a sentence, as commas and their like part them.
pub(crate) fn clauses(text: &str, (start, end): (usize, usize)) -> Vec<(usize, usize)> {
    let sentence = text.get(start..end).unwrap_or_default();
    let mut clauses = Vec::new();
    let mut begun = start;
    let mut letters = sentence.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let is_before_space = letters.peek().is_none_or(|(_, next)| next.is_whitespace());
        let is_between = match letter {
            // "1,200" is one number.
            ',' | ';' | ':' | '،' | '؛' => is_before_space,
            '、' | '，' | '；' | '–' | '—' => true,
            _ => false,
        };
        if is_between {
            let after = start + at + letter.len_utf8();
            clauses.push((begun, after));
            begun = after;
        }
    }
    clauses.push((begun, end));
    clauses
}
