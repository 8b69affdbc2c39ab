//! Words of any language that are one with other endings, and values that stand in a text as they are.

use kikitori_form::values::is_unspaced;

/// Fewer letters in common are a beginning of any word.
const LETTERS: usize = 4;
/// The end of a word may be another one.
const ENDING: usize = 3;

/// Whether two words are one with other endings.
pub(crate) fn is_alike(one: &str, other: &str) -> bool {
    let same = one.chars().zip(other.chars());
    let same = same.take_while(|(one, other)| one == other).count();
    let longest = one.chars().count().max(other.chars().count());
    same == longest || (same >= LETTERS && same + ENDING >= longest)
}

/// Whether a value stands in a text, and not in the middle of a longer word or number: "Leeds and not York" has York.
pub(crate) fn stands_whole(text: &str, value: &str) -> bool {
    let is_within =
        |it: Option<char>| it.is_some_and(|it| it.is_alphanumeric() && !is_unspaced(it));
    text.match_indices(value).any(|(at, found)| {
        let before = text.get(..at).and_then(|it| it.chars().next_back());
        let after = text
            .get(at + found.len()..)
            .and_then(|it| it.chars().next());
        !value.is_empty() && !is_within(before) && !is_within(after)
    })
}

#[cfg(test)]
mod tests {
    use super::is_alike;

    #[test]
    fn a_word_is_the_same_with_another_ending() {
        assert!(is_alike("astmo", "astma") && is_alike("trolley", "trolleys"));
        assert!(!is_alike("train", "trolley") && !is_alike("story", "stop"));
    }
}
