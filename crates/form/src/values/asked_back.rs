//! Questions that are asked back, told from answers by code: for what no model may read.

use super::no_answer::is_mark;

/// Marks of a question: of Latin and full width, Arabic, Greek, Armenian, Ethiopic and others.
const MARKS: [char; 12] = [
    '?', '？', '؟', '\u{37e}', '՞', '፧', '⁇', '⁈', '⁉', '‽', '⸮', '꘏',
];

/// Whether a text ends with the mark of a question, which in Greek is written as a semicolon too.
///
/// ```
/// use kikitori_form::values::ends_as_question;
///
/// assert!(ends_as_question("How many?"));
/// assert!(ends_as_question("Πόσοι θα έρθετε;"));
/// assert!(!ends_as_question("Name"));
/// ```
pub fn ends_as_question(text: &str) -> bool {
    let text = text.trim_end();
    text.ends_with(MARKS) || text.ends_with(';')
}

/// What asks for a reason where the mark is left out, at a text's beginning.
const ASK_WHY: &str = "why/what for/what is this for/what's this for/how come/warum/wieso/weshalb/wozu/wofür/\
    pourquoi/por qué/por que/para qué/para que/perché/perchè/a che serve/waarom/waarvoor/varför/hvorfor/miksi/\
    dlaczego/po co/proč/prečo/zašto/почему/зачем/чому/навіщо/γιατί/neden/niçin/niye/لماذا/ليش/למה/מדוע/क्यों/\
    tại sao/kenapa/mengapa/kam/kodėl/o kam/o kodėl/kuriam tikslui/kāpēc/kādēļ/miks/milleks/zakaj/čemu/pam/cén fáth";
/// The same where no spaces stand between words, anywhere in a text.
const ASK_WHY_UNSPACED: &str = "なぜ/何故/どうして/なんで/何で必要/何のため/なんのため/为什么/為什麼/为何/為何/\
    왜 /왜요/ทำไม/ทำอะไร/เพื่ออะไร";
/// How questions end in writings that need no mark for it.
const ENDINGS: [&str; 19] = [
    "ですか",
    "ますか",
    "ませんか",
    "ましたか",
    "でしょうか",
    "のですか",
    "んですか",
    "吗",
    "嗎",
    "나요",
    "까요",
    "습니까",
    "입니까",
    "인가요",
    "ไหม",
    "มั้ย",
    "หรือเปล่า",
    "รึเปล่า",
    "หรือไม่",
];
/// What is said behind them to be polite.
const POLITE: [&str; 4] = ["ครับ", "ค่ะ", "คะ", "นะ"];

/// A text that only asks why is no longer than so many characters, or so many where no spaces stand
/// between words: a longer one may tell why.
const SHORT: usize = 60;
const SHORT_UNSPACED: usize = 24;

/// Whether a text asks something back: a mark of a question stands among what ends it, in whatever
/// writing, or it asks for the reason.
///
/// ```
/// use kikitori_form::values::asks_back;
///
/// let fold = |text: &str| text.to_lowercase();
/// for asked in ["Is this stored?", "¿Para qué?", "なぜ必要ですか", "لماذا؟", "why do you need it"] {
///     assert!(asks_back(asked, &fold), "{asked}");
/// }
/// assert!(!asks_back("4711", &fold));
/// ```
pub fn asks_back(text: &str, fold: &dyn Fn(&str) -> String) -> bool {
    let text = text.trim();
    let ends = text.char_indices().rev();
    // Greeks write a semicolon for it, and Armenians put it onto a word.
    let is_greek =
        text.contains(|it| matches!(it, '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}'));
    let mut ends = ends.take_while(|(_, letter)| !letter.is_alphanumeric());
    let is_marked = ends.any(|(_, letter)| MARKS.contains(&letter) || (is_greek && letter == ';'));
    if is_marked || text.starts_with('¿') || text.contains('՞') {
        return true;
    }
    let folded = fold(text).replace(['’', '‘'], "'");
    let is_no_part = |it: char| !it.is_alphanumeric() && !is_mark(it);
    let bare = folded.trim_matches(is_no_part);
    let mut polite = POLITE.iter().filter_map(|it| bare.strip_suffix(it));
    let bare = polite.next().unwrap_or(bare).trim_end_matches(is_no_part);
    let is_within = |most: usize| bare.chars().nth(most).is_none();
    let mut beginnings = ASK_WHY.split('/').filter(|_| is_within(SHORT));
    let asks_why = beginnings.any(|asking| {
        let rest = bare.strip_prefix(asking);
        rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    });
    let asks_unspaced = || {
        let padded = format!("{bare} ");
        let mut known = ASK_WHY_UNSPACED.split('/');
        is_within(SHORT_UNSPACED) && known.any(|it| padded.contains(it))
    };
    asks_why || asks_unspaced() || ENDINGS.iter().any(|it| bare.ends_with(it))
}

#[cfg(test)]
mod tests {
    use super::asks_back;

    #[test]
    fn a_question_is_known_by_its_mark_in_any_writing_or_by_asking_why() {
        let fold = |text: &str| text.to_lowercase();
        for (text, expected) in [
            ("Why do you need this?", true),
            ("why do you need this", true),
            ("What for?!", true),
            ("(is that stored?) 🤔", true),
            ("¿para qué?", true),
            ("¿para qué", true),
            ("para que lo quieren", true),
            ("なぜ必要ですか？", true),
            ("なぜ必要ですか", true),
            ("何に使いますか。", true),
            ("どうして", true),
            ("لماذا تحتاجون هذا؟", true),
            ("Γιατί το χρειάζεστε;", true),
            ("Ինչո՞ւ", true),
            ("这个会保存吗", true),
            ("왜 필요한가요", true),
            ("зачем это", true),
            ("ทำไมต้องใช้", true),
            ("เอาไปทำอะไรครับ", true),
            ("จำเป็นไหมคะ", true),
            ("เก็บไว้หรือไม่", true),
            ("ไม่ครับ", false),
            ("whyte", false),
            (
                "Why I left: the pay was low, and nobody told me when I had to be there",
                false,
            ),
            (
                "なぜか分かりませんが、三年前から頭痛が続いていて、薬も効きません",
                false,
            ),
            ("4711", false),
            ("4711; 12", false),
            ("K1234567", false),
            ("ken@example.org", false),
            ("https://example.org/?q=1", false),
            ("どうぞ", false),
            ("", false),
        ] {
            assert_eq!(asks_back(text, &fold), expected, "{text}");
        }
    }
}
