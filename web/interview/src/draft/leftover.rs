//! What of a stored draft was never sent. No I/O, so that it is tested without a browser.

/// What of `draft` is still to be sent, when the person has given `answers_given` answers, the last
/// of them `last_answer`, and had given `typed_after` when the draft was stored.
///
/// An answer and its draft are stored one after the other, so a tab can die when the answer is in
/// the store and its draft, or an early part of it, still is too. A draft of before drafts were
/// counted has no `typed_after`, and is left out only when it is the last answer itself.
pub fn leftover(
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
