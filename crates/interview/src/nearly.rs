//! Codes that are nearly another one: a slip in it, or what it was before.

/// A code has so many letters and digits at least, and so many digits.
const LEAST: usize = 7;
const DIGITS: usize = 4;
/// One of so many letters may be another.
const ONE_IN: usize = 4;

/// Where a text has a code that is nearly `value`: from where to where, in bytes.
pub(crate) fn nearly(text: &str, value: &str) -> Option<(usize, usize)> {
    nearest(text, value, letters(value).len() / ONE_IN)
}

/// Where it has one with a slip in it, or two: from where to where, in bytes.
pub(crate) fn with_a_slip(text: &str, value: &str) -> Option<(usize, usize)> {
    const SLIPS: usize = 2;
    nearest(text, value, SLIPS)
}

/// Where a text has the code that is nearest to `value`, with at most so many other letters.
fn nearest(text: &str, value: &str, most: usize) -> Option<(usize, usize)> {
    let value: String = letters(value).into_iter().map(|it| it.2).collect();
    let length = value.len();
    let digits = |code: &str| code.bytes().filter(u8::is_ascii_digit).count();
    if length < LEAST || digits(&value) < DIGITS {
        return None;
    }
    let letters = letters(text);
    let is_apart = |before: usize| {
        let (before, after) = (letters.get(before), letters.get(before + 1));
        before.zip(after).is_none_or(|(it, next)| it.1 != next.0)
    };
    let starts = (0..letters.len()).filter(|from| *from == 0 || is_apart(from - 1));
    let places = starts.flat_map(|from| (length - 1..=length + 1).map(move |long| (from, long)));
    let near = places.filter_map(|(from, long)| {
        let found = letters.get(from..from + long)?;
        let (first, last) = (found.first()?, found.last()?);
        let code: String = found.iter().map(|it| it.2).collect();
        let is_code = is_apart(from + long - 1) && digits(&code) >= DIGITS;
        let others = is_code.then(|| strsim::osa_distance(&code, &value))?;
        (others <= most).then_some((others, (first.0, last.1)))
    });
    // A word beside it makes it another one, by as many letters.
    let nearest = near.min_by_key(|(others, _)| *others);
    nearest.map(|(_, place)| place)
}

/// The letters and digits of codes in a text, small, with where they stand.
fn letters(text: &str) -> Vec<(usize, usize, char)> {
    let narrow = |it: char| match it {
        '！'..='～' => char::from_u32(u32::from(it) - 0xfee0).unwrap_or(it),
        _ => it,
    };
    let all = text.char_indices();
    let all = all.map(|(at, it)| (at, at + it.len_utf8(), narrow(it).to_ascii_lowercase()));
    all.filter(|it| it.2.is_ascii_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::nearly;

    #[test]
    fn a_code_with_a_few_other_letters_is_nearly_one_and_another_is_not() {
        const IBAN: &str = "GB29 NWBK 6016 1331 9268 91";
        for (text, value, found) in [
            (
                "Sorry, nineteen: GB29 NWBK 6016 1331 9268 19.",
                IBAN,
                Some("GB29 NWBK 6016 1331 9268 19"),
            ),
            (
                "prej sm reku 48291735 pa ni prov",
                "48291757",
                Some("48291735"),
            ),
            (
                "it is 07700 900132 now",
                "+447700900123",
                Some("07700 900132"),
            ),
            (
                "番号は４８２９１７５３です",
                "48291757",
                Some("４８２９１７５３"),
            ),
            ("on 14.12.2026 at half past nine", "48291757", None),
            ("GB29 NWBK", IBAN, None),
            ("we paid 4829 in all", "48291757", None),
            ("Elm Road 7, York", "Elm Road 9, York", None),
        ] {
            let place = nearly(text, value);
            let place = place.and_then(|(start, end)| text.get(start..end));
            assert_eq!(place, found, "{text}");
        }
    }
}
