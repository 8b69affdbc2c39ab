//! Whether somebody's words say a value that was made of them.
#![allow(clippy::unwrap_used)]

use kikitori_form::file::answer::AnswerType;
use kikitori_form::values::{CheckContext, Grounds, check, grounds};
use serde_json::{Value as Json, json};

use crate::support::context;

/// Each row: a value as a model writes it, the words that it quotes, and what they say of it.
#[track_caller]
fn all(answer: Json, context: CheckContext<'_>, around: &[&str], cases: &[(&str, &str, Grounds)]) {
    let answer = AnswerType::from_json(&answer).unwrap();
    for (value, words, expected) in cases {
        let value = check(&answer, &Json::from(*value), &context).unwrap().value;
        let found = grounds(
            &answer,
            &value,
            "Nights you stay",
            words,
            (around, &["5"]),
            &context,
        );
        assert_eq!(found, *expected, "{value} of {words:?}");
    }
}

const YES: Grounds = Grounds::Said;
const ANOTHER: Grounds = Grounds::OtherSaid;
const UNKNOWN: Grounds = Grounds::Unclear;

#[test]
fn numbers_are_read_or_stand_in_the_words() {
    let en = context("en", None);
    all(
        json!({"type": "integer"}),
        en,
        &[],
        &[
            ("3", "3", YES),
            ("3", "three", YES),
            ("3", "three of them, I think", YES),
            ("4", "3", ANOTHER),
            ("12000", "twelve thousand", YES),
            ("12000", "twelve", ANOTHER),
            ("4", "3, no, 4", YES),
            ("14", "two weeks", UNKNOWN),
            ("5", "at my sister's for four nights, with my son", ANOTHER),
            ("4", "at my sister's for four nights, with my son", YES),
            ("5", "four adults, with my son", UNKNOWN),
            ("7", "two nights more", UNKNOWN),
            ("8", "two nights more", ANOTHER),
            ("4", "三", ANOTHER),
            ("3", "٣", YES),
            ("3", "a few", UNKNOWN),
        ],
    );
    all(
        json!({"type": "number", "unit": "kg"}),
        context("de", None),
        &[],
        &[
            ("83,5", "wiegen tu ich 83,5 Kilo", YES),
            ("85,3", "wiegen tu ich 83,5 Kilo", ANOTHER),
        ],
    );
    all(
        json!({"type": "number", "unit": "円"}),
        context("ja", None),
        &[],
        &[
            ("12000", "1万2千円", YES),
            ("12000", "1万2千円くらいです", UNKNOWN),
            ("1200", "1万2千円", ANOTHER),
        ],
    );
    all(
        json!({"type": "number", "unit": "m"}),
        en,
        &[],
        &[
            ("1.9", "the moped's length is one metre ninety", YES),
            ("9.1", "the moped's length is one metre ninety", ANOTHER),
        ],
    );
    all(
        json!({"type": "rating", "max": 5}),
        en,
        &[],
        &[
            ("4", "4 out of 5", YES),
            ("5", "4", ANOTHER),
            ("5", "superb", UNKNOWN),
        ],
    );
}

#[test]
fn small_numbers_in_words_of_other_languages_are_known_where_they_say_another_one() {
    for (language, value, words, expected) in [
        ("hi", "5", "उसमें चार लिख दीजिए", ANOTHER),
        ("hi", "4", "उसमें चार लिख दीजिए", UNKNOWN),
        ("cs", "12", "řekněme dvanáct a půl", ANOTHER),
        ("cs", "12.5", "řekněme dvanáct a půl", UNKNOWN),
        ("de", "4", "wir sind fünf", ANOTHER),
        ("de", "7", "noch zwei mehr", UNKNOWN),
        ("de", "14", "zwei Wochen", UNKNOWN),
        ("en", "4", "wir sind fünf", UNKNOWN),
    ] {
        all(
            json!({"type": "number"}),
            context(language, None),
            &[],
            &[(value, words, expected)],
        );
    }
}

#[test]
fn another_number_among_words_is_another_value() {
    let en = context("en", None);
    all(
        json!({"type": "rating", "max": 5}),
        en,
        &["your rating"],
        &[
            ("5", "the rating: make it 4", ANOTHER),
            ("4", "the rating: make it 4", YES),
            ("4", "not 3, rather 4 I would say", YES),
            ("5", "not 3, rather 4 I would say", ANOTHER),
            ("5", "make it four, please", ANOTHER),
            ("5", "one of the best", UNKNOWN),
            ("3", "the railway, a two and no more", ANOTHER),
            ("2", "the railway, a two and no more", YES),
            ("4", "４にしてください", YES),
            ("5", "４にしてください", ANOTHER),
        ],
    );
    all(
        json!({"type": "integer", "unit": "min"}),
        en,
        &[],
        &[
            ("90", "오는 데는 한 시간 이십 분쯤", ANOTHER),
            ("80", "오는 데는 한 시간 이십 분쯤", YES),
            ("60", "오는 데는 한 시간 이십 분쯤", ANOTHER),
            ("90", "it takes us an hour and twenty minutes", ANOTHER),
            ("80", "it takes us an hour and twenty minutes", YES),
            ("150", "two and a half hours or so, I think", YES),
            // A sum is for those who understand what it is of.
            ("180", "2 hours there and 1 hour back", UNKNOWN),
        ],
    );
    all(
        json!({"type": "integer"}),
        en,
        &[],
        &[
            ("6", "4 of us and two kids", UNKNOWN),
            ("5", "we will be 4, I think", ANOTHER),
            ("4", "we will be 4, I think", YES),
            ("14", "in 2 weeks", UNKNOWN),
            ("300", "a few hundred", UNKNOWN),
            ("18", "I need one and a half dozen", UNKNOWN),
            ("24", "I need two dozen", YES),
            ("5", "I said five, not 4", YES),
        ],
    );
    all(
        json!({"type": "number", "unit": "h"}),
        context("da", None),
        &[],
        &[
            ("3.5", "højst tre en halv time", UNKNOWN),
            ("0.5", "en halv time", YES),
            ("1.5", "it is 1,5 I would say", YES),
            ("2.5", "it is 2 1/2, I would say", UNKNOWN),
        ],
    );
    all(
        json!({"type": "number", "unit": "kg"}),
        en,
        &[],
        &[
            ("5.2", "5200 gram vägde jag nu", UNKNOWN),
            ("5.2", "it weighs 52 kg on my scale", ANOTHER),
        ],
    );
}

#[test]
fn a_yes_counts_for_what_was_asked() {
    let en = context("en", None);
    let asked = ["Do you mean 4?", "ada@example.org?"];
    all(
        json!({"type": "integer"}),
        en,
        &asked,
        &[("4", "yes", YES), ("5", "yes", UNKNOWN)],
    );
    all(
        json!({"type": "email"}),
        en,
        &asked,
        &[("ada@example.org", "yes", YES)],
    );
}

#[test]
fn yes_and_no_are_known_words() {
    all(
        json!({"type": "yesNo"}),
        context("en", None),
        &[],
        &[
            ("yes", "Yes", YES),
            ("yes", "Yes, two of them", YES),
            ("no", "いいえ、ありません", YES),
            ("no", "nein", YES),
            ("no", "yes", ANOTHER),
            ("yes", "I do", UNKNOWN),
            ("yes", "No problem, we have one", UNKNOWN),
        ],
    );
}

#[test]
fn an_option_is_named_in_any_language() {
    let options = json!([{"value": "s", "label": {"en": "Small", "ja": "小"}}, {"value": "l", "label": "Large"}]);
    let en = context("en", None);
    all(
        json!({"type": "choice", "options": options}),
        en,
        &[],
        &[
            ("s", "SMALL", YES),
            ("s", "the small one, please", YES),
            ("s", "小", YES),
            ("s", "Large", ANOTHER),
            ("s", "the little one", UNKNOWN),
        ],
    );
    all(
        json!({"type": "choice", "options": options, "other": true}),
        en,
        &[],
        &[("s", "the little one", UNKNOWN), ("s", "Large", ANOTHER)],
    );
    all(
        json!({"type": "choices", "options": options}),
        en,
        &["s"],
        &[
            ("s; l", "small, large", YES),
            ("s; l", "Large too", YES),
            ("s", "small, large", ANOTHER),
            ("s; l", "both", UNKNOWN),
        ],
    );
}

#[test]
fn addresses_stand_there_as_they_are_or_may_have_been_spelled() {
    let en = context("en", None);
    all(
        json!({"type": "email"}),
        en,
        &[],
        &[
            ("ada@example.org", "my e-mail is Ada@Example.org.", YES),
            (
                "mallory@example.org",
                "my e-mail is ada@example.org",
                ANOTHER,
            ),
            ("ada@example.org", "it is xada@example.org", UNKNOWN),
            ("ada@example.org", "ada at example dot org", UNKNOWN),
            (
                "ada@example.org",
                "a d a arobase example point org",
                UNKNOWN,
            ),
            (
                "a99@example.org",
                "a double nine at example dot org",
                UNKNOWN,
            ),
            ("ada@example.org", "the same as always", ANOTHER),
        ],
    );
    // Between words of another writing all Latin letters are of the address.
    all(
        json!({"type": "email"}),
        context("th", None),
        &[],
        &[
            ("nat.w@example.com", "nat จุด w แอท example จุด com", UNKNOWN),
            ("nat@example.com", "nat จุด w แอท example จุด com", ANOTHER),
            (
                "nat@example.com",
                "อีเมล nat แอท example จุด com ครับ",
                UNKNOWN,
            ),
            ("nat@example.com", "natดอทwแอทexampleดอทcom", ANOTHER),
        ],
    );
    all(
        json!({"type": "url"}),
        en,
        &[],
        &[
            ("https://example.org", "example.org", YES),
            ("https://www.example.org", "example dot org", UNKNOWN),
            ("https://evil.example", "example.org", ANOTHER),
        ],
    );
}

#[test]
fn the_digits_of_a_phone_number_were_said() {
    let phone = json!({"type": "phone"});
    let said = "my number is 090-1234-5678";
    all(
        phone.clone(),
        context("en", Some("JP")),
        &[],
        &[
            ("09012345678", said, YES),
            ("+819012345678", "０９０（１２３４）５６７８", YES),
            ("09012345679", said, ANOTHER),
            ("09012345678", "090 1234 5687, sorry, 5678", UNKNOWN),
            (
                "09012345678",
                "oh nine oh, one two three four, five six seven eight",
                UNKNOWN,
            ),
            ("09012345678", "call me", ANOTHER),
        ],
    );
    // Nobody here reads digits as they are spelled in other languages.
    let de = context("de", Some("JP"));
    all(
        phone,
        de,
        &[],
        &[
            ("09012345678", "null neun null, eins zwei …", UNKNOWN),
            // Unless there are as many in figures.
            ("09012345687", said, ANOTHER),
        ],
    );
}
