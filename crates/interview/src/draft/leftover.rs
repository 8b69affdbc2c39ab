//! What of a stored draft was never sent.

/// What of `draft` is still to be sent, when the person has given `answers_given` answers, the last
/// of them `last_answer`, and had given `typed_after` when the draft was stored.
///
/// An answer and its draft are stored one after the other, so a tab can die when the answer is in
/// the store and its draft, or an early part of it, still is too. A draft of before drafts were
/// counted has no `typed_after`, and is left out only when it is the last answer itself.
pub(super) fn leftover(
    draft: String,
    typed_after: Option<usize>,
    last_answer: Option<&str>,
    answers_given: usize,
) -> Option<String> {
    let Some(answer) = last_answer else {
        return Some(draft);
    };
    let rest = match typed_after {
        None if draft == answer => return None,
        None => return Some(draft),
        Some(before) if before >= answers_given => return Some(draft),
        Some(_) => draft
            .strip_prefix(answer)
            .map(|rest| rest.trim_start().to_owned()),
    };
    match rest {
        Some(rest) => Some(rest).filter(|rest| !rest.is_empty()),
        None => Some(draft).filter(|draft| !answer.starts_with(draft.as_str())),
    }
}

#[cfg(test)]
mod tests {
    use super::leftover;

    #[test]
    fn a_draft_loses_what_was_sent_of_it_and_nothing_else() {
        // The draft, answers given when it was typed, the last answer, answers given now, what is left.
        let cases = [
            ("half an", Some(0), None, 0, Some("half an")),
            ("half an", Some(2), Some("Japan"), 2, Some("half an")),
            ("Japan", Some(2), Some("Japan"), 2, Some("Japan")),
            ("Japan", Some(1), Some("Japan"), 2, None),
            ("Jap", Some(1), Some("Japan"), 2, None),
            (
                "Japan\nand more",
                Some(1),
                Some("Japan"),
                2,
                Some("and more"),
            ),
            ("Japan \n", Some(1), Some("Japan"), 2, None),
            (
                "A draft of old",
                Some(1),
                Some("Japan"),
                2,
                Some("A draft of old"),
            ),
            ("日本", Some(1), Some("日本です"), 2, None),
            ("Japan", None, Some("Japan"), 2, None),
            ("Jap", None, Some("Japan"), 2, Some("Jap")),
            (
                "Japan and more",
                None,
                Some("Japan"),
                2,
                Some("Japan and more"),
            ),
        ];
        for (draft, typed_after, last_answer, given, left) in cases {
            assert_eq!(
                leftover(draft.to_owned(), typed_after, last_answer, given).as_deref(),
                left,
                "{draft:?}, typed after {typed_after:?} answers, of now {given}"
            );
        }
    }
}
