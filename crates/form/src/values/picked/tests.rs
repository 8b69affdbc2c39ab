use jiff::civil::date;

use super::{Pick, pick, rest_beside, sentences};
use crate::parse_form;
use crate::session_form::FormField;
use crate::values::CheckContext;

fn field(label: &str, answer: &str) -> FormField {
    let form = format!(
        r#"{{"id": "f", "title": "F", "fields": [
            {{"id": "a", "label": "{label}", "required": true, "answer": {answer}}}]}}"#
    );
    parse_form(&form).unwrap().fields.remove(0)
}

/// The value and the rest, `several`, or nothing.
fn picked(text: &str, field: &FormField, country: Option<&str>) -> String {
    let language = match text.contains(|it: char| matches!(it, '\u{3040}'..='\u{30ff}')) {
        true => "ja",
        false => "en",
    };
    let context = CheckContext {
        today: date(2026, 11, 25),
        language,
        country,
        fold: &|text| text.to_lowercase(),
        fits: &crate::values::no_patterns,
    };
    match pick(text, field, &context) {
        Pick::None => String::new(),
        Pick::Several { .. } => "several".to_owned(),
        Pick::One(it) => match it.rest {
            Some(rest) => format!("{} | {rest}", it.checked.value),
            None => it.checked.value.to_string(),
        },
    }
}

/// What was found instead.
fn differs(said: &str, found: String, expected: &str) -> Option<String> {
    (found != expected).then(|| format!("{said:?}: {found:?}, not {expected:?}"))
}

#[test]
fn the_one_phone_number_in_a_text_is_found_and_what_else_is_said_is_left() {
    let mut wrong = Vec::new();
    let phone = field("Phone", r#"{"type": "phone"}"#);
    for (said, country, expected) in [
        (
            "my brother Ken, 090-1234-5678",
            Some("JP"),
            "+819012345678 | my brother Ken",
        ),
        ("It's 090 1234 5678, thanks!", Some("JP"), "+819012345678"),
        ("my number is +49 (0)30 901820.", None, "+4930901820"),
        (
            "Call me on (212) 555-0143 after 5, I am at work before",
            Some("US"),
            "+12125550143 | Call me on … after 5, I am at work before",
        ),
        (
            "０９０ー１２３４ー５６７８です",
            Some("JP"),
            "+819012345678",
        ),
        (
            "電話番号は090-1234-5678で、名前は山田太郎です",
            Some("JP"),
            "+819012345678 | 名前は山田太郎です",
        ),
        ("03-1234-5678 or 090-1234-5678", Some("JP"), "several"),
        (
            "090-1234-5678, I repeat: 09012345678",
            Some("JP"),
            "+819012345678 | I repeat",
        ),
        ("my brother Ken", Some("JP"), ""),
        (
            "zero nine zero, one two three four, five six seven eight",
            Some("JP"),
            "+819012345678",
        ),
        (
            "it is oh nine oh double one two three five six seven eight",
            Some("JP"),
            "+819011235678",
        ),
        (
            "ゼロきゅうゼロのいちにさんよんのごろくななはちです",
            Some("JP"),
            "+819012345678",
        ),
        (
            "null drei null neun null eins acht zwei null",
            None,
            "030901820",
        ),
        (
            "Best regards\nAda Lovelace\nAnalytical Engines Ltd\nTel +44 20 7946 0018",
            None,
            "+442079460018 | Best regards\nAda Lovelace\nAnalytical Engines Ltd",
        ),
        (
            "Tel 090-1234-5678, and mind the times:\nMon  9-12\nTue  13-17",
            Some("JP"),
            "+819012345678 | and mind the times:\nMon  9-12\nTue  13-17",
        ),
    ] {
        wrong.extend(differs(said, picked(said, &phone, country), expected));
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn addresses_are_found_among_words_of_any_writing() {
    let mut wrong = Vec::new();
    let email = field("Email", r#"{"type": "email"}"#);
    for (said, expected) in [
        ("It's ken@Example.org.", "ken@example.org"),
        (
            "Ken <ken@example.org>, my brother",
            "ken@example.org | Ken <…>, my brother",
        ),
        ("メールはken@example.orgです", "ken@example.org"),
        ("élise.d@example.org", "élise.d@example.org"),
        ("mailto:ken@example.org", "ken@example.org"),
        ("a@example.org, b@example.org", "several"),
        ("I wrote it to you @ noon", ""),
    ] {
        wrong.extend(differs(said, picked(said, &email, None), expected));
    }
    let url = field("Website", r#"{"type": "url"}"#);
    for (said, expected) in [
        (
            "see https://example.org/a?b=1, it is ours",
            "https://example.org/a?b=1 | see, it is ours",
        ),
        ("www.example.org です", "https://www.example.org"),
        ("It's example.org", "https://example.org"),
        ("e.g. ours", ""),
    ] {
        wrong.extend(differs(said, picked(said, &url, None), expected));
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn a_code_is_found_by_its_digits_where_a_code_is_asked_for() {
    let mut wrong = Vec::new();
    let passport = field(
        "Passport number",
        r#"{"type": "shortText", "minLength": 6}"#,
    );
    for (said, expected) in [
        ("It is K1234567.", "K1234567"),
        ("K1234567 (expired)", "K1234567 | (expired)"),
        (
            "my passport number is K1234567 and my name is Bob Hope, I live in Kyoto",
            "K1234567 | my passport number is … and my name is Bob Hope, I live in Kyoto",
        ),
        ("AB 123 456 C", "AB 123 456 C"),
        (
            "Passport AB 123 456 C, issued in Leeds",
            "AB 123 456 C | issued in Leeds",
        ),
        ("旅券番号はTK1234567です", "TK1234567 | 旅券番号は…です"),
        ("K1234567 or L7654321", "several"),
        ("12 34 56", "12 34 56"),
        (
            "my old one was X0000001, my passport number is K1234567",
            "K1234567 | my old one was X0000001",
        ),
        ("Why, K1234567 of course 😀", "K1234567 | Why, of course 😀"),
        (
            "passport K1234567, driving licence L7654321",
            "K1234567 | driving licence L7654321",
        ),
        (
            "I said NL91 ABNA 0417 1643 00 op naam van M",
            "NL91 ABNA 0417 1643 00 | I said … op naam van M",
        ),
        (
            "my licence, MORAG 657054 AB9CD it says",
            "MORAG 657054 AB9CD | my licence, it says",
        ),
        (
            "so nl91abna0417164300 op naam",
            "nl91abna0417164300 | so … op naam",
        ),
        ("ab 123 456 c", "ab 123 456 c"),
        (
            "I am Ada and my passport number is K1234567",
            "K1234567 | I am Ada",
        ),
        (
            "We are two, call me with K1234567",
            "K1234567 | We are two, call me with",
        ),
        ("I have 2 children", ""),
        ("K12", ""),
    ] {
        wrong.extend(differs(said, picked(said, &passport, None), expected));
    }
    assert_eq!(wrong, Vec::<String>::new());
    // Where no code is asked for, all of it may be the answer.
    let street = field("Street", r#"{"type": "shortText", "maxLength": 40}"#);
    assert_eq!(picked("12 High Street", &street, None), "");
}

#[test]
fn numbers_days_and_options_are_found_where_there_is_only_one() {
    let mut wrong = Vec::new();
    let weight = field("Weight", r#"{"type": "number", "unit": "kg"}"#);
    for (said, expected) in [
        (
            "I weigh 72.5 kg, and my name is Bob",
            "72.5 | I weigh, and my name is Bob",
        ),
        (
            "体重は72kgで、名前はボブです",
            "72 | 体重は…で、名前はボブです",
        ),
        ("160 lb", ""),
        ("72, my son 24", "several"),
        ("between 70-72", "several"),
        ("it was -3 kg, I think", "-3"),
    ] {
        wrong.extend(differs(said, picked(said, &weight, None), expected));
    }
    let birth = field("Date of birth", r#"{"type": "date", "latest": "today"}"#);
    for (said, expected) in [
        (
            "born on 3 May 1990 in Leeds",
            "1990-05-03 | born … in Leeds",
        ),
        ("It's May 3, 1990, thanks", "1990-05-03"),
        (
            "1990年5月3日生まれで、名前は花子です",
            "1990-05-03 | 生まれで、名前は花子です",
        ),
        ("3 May 1990, my son 4 June 2015", "several"),
    ] {
        wrong.extend(differs(said, picked(said, &birth, None), expected));
    }
    let choice = field(
        "Marital status",
        r#"{"type": "choice", "options": [{"value": "s", "label": "Single"}, {"value": "m", "label": "Married"}]}"#,
    );
    for (said, expected) in [
        ("Single, and I live in Kyoto", "s | and I live in Kyoto"),
        ("single. married.", "several"),
        ("it's complicated", ""),
    ] {
        wrong.extend(differs(said, picked(said, &choice, None), expected));
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn nothing_of_the_answer_is_left_in_the_rest() {
    let pin = field(
        "PIN",
        r#"{"type": "shortText", "minLength": 4, "maxLength": 8}"#,
    );
    for said in [
        "4711, and once more: 4711. My name is Bob",
        "the PIN is 4711 - yes 4711 - and my name is Bob",
        "My name is Bob; my PIN is 4711, and 4711x my old one",
        "four seven one one, so 4711, my name is Bob",
    ] {
        let found = picked(said, &pin, None);
        let (value, rest) = found
            .split_once(" | ")
            .unwrap_or_else(|| panic!("{said}: {found}"));
        assert_eq!(value, "4711", "{said}");
        assert!(
            !rest.contains("4711") && rest.contains("Bob"),
            "{said}: {rest}"
        );
    }
}

#[test]
fn what_is_said_beside_a_refusal_is_a_sentence_of_its_own() {
    let phone = field("Phone", r#"{"type": "phone"}"#);
    let fold = |text: &str| text.to_lowercase();
    let is_heard = |it: &str| it.contains("rather not");
    for (said, expected) in [
        ("I'd rather not say.", None),
        ("Sorry! I'd rather not, thanks.", None),
        ("I'd rather not. My name is Bob.", Some("My name is Bob.")),
        ("I'd rather not, my name is Bob", None),
    ] {
        let rest = rest_beside(said, &phone, &fold, &is_heard);
        assert_eq!(rest.as_deref(), expected, "{said}");
    }
}

#[test]
fn the_end_of_a_code_is_known_by_its_parts() {
    let fold = |text: &str| text.to_lowercase();
    for (said, expected) in [
        ("the last two of that number should be 39", true),
        ("Die letzten beiden Ziffern sind 39", true),
        ("koodin kaksi viimeistä merkkiä ovat 9Z", true),
        ("son iki hanesi 12 olacak", true),
        ("下2桁は39です", true),
        ("마지막 두 자리는 39", true),
        ("最后两位是39", true),
        ("สองตัวท้ายของรหัสคือ 19", true),
        ("สี่หลักสุดท้ายคือ 1234", true),
        // Of something else.
        ("the last one should be 39", false),
        ("the last two of that number", false),
        ("make the last one 3. My number is known", false),
        ("son numéro de rue est 12", false),
        ("下午3点来两位客人", false),
        ("บ้านเลขที่ 19 มีสองหลัง", false),
    ] {
        assert_eq!(super::tells_end_of_a_code(said, &fold), expected, "{said}");
    }
}

#[test]
fn sentences_end_where_one_ends() {
    for (text, expected) in [
        (
            "Four fifteen. Better an hour later.",
            vec!["Four fifteen.", "Better an hour later."],
        ),
        (
            "It is 5.5 km, at www.example.org",
            vec!["It is 5.5 km, at www.example.org"],
        ),
        ("एक घंटा। और दो।", vec!["एक घंटा।", "और दो।"]),
        ("三時です。一時間後で", vec!["三時です。", "一時間後で"]),
        (" \n ", vec![]),
    ] {
        let found = sentences(text).into_iter();
        let found = found.filter_map(|(from, to)| text.get(from..to).map(str::trim));
        let found: Vec<&str> = found.filter(|it| !it.is_empty()).collect();
        assert_eq!(found, expected, "{text}");
    }
}
