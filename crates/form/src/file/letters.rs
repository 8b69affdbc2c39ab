//! The language of a form that does not say it.

/// The language of texts of which nobody says it: the one whose letters most of them have, if no other
/// language is written in these, and English otherwise.
///
/// - `お名前` and `ご住所の番地` are Japanese, by their kana.
/// - `Имя` may be Russian as well as Bulgarian, and `Nombre` almost anything.
pub(crate) fn language_by_letters<'a>(texts: impl Iterator<Item = &'a str>) -> &'static str {
    let mut all = 0;
    let mut counted = [0; LANGUAGES.len()];
    for text in texts {
        // Of characters that Chinese and Japanese share alone, neither is known.
        let is_shared = text.chars().any(|it| matches!(it, '一'..='鿿'));
        let has_kana = text.chars().any(is_kana);
        all += usize::from(!is_shared || has_kana);
        for ((_, is_its), count) in LANGUAGES.iter().zip(&mut counted) {
            *count += usize::from(text.chars().any(is_its));
        }
    }
    let mut most = LANGUAGES.iter().zip(counted);
    let most = most.find(|(_, count)| 2 * count > all);
    most.map_or("en", |((language, _), _)| language)
}

type IsLetter = fn(char) -> bool;

const LANGUAGES: [(&str, IsLetter); 5] = [
    ("ja", is_kana),
    ("ko", |c| matches!(c, '가'..='힣')),
    ("th", |c| matches!(c, '\u{e01}'..='\u{e5b}')),
    ("he", |c| matches!(c, '\u{5d0}'..='\u{5ea}')),
    ("el", |c| matches!(c, 'Ά'..='ώ')),
];

fn is_kana(c: char) -> bool {
    matches!(c, 'ぁ'..='ゖ' | 'ァ'..='ヺ')
}

#[cfg(test)]
mod tests {
    use super::language_by_letters;

    #[test]
    fn letters_that_one_language_has_tell_it() {
        let cases: [(&[&str], &str); 10] = [
            (&["お名前", "ご住所", "年齢"], "ja"),
            (&["氏名", "住所", "電話番号", "メールアドレス"], "ja"),
            (&["姓名", "地址"], "en"),
            (&["ΟΝΟΜΑ", "ΠΟΛΗ"], "el"),
            (&["이름", "주소"], "ko"),
            (&["ชื่อ", "Email"], "en"),
            (&["ชื่อ", "ที่อยู่", "Email"], "th"),
            (&["Όνομα", "Διεύθυνση"], "el"),
            (&["Name", "σ of the sample"], "en"),
            (&[], "en"),
        ];
        for (texts, language) in cases {
            let told = language_by_letters(texts.iter().copied());
            assert_eq!(told, language, "{texts:?}");
        }
    }
}
