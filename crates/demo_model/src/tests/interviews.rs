//! Interviews, message by message.

use super::play::Play;
use super::*;

/// A claim with fields of several kinds.
fn claim() -> Value {
    json!([
        {"field_id": "name", "label": "Full name", "required": true},
        {"field_id": "email", "label": "Email", "required": true, "answer": {"type": "email"},
            "why": "We send the decision there."},
        {"field_id": "policy", "label": "Policy number", "required": true, "answer": {"type": "shortText"}},
        {"field_id": "date", "label": "Day of the accident", "required": true,
            "answer": {"type": "date", "latest": "today"}},
        {"field_id": "hurt", "label": "Was anyone hurt?", "required": true, "answer": {"type": "yesNo"}},
        {"field_id": "severity", "label": "Severity of the damage", "required": true,
            "answer": {"type": "choice", "options": ["Minor", "Moderate", "Severe"]}},
        {"field_id": "phone", "label": "Phone", "required": false, "answer": {"type": "phone"}},
        {"field_id": "notes", "label": "Anything else", "required": false},
    ])
}

/// What is said, what is recorded of it (`field=value`, or `field:outcome`), and the field that
/// is asked for then.
type Turn<'a> = (&'a str, &'a [&'a str], &'a str);

fn plays(play: &mut Play, turns: &[Turn<'_>]) {
    for (text, expected, asks) in turns {
        let taken = play.says(text);
        let heard: Vec<String> = taken
            .heard
            .iter()
            .map(|(field, outcome, value)| match outcome.as_str() {
                "answered" => format!("{field}={value}"),
                other => format!("{field}:{other}"),
            })
            .collect();
        assert_eq!(heard, *expected, "{text}: {}", taken.whole);
        assert_eq!(taken.asks.unwrap_or_default(), *asks, "{text}");
    }
}

#[test]
fn the_first_message_says_what_is_assumed_and_asks_the_first_question() {
    for (language, expected) in [
        (
            "en",
            "Hello. I will go on in English and take Japan as your country; just say so if that is wrong. What is your full name?",
        ),
        (
            "ja",
            "こんにちは。日本語で、お住まいの国は日本として進めます。違う場合はお知らせください。お名前を教えていただけますか。",
        ),
    ] {
        let taken = Play::of(claim()).speaking(language).begin();
        assert_eq!(taken.message, expected);
        assert_eq!(taken.asks.as_deref(), Some("name"));
    }
}

#[test]
fn a_whole_claim_is_told() {
    let mut play = Play::of(claim());
    play.begin();
    plays(
        &mut play,
        &[
            ("My name is Ada Lovelace", &["name=Ada Lovelace"], "email"),
            ("ada@example.org", &["email=ada@example.org"], "policy"),
            ("KV-4411-09", &["policy=KV-4411-09"], "date"),
            ("It was last Tuesday.", &["date=last Tuesday"], "hurt"),
            ("No, thank goodness", &["hurt=no"], "severity"),
            ("moderate I would say", &["severity=Moderate"], "phone"),
            ("skip", &["phone:skipped"], "notes"),
            ("no", &["notes:skipped"], ""),
        ],
    );
    assert_eq!(play.value("date"), "2026-11-17");
}

#[test]
fn what_is_told_unasked_is_taken_and_not_asked_again() {
    let mut play = Play::of(claim());
    play.begin();
    plays(
        &mut play,
        &[
            (
                "I'm Ada Lovelace, ada@example.org. My policy number is KV-4411-09, and I was hit yesterday.",
                &[
                    "name=Ada Lovelace",
                    "email=ada@example.org",
                    "policy=KV-4411-09",
                    "date=yesterday",
                ],
                "hurt",
            ),
            (
                "yes, call me: 090-1234-5678",
                &["hurt=yes", "phone=090-1234-5678"],
                "severity",
            ),
            ("Severe", &["severity=Severe"], "notes"),
        ],
    );
}

#[test]
fn a_correction_changes_what_is_recorded_and_the_open_question_stays() {
    let mut play = Play::of(claim());
    play.begin();
    plays(
        &mut play,
        &[
            ("Ada Lovelace", &["name=Ada Lovelace"], "email"),
            ("ada@example.org", &["email=ada@example.org"], "policy"),
            ("KV-4411-09", &["policy=KV-4411-09"], "date"),
            ("17 October 2026", &["date=17 October 2026"], "hurt"),
            (
                "Sorry, it was the 14th, not the 17th",
                &["date=2026-10-14"],
                "hurt",
            ),
            (
                "Actually, my email is ada@lovelace.example",
                &["email=ada@lovelace.example"],
                "hurt",
            ),
        ],
    );
    let taken = play.says("It's Byron, not Lovelace");
    assert!(
        taken.message.contains("“Full name” is now: Ada Byron."),
        "{}",
        taken.message
    );
    assert!(
        taken.message.contains("Was anyone hurt?"),
        "{}",
        taken.message
    );
    assert_eq!(play.value("date"), "2026-10-14");
    assert_eq!(play.value("name"), "Ada Byron");
}

#[test]
fn the_second_refusal_ends_the_asking() {
    let mut play = Play::of(claim());
    play.begin();
    plays(&mut play, &[("Ada", &["name=Ada"], "email")]);
    let taken = play.says("I'd rather not say");
    assert_eq!(taken.asks.as_deref(), Some("email"));
    assert!(
        taken.message.contains("We send the decision there."),
        "{}",
        taken.message
    );
    let taken = play.says("No, I'd rather not");
    assert_eq!(taken.asks.as_deref(), Some("policy"));
    assert!(
        taken.message.contains("“Email” is left open."),
        "{}",
        taken.message
    );
}

#[test]
fn who_does_not_know_is_asked_for_a_rough_answer_once() {
    let mut play = Play::of(claim());
    play.begin();
    plays(
        &mut play,
        &[
            ("Ada", &["name=Ada"], "email"),
            ("ada@example.org", &["email=ada@example.org"], "policy"),
            ("I don't know", &["policy:not_enough"], "policy"),
            ("I really don't know", &["policy:does_not_know"], "date"),
        ],
    );
}

#[test]
fn a_question_back_is_answered_from_the_form_and_the_field_asked_for_again() {
    let mut play = Play::of(claim());
    play.begin();
    play.says("Ada");
    for question in ["Why do you need this?", "What is this for?"] {
        let taken = play.says(question);
        assert!(
            taken.message.contains("We send the decision there."),
            "{}",
            taken.message
        );
        assert_eq!(taken.whole["question"], question);
        assert_eq!(taken.asks.as_deref(), Some("email"));
    }
}

#[test]
fn what_is_unclear_is_asked_about_in_the_words_of_the_check() {
    let mut play = Play::of(claim());
    play.begin();
    for text in ["Ada", "ada@example.org", "KV-1"] {
        play.says(text);
    }
    let taken = play.says("30 February 2026");
    assert_eq!(taken.message, "There is no such day: give another date.");
    plays(&mut play, &[("yesterday", &["date=yesterday"], "hurt")]);
    let taken = play.says("hard to say really");
    assert_eq!(taken.message, "Answer yes or no.");
    assert_eq!(taken.suggestions, ["Yes", "No"]);
    play.says("yes");
    let taken = play.says("blue");
    assert_eq!(taken.suggestions, ["Minor", "Moderate", "Severe"]);
}

#[test]
fn what_can_mean_two_days_is_offered_as_two() {
    let fields =
        json!([{"field_id": "day", "label": "Day", "required": true, "answer": {"type": "date"}}]);
    let mut play = Play::of(fields);
    play.begin();
    let taken = play.says("on the 14th");
    assert_eq!(
        taken.message,
        "That can be 14 November 2026 or 14 December 2026: which day is meant?"
    );
    assert_eq!(taken.suggestions, ["2026-11-14", "2026-12-14"]);
    plays(&mut play, &[("2026-12-14", &["day=2026-12-14"], "")]);
}

#[test]
fn the_language_follows_the_person() {
    let mut play = Play::of(claim());
    play.begin();
    let taken = play.says("日本語でお願いします");
    assert_eq!(taken.whole["language"], "ja");
    assert!(
        taken
            .message
            .starts_with("では、ここから日本語で続けます。"),
        "{}",
        taken.message
    );
    assert_eq!(taken.asks.as_deref(), Some("name"));
    let taken = play.says("I would like to go on in English, my name is Ada");
    assert_eq!(taken.whole["language"], "en");
    // What nobody here speaks is said, and nothing is promised.
    let taken = play.says("En français, s'il vous plaît");
    assert_eq!(taken.whole["language"], Value::Null);
    assert!(
        taken.message.contains("English and Japanese only"),
        "{}",
        taken.message
    );
}

#[test]
fn a_country_that_is_said_in_passing_is_set() {
    let mut play = Play::of(claim());
    play.begin();
    let taken = play.says("I live in Germany, by the way");
    assert_eq!(taken.whole["country"], "DE");
    assert!(taken.message.contains("Germany"), "{}", taken.message);
}

#[test]
fn a_claim_in_japanese_is_told() {
    let mut play = Play::of(json!([
        {"field_id": "name", "label": "お名前", "required": true},
        {"field_id": "email", "label": "メールアドレス", "required": true, "answer": {"type": "email"}},
        {"field_id": "day", "label": "引っ越しの希望日", "required": true, "answer": {"type": "date", "earliest": "today"}},
        {"field_id": "boxes", "label": "段ボールの数", "required": true, "answer": {"type": "integer", "unit": "箱"}},
        {"field_id": "piano", "label": "ピアノはありますか", "required": true, "answer": {"type": "yesNo"}},
        {"field_id": "notes", "label": "ご要望", "required": false},
    ]))
    .speaking("ja");
    play.begin();
    plays(
        &mut play,
        &[
            (
                "佐藤花子です。メールはhanako@example.jpです。",
                &["name=佐藤花子", "email=hanako@example.jp"],
                "day",
            ),
            (
                "今度の金曜にお願いします。段ボールは20箱くらいです。",
                &["day=今度の金曜に", "boxes=20箱"],
                "piano",
            ),
            ("すみません、20箱ではなく30箱です", &["boxes=30箱"], "piano"),
            ("わかりません", &["piano:not_enough"], "piano"),
            ("いいえ", &["piano=no"], "notes"),
            ("特にありません", &["notes:skipped"], ""),
        ],
    );
    assert_eq!(play.value("boxes"), "30");
    assert_eq!(play.value("day"), "2026-11-27");
}

#[test]
fn a_field_with_a_reviewer_of_its_own_is_left_to_it() {
    let facts = json!([
        {"fact_key": "what", "fact": "what hurts", "done_criteria": "names the trouble"},
        {"fact_key": "since", "fact": "since when", "done_criteria": "names a date or a span of time"},
    ]);
    let mut play = Play::of(json!([
        {"field_id": "trouble", "label": "Trouble", "required": true, "facts": facts, "review": "separate"},
        {"field_id": "email", "label": "Email", "required": true, "answer": {"type": "email"}},
    ]));
    play.begin();
    let taken = play.says("My back hurts");
    assert_eq!(taken.asks.as_deref(), Some("trouble"));
    assert!(taken.message.contains("since when"), "{}", taken.message);
    let taken = play.says("Since yesterday. My email is ada@example.org");
    assert_eq!(taken.asks, None);
    assert_eq!(
        play.value("trouble"),
        "My back hurts; Since yesterday. My email is ada@example.org"
    );
    assert_eq!(play.value("email"), "ada@example.org");
}

#[test]
fn facts_that_are_judged_with_the_answer_are_asked_for() {
    let facts = json!([
        {"fact_key": "what", "fact": "what hurts", "done_criteria": "names the trouble"},
        {"fact_key": "since", "fact": "since when", "done_criteria": "names a date or a span of time"},
    ]);
    let mut play = Play::of(json!([
        {"field_id": "trouble", "label": "Trouble", "required": true, "facts": facts},
    ]));
    play.begin();
    plays(
        &mut play,
        &[
            ("My back hurts", &["trouble:not_enough"], "trouble"),
            (
                "Since yesterday",
                &["trouble=My back hurts; Since yesterday"],
                "",
            ),
        ],
    );
}
