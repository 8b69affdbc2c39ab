//! Another language is wished for at a private question: code hears that, and no model.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use support::*;

const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
    {"id": "passport", "label": {"en": "Passport number", "ja": "旅券番号", "de": "Passnummer"}, "required": true,
     "private": true, "answer": {"type": "shortText", "minLength": 6}, "followUps": 1},
    {"id": "tongue", "label": "First language", "required": true, "private": true,
     "answer": {"type": "shortText"}}
]}"#;

#[test]
fn words_change_the_language_at_a_private_question_and_no_model_hears_them() {
    for (said, language) in [
        ("日本語でお願いします", "ja"),
        ("日本語で", "ja"),
        ("Japanese, please!", "ja"),
        ("auf Deutsch bitte", "de"),
        ("Können wir auf Deutsch weiter?", "de"),
        ("Können wir auf Deutsch weitermachen?", "de"),
        ("En español, por favor", "es"),
        ("on peut parler français ?", "fr"),
        ("po polsku proszę", "pl"),
        ("Можно по-русски?", "ru"),
        ("magyarul", "hu"),
        ("请用中文", "zh"),
        ("可以用中文吗？", "zh"),
        ("can you speak Turkish with me", "tr"),
        (
            "Kunnen we verder in het Nederlands? Joris typt nu even.",
            "nl",
        ),
        ("tolong dalam bahasa Indonesia", "id"),
    ] {
        let (model, sent) = recorded(respond);
        let mut interview = interview_of(FORM, model);
        let used = interview.orchestrator().outline()[0].follow_ups.used;
        say(&mut interview, &[said]);
        let orchestrator = interview.orchestrator();
        assert_eq!(orchestrator.language(), language, "{said}");
        assert_eq!(orchestrator.outline()[0].follow_ups.used, used, "{said}");
        assert_eq!(value_of(&interview, "passport"), None, "{said}");
        assert!(!holds(&sent, said), "{said}");
    }
}

#[test]
fn the_question_is_asked_again_in_the_language_that_was_wished_for() {
    let mut interview = interview_of(FORM, scripted());
    say(&mut interview, &["日本語でお願いします"]);
    assert_eq!(told(&interview), "ご記入ください：旅券番号");
    say(&mut interview, &["back to English please"]);
    assert_eq!(told(&interview), "Please fill in: Passport number");
    say(&mut interview, &["canary-K1234567", "Japanese"]);
    // A name alone is an answer where a text is asked for.
    assert_eq!(value_of(&interview, "tongue").as_deref(), Some("Japanese"));
    assert_eq!(interview.orchestrator().language(), "en");
}

#[test]
fn what_only_names_a_language_or_a_country_is_no_wish() {
    for said in [
        "the Japanese embassy in Berlin",
        "in Germany",
        "it is German",
        "I would like Japanese",
        "it was issued in English",
        "Japanese 4711",
    ] {
        let mut interview = interview_of(FORM, scripted());
        say(&mut interview, &[said]);
        assert_eq!(interview.orchestrator().language(), "en", "{said}");
    }
}

#[test]
fn where_no_words_are_an_answer_a_wish_may_be_told_in_any_others() {
    const PHONE: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "phone", "label": "Phone", "required": true, "private": true, "answer": {"type": "phone"}}]}"#;
    for (said, language) in [
        ("Would it perhaps be easier in German?", "de"),
        (
            "Pourrait-on poursuivre en français, s'il vous plaît ?",
            "fr",
        ),
        ("I do not speak German", "en"),
        ("my German number is the better one", "en"),
    ] {
        let mut interview = interview_of(PHONE, scripted());
        say(&mut interview, &[said]);
        assert_eq!(interview.orchestrator().language(), language, "{said}");
    }
}
