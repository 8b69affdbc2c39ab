//! Text as it is compared: the same letter in the same form.

/// `text` with full-width letters and digits as ASCII ones, every dash a hyphen, every apostrophe
/// `'`, every white space a space, and ASCII letters small. Other letters stay as they are.
pub(crate) fn plain(text: &str) -> String {
    narrow(text).to_ascii_lowercase()
}

/// The same, with large letters as they are.
pub(crate) fn narrow(text: &str) -> String {
    text.trim().chars().map(narrow_letter).collect()
}

/// A full-width letter or digit as an ASCII one, a dash as a hyphen, a curved apostrophe as a
/// straight one, white space as a space; any other letter as it is.
pub fn narrow_letter(letter: char) -> char {
    match letter {
        '\u{ff01}'..='\u{ff5e}' => {
            char::from_u32(u32::from(letter) - 0xff01 + 0x21).unwrap_or(letter)
        }
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\u{2018}' | '\u{2019}' => '\'',
        '\u{ffe5}' => '¥',
        letter if letter.is_whitespace() => ' ',
        letter => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn full_width_letters_dashes_and_spaces_become_ascii() {
        assert_eq!(plain("　２０２５−０３‐１４　Ｆｒｉ’s "), "2025-03-14 fri's");
    }
}
