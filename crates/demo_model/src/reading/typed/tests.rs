//! Values of one kind, among other words and unasked.

use serde_json::json;

use super::*;

fn around() -> Circumstances {
    Circumstances {
        today: "2026-11-22".to_owned(),
        language: "en".to_owned(),
        country: Some("JP".to_owned()),
    }
}

fn kind(answer: Json) -> AnswerType {
    AnswerType::from_json(&answer).unwrap()
}

#[test]
fn answers_are_found_among_other_words() {
    let sizes = || json!({"type": "choice", "options": ["Small", "Medium", {"value": "l", "label": {"en": "Large", "ja": "大"}}]});
    let tools = || json!({"type": "choices", "options": ["Rust", "Python", "Excel"]});
    let people = || json!({"type": "integer", "unit": {"en": "people", "ja": "人"}});
    // kind, message, words, value
    for (answer_type, message, quote, value) in [
        (
            json!({"type": "date"}),
            "It happened last Friday, in the rain.",
            "last Friday",
            "last Friday",
        ),
        (
            json!({"type": "date"}),
            "14 March 2026",
            "14 March 2026",
            "14 March 2026",
        ),
        (
            json!({"type": "date"}),
            "今度の金曜にお願いします",
            "今度の金曜に",
            "今度の金曜に",
        ),
        (
            json!({"type": "date"}),
            "I sat in the sun and may go again",
            "",
            "",
        ),
        (
            json!({"type": "time"}),
            "around 2:30 pm I think",
            "2:30 pm",
            "2:30 pm",
        ),
        (
            json!({"type": "dateTime"}),
            "It was on 3 May 2026 at 14:30",
            "3 May 2026 at 14:30",
            "3 May 2026 at 14:30",
        ),
        (
            json!({"type": "email"}),
            "Write to ada@example.org, please.",
            "ada@example.org",
            "ada@example.org",
        ),
        (
            json!({"type": "phone"}),
            "番号は090-1234-5678です",
            "090-1234-5678",
            "090-1234-5678",
        ),
        (
            json!({"type": "url"}),
            "It is at example.org/a.",
            "example.org/a",
            "example.org/a",
        ),
        (people(), "We will be 12 people", "12 people", "12 people"),
        (people(), "about 12", "12", "12"),
        (people(), "in 12 minutes", "", ""),
        (people(), "2 adults and 3 children", "", ""),
        (json!({"type": "yesNo"}), "No, nobody was hurt.", "No", "no"),
        (json!({"type": "yesNo"}), "はい、あります", "はい", "yes"),
        (
            json!({"type": "yesNo"}),
            "けが人はいませんでした。",
            "けが人はいませんでした",
            "no",
        ),
        (json!({"type": "yesNo"}), "It depends on the day", "", ""),
        (sizes(), "the large one, please", "large", "l"),
        (sizes(), "大でお願いします", "大", "l"),
        (sizes(), "not small, medium", "medium", "Medium"),
        (sizes(), "2", "2", "Medium"),
        (sizes(), "the second one", "the second one", "Medium"),
        (sizes(), "blue", "", ""),
        (
            tools(),
            "I use Rust and a bit of Excel",
            "Rust and a bit of Excel",
            "Rust; Excel",
        ),
        (
            json!({"type": "rating", "max": 5}),
            "I would say 4 out of 5",
            "4 out of 5",
            "4 out of 5",
        ),
        (
            json!({"type": "rating", "max": 5}),
            "4点です",
            "4点です",
            "4点です",
        ),
    ] {
        let found = match answer(&kind(answer_type.clone()), message, &around()) {
            Reading::Found(found) => found,
            Reading::Refused(_) => Found::said(""),
        };
        assert_eq!(
            (found.quote.as_str(), found.value.as_str()),
            (quote, value),
            "{answer_type}: {message}"
        );
        assert!(
            message.contains(&found.quote),
            "letter for letter: {message}"
        );
    }
}

#[test]
fn a_refusal_says_what_is_wrong_with_the_value() {
    for (answer_type, message, sentence) in [
        (
            json!({"type": "date"}),
            "on 30 February, I believe",
            "There is no such day: give another date.",
        ),
        (
            json!({"type": "integer", "max": 10}),
            "12",
            "That is too large: give 10 or less.",
        ),
        (json!({"type": "yesNo"}), "perhaps", "Answer yes or no."),
        (
            json!({"type": "choice", "options": ["A", "B"]}),
            "blue",
            "Choose one of: A, B.",
        ),
    ] {
        let Reading::Refused(refusal) = answer(&kind(answer_type), message, &around()) else {
            panic!("{message}");
        };
        assert_eq!(refusal.sentence("en"), sentence, "{message}");
    }
}

#[test]
fn only_what_is_plainly_of_a_kind_is_taken_unasked() {
    for (answer_type, message, expected) in [
        (
            json!({"type": "email"}),
            "I am Ada, ada@example.org",
            "ada@example.org",
        ),
        (
            json!({"type": "phone"}),
            "call 090-1234-5678",
            "090-1234-5678",
        ),
        (json!({"type": "phone"}), "my policy is 12345678", ""),
        (
            json!({"type": "date"}),
            "I was hit yesterday on the bridge",
            "yesterday",
        ),
        (json!({"type": "date"}), "it was yesterday or today", ""),
        (json!({"type": "date"}), "I have three of them", ""),
        (json!({"type": "time"}), "yesterday at 2:30 pm", "2:30 pm"),
        (json!({"type": "time"}), "I have 3 cars", ""),
        (
            json!({"type": "integer", "unit": "people"}),
            "4 people are coming",
            "4 people",
        ),
        (json!({"type": "integer"}), "I have 4 cars", ""),
        (
            json!({"type": "rating", "max": 5}),
            "4/5 for the food",
            "4/5",
        ),
        (json!({"type": "rating", "max": 5}), "I have 4 cars", ""),
        (json!({"type": "yesNo"}), "No, thanks", ""),
    ] {
        let found = volunteered(&kind(answer_type.clone()), message, &around());
        let found = found.map(|it| it.quote).unwrap_or_default();
        assert_eq!(found, expected, "{answer_type}: {message}");
    }
}
