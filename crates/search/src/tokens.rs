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
    let mut word = String::new();
    let mut before: Option<char> = None;
    let mut paired = false;
    for letter in nfkc(text).chars().flat_map(char::to_lowercase) {
        let dense = is_dense(letter);
        if !dense {
            end_run(&mut found, before.take().filter(|_| !paired));
            paired = false;
        }
        if dense {
            end_word(&mut found, &mut word);
            if let Some(before) = before {
                found.push([before, letter].iter().collect());
                paired = true;
            }
            before = Some(letter);
        } else if letter.is_alphanumeric() {
            word.push(letter);
        } else if word.is_empty() || !matches!(letter, '\'' | '’') {
            end_word(&mut found, &mut word);
        }
    }
    end_word(&mut found, &mut word);
    end_run(&mut found, before.filter(|_| !paired));
    found
}

fn end_word(found: &mut Vec<String>, word: &mut String) {
    if !word.is_empty() {
        found.push(stem(word).chars().take(LONGEST_WORD).collect());
        word.clear();
    }
}

fn end_run(found: &mut Vec<String>, alone: Option<char>) {
    found.extend(alone.map(String::from));
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
