//! What is no answer, what counts for one fact only, and how questions are worded.

use super::*;

fn fact(key: &str, fact: &str, criteria: &str) -> Value {
    json!({"fact_key": key, "fact": fact, "done_criteria": criteria, "questioning_hints": null})
}

fn with_facts(label: &str, intent: &str, facts: &[Value]) -> Value {
    json!({"field_id": "f", "label": label, "intent": intent, "required": true, "facts": facts})
}

fn passes(language: &str, field: &Value, turns: &[(&str, &str)]) -> bool {
    reviewed(language, field, turns)["passed"] == true
}

#[test]
fn what_is_no_answer_does_not_fill_a_field() {
    let environment = with_facts(
        "Version and system",
        "The version, and the browser if there is one.",
        &[],
    );
    let allergies = with_facts(
        "アレルギーの有無",
        "薬や食べ物で具合が悪くなったことがあるか。あればその名前。",
        &[],
    );
    let severity = field("Severity (low, medium, high)", true);
    for (language, field, answer, expected) in [
        ("en", &field("Full name", true), "no", false),
        ("en", &field("Full name", true), "why do you need it", false),
        ("ja", &field("お名前", true), "いいえ", false),
        (
            "en",
            &field("Full name", true),
            "can we speak Japanese",
            false,
        ),
        ("ja", &field("お名前", true), "in English please", false),
        ("en", &field("Languages", true), "in English, please", true),
        ("en", &environment, "no", false),
        ("en", &environment, "none", false),
        ("en", &field("Allergies", true), "no", true),
        ("en", &field("Do you smoke?", true), "no", true),
        ("en", &severity, "medium", true),
        ("en", &severity, "It is critical", true),
        ("en", &severity, "2", true),
        ("en", &severity, "blue", false),
        ("ja", &severity, "中くらいです", true),
        ("ja", &severity, "早く終わらせたい", false),
        ("ja", &allergies, "悪くなってる気がします", false),
        ("ja", &allergies, "なし", true),
        ("ja", &allergies, "卵です", true),
        (
            "ja",
            &allergies,
            "ペニシリンで発疹が出たことがあります。",
            true,
        ),
        ("ja", &allergies, "薬で具合が悪くなりました", true),
        ("en", &allergies, "Penicillin gives me a rash.", true),
    ] {
        assert_eq!(
            passes(language, field, &[("Q?", answer)]),
            expected,
            "{}: {answer}",
            field["label"]
        );
    }
}

#[test]
fn a_choice_is_followed_up_once() {
    let severity = field("Severity (low, medium, high)", true);
    let turns = [("Q?", "blue"), ("Which of these?", "just blue")];
    assert!(passes("en", &severity, &turns));
}

#[test]
fn a_plain_no_declines_what_is_optional() {
    for answer in ["no", "nope", "none", "いいえ"] {
        let review = reviewed("en", &field("Workaround", false), &[("Q?", answer)]);
        assert_eq!(review["passed"], true, "{answer}");
        assert_eq!(review["field_value"], Value::Null, "{answer}");
    }
}

#[test]
fn one_statement_counts_for_one_fact() {
    let course = with_facts(
        "症状の経過",
        "",
        &[
            fact("since", "症状が始まった時期", "日付、または期間がわかる。"),
            fact(
                "course",
                "その後の変化",
                "良くなった、悪くなった、変わらない、のいずれかがわかる。",
            ),
        ],
    );
    let availability = with_facts(
        "Availability",
        "",
        &[
            fact("start-date", "The earliest start date", "A date is given."),
            fact("hours", "Working hours per week", "A number of hours."),
        ],
    );
    let steps = with_facts(
        "Steps to make it happen",
        "",
        &[
            fact("steps", "What you did, step by step", "Two actions."),
            fact("frequency", "How often it happens", "Always or a count."),
        ],
    );
    let changes = "その後の変化も教えていただけますか。";
    let hours = "Could you also tell me the working hours per week?";
    let often = "Could you also tell me how often it happens?";
    for (language, field, turns, missing) in [
        (
            "ja",
            &course,
            vec![("?", "一昨日からです")],
            vec!["その後の変化"],
        ),
        (
            "ja",
            &course,
            vec![("?", "一昨日からです"), (changes, "一昨日からです")],
            vec!["その後の変化"],
        ),
        (
            "ja",
            &course,
            vec![("?", "3日前です"), (changes, "一昨日からです")],
            vec!["その後の変化"],
        ),
        (
            "ja",
            &course,
            vec![
                ("?", "頭"),
                (
                    "症状が始まった時期とその後の変化を教えていただけますか。",
                    "一昨日からです",
                ),
                (changes, "一昨日からです"),
            ],
            vec!["その後の変化"],
        ),
        (
            "ja",
            &course,
            vec![("?", "3日前からで、だんだん悪くなっています。")],
            vec![],
        ),
        (
            "ja",
            &availability,
            vec![("?", "来月から")],
            vec!["Working hours per week"],
        ),
        ("ja", &availability, vec![("?", "来月から週30時間")], vec![]),
        (
            "ja",
            &availability,
            vec![("?", "週30時間です")],
            vec!["The earliest start date"],
        ),
        (
            "en",
            &availability,
            vec![("?", "full time from next month")],
            vec![],
        ),
        (
            "en",
            &availability,
            vec![("?", "From 1 March")],
            vec!["Working hours per week"],
        ),
        (
            "en",
            &availability,
            vec![("?", "30 hours a week")],
            vec!["The earliest start date"],
        ),
        (
            "en",
            &availability,
            vec![("?", "From 1 March, 30 hours a week.")],
            vec![],
        ),
        (
            "en",
            &availability,
            vec![("?", "next month"), (hours, "20")],
            vec![],
        ),
        (
            "en",
            &availability,
            vec![("?", "next month"), (hours, "from next Monday")],
            vec!["Working hours per week"],
        ),
        (
            "en",
            &steps,
            vec![("?", "I open it"), (often, "1. open 2. edit 3. save")],
            vec!["How often it happens"],
        ),
        (
            "en",
            &steps,
            vec![("?", "I open it"), (often, "why")],
            vec!["How often it happens"],
        ),
        (
            "en",
            &steps,
            vec![("?", "I open it"), (often, "Every time.")],
            vec![],
        ),
    ] {
        let review = reviewed(language, field, &turns);
        let listed = review["missing_facts"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        assert_eq!(listed, missing, "{turns:?}");
    }
}

fn asks(language: &str, task: &str, position: usize, field: &Value, answer: &str) -> String {
    let facts = field["facts"].as_array().unwrap();
    let missing = match facts.first() {
        Some(fact) => fact["fact"].clone(),
        None => field["label"].clone(),
    };
    let brief_json = json!({"task": task, "language": language, "field": field, "accepted": {"declined": false}, "feedback": null,
        "missing_facts": [missing]});
    let mut messages = opened(position);
    messages.extend([said(answer), brief(&brief_json)]);
    let reply = respond(&request(&INTERVIEWER, messages));
    only_call(&reply, "ask")["message"]
        .as_str()
        .unwrap()
        .to_owned()
}

#[test]
fn first_questions_name_their_field_in_words_that_fit() {
    let steps = with_facts(
        "Steps to make it happen",
        "",
        &[
            fact("steps", "What you did, step by step", ""),
            fact("frequency", "How often it happens", ""),
        ],
    );
    for (language, position, field, expected) in [
        (
            "en",
            2,
            &steps,
            "Thanks, I have written that down. What would you like to say about “Steps to make it happen”? It helps to mention what you did, step by step; and how often it happens.",
        ),
        (
            "en",
            4,
            &field("Version and system", true),
            "Got it, thank you. I would like to hear about “Version and system”. What can you tell me?",
        ),
        (
            "en",
            6,
            &with_facts("Workaround", "Any way around the problem.", &[]),
            "Thank you. Next is workaround. Can you tell me about any way around the problem?",
        ),
        (
            "en",
            5,
            &field("Why this job", true),
            "Thanks, I have written that down. Could you tell me about “Why this job”?",
        ),
        (
            "ja",
            6,
            &field("ご希望", true),
            "承知しました。続いて、ご希望についてお聞かせください。",
        ),
    ] {
        assert_eq!(asks(language, "ask", position, field, ""), expected);
    }
}

#[test]
fn follow_ups_ask_in_words_that_fit() {
    let address = with_facts(
        "Email address",
        "",
        &[fact("address", "An email address", "")],
    );
    let since = with_facts("経過", "", &[fact("since", "始まった時期", "")]);
    let name = with_facts("Full name", "", &[]);
    for (language, field, answer, expected) in [
        (
            "en",
            &name,
            "no",
            "I understand, but the form cannot do without this one. Could you give me your full name?",
        ),
        (
            "en",
            &address,
            "skip",
            "I understand, but the form cannot do without this one. Could you give me your email address?",
        ),
        (
            "en",
            &name,
            "I don't know",
            "No hurry, a rough answer is fine. Could you give me your full name?",
        ),
        (
            "en",
            &field("Why this job", true),
            "I don't know",
            "No hurry, a rough answer is fine. Could you tell me your answer to “Why this job”?",
        ),
        (
            "en",
            &field("Severity (low, medium, high)", true),
            "blue",
            "Thank you. Could you tell me which of these fits best: low, medium or high?",
        ),
        (
            "en",
            &name,
            "日本語でお願いします",
            "The language is chosen at the start of an interview, so I will go on in English. Could you give me your full name?",
        ),
        (
            "ja",
            &since,
            "わかりません",
            "おおよそでかまいません。始まった時期を教えていただけますか。",
        ),
        (
            "ja",
            &field("ご希望", true),
            "わかりません",
            "わかる範囲でかまいません。ご希望を教えていただけますか。",
        ),
        (
            "ja",
            &field("ご希望", true),
            "in English please",
            "言語は聞き取りの始めにお選びいただくものですので、このまま日本語で続けます。ご希望を教えていただけますか。",
        ),
    ] {
        assert_eq!(asks(language, "follow_up", 2, field, answer), expected);
    }
}

#[test]
fn japanese_facts_are_joined_as_one_says_them() {
    let field = with_facts(
        "症状の経過",
        "",
        &[
            fact("since", "症状が始まった時期", ""),
            fact("course", "その後の変化", ""),
        ],
    );
    let message = asks("ja", "ask", 3, &field, "");
    assert!(
        message.contains("症状が始まった時期とその後の変化も教えていただけると助かります。"),
        "{message}"
    );
}
