//! The sentences of a text.

/// Whether a sentence is so short that it tells of nothing, as "Merci, Hélène."
pub(super) fn only_thanks(sentence: &str) -> bool {
    match sentence.split_whitespace().count() {
        2 => true,
        3 => sentence.contains(','),
        _ => false,
    }
}

/// A text's first sentence, and what follows it. A full stop that may stand for something else ends
/// none: after digits, as in the 20th of a German date, after one or two letters, as in Mr. or z. B.,
/// and before a small letter.
pub(super) fn first_sentence(text: &str) -> Option<(&str, &str)> {
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let next = letters.peek().map(|(_, next)| *next);
        let ends = match letter {
            '。' | '！' | '？' | '؟' | '।' | '\n' => true,
            '!' | '?' => next.is_none_or(char::is_whitespace),
            '.' => match text.split_at_checked(at + 1) {
                Some((before, "")) => !before.is_empty(),
                Some((before, after)) => {
                    after.starts_with(char::is_whitespace) && is_full_stop(before, after)
                }
                None => false,
            },
            _ => false,
        };
        if ends {
            let (first, rest) = text.split_at_checked(at + letter.len_utf8())?;
            return Some((first.trim(), rest));
        }
    }
    None
}

/// What stands in a text before what it asks: its last sentence, and questions right before that. None
/// where that is all it is.
pub(super) fn before_the_question(text: &str) -> Option<String> {
    let (mut kept, mut at) = (0, 0);
    while let Some((sentence, after)) = text.get(at..).and_then(first_sentence) {
        // What ends without a mark is a sentence too.
        if after.trim().is_empty() {
            break;
        }
        at = text.len() - after.len();
        if !sentence.ends_with(['?', '？', '؟']) {
            kept = at;
        }
    }
    let kept = text.get(..kept)?.trim();
    (!kept.is_empty()).then(|| kept.to_owned())
}

/// Whether the full stop between these ends a sentence.
fn is_full_stop(before: &str, after: &str) -> bool {
    let word = before.trim_end_matches('.');
    let word = word
        .rsplit(|it: char| it.is_whitespace() || it == '.')
        .next();
    let word = word.unwrap_or_default();
    let is_short = word.chars().count() <= 2 || word.ends_with(|it: char| it.is_ascii_digit());
    let goes_on = after.trim_start().starts_with(char::is_lowercase);
    !is_short && !goes_on
}

#[cfg(test)]
mod tests {
    use super::{before_the_question, first_sentence};

    #[test]
    fn what_is_asked_at_the_end_of_a_text_is_left_out() {
        for (text, kept) in [
            (
                "The card stays. Write the whole number. Since when?",
                Some("The card stays. Write the whole number."),
            ),
            (
                "Why? Because it is needed. When? And where?",
                Some("Why? Because it is needed."),
            ),
            (
                "番号はそのままです。いつからですか？",
                Some("番号はそのままです。"),
            ),
            ("Since when?", None),
            (
                "The card stays. Tell me since when",
                Some("The card stays."),
            ),
            ("No mark", None),
        ] {
            assert_eq!(before_the_question(text).as_deref(), kept, "{text}");
        }
    }

    #[test]
    fn a_full_stop_that_stands_for_something_else_ends_no_sentence() {
        for (text, first) in [
            ("I have noted Ada. And the notes?", "I have noted Ada."),
            (
                "Version 2.5 is noted. And the notes?",
                "Version 2.5 is noted.",
            ),
            (
                "Gut, ich habe den Zeitpunkt auf Freitag, den 20. November, geändert. Und was noch?",
                "Gut, ich habe den Zeitpunkt auf Freitag, den 20. November, geändert.",
            ),
            ("Mr. de Vries is noted. When?", "Mr. de Vries is noted."),
            (
                "Ich nehme z. B. Dienstag auf. Passt das?",
                "Ich nehme z. B. Dienstag auf.",
            ),
            ("Das ist ca. ein Liter. Gut?", "Das ist ca. ein Liter."),
            ("わかりました。次は？", "わかりました。"),
            ("Noted.", "Noted."),
            ("Noted", ""),
        ] {
            let found = first_sentence(text).map_or("", |(first, _)| first);
            assert_eq!(found, first, "{text}");
        }
    }
}
