//! Corrections, by the field and the value that they lead to.

use serde_json::json;

use super::*;

fn recorded() -> Vec<Recorded> {
    let field = |id: &str, label: &str, answer: Json, value: &str| Recorded {
        field: serde_json::from_value(json!({"field_id": id, "label": label, "answer": answer}))
            .unwrap(),
        value: value.to_owned(),
    };
    vec![
        field("name", "Full name", Json::Null, "Ada Lovelace"),
        field(
            "policy",
            "Policy number",
            json!({"type": "shortText"}),
            "KV-4411-09",
        ),
        field(
            "date",
            "Day of the accident",
            json!({"type": "date"}),
            "2026-10-17",
        ),
        field(
            "email",
            "Email",
            json!({"type": "email"}),
            "ada@example.org",
        ),
        field(
            "people",
            "People",
            json!({"type": "integer", "unit": "people"}),
            "3",
        ),
        field("city", "お住まい", Json::Null, "大阪市"),
    ]
}

#[test]
fn corrections_find_their_field_and_their_value() {
    let around = Circumstances {
        today: "2026-11-22".to_owned(),
        language: "en".to_owned(),
        country: None,
    };
    for (message, field, quote, value) in [
        (
            "Sorry, it was the 14th, not the 17th",
            "date",
            "the 14th, not the 17th",
            "2026-10-14",
        ),
        (
            "It wasn't the 17th but actually it was not the 17th but the 14th",
            "date",
            "the 17th but actually it was not the 17th but the 14th",
            "2026-10-14",
        ),
        (
            "17日ではなく14日でした",
            "date",
            "17日ではなく14日",
            "2026-10-14",
        ),
        (
            "すみません、17日じゃなくて14日です",
            "date",
            "17日じゃなくて14日",
            "2026-10-14",
        ),
        (
            "It was 14 October, not the 17th.",
            "date",
            "14 October",
            "14 October",
        ),
        (
            "Actually my email is ada@lovelace.example",
            "email",
            "ada@lovelace.example",
            "ada@lovelace.example",
        ),
        (
            "My email should be ada@lovelace.example, sorry",
            "email",
            "ada@lovelace.example",
            "ada@lovelace.example",
        ),
        (
            "Actually, it was the 14th",
            "date",
            "Actually, it was the 14th",
            "2026-10-14",
        ),
        ("Correction: 4 people", "people", "4 people", "4 people"),
        (
            "Policy number is KV-4411-10, I misread it",
            "policy",
            "KV-4411-10",
            "KV-4411-10",
        ),
        (
            "It's Byron, not Lovelace",
            "name",
            "Byron, not Lovelace",
            "Ada Byron",
        ),
        ("やっぱり神戸市にします", "city", "神戸市", "神戸市"),
        ("訂正です。京都市でした", "city", "京都市", "京都市"),
        ("大阪市ではなく神戸市です", "city", "神戸市", "神戸市"),
        ("I have a headache", "", "", ""),
        ("It is not broken", "", "", ""),
        ("Sorry, I don't know", "", "", ""),
        ("My email is ada@example.org", "", "", ""),
    ] {
        let all = recorded();
        let found = of(message, &all, None, &around);
        let found = found.map(|(at, found)| (all[at].field.field_id.clone(), found));
        let (id, found) = found.unwrap_or((String::new(), Found::said("")));
        assert_eq!(
            (id.as_str(), found.quote.as_str(), found.value.as_str()),
            (field, quote, value),
            "{message}"
        );
        assert!(
            message.contains(&found.quote),
            "letter for letter: {message}"
        );
    }
}
