//! How long what a model writes may be. What is too long goes back to the model as an error, or is
//! cut with a mark where it only explains.

/// Characters of a question.
pub const MAX_QUESTION_CHARS: usize = 4_000;
/// Characters of a suggested answer.
pub const MAX_SUGGESTION_CHARS: usize = 200;
/// Characters of a field's label in a plan, unless the form's own is longer.
pub const MAX_LABEL_CHARS: usize = 200;
/// Characters of what a field is meant to find out, unless the form's own text is longer.
pub const MAX_INTENT_CHARS: usize = 1_000;
/// Bytes of a field's value: several answers of the greatest length.
pub const MAX_VALUE_BYTES: usize = 1024 * 1024;
/// Characters of a fact, learnt or missing.
pub const MAX_FACT_CHARS: usize = 500;
/// Facts of each kind in one review.
pub const MAX_FACTS_PER_REVIEW: usize = 30;
/// Characters of what a Reviewer says is to be asked for.
pub const MAX_FEEDBACK_CHARS: usize = 2_000;

/// The last word that fits is looked for in so many characters at most: a text without spaces is cut
/// wherever it is.
const LONGEST_WORD: usize = 24;

/// `text` as people are shown it, marked where it is cut after so many characters at most: between two
/// words.
pub(crate) fn cut_between_words(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        None => text.to_owned(),
        Some((end, _)) => format!("{} […]", whole_words(text, end)),
    }
}

/// The words of `text` that end within so many bytes.
pub(crate) fn whole_words(text: &str, end: usize) -> &str {
    let (fits, rest) = text.split_at_checked(end).unwrap_or((text, ""));
    let gap = fits.rfind(char::is_whitespace);
    let whole = gap.and_then(|gap| fits.split_at_checked(gap));
    let whole = whole.filter(|(_, word)| word.chars().count() <= LONGEST_WORD);
    match whole {
        Some((whole, _)) if !rest.starts_with(char::is_whitespace) => whole.trim_end(),
        _ => fits.trim_end(),
    }
}

/// `text`, marked where it is cut after so many characters.
pub(crate) fn cut(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        None => text.to_owned(),
        Some((end, _)) => format!("{} […]", text.get(..end).unwrap_or(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::cut_between_words;

    #[test]
    fn what_people_are_shown_is_cut_between_words() {
        for (text, most, cut) in [
            ("three bags of rice", 18, "three bags of rice"),
            ("three bags of rice", 12, "three bags […]"),
            ("three bags of rice", 10, "three bags […]"),
            ("three bags of rice", 11, "three bags […]"),
            ("три мешка риса", 7, "три […]"),
            // Without spaces, or with a word that is none, it is cut where it is.
            ("米を三袋お願いします", 4, "米を三袋 […]"),
            (
                "x aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                30,
                "x aaaaaaaaaaaaaaaaaaaaaaaaaaaa […]",
            ),
        ] {
            assert_eq!(cut_between_words(text, most), cut);
        }
    }
}
