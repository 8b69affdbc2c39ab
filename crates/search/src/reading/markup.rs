//! Tags and texts of the HTML that stands in a Markdown document: a few elements, often closed in
//! another block than the one that opens them.

use pulldown_cmark::{Event, Parser};

/// The longest name of a character reference, with its marks.
const LONGEST_REFERENCE: usize = 34;
/// Elements in which there are no tags but their own end.
const RAW: [&str; 4] = ["script", "style", "textarea", "title"];

/// One piece, in the order of the source.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// An element begins; its name is in lower case, and its tag ends before this byte.
    Open(usize, String),
    /// An element ends.
    Close(String),
    /// Text as it is written, from this byte on.
    Text(usize, &'a str),
}

/// Takes `source` apart. Comments, declarations, and what stands in scripts and styles are left
/// out.
pub(super) fn pieces(source: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut at = 0;
    let mut begun = 0;
    while let Some(rest) = source.get(at..).filter(|rest| !rest.is_empty()) {
        let Some(found) = rest.find('<') else { break };
        at += found;
        let from = source.get(at..).unwrap_or_default();
        let Some(length) = markup_length(from) else {
            at += 1;
            continue;
        };
        put_text(&mut pieces, source, begun, at);
        let mut end = at + length;
        if let Some((name, is_end)) = tag_name(from) {
            let is_raw = !is_end && RAW.contains(&name.as_str());
            pieces.push(match is_end {
                true => Piece::Close(name.clone()),
                false => Piece::Open(end, name.clone()),
            });
            if is_raw {
                let inside = source.get(end..).unwrap_or_default();
                end += end_tag(inside, &name).unwrap_or(inside.len());
            }
        }
        at = end;
        begun = end;
    }
    put_text(&mut pieces, source, begun, source.len());
    pieces
}

fn put_text<'a>(pieces: &mut Vec<Piece<'a>>, source: &'a str, from: usize, to: usize) {
    if let Some(text) = source.get(from..to).filter(|text| !text.is_empty()) {
        pieces.push(Piece::Text(from, text));
    }
}

/// How long the tag, comment or declaration is that `from` begins with; `None` when it is text.
fn markup_length(from: &str) -> Option<usize> {
    let until = |end: &str| from.find(end).map_or(from.len(), |at| at + end.len());
    if from.starts_with("<!--") {
        return Some(until("-->"));
    }
    let after = from.get(1..)?;
    match after.chars().next()? {
        '!' | '?' => Some(until(">")),
        '/' if is_letter(after.chars().nth(1)?) => Some(until(">")),
        letter if is_letter(letter) => Some(tag_length(from)),
        _ => None,
    }
}

fn is_letter(letter: char) -> bool {
    letter.is_ascii_alphabetic()
}

/// A sign of larger within a quoted value ends no tag.
fn tag_length(from: &str) -> usize {
    let mut quote = None;
    let mut before = ' ';
    for (at, letter) in from.char_indices() {
        match (quote, letter) {
            (Some(open), _) if open == letter => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') if before == '=' => quote = Some(letter),
            (None, '>') => return at + 1,
            (None, _) => {}
        }
        if !letter.is_ascii_whitespace() {
            before = letter;
        }
    }
    from.len()
}

/// The name of the tag that `from` begins with, and whether it is an end tag.
fn tag_name(from: &str) -> Option<(String, bool)> {
    let is_end = from.starts_with("</");
    let name = from.get(if is_end { 2 } else { 1 }..)?;
    let end = name.find(|it: char| it.is_ascii_whitespace() || it == '/' || it == '>');
    let name = name.get(..end.unwrap_or(name.len()))?;
    let is_name = name.starts_with(is_letter);
    is_name.then(|| (name.to_ascii_lowercase(), is_end))
}

/// Where in `text` the element `name` ends.
pub(super) fn end_tag(text: &str, name: &str) -> Option<usize> {
    let mut ends = text.match_indices("</").map(|(at, _)| at);
    ends.find(|at| {
        let own = text.get(at + 2..at + 2 + name.len());
        own.is_some_and(|own| own.eq_ignore_ascii_case(name))
    })
}

/// `text` with the characters that references such as `&amp;` stand for.
pub(super) fn decoded(text: &str) -> String {
    let mut made = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, from)) = rest.find('&').and_then(|at| rest.split_at_checked(at)) {
        made.push_str(before);
        let end = from
            .bytes()
            .take(LONGEST_REFERENCE)
            .position(|it| it == b';');
        let reference = end.and_then(|end| from.split_at_checked(end + 1));
        // Markdown has the same ones, so that its reader knows them all.
        let character =
            reference.and_then(|(reference, after)| match Parser::new(reference).nth(1)? {
                Event::Text(text) if &*text != "&" || reference == "&amp;" => {
                    Some((text.into_string(), after))
                }
                _ => None,
            });
        let (piece, after) = match &character {
            Some((character, after)) => (character.as_str(), *after),
            None => from.split_at_checked(1).unwrap_or((from, "")),
        };
        made.push_str(piece);
        rest = after;
    }
    made.push_str(rest);
    made
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn tags_and_texts_come_in_their_order() {
        let told = |source: &str| -> String {
            let told = pieces(source).into_iter().map(|piece| match piece {
                Piece::Open(_, name) => format!("<{name}>"),
                Piece::Close(name) => format!("</{name}>"),
                Piece::Text(at, text) => format!("{at}:{text}"),
            });
            told.collect::<Vec<_>>().join(" ")
        };
        let cases = [
            ("<H2 id='a>b'>Ink</H2>", "<h2> 13:Ink </h2>"),
            ("a <!-- <p> --> b", "0:a  14: b"),
            ("<!-- never closed", ""),
            ("<br/>1 < 2 </ 3", "<br> 5:1 < 2 </ 3"),
            ("<script>'<p>' < 1</SCRIPT>x", "<script> </script> 26:x"),
            ("<style>a > b", "<style>"),
            ("<!DOCTYPE html><?php ?>x", "23:x"),
            ("<p class=x", "<p>"),
            ("it's <b title=it's>", "0:it's  <b>"),
        ];
        for (source, expected) in cases {
            assert_eq!(told(source), expected, "{source}");
        }
    }

    #[test]
    fn references_become_their_characters_and_nothing_else_changes() {
        let cases = [
            ("a &lt;b&gt; &amp;amp; &#12354;&#x3042;", "a <b> &amp; ああ"),
            ("&copy; &eacute; &nbsp;", "© é \u{a0}"),
            ("R&D & &nothing; &;", "R&D & &nothing; &;"),
            ("&", "&"),
        ];
        for (text, expected) in cases {
            assert_eq!(decoded(text), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_is_made_up(source in "([a-c<>/='\"! -]|<p |<!--|-->|</p>|あ|<script>){0,40}") {
            for piece in pieces(&source) {
                if let Piece::Text(at, text) = piece {
                    prop_assert_eq!(source.get(at..at + text.len()), Some(text));
                }
            }
        }
    }
}
