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

/// A full-width letter, or a digit of any script that counts by tens, as an ASCII one, a dash as a hyphen, a curved apostrophe as a
/// straight one, white space as a space; any other letter as it is.
pub fn narrow_letter(letter: char) -> char {
    match letter {
        '\u{ff01}'..='\u{ff5e}' => {
            char::from_u32(u32::from(letter) - 0xff01 + 0x21).unwrap_or(letter)
        }
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\u{2018}' | '\u{2019}' => '\'',
        '\u{ffe5}' => '¥',
        // Arabic's point and its mark between thousands.
        '\u{066b}' => '.',
        '\u{066c}' => ',',
        letter if letter.is_whitespace() => ' ',
        letter => digit_of(letter).unwrap_or(letter),
    }
}

/// Small letters with one i: Turkish has one with a dot and one without, of which each has a capital of
/// its own, so that small letters of İ and I are others than those that people write.
///
/// ```
/// use kikitori_form::with_one_i;
///
/// assert_eq!(with_one_i("FISTIK, GLÜTENSİZ".to_lowercase()), with_one_i("fıstık, glütensiz".to_owned()));
/// ```
pub fn with_one_i(folded: String) -> String {
    match folded.contains(['ı', '\u{307}']) {
        true => folded.replace("i\u{307}", "i").replace('ı', "i"),
        false => folded,
    }
}

/// The noughts of scripts with digits of their own, as Unicode has them: the others follow each.
const NOUGHTS: [u32; 13] = [
    0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0e50, 0x0ed0,
    0x17e0,
];

fn digit_of(letter: char) -> Option<char> {
    let letter = u32::from(letter);
    let digits = NOUGHTS
        .iter()
        .filter_map(|nought| letter.checked_sub(*nought));
    let digit = digits.filter(|digit| *digit < 10).min()?;
    char::from_digit(digit, 10)
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn digits_of_any_script_become_ascii() {
        for said in ["٠٥٠ ١٢٣", "۰۵۰ ۱۲۳", "०५० १२३", "๐๕๐ ๑๒๓", "０５０ １２３"]
        {
            assert_eq!(plain(said), "050 123", "{said}");
        }
        assert_eq!(plain("٣٬٨٥٠٫٥"), "3,850.5");
    }

    #[test]
    fn full_width_letters_dashes_and_spaces_become_ascii() {
        assert_eq!(plain("　２０２５−０３‐１４　Ｆｒｉ’s "), "2025-03-14 fri's");
    }
}
