//! Tells a question back from an answer.

use crate::text::words;

#[rustfmt::skip]
const QUESTION_STARTS: [&str; 18] = [
    "what", "why", "which", "how", "who", "where", "what's", "can you", "could you", "do you",
    "do i", "is it", "is this", "are you", "should i", "must i", "does it", "does this",
];
/// Words that open a question also where no mark ends it, alone or before one of the second.
const ASKING_WORDS: [&str; 9] = [
    "why",
    "what",
    "how",
    "which",
    "who",
    "where",
    "huh",
    "なぜ",
    "どうして",
];
#[rustfmt::skip]
const AFTER_ASKING_WORDS: [&str; 17] = [
    "do", "does", "did", "is", "are", "should", "would", "can", "could", "must", "for", "not",
    "so", "exactly", "kind", "sort", "am",
];
/// "Why you need it" asks; "what you see is blank" tells.
const AFTER_WHY: [&str; 5] = ["you", "this", "that", "now", "need"];
const ASKING_STARTS_JAPANESE: [&str; 4] = ["なぜ", "なんで", "どうして", "何のため"];
const LONGEST_UNMARKED_JAPANESE: usize = 20;
/// Longer texts that open like a question tell something.
const LONGEST_UNMARKED: usize = 8;
#[rustfmt::skip]
const QUESTION_WORDS_JAPANESE: [&str; 14] = [
    "どういう", "とは", "なぜ", "どうして", "何を", "何の", "なんで", "意味", "どのような",
    "どんな", "どれの", "どこまで", "何か", "必要ですか",
];

/// Whether a plain, short text asks instead of answering.
pub fn is_one(text: &str) -> bool {
    let asks = text.ends_with('?');
    let words = words(text);
    let start = format!("{} ", words.join(" "));
    let english = asks
        && words.len() <= 15
        && QUESTION_STARTS
            .iter()
            .any(|word| start.starts_with(&format!("{word} ")));
    let ends = asks || text.ends_with('か') || text.ends_with("か。");
    let opens = match words.as_slice() {
        [only] => ASKING_WORDS.contains(&only.as_str()),
        [first, second, ..] => {
            words.len() <= LONGEST_UNMARKED
                && ASKING_WORDS.contains(&first.as_str())
                && (AFTER_ASKING_WORDS.contains(&second.as_str())
                    || (first == "why" && AFTER_WHY.contains(&second.as_str())))
        }
        [] => false,
    };
    let opens_in_japanese = text.chars().count() <= LONGEST_UNMARKED_JAPANESE
        && ASKING_STARTS_JAPANESE
            .iter()
            .any(|start| text.starts_with(start))
        && text
            .trim_end_matches('。')
            .ends_with(['の', 'か', 'ね', '?']);
    let japanese = ends
        && QUESTION_WORDS_JAPANESE
            .iter()
            .any(|word| text.contains(word));
    // A bare "?" asks too.
    english || opens || opens_in_japanese || japanese || (asks && words.is_empty())
}
