//! What of a changed value is new, and what is gone: nobody is to hunt for it.

/// What stands between several things, in whichever language.
const BETWEEN: [&str; 3] = ["、", "، ", ", "];
/// A shorter text is seen at once.
const LONG: usize = 12;

/// A piece of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece<'a> {
    /// What it says, with what stands around it.
    pub text: &'a str,
    /// Whether the value did not have it before.
    pub is_new: bool,
}

/// Several things that are told as one text, with what stands between them.
pub fn several(text: &str) -> (Vec<&str>, &'static str) {
    let between = BETWEEN.into_iter().find(|it| text.contains(it));
    let between = between.unwrap_or(", ");
    (text.split(between).collect(), between)
}

/// Several things, of which some are new, and what stands between them.
///
/// ```
/// use kikitori_interview::new_of_several;
///
/// let pieces = new_of_several("Fruit, Rice", "Rice, Vegan");
/// let new = pieces.iter().filter(|it| it.is_new).map(|it| it.text);
/// assert_eq!(new.collect::<Vec<_>>(), ["Vegan"]);
/// let whole: String = pieces.iter().map(|it| it.text).collect();
/// assert_eq!(whole, "Rice, Vegan");
/// ```
pub fn new_of_several<'a>(old: &str, new: &'a str) -> Vec<Piece<'a>> {
    let ((before, _), (now, between)) = (several(old), several(new));
    let mut pieces = Vec::new();
    for (at, text) in now.into_iter().enumerate() {
        if at > 0 {
            pieces.push(Piece {
                text: between,
                is_new: false,
            });
        }
        let is_new = !before.contains(&text);
        pieces.push(Piece { text, is_new });
    }
    pieces
}

/// A long text of which most stayed: what is new of it, as whole words and numbers. A text that is another
/// altogether is new as a whole, which needs no mark.
pub fn new_of_text<'a>(old: &str, new: &'a str) -> Vec<Piece<'a>> {
    let whole = vec![Piece {
        text: new,
        is_new: false,
    }];
    let letters: Vec<(usize, char)> = new.char_indices().collect();
    let before: Vec<char> = old.chars().collect();
    let count = letters.len();
    if count <= LONG {
        return whole;
    }
    let at = |place: usize| letters.get(place).map(|(_, letter)| *letter);
    let is_cut = |place: usize| {
        let before = place.checked_sub(1).and_then(at);
        [before, at(place)]
            .into_iter()
            .all(|it| it.is_some_and(is_of_word))
    };
    let pairs = letters.iter().zip(&before);
    let mut first = pairs.take_while(|((_, new), old)| new == *old).count();
    let rest = count.min(before.len()) - first;
    let pairs = letters.iter().rev().zip(before.iter().rev()).take(rest);
    let same = pairs.take_while(|((_, new), old)| new == *old).count();
    let mut end = count - same;
    while first > 0 && is_cut(first) {
        first -= 1;
    }
    while end < count && is_cut(end) {
        end += 1;
    }
    let is_mostly_kept = (end - first) * 2 < count;
    if end == first || !is_mostly_kept {
        return whole;
    }
    let byte = |place: usize| letters.get(place).map_or(new.len(), |(at, _)| *at);
    let parts = [(0, first, false), (first, end, true), (end, count, false)];
    let parts = parts.into_iter().filter(|(from, to, _)| from < to);
    let parts = parts.filter_map(|(from, to, is_new)| {
        let text = new.get(byte(from)..byte(to))?;
        Some(Piece { text, is_new })
    });
    parts.collect()
}

/// Whether a letter is part of a word that has spaces around it: those of Chinese and Japanese are not.
fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() && letter < '\u{2E80}'
}
