//! Marks in a page's labels that say whether something has to be filled in, in the languages that pages
//! are written in.

use super::words::{MAX_LABEL_CHARS, begins_with_any, is_in, line};

/// What stands by itself at either end of a label and says that it has to be filled in.
const STARS: [&str; 8] = ["*", "＊", "∗", "⁎", "﹡", "✱", "✲", "٭"];
const BARE_REQUIRED: [&str; 3] = ["required field", "必須", "必填"];
const BARE_OPTIONAL: [&str; 3] = ["任意", "选填", "選填"];

/// Beginnings of words that say so between brackets.
const REQUIRED: &str = "\
    required|mandatory|compulsory|pflicht|erforderlich|notwendig|obligatoi|requis|obligator|\
    requerid|obbligator|richiest|obrigat|verplicht|vereist|obligatorisk|påkræv|påkrev|krävs|\
    pakolli|vaadita|kohustuslik|obligāt|privalom|wymagan|obowiązkow|povinn|obvezn|obavezn|\
    kötelező|zorunlu|gerekli|обязательн|обов|задължител|обавезн|υποχρεωτικ|απαιτείται|مطلوب|\
    إلزامي|اجباري|إجباري|ضروری|الزامی|חובה|अनिवार्य|wajib|bắt|จำเป็น|필수";
/// The same where no spaces stand between words: whole.
const REQUIRED_WITHOUT_SPACES: &str = "必須|必須項目|必須入力|入力必須|必须|必填|必填项|必填項";

/// Beginnings of words that say between brackets that it may be left out.
const OPTIONAL: &str = "\
    optional|voluntary|freiwillig|fakultativ|facultati|optionnel|opcional|facoltativ|\
    opzional|optioneel|valgfri|frivillig|valfri|valinnai|vapaaehtoi|opcjonaln|nieobowiązkow|\
    niewymagan|dobrowoln|nepovinn|neobvezn|opcion|opționa|isteğe|необязательн|необов|\
    незадължител|προαιρετικ|اختياري|اختیاری|רשות|वैकल्पिक|opsional|tùy|선택|ไม่บังคับ";
const OPTIONAL_WITHOUT_SPACES: &str = "任意|任意項目|任意入力|选填|選填|可选|省略可";

/// Words that turn what stands between brackets around.
const NOT: &str = "not|nicht|kein|keine|non|no|não|niet|inte|ikke|ei|nem|не|غير|לא|tidak|không";

/// Words beside those between brackets, which say nothing more.
const BESIDE: &str = "\
    this|a|is|field|feld|feldes|angabe|ist|champ|le|campo|dato|veld|felt|fält|pole|polje|\
    údaj|поле|alan|πεδίο|حقل|هذا|الحقل|שדה|diisi|buộc|chọn|bağlı|입력|사항";

/// A label without the mark that says whether it has to be filled in, and whether it says that it
/// does.
///
/// ```
/// use kikitori_form::page_form::without_mark;
///
/// assert_eq!(without_mark("Name *"), ("Name".to_owned(), true));
/// assert_eq!(without_mark("必須 お名前"), ("お名前".to_owned(), true));
/// assert_eq!(without_mark("CPF (obrigatório)"), ("CPF".to_owned(), true));
/// assert_eq!(without_mark("Town (optional)"), ("Town".to_owned(), false));
/// ```
pub fn without_mark(text: &str) -> (String, bool) {
    let mut text = line(text, MAX_LABEL_CHARS);
    let mut required = false;
    // One may be said twice, as a star and in words.
    for _ in 0..4 {
        let bracketed = cut_brackets(&text);
        let bare = || {
            let of = |marks: &[&str], says: bool| {
                let rest = marks.iter().find_map(|mark| cut_mark(&text, mark))?;
                Some((rest, says))
            };
            of(&STARS, true)
                .or_else(|| of(&BARE_REQUIRED, true))
                .or_else(|| of(&BARE_OPTIONAL, false))
        };
        // A mark alone is the label's own text.
        let cut = bracketed.or_else(bare).filter(|(rest, _)| !rest.is_empty());
        let Some((rest, says_required)) = cut else {
            break;
        };
        text = rest;
        required |= says_required;
    }
    (text, required)
}

fn cut_mark(text: &str, mark: &str) -> Option<String> {
    let is_it = |part: Option<&str>| part.is_some_and(|part| part.eq_ignore_ascii_case(mark));
    let rest = if is_it(text.get(..mark.len())) {
        text.get(mark.len()..)
    } else {
        let before = text.len().checked_sub(mark.len())?;
        let ends = is_it(text.get(before..));
        text.get(..before).filter(|_| ends)
    };
    rest.map(trimmed)
}

fn trimmed(rest: &str) -> String {
    rest.trim_matches([':', '：', ' ']).to_owned()
}

/// Cuts what stands between brackets at the end or the beginning of a label, if it is a mark.
fn cut_brackets(text: &str) -> Option<(String, bool)> {
    const BRACKETS: [(char, char); 6] = [
        ('(', ')'),
        ('[', ']'),
        ('（', '）'),
        ('【', '】'),
        ('［', '］'),
        ('〔', '〕'),
    ];
    let ends = text.trim_end_matches([':', '：', ' ']);
    BRACKETS.into_iter().find_map(|(opens, closes)| {
        let at_end = || {
            let (rest, mark) = ends.strip_suffix(closes)?.rsplit_once(opens)?;
            Some((trimmed(rest), says_required(mark)?))
        };
        let at_beginning = || {
            let (mark, rest) = text.strip_prefix(opens)?.split_once(closes)?;
            Some((trimmed(rest), says_required(mark)?))
        };
        at_end().or_else(at_beginning)
    })
}

/// Whether what stands between brackets says that something has to be filled in, or that it may be left
/// out; none where it says something else, as “required for parcels” does.
fn says_required(mark: &str) -> Option<bool> {
    let mark = mark.trim().to_lowercase();
    if !mark.is_empty()
        && mark
            .chars()
            .all(|it| STARS.contains(&it.to_string().as_str()))
    {
        return Some(true);
    }
    let begins = begins_with_any;
    let mut said = None;
    let mut is_negated = false;
    let is_between = |it: char| it.is_whitespace() || ".,-–/!*＊※".contains(it);
    for word in mark.split(is_between) {
        if word.is_empty() || is_in(word, BESIDE) {
            continue;
        }
        if is_in(word, NOT) {
            is_negated = true;
            continue;
        }
        said = Some(match word {
            it if begins(it, OPTIONAL) || is_in(it, OPTIONAL_WITHOUT_SPACES) => false,
            it if begins(it, REQUIRED) || is_in(it, REQUIRED_WITHOUT_SPACES) => true,
            _ => return None,
        });
    }
    said.map(|it| it && !is_negated)
}
