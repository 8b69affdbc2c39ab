//! Words of any language that are one with other endings.

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

#[cfg(test)]
mod tests {
    use super::is_alike;

    #[test]
    fn a_word_is_the_same_with_another_ending() {
        assert!(is_alike("astmo", "astma") && is_alike("trolley", "trolleys"));
        assert!(!is_alike("train", "trolley") && !is_alike("story", "stop"));
    }
}
