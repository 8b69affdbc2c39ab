//! Yes and no in other languages than English and Japanese.

/// By language: yes and no.
const WORDS: [(&str, &str, &str); 28] = [
    ("ar", "نعم", "لا"),
    ("cs", "Ano", "Ne"),
    ("da", "Ja", "Nej"),
    ("de", "Ja", "Nein"),
    ("el", "Ναι", "Όχι"),
    ("es", "Sí", "No"),
    ("fi", "Kyllä", "Ei"),
    ("fr", "Oui", "Non"),
    ("he", "כן", "לא"),
    ("hi", "हाँ", "नहीं"),
    ("hu", "Igen", "Nem"),
    ("id", "Ya", "Tidak"),
    ("it", "Sì", "No"),
    ("ko", "예", "아니요"),
    ("nb", "Ja", "Nei"),
    ("nl", "Ja", "Nee"),
    ("no", "Ja", "Nei"),
    ("pl", "Tak", "Nie"),
    ("pt", "Sim", "Não"),
    ("ru", "Да", "Нет"),
    ("sk", "Áno", "Nie"),
    ("sl", "Da", "Ne"),
    ("sv", "Ja", "Nej"),
    ("th", "ใช่", "ไม่ใช่"),
    ("tr", "Evet", "Hayır"),
    ("uk", "Так", "Ні"),
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
