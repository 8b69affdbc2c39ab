//! Looks at text: words, clauses and scripts.

/// Lower case, full-width letters and digits as ASCII, single spaces, no control characters.
pub fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut gap = false;
    for c in text.chars().map(narrow) {
        if c.is_whitespace() || c.is_control() {
            gap = true;
            continue;
        }
        if gap && !plain.is_empty() {
            plain.push(' ');
        }
        gap = false;
        plain.extend(c.to_lowercase());
    }
    plain
}

/// Full-width ASCII and typographic apostrophes as one types them on a plain keyboard.
pub fn narrow(c: char) -> char {
    match c {
        '\u{FF01}'..='\u{FF5E}' => u32::from(c)
            .checked_sub(0xFEE0)
            .and_then(char::from_u32)
            .unwrap_or(c),
        '\u{3000}' => ' ',
        '\u{2018}' | '\u{2019}' => '\'',
        _ => c,
    }
}

/// The words of a text in letters that put spaces between words, in lower case.
pub fn words(text: &str) -> Vec<String> {
    plain(text)
        .split(|c: char| !(c.is_alphanumeric() || c == '\''))
        .map(|word| word.trim_matches('\'').to_owned())
        .filter(|word| !word.is_empty())
        .collect()
}

/// Words that join two statements.
const JOINERS: [&str; 8] = ["and", "but", "plus", "then", "also", "because", "or", "&"];

/// The statements in a text: cut at sentence ends, commas and joining words.
pub fn clauses(text: &str) -> Vec<String> {
    let mut clauses = Vec::new();
    for piece in cut(text, true) {
        let mut clause: Vec<&str> = Vec::new();
        for word in piece.split_whitespace() {
            if JOINERS.contains(&word.to_lowercase().as_str()) {
                clauses.push(clause.join(" "));
                clause.clear();
            } else {
                clause.push(word);
            }
        }
        clauses.push(clause.join(" "));
    }
    clauses.retain(|clause| clause.chars().any(char::is_alphanumeric));
    clauses
}

/// The sentences in a text.
pub fn sentences(text: &str) -> Vec<String> {
    let mut sentences: Vec<String> = cut(text, false)
        .into_iter()
        .map(|sentence| sentence.trim().to_owned())
        .collect();
    sentences.retain(|sentence| sentence.chars().any(char::is_alphanumeric));
    sentences
}

fn cut(text: &str, at_commas: bool) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied();
        let ends = match narrow(c) {
            '\n' | '\u{3002}' | '!' | '?' | ';' => true,
            // Not the dot in an address or a number.
            '.' => next.is_none_or(char::is_whitespace),
            ',' => at_commas && next.is_none_or(|c| !c.is_ascii_digit()),
            '\u{3001}' => at_commas,
            _ => false,
        };
        if ends {
            pieces.push(String::new());
        } else if let Some(piece) = pieces.last_mut() {
            piece.push(c);
        }
    }
    pieces
}

/// Hiragana or katakana.
pub fn is_kana(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}' | '\u{FF66}'..='\u{FF9F}')
        && c != '\u{30FB}'
}

/// A Chinese character.
pub fn is_han(c: char) -> bool {
    matches!(c, '\u{3005}' | '\u{3007}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}')
}

/// Whether a text has anything that looks Japanese.
pub fn is_japanese(text: &str) -> bool {
    text.chars().any(|c| is_kana(c) || is_han(c))
}

/// A text cut to `most` characters, with a mark where it was cut.
pub fn shortened(text: &str, most: usize) -> String {
    let mut chars = text.chars();
    let mut short: String = chars.by_ref().take(most).collect();
    if chars.next().is_some() {
        short.push('…');
    }
    short
}

/// Without control characters, runs of spaces and blank lines at the ends.
pub fn tidy(text: &str) -> String {
    let mut tidied = String::with_capacity(text.len());
    for line in text.lines() {
        let line: String = line
            .chars()
            .map(|c| if c == '\t' { ' ' } else { c })
            .filter(|c| !c.is_control())
            .collect();
        if !tidied.is_empty() {
            tidied.push('\n');
        }
        // Indentation may mean something in a longer text; other runs of spaces do not.
        let indent = line.len() - line.trim_start().len();
        tidied.push_str(line.get(..indent).unwrap_or_default());
        let mut words = line.split_whitespace();
        tidied.push_str(words.next().unwrap_or_default());
        for word in words {
            tidied.push(' ');
            tidied.push_str(word);
        }
    }
    tidied.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_the_statements_of_a_text() {
        for (text, expected) in [
            (
                "It crashed, and I lost 1,000 rows.",
                vec!["It crashed", "I lost 1,000 rows"],
            ),
            (
                "Version 3.2 on example.com",
                vec!["Version 3.2 on example.com"],
            ),
            (
                "頭が痛いです。昨日から、熱もあります",
                vec!["頭が痛いです", "昨日から", "熱もあります"],
            ),
            ("… , 。", vec![]),
            ("one\ntwo;three", vec!["one", "two", "three"]),
        ] {
            assert_eq!(clauses(text), expected, "{text}");
        }
    }

    #[test]
    fn plain_text_is_narrow_and_lower() {
        assert_eq!(plain("  ＡＢＣ１２３\tＤon’t\u{7} "), "abc123 don't");
        assert_eq!(words("I'm OK, really"), ["i'm", "ok", "really"]);
    }

    #[test]
    fn tidying_takes_nothing_that_matters() {
        for (text, expected) in [
            ("  a   b \n\n", "a b"),
            ("a\u{0}\u{7}b\tc", "ab c"),
            ("fn x() {\n    y\n}", "fn x() {\n    y\n}"),
            ("שלום", "שלום"),
        ] {
            assert_eq!(tidy(text), expected);
        }
    }
}
