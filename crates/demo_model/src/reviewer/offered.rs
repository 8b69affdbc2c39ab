//! Whether an answer takes one of the choices that the form lists.

use crate::field::{Fact, Field};
use crate::interviewer::choices;
use crate::text::{is_han, is_japanese, plain, words};

/// Words for the same degree, in both languages.
const DEGREES: [&[&str]; 3] = [
    &[
        "low", "minor", "small", "mild", "little", "light", "trivial", "低", "軽", "弱", "小さ",
    ],
    &[
        "medium",
        "moderate",
        "mid",
        "middle",
        "average",
        "normal",
        "中",
        "普通",
        "ふつう",
        "まあまあ",
    ],
    &[
        "high", "severe", "major", "critical", "urgent", "serious", "strong", "高", "重", "深刻",
        "緊急", "強",
    ],
];
/// Answers to whether there is something.
#[rustfmt::skip]
const PRESENCE: [&str; 18] = [
    "あり", "なし", "ある", "ない", "無", "有", "はい", "いいえ", "ません", "特に", "yes", "no",
    "none", "nothing", "出", "わから", "不明", "n/a",
];
/// Ends of clauses that say what something does, so that they are not the name of a thing.
#[rustfmt::skip]
const STATING: [&str; 7] = ["ます", "ました", "る", "た", "い", "です", "ん"];

/// Whether `answer` fits the choices that the field lists, if it lists any.
pub fn fits_field(field: &Field, answer: &str) -> bool {
    match choices::listed(field) {
        Some(choices) => takes_one(&choices, answer),
        None => !field.label.contains("有無") || says_whether(field, answer),
    }
}

/// Whether `answer` fits the choices in the fact's criteria, if there are any.
pub fn fits_fact(fact: &Fact, answer: &str) -> bool {
    choices::after_one_of(&fact.done_criteria).is_none_or(|choices| takes_one(&choices, answer))
}

fn takes_one(choices: &[String], answer: &str) -> bool {
    let answer = plain(answer);
    let said = words(&answer);
    // Someone who answers in another script than the form's has put it in their own words.
    let in_same_script = choices
        .iter()
        .any(|choice| is_japanese(choice) == is_japanese(&answer));
    let is_position = said
        .first()
        .and_then(|word| word.parse::<usize>().ok())
        .is_some_and(|at| said.len() == 1 && (1..=choices.len()).contains(&at));
    let has = |name: &str| {
        if is_japanese(name) {
            answer.contains(name)
        } else {
            said.iter().any(|word| word == name)
        }
    };
    let is_degree = DEGREES.iter().any(|degree| {
        degree.iter().any(|name| has(name))
            && choices.iter().any(|choice| {
                let choice = plain(choice);
                degree.iter().any(|name| choice.contains(name))
            })
    });
    let listed = choices.iter().map(|choice| plain(choice));
    let is_listed = listed.clone().any(|choice| {
        if is_japanese(&choice) {
            answer.contains(&stem(&choice))
        } else {
            words(&choice).first().is_some_and(|word| has(word))
        }
    });
    let of_degrees = listed.clone().any(|choice| {
        DEGREES
            .iter()
            .flat_map(|it| it.iter())
            .any(|it| choice == **it)
    });
    is_position || is_degree || is_listed || (!in_same_script && !of_degrees)
}

/// The beginning of a Japanese word, which its forms share.
fn stem(word: &str) -> String {
    let length = word.chars().count().div_ceil(2);
    word.chars().take(length).collect()
}

/// Whether it says that there is something, that there is not, or what it is.
fn says_whether(field: &Field, answer: &str) -> bool {
    let text = plain(answer);
    let text = text.trim_matches(|c: char| !c.is_alphanumeric());
    if !is_japanese(text) || PRESENCE.iter().any(|word| text.contains(word)) {
        return true;
    }
    let topic = format!("{}{}", field.label, field.intent);
    let shared = text
        .chars()
        .filter(|c| is_han(*c) && topic.contains(*c))
        .count();
    let bare = text.strip_suffix("です").unwrap_or(text);
    shared >= 2 || !STATING.iter().any(|end| bare.ends_with(end))
}
