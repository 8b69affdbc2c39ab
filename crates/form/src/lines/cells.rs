//! The cells of a line, by what stands between them.

use csv_core::{ReadFieldResult, ReaderBuilder};

/// What stands between the cells of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Delimiter {
    Tab,
    Pipe,
    Semicolon,
    Comma,
    /// Two spaces or more, or a wide one.
    Spaces,
}

/// In the order in which they are tried: what rarely stands in words comes first.
pub(super) const DELIMITERS: [Delimiter; 5] = [
    Delimiter::Tab,
    Delimiter::Pipe,
    Delimiter::Semicolon,
    Delimiter::Comma,
    Delimiter::Spaces,
];

impl Delimiter {
    /// The cells of `line`, without white space around them; none where there is only one.
    pub(super) fn cells(self, line: &str) -> Option<Vec<String>> {
        let cells = match self {
            Self::Tab => by_mark(line, b'\t'),
            Self::Semicolon => by_mark(line, b';'),
            Self::Comma => by_mark(line, b','),
            Self::Pipe => by_mark(line.trim().trim_matches('|'), b'|'),
            Self::Spaces => Some(by_spaces(line.trim())),
        }?;
        (cells.len() > 1).then_some(cells)
    }
}

/// As RFC 4180 has it, quotes and all.
fn by_mark(line: &str, mark: u8) -> Option<Vec<String>> {
    // Most lines are one cell, and to make a reader takes longer than to read one.
    if !line
        .bytes()
        .any(|it| it == mark || matches!(it, b'\n' | b'\r'))
    {
        return None;
    }
    let mut reader = ReaderBuilder::new().delimiter(mark).build();
    let mut input = line.as_bytes();
    let mut output = vec![0; line.len() + 1];
    let (mut cells, mut written) = (Vec::new(), 0);
    // Each step but a few takes a byte at least.
    for _ in 0..line.len() + 4 {
        let (result, taken, put) = reader.read_field(input, output.get_mut(written..)?);
        input = input.get(taken..)?;
        written += put;
        match result {
            ReadFieldResult::InputEmpty => {}
            ReadFieldResult::OutputFull => return None,
            ReadFieldResult::Field { .. } => {
                let cell = std::str::from_utf8(output.get(..written)?).ok()?;
                cells.push(cell.trim().to_owned());
                written = 0;
            }
            ReadFieldResult::End => return Some(cells),
        }
    }
    None
}

fn by_spaces(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut gap = String::new();
    for letter in line.chars() {
        if letter.is_whitespace() {
            gap.push(letter);
            continue;
        }
        let is_wide = gap.chars().count() > 1 || gap.contains(['\t', '\u{3000}']);
        match cells.last_mut() {
            Some(cell) if !is_wide => cell.push_str(&gap),
            _ => cells.push(String::new()),
        }
        gap.clear();
        if let Some(cell) = cells.last_mut() {
            cell.push(letter);
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_as_their_marks_say() {
        for (delimiter, line, expected) in [
            (
                Delimiter::Comma,
                r#"10234,"Tomatoes, diced",2"#,
                Some(vec!["10234", "Tomatoes, diced", "2"]),
            ),
            (
                Delimiter::Comma,
                r#"a,"say ""so""",b"#,
                Some(vec!["a", "say \"so\"", "b"]),
            ),
            (Delimiter::Comma, "a,,b,", Some(vec!["a", "", "b", ""])),
            (Delimiter::Comma, "a", None),
            (Delimiter::Comma, r#"say "a""#, None),
            (Delimiter::Comma, "", None),
            (
                Delimiter::Tab,
                "a\t２\tケース",
                Some(vec!["a", "２", "ケース"]),
            ),
            (Delimiter::Pipe, "| a | b |", Some(vec!["a", "b"])),
            (
                Delimiter::Spaces,
                "a b   2  CS",
                Some(vec!["a b", "2", "CS"]),
            ),
            (Delimiter::Spaces, "Ａ　２", Some(vec!["Ａ", "２"])),
            (Delimiter::Spaces, "a b c", None),
        ] {
            let expected =
                expected.map(|all| all.into_iter().map(str::to_owned).collect::<Vec<_>>());
            assert_eq!(delimiter.cells(line), expected, "{line:?}");
        }
    }
}
