//! Yes and no in other languages than English and Japanese.

/// By language: yes and no.
const WORDS: [(&str, &str, &str); 54] = [
    ("af", "Ja", "Nee"),
    ("ar", "نعم", "لا"),
    ("az", "Bəli", "Xeyr"),
    ("bg", "Да", "Не"),
    ("bn", "হ্যাঁ", "না"),
    ("bs", "Da", "Ne"),
    ("ca", "Sí", "No"),
    ("cs", "Ano", "Ne"),
    ("da", "Ja", "Nej"),
    ("de", "Ja", "Nein"),
    ("el", "Ναι", "Όχι"),
    ("es", "Sí", "No"),
    ("et", "Jah", "Ei"),
    ("eu", "Bai", "Ez"),
    ("fa", "بله", "خیر"),
    ("fi", "Kyllä", "Ei"),
    ("fr", "Oui", "Non"),
    ("gl", "Si", "Non"),
    ("he", "כן", "לא"),
    ("hi", "हाँ", "नहीं"),
    ("hr", "Da", "Ne"),
    ("hu", "Igen", "Nem"),
    ("hy", "Այո", "Ոչ"),
    ("id", "Ya", "Tidak"),
    ("is", "Já", "Nei"),
    ("it", "Sì", "No"),
    ("ka", "კი", "არა"),
    ("kk", "Иә", "Жоқ"),
    ("ko", "예", "아니요"),
    ("lt", "Taip", "Ne"),
    ("lv", "Jā", "Nē"),
    ("mk", "Да", "Не"),
    ("ms", "Ya", "Tidak"),
    ("nb", "Ja", "Nei"),
    ("nl", "Ja", "Nee"),
    ("nn", "Ja", "Nei"),
    ("no", "Ja", "Nei"),
    ("pl", "Tak", "Nie"),
    ("pt", "Sim", "Não"),
    ("ro", "Da", "Nu"),
    ("ru", "Да", "Нет"),
    ("sk", "Áno", "Nie"),
    ("sl", "Da", "Ne"),
    ("sq", "Po", "Jo"),
    ("sr", "Да", "Не"),
    ("sv", "Ja", "Nej"),
    ("sw", "Ndiyo", "Hapana"),
    ("ta", "ஆம்", "இல்லை"),
    ("th", "ใช่", "ไม่ใช่"),
    ("tr", "Evet", "Hayır"),
    ("uk", "Так", "Ні"),
    ("ur", "ہاں", "نہیں"),
    ("vi", "Có", "Không"),
    ("zh", "是", "否"),
];

/// Yes or no in another language than English and Japanese, if code knows it.
///
/// ```
/// use kikitori_form::values::yes_no_in;
///
/// assert_eq!(yes_no_in("fr-CA", true), Some("Oui"));
/// assert_eq!(yes_no_in("en", true), None);
/// ```
pub fn yes_no_in(language: &str, yes: bool) -> Option<&'static str> {
    let spoken = language.split('-').next().unwrap_or_default();
    let mut words = WORDS.iter();
    let (_, says_yes, says_no) = words.find(|(it, ..)| spoken.eq_ignore_ascii_case(it))?;
    Some(if yes { says_yes } else { says_no })
}

/// Whether a word, in small letters, is the yes or the no of a language; neither, if code does not know it.
pub(super) fn said_in(language: &str, word: &str, fold: &dyn Fn(&str) -> String) -> Option<bool> {
    let is = |yes: bool| yes_no_in(language, yes).is_some_and(|it| fold(it) == fold(word));
    [true, false].into_iter().find(|yes| is(*yes))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use serde_json::Value as Json;

    use super::WORDS;
    use crate::file::answer::AnswerType;
    use crate::values::{CheckContext, Value, check};

    #[test]
    fn what_is_told_as_yes_or_no_is_also_understood_so() {
        let answer = AnswerType::from_json(&serde_json::json!({"type": "yesNo"})).unwrap();
        for (language, yes, no) in WORDS {
            let context = CheckContext {
                today: date(2026, 11, 20),
                language,
                country: None,
                fold: &|text| text.to_lowercase(),
                fits: &crate::values::no_patterns,
            };
            for (word, expected) in [(yes, true), (no, false)] {
                let read = check(&answer, &Json::from(word), &context);
                assert_eq!(
                    read.unwrap().value,
                    Value::YesNo(expected),
                    "{language}: {word}"
                );
            }
        }
    }
}
