//! From text to what is counted.

use crate::normalize::nfkc;

/// Longer words are cut: nobody types them in full.
const LONGEST_WORD: usize = 40;

/// The tokens of a text, in order: words of alphabets in lower case and without common English
/// endings, and pairs of neighbours in writing without spaces (kana, kanji, hangul), or a
/// character that has no neighbour.
///
/// ```
/// use kikitori_search::tokens;
/// assert_eq!(tokens("Printed ＰＡＧＥＳ"), ["print", "pag"]);
/// assert_eq!(tokens("用紙を入れる"), ["用紙", "紙を", "を入", "入れ", "れる"]);
/// ```
pub fn tokens(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    each_token(text, &mut |token| found.push(token.to_owned()));
    found
}

/// Tells the tokens of a text, in order.
pub(crate) fn each_token(text: &str, found: &mut dyn FnMut(&str)) {
    let mut tokens = Tokens::told_to(found);
    each_letter(text, |letter| tokens.take(letter));
    tokens.end();
}

/// Puts tokens together as letters come in.
struct Tokens<'a> {
    found: &'a mut dyn FnMut(&str),
    /// The letters of a word that has not ended.
    word: String,
    /// The last letter, if it is dense.
    before: Option<char>,
    /// Whether that one is in a token already.
    paired: bool,
    pair: String,
}

impl<'a> Tokens<'a> {
    fn told_to(found: &'a mut dyn FnMut(&str)) -> Self {
        Self {
            found,
            word: String::new(),
            before: None,
            paired: false,
            pair: String::new(),
        }
    }

    /// Takes the next letter of a text in the form NFKC.
    fn take(&mut self, letter: char) {
        if is_dense(letter) {
            self.end_word();
            if let Some(before) = self.before {
                self.tell(&[before, letter]);
                self.paired = true;
            }
            self.before = Some(letter);
            return;
        }
        self.end_run();
        if letter.is_ascii_alphanumeric() {
            self.word.push(letter.to_ascii_lowercase());
        } else if letter.is_alphanumeric() {
            self.word.extend(letter.to_lowercase());
        } else if self.word.is_empty() || !matches!(letter, '\'' | '’') {
            self.end_word();
        }
    }

    fn end(&mut self) {
        self.end_word();
        self.end_run();
    }

    fn end_word(&mut self) {
        if self.word.is_empty() {
            return;
        }
        let stem = stem(&self.word);
        let cut = stem.char_indices().nth(LONGEST_WORD);
        let cut = cut.and_then(|(end, _)| stem.get(..end));
        (self.found)(cut.unwrap_or(stem));
        self.word.clear();
    }

    fn end_run(&mut self) {
        if let Some(alone) = self.before.take()
            && !self.paired
        {
            self.tell(&[alone]);
        }
        self.paired = false;
    }

    fn tell(&mut self, letters: &[char]) {
        self.pair.clear();
        self.pair.extend(letters);
        (self.found)(&self.pair);
    }
}

/// Hands over the letters of a text in the form NFKC. Most are in it already, and only the others
/// are worth the time that bringing them to it takes.
fn each_letter(text: &str, mut take: impl FnMut(char)) {
    let mut rest = text;
    while !rest.is_empty() {
        let (plain, after) = rest
            .split_at_checked(plain_length(rest))
            .unwrap_or((rest, ""));
        plain.chars().for_each(&mut take);
        let mut letters = after.char_indices().skip(1);
        let end = letters.find(|(_, letter)| is_plain(*letter));
        let end = end.map_or(after.len(), |(end, _)| end);
        let (other, after) = after.split_at_checked(end).unwrap_or((after, ""));
        nfkc(other).chars().for_each(&mut take);
        rest = after;
    }
}

/// The bytes of plain letters that `text` begins with; without the last one if another kind
/// follows, which may be a mark on it.
fn plain_length(text: &str) -> usize {
    let mut last = 0;
    for (at, letter) in text.char_indices() {
        if !is_plain(letter) {
            return last;
        }
        last = at;
    }
    text.len()
}

/// Whether NFKC leaves the letter alone, whatever stands before it: ASCII, the usual kana, kanji,
/// and Japanese commas, stops and quotation marks.
fn is_plain(letter: char) -> bool {
    matches!(letter,
        '\0'..='\u{7f}' | '\u{3001}'..='\u{3002}' | '\u{300c}'..='\u{300d}'
        | '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fe}' | '\u{4e00}'..='\u{9fff}')
}

/// Written without spaces between words.
fn is_dense(letter: char) -> bool {
    matches!(letter,
        '\u{3005}'..='\u{3007}' | '\u{3041}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}')
}

/// The word without the endings that number and tense add. It is the same for the forms of a
/// word, which is all that search asks of it; it need not be a word itself.
fn stem(word: &str) -> &str {
    if !word.is_ascii() {
        return word;
    }
    let strip = |ending: &str| {
        let rest = word.strip_suffix(ending)?;
        (rest.len() >= 3 && rest.contains(['a', 'e', 'i', 'o', 'u', 'y'])).then_some(rest)
    };
    let base = if word.ends_with("ss") || word.ends_with("us") {
        word
    } else if let Some(rest) = strip("ing").or_else(|| strip("ed")) {
        undoubled(rest)
    } else {
        let hissing = |rest: &&str| {
            rest.ends_with(['s', 'x', 'z', 'i']) || rest.ends_with("sh") || rest.ends_with("ch")
        };
        strip("es")
            .filter(hissing)
            .or_else(|| strip("s"))
            .unwrap_or(word)
    };
    // "save" and "sav-ing", "try" and "tri-ed".
    base.strip_suffix(['e', 'i', 'y'])
        .filter(|rest| rest.len() >= 2)
        .unwrap_or(base)
}

/// "stopp" as "stop"; but "fill" and "press" are so themselves.
fn undoubled(word: &str) -> &str {
    let mut letters = word.chars().rev();
    match (letters.next(), letters.next()) {
        (Some(last), Some(other)) if last == other && !"aeioulsz".contains(last) => {
            word.strip_suffix(last).unwrap_or(word)
        }
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn forms_of_a_word_meet_and_different_words_do_not() {
        let families = [
            "stop stops stopped stopping",
            "try tries tried trying",
            "save saves saved saving",
            "box boxes boxed boxing",
            "key keys",
            "fill fills filled filling",
            "status",
            "press presses pressed",
        ];
        let mut stems = Vec::new();
        for family in families {
            let mut own: Vec<_> = family.split(' ').map(stem).collect();
            own.dedup();
            assert_eq!(own.len(), 1, "{own:?}");
            assert!(!stems.contains(&own[0]), "{own:?}");
            stems.extend(own);
        }
    }

    proptest! {
        #[test]
        fn what_is_left_as_it_is_is_what_nfkc_leaves(text in "([\\x00-\\x7f]|[ぁ-ゖァ-ヾ一-鿿、。「」]|[\\u{3099}\\u{309a}\\u{301}Å①ｶﾞ〜（ﾞ]|.){0,12}") {
            let mut letters = String::new();
            each_letter(&text, |letter| letters.push(letter));
            prop_assert_eq!(letters, nfkc(&text));
        }
    }

    #[test]
    fn every_plain_letter_is_so() {
        for letter in ('\0'..=char::MAX).filter(|letter| is_plain(*letter)) {
            // Marks and letters that could take it in, or that it could take in.
            for before in ["", "e", "か", "カ", "ｶ", "\u{1100}"] {
                let text = format!("{before}{letter}");
                let apart = format!("{}{letter}", nfkc(before));
                assert_eq!(nfkc(&text), apart, "{letter:?}");
            }
        }
    }

    #[test]
    fn scripts_widths_and_marks_are_told_apart_or_put_together() {
        let cases: [(&str, &[&str]); 6] = [
            ("ＡＢＣ abc ｶﾅ カナ", &["abc", "abc", "カナ", "カナ"]),
            ("URL鍵を", &["url", "鍵を"]),
            ("鍵 を", &["鍵", "を"]),
            ("don't stop—now", &["dont", "stop", "now"]),
            ("Ünïted 2.4", &["ünïted", "2", "4"]),
            ("、。 \u{0} ", &[]),
        ];
        for (text, expected) in cases {
            assert_eq!(tokens(text), expected, "{text}");
        }
    }
}
