//! Whether what was said has the words of a text.

use std::collections::BTreeSet;

use crate::lines::spelled_in;
use crate::plain::narrow_letter;
use crate::values::no_answer::is_apostrophe;

/// Endings and particles that a tidied Japanese text may have besides.
const PARTICLES: &str = "のにをはがでともやへただてるいなし";
/// A word behind a joined article or preposition has so many letters at least.
const LEAST_BEHIND_PREFIX: usize = 3;

/// Languages in which names have other endings within a sentence.
const DECLINING: [&str; 21] = [
    "be", "bg", "bs", "cs", "el", "et", "fi", "hr", "hu", "is", "la", "lt", "lv", "mk", "pl", "ru",
    "sk", "sl", "sr", "tr", "uk",
];
/// What of a name stays, at least, and how long an ending can be.
const LEAST_STEM: usize = 3;
const LONGEST_ENDING: usize = 4;
/// Languages in which the stem before the ending changes as well, as in mänty and männystä: of the name
/// three letters of five stay, at least.
const ALTERNATING: [&str; 2] = ["et", "fi"];
const LONGEST_ENDING_ALTERNATING: usize = 6;

/// Pronouns, by their person, in all their forms that are no articles as well: a tidied text has some in
/// another one.
const PRONOUNS: [&str; 16] = [
    "he him his himself",
    "she her hers herself",
    "they them their theirs themselves",
    "we us our ours",
    "it its itself",
    "er ihn ihm sein seine seinen seinem seiner",
    "wir uns unser unsere unseren unserem",
    "il lui sa ses",
    "elle lui sa ses",
    "ils eux leur leurs",
    "él su sus",
    "ella su sus",
    "lui suo sua suoi",
    "lei suo sua suoi",
    "ele lhe dele seu sua",
    "ela lhe dela seu sua",
];

/// The first words of `text` that stand nowhere in `said`; none where every one of them does.
///
/// Words count in any order and of any width and case, numbers with any marks between their digits or
/// told by a word, and kana of either kind. Where a script has no spaces between words, what stands
/// in one piece counts. A word in another form, or in another language, is another word: only those
/// who understand it can say that it means the same.
///
/// ```
/// use kikitori_form::values::unsaid;
///
/// let fold = |text: &str| text.to_lowercase();
/// let said = ["We will cook Kabsa for twenty, I think"];
/// assert_eq!(unsaid("kabsa (20)", &said, &fold), None);
/// assert_eq!(unsaid("kabsa with lamb", &said, &fold), Some("with"));
/// assert_eq!(unsaid("ask him", &["you can ask, he said so"], &fold), None);
/// ```
pub fn unsaid<'a>(text: &'a str, said: &[&str], fold: &dyn Fn(&str) -> String) -> Option<&'a str> {
    if said.iter().any(|it| it.contains(text)) {
        return None;
    }
    let said = Said::new(said, fold);
    let unsaid_here = words(text).find_map(|word| said.lacks(word, fold))?;
    // Many leave apostrophes out.
    let bare = text
        .contains(is_apostrophe)
        .then(|| text.replace(is_apostrophe, ""));
    let is_said = bare.is_some_and(|it| words(&it).all(|word| said.lacks(word, fold).is_none()));
    (!is_said).then_some(unsaid_here)
}

/// The same where words may have other endings than they were said with, if `language` is one that
/// declines names: who says "Janiny Kowalskiej" in Polish names Janina Kowalska.
///
/// ```
/// use kikitori_form::values::unsaid_but_for_endings;
///
/// let fold = |text: &str| text.to_lowercase();
/// let unsaid = |text, language| {
///     unsaid_but_for_endings(text, &["dla mojej mamy, Janiny Kowalskiej"], language, &fold)
/// };
/// assert_eq!(unsaid("Janina Kowalska", "pl"), None);
/// assert_eq!(unsaid("Joanna Kowalska", "pl"), Some("Joanna"));
/// assert_eq!(unsaid("Janina Kowalska", "fr"), Some("Janina"));
/// let in_finnish = |text| unsaid_but_for_endings(text, &["yhdestä männystä"], "fi", &fold);
/// assert_eq!((in_finnish("mänty"), in_finnish("koivu")), (None, Some("koivu")));
/// ```
pub fn unsaid_but_for_endings<'a>(
    text: &'a str,
    said: &[&str],
    language: &str,
    fold: &dyn Fn(&str) -> String,
) -> Option<&'a str> {
    let unsaid_here = unsaid(text, said, fold)?;
    let language = language.split('-').next().unwrap_or_default();
    if !DECLINING.contains(&language) {
        return Some(unsaid_here);
    }
    let said = Said::new(said, fold);
    words(text).find_map(|word| {
        said.lacks(word, fold)
            .filter(|_| !said.has_with_another_ending(word, language, fold))
    })
}

/// What was said, as texts are held against it.
struct Said {
    /// Everything, without gaps and with one kind of kana.
    squeezed: Vec<String>,
    words: BTreeSet<String>,
    numbers: BTreeSet<String>,
}

impl Said {
    fn new(said: &[&str], fold: &dyn Fn(&str) -> String) -> Self {
        let mut known = Self {
            squeezed: Vec::new(),
            words: BTreeSet::new(),
            numbers: BTreeSet::new(),
        };
        // Control characters part words or stand within them: a value has none.
        let is_within = |it: char| it.is_control() && !matches!(it, '\n' | '\t');
        let controlled = said.iter().filter(|text| text.contains(is_within));
        let bare = controlled.map(|text| text.replace(is_within, ""));
        let unmarked = said.iter().filter(|text| text.contains(is_apostrophe));
        let unmarked = unmarked.map(|text| text.replace(is_apostrophe, ""));
        let bare: Vec<String> = bare.chain(unmarked).collect();
        for text in said.iter().copied().chain(bare.iter().map(String::as_str)) {
            let mut squeezed = String::new();
            for (script, word) in words(text) {
                let folded = folded(word, fold);
                squeezed.push_str(&folded);
                match script {
                    Script::Digits => {
                        known.numbers.extend(runs(&folded));
                        known.numbers.insert(digits(&folded));
                    }
                    _ => known.words.extend([folded]),
                }
            }
            known.squeezed.push(squeezed);
            let spelled = spelled_in(text).into_iter();
            let whole = spelled.filter(|number| !number.contains('.'));
            known.numbers.extend(whole.map(|number| digits(&number)));
            known.numbers.extend(spaced_numbers(text));
        }
        known
    }

    /// What of a word was not said.
    fn lacks<'a>(
        &self,
        (script, word): (Script, &'a str),
        fold: &dyn Fn(&str) -> String,
    ) -> Option<&'a str> {
        let folded = folded(word, fold);
        let is_said = match script {
            Script::Spaced => self.words.contains(&folded) || self.has_pronoun_of(&folded),
            Script::Prefixed => {
                let is_long = folded.chars().count() >= LEAST_BEHIND_PREFIX;
                let mut words = self.words.iter();
                words.any(|it| *it == folded || (is_long && it.contains(&folded)))
            }
            Script::Digits => {
                self.numbers.contains(&digits(&folded))
                    || runs(&folded).iter().all(|it| self.numbers.contains(it))
            }
            Script::Unspaced if self.words.contains(&folded) => true,
            Script::Unspaced => return self.lacks_in_one_piece(word, fold),
        };
        (!is_said).then_some(word)
    }

    /// Whether a word is a pronoun that was said in another of its forms: "him" of "he said so".
    fn has_pronoun_of(&self, word: &str) -> bool {
        PRONOUNS.iter().any(|forms| {
            let mut said = forms.split(' ').filter(|it| self.words.contains(*it));
            forms.split(' ').any(|it| it == word) && said.next().is_some()
        })
    }

    /// Whether a word was said that differs from this one in its ending alone.
    fn has_with_another_ending(
        &self,
        (script, word): (Script, &str),
        language: &str,
        fold: &dyn Fn(&str) -> String,
    ) -> bool {
        let alternates = ALTERNATING.contains(&language);
        let word: Vec<char> = folded(word, fold).chars().collect();
        let is_it = |other: &String| {
            let other: Vec<char> = other.chars().collect();
            let same = word.iter().zip(&other).take_while(|(a, b)| a == b).count();
            let longest = word.len().max(other.len());
            let is_stem = 2 * same >= longest && longest - same <= LONGEST_ENDING;
            let is_alternate =
                5 * same >= 3 * word.len() && longest - same <= LONGEST_ENDING_ALTERNATING;
            same >= LEAST_STEM && (is_stem || (alternates && is_alternate))
        };
        script == Script::Spaced && self.words.iter().any(is_it)
    }

    fn lacks_in_one_piece<'a>(
        &self,
        word: &'a str,
        fold: &dyn Fn(&str) -> String,
    ) -> Option<&'a str> {
        let mut rest = word;
        let mut after_particle = false;
        while let Some(first) = rest.chars().next() {
            let ends = rest.char_indices();
            let ends = ends.map(|(at, letter)| at + letter.len_utf8());
            let stands = |end: &usize| {
                let piece = folded(rest.get(..*end).unwrap_or_default(), fold);
                self.squeezed.iter().any(|it| it.contains(&piece))
            };
            let found = ends.take_while(stands).last();
            let is_one = |end: usize| end == first.len_utf8();
            let is_particle = PARTICLES.contains(first) && !after_particle;
            // A single letter of a syllabary is in any text.
            match found.filter(|end| !is_one(*end) || is_ideograph(first)) {
                Some(end) => {
                    after_particle = false;
                    rest = rest.get(end..)?;
                }
                None if is_particle && rest.len() < word.len() => {
                    after_particle = true;
                    rest = rest.get(first.len_utf8()..)?;
                }
                None => return Some(rest),
            }
        }
        None
    }
}

/// How words are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Script {
    /// With spaces between them.
    Spaced,
    /// With spaces, and with articles and prepositions joined to them.
    Prefixed,
    /// One after the other.
    Unspaced,
    Digits,
}

fn script_of(letter: char) -> Option<Script> {
    match narrow_letter(letter) {
        '0'..='9' => Some(Script::Digits),
        letter if letter.is_ascii() => letter.is_ascii_alphabetic().then_some(Script::Spaced),
        letter if letter.is_whitespace() => None,
        // Punctuation and symbols.
        '\u{80}'..='\u{bf}' | '×' | '÷' | '\u{2000}'..='\u{2bff}' | '\u{2e00}'..='\u{2e7f}' => {
            None
        }
        '\u{3000}'..='\u{3004}' | '\u{3006}' | '\u{3008}'..='\u{303f}' | '・' => None,
        '\u{fe00}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff65}' | '\u{ffe0}'..='\u{ffff}' => None,
        '،' | '؛' | '؟' | '٪' | '۔' | '\u{61c}' | '।' | '॥' => None,
        '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' => Some(Script::Prefixed),
        // Thai, Lao, Myanmar, Khmer; kana, ideographs and Hangul.
        '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' => {
            Some(Script::Unspaced)
        }
        '\u{1100}'..='\u{11ff}' | '\u{3005}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' => {
            Some(Script::Unspaced)
        }
        '\u{ff66}'..='\u{ffdc}' | '\u{20000}'..='\u{3ffff}' => Some(Script::Unspaced),
        _ => Some(Script::Spaced),
    }
}

fn is_ideograph(letter: char) -> bool {
    matches!(letter, '々' | '〇' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Runs of letters of one script; a number with the marks between its digits.
fn words(text: &str) -> impl Iterator<Item = (Script, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let start = rest.find(|letter| script_of(letter).is_some())?;
        rest = rest.get(start..)?;
        let script = script_of(rest.chars().next()?)?;
        let mut end = 0;
        let mut letters = rest.char_indices().peekable();
        while let Some((at, letter)) = letters.next() {
            let next = letters.peek().and_then(|(_, next)| script_of(*next));
            let is_mark = script == Script::Digits
                && next == Some(Script::Digits)
                && matches!(narrow_letter(letter), '.' | ',' | '\'');
            if !is_mark && script_of(letter) != Some(script) {
                break;
            }
            end = at + letter.len_utf8();
        }
        let word = rest.get(..end)?;
        rest = rest.get(end..)?;
        Some((script, word))
    })
}

/// Letters of one width, case and kind of kana.
fn folded(word: &str, fold: &dyn Fn(&str) -> String) -> String {
    let narrow: String = word.chars().map(narrow_letter).collect();
    let of_one_kana = |letter: char| match letter {
        'ぁ'..='ゖ' => char::from_u32(u32::from(letter) + 0x60).unwrap_or(letter),
        letter => letter,
    };
    fold(&narrow).chars().map(of_one_kana).collect()
}

/// The digits of a number, without marks and without noughts before them.
fn digits(number: &str) -> String {
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    let significant = digits.trim_start_matches('0');
    match significant.is_empty() {
        true => "0".to_owned(),
        false => significant.to_owned(),
    }
}

/// The numbers between the marks of one.
fn runs(number: &str) -> Vec<String> {
    let runs = number.split(|it: char| !it.is_ascii_digit());
    runs.filter(|run| !run.is_empty()).map(digits).collect()
}

/// Numbers with spaces or hyphens in them, as phone numbers and thousands are written.
fn spaced_numbers(text: &str) -> Vec<String> {
    let narrow: String = text.chars().map(narrow_letter).collect();
    let numbers = narrow.split(|it: char| !it.is_ascii_digit() && !" -.,'".contains(it));
    let numbers = numbers
        .map(str::trim)
        .filter(|it| it.contains(|it: char| it.is_ascii_digit()));
    numbers.map(digits).collect()
}

#[cfg(test)]
mod tests {
    use super::unsaid;

    #[track_caller]
    fn check(said: &str, text: &str, expected: Option<&str>) {
        let fold = |text: &str| text.to_lowercase();
        assert_eq!(
            unsaid(text, &[said], &fold),
            expected,
            "{text:?} of {said:?}"
        );
    }

    #[test]
    fn words_count_in_any_order_case_and_width() {
        let said = "Well, it's the KITCHEN sink: a leak, in no. ５ Ｍain street.";
        for (text, expected) in [
            ("Leak, kitchen sink", None),
            ("5 Main Street", None),
            ("the sink's leak", None),
            ("leaking sink", Some("leaking")),
            ("its kitchen", None),
            ("50 Main Street", Some("50")),
            ("bath leak", Some("bath")),
            ("…", None),
            ("", None),
            ("\u{40000}A; sink", Some("\u{40000}A")),
        ] {
            check(said, text, expected);
        }
        check("a rug that was grans", "rug that was my gran's", Some("my"));
        check("a rug that was my grans", "rug that was my gran's", None);
        check("Änderung", "änderung", None);
        check("\u{40000}\u{b}A", "\u{40000}A", None);
        check("Elm\u{0}\nRow", "Elm Row", None);
    }

    #[test]
    fn numbers_count_with_any_marks_and_as_words() {
        for (said, text, expected) in [
            ("about 3.850 €", "3850", None),
            ("3 850", "3,850", None),
            ("twelve of them", "12", None),
            ("三個", "3個", None),
            ("12.5", "12.5", None),
            ("385", "3850", Some("3850")),
            ("room 007", "Room 7", None),
            ("٧٥ كرسي", "75", None),
        ] {
            check(said, text, expected);
        }
    }

    #[test]
    fn where_no_spaces_stand_between_words_what_stands_in_one_piece_counts() {
        for (said, text, expected) in [
            ("台所で水が漏れています", "台所の水漏れ", None),
            ("スマホの画面が壊れました", "スマホの画面が壊れた", None),
            ("やまだ たろう です", "ヤマダ タロウ", None),
            ("山田です", "山田太郎", Some("太郎")),
            ("おにぎりを作ります", "おにぎり、うに", Some("うに")),
            ("김치찌개를 해요", "김치찌개", None),
            ("ซ่อมก๊อกน้ำในครัว", "ก๊อกน้ำ", None),
            ("う, 00", "00 う", None),
        ] {
            check(said, text, expected);
        }
    }

    #[test]
    fn articles_joined_to_a_word_are_no_part_of_it() {
        for (said, text, expected) in [
            ("سنطبخ كبسة", "كبسة", None),
            ("سنطبخ الكبسة، إن شاء الله", "كبسة", None),
            ("سنطبخ كبسة", "كبسة بلحم الغنم", Some("بلحم")),
            ("בבית שלי", "בית", None),
        ] {
            check(said, text, expected);
        }
    }

    #[test]
    fn another_language_or_script_is_other_words() {
        check("ich bin in Elternzeit", "parental leave", Some("parental"));
        check("やまだたろう", "山田太郎", Some("山田太郎"));
    }
}
