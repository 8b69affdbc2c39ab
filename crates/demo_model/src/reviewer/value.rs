//! The value that is written into the form.

use super::kind::{self, Kind};
use super::typed;
use crate::field::Field;
use crate::parse::Turn;
use crate::speech::Speech;
use crate::text::{tidy, words};

/// Ways to say one's name that are not part of it.
const NAME_LEAD_INS: [&str; 12] = [
    "my name is ",
    "my name's ",
    "i am ",
    "i'm ",
    "im ",
    "it's ",
    "this is ",
    "call me ",
    "私は",
    "わたしは",
    "名前は",
    "僕は",
];
const NAME_ENDS: [&str; 5] = [
    "と申します",
    "といいます",
    "と言います",
    "です",
    "でございます",
];

/// What was said, complete and tidied; `None` when nothing was.
pub fn of(speech: Speech, field: &Field, real: &[&Turn]) -> Option<String> {
    let kind = match field.facts.as_slice() {
        [] => kind::of_field(field),
        [only] => kind::of_fact(only),
        _ => Kind::Free,
    };
    let answers: Vec<String> = real.iter().map(|turn| tidy(&turn.answer)).collect();
    let latest = |find: fn(&str) -> Option<String>| answers.iter().rev().find_map(|it| find(it));
    let typed = match kind {
        Kind::Email => latest(typed::email),
        Kind::Phone => latest(typed::phone),
        Kind::EmailOrPhone => latest(typed::email).or_else(|| latest(typed::phone)),
        Kind::Url => latest(typed::url),
        // Whoever is asked again for one date or number says it anew.
        Kind::Time if field.facts.is_empty() => {
            latest(|it| typed::has_time(it).then(|| it.to_owned()))
        }
        Kind::Number if field.facts.is_empty() => {
            latest(|it| typed::has_number(it).then(|| it.to_owned()))
        }
        _ => None,
    };
    let joined = || join(speech, &answers);
    let value = typed.unwrap_or_else(|| match answers.as_slice() {
        [only] if field.facts.is_empty() && is_name(field) => name(only),
        _ => joined(),
    });
    (!value.is_empty()).then_some(value)
}

fn join(speech: Speech, answers: &[String]) -> String {
    let in_lines = answers.iter().any(|answer| answer.contains('\n'));
    let mut joined = String::new();
    for answer in answers.iter().filter(|answer| !answer.is_empty()) {
        if !joined.is_empty() {
            let is_closed = joined.ends_with(['.', '!', '?', '。', '！', '？']);
            joined.push_str(match (in_lines, is_closed, speech) {
                (true, _, _) => "\n",
                (false, true, Speech::English) => " ",
                (false, true, Speech::Japanese) => "",
                (false, false, Speech::English) => "; ",
                (false, false, Speech::Japanese) => "。",
            });
        }
        joined.push_str(answer);
    }
    joined
}

/// Whether a field asks what somebody is called.
pub fn is_name(field: &Field) -> bool {
    words(&field.label)
        .last()
        .is_some_and(|word| word == "name" || word == "surname")
        || ["名前", "氏名"]
            .iter()
            .any(|word| field.label.ends_with(word))
}

fn name(answer: &str) -> String {
    let typed = answer.replace('\u{2019}', "'");
    let mut name = typed.trim_end_matches(['.', '。', ',', '、', ' ', '\n']);
    let lower = name.to_lowercase();
    if let Some(lead_in) = NAME_LEAD_INS
        .iter()
        .find(|lead_in| lower.starts_with(**lead_in))
    {
        name = name.get(lead_in.len()..).unwrap_or(name);
    }
    if let Some(rest) = NAME_ENDS.iter().find_map(|end| name.strip_suffix(end)) {
        name = rest;
    }
    let name = name.trim();
    if name.is_empty() {
        answer.to_owned()
    } else {
        name.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_alone() {
        for (text, expected) in [
            ("My name is Ada Lovelace.", "Ada Lovelace"),
            ("I’m Ada.", "Ada"),
            ("im Ada", "Ada"),
            ("I am Ada", "Ada"),
            ("Imogen", "Imogen"),
            ("私は山田です", "山田"),
            ("Ada", "Ada"),
            ("山田太郎です。", "山田太郎"),
            ("山田と申します", "山田"),
            ("です", "です"),
        ] {
            assert_eq!(name(text), expected);
        }
    }
}
