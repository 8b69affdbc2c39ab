//! Passages of a plain text.

use crate::passage::{Passage, Passages};

/// The passages of `source`: its paragraphs, which blank lines part.
pub(crate) fn split(source: &str) -> Vec<Passage> {
    let mut passages = Passages::default();
    let mut begun: Option<usize> = None;
    let mut end = 0;
    for line in source.split_inclusive('\n') {
        let (start, after) = (end, end + line.len());
        if line.trim().is_empty() {
            put(&mut passages, source, begun.take(), start);
        } else {
            begun.get_or_insert(start);
        }
        end = after;
    }
    put(&mut passages, source, begun, end);
    passages.finish()
}

fn put(passages: &mut Passages, source: &str, begun: Option<usize>, end: usize) {
    if let Some(text) = begun.and_then(|begin| source.get(begin..end)) {
        let trimmed = text.trim();
        let begin = begun.unwrap_or_default() + (text.len() - text.trim_start().len());
        passages.push(&[], trimmed, begin..begin + trimmed.len());
    }
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn paragraphs_are_parted_by_blank_lines_and_know_their_place() {
        let long = "word ".repeat(200);
        let source = format!("\n  first\nstill first\n \n{long}\r\n\r\nlast");
        let found = split(&source);
        let texts: Vec<&str> = found.iter().map(|it| it.text.as_str()).collect();
        assert_eq!(texts, ["first\nstill first", long.trim(), "last"]);
        for passage in &found {
            assert_eq!(
                source.get(passage.range.clone()),
                Some(passage.text.as_str())
            );
        }
        assert_eq!(split(" \n\n"), []);
    }
}
