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

/// `text`, marked where it is cut after so many characters.
pub(crate) fn cut(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        None => text.to_owned(),
        Some((end, _)) => format!("{} […]", text.get(..end).unwrap_or(text)),
    }
}
