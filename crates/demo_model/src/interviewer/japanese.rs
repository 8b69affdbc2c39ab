//! The Interviewer's Japanese.

use super::say::Done;
use super::{
    FollowUp, LONGEST_PHRASE, Opening, choices, intent_of, is_question, question_in_hints, quoted,
};
use crate::field::Field;
use crate::reviewer::{Answer, is_an_amount};
use crate::speech::Speech;
use crate::text::{is_japanese, plain, shortened};

/// What a person has one of, and how one says it politely.
#[rustfmt::skip]
const OWN: [(&str, &str); 22] = [
    ("名前", "お名前"), ("お名前", "お名前"), ("氏名", "お名前"), ("name", "お名前"),
    ("full name", "お名前"), ("メール", "メールアドレス"), ("メールアドレス", "メールアドレス"),
    ("email", "メールアドレス"), ("email address", "メールアドレス"), ("電話", "お電話番号"),
    ("電話番号", "お電話番号"), ("phone", "お電話番号"), ("phone number", "お電話番号"),
    ("住所", "ご住所"), ("ご住所", "ご住所"), ("address", "ご住所"), ("年齢", "ご年齢"),
    ("職業", "ご職業"), ("性別", "性別"), ("生年月日", "生年月日"),
    ("date of birth", "生年月日"), ("ふりがな", "お名前のふりがな"),
];
/// What forms call the person who answers.
#[rustfmt::skip]
const PERSONS: [&str; 12] = [
    "回答者", "応募者", "患者さん", "患者様", "患者", "候補者", "利用者", "ユーザー", "報告者", "お客様", "ご本人", "本人",
];
/// Ends of intents that are written for the interviewer.
#[rustfmt::skip]
const ORDERS: [&str; 21] = [
    "を知るため", "を知りたい", "を知る", "を把握するため", "を把握する", "を把握したい", "を確認するため", "を確認する", "を確認したい",
    "を聞き出す", "を聞く", "を尋ねる", "をたずねる", "を伺う", "を理解する", "を教えてもらう", "を明らかにする", "を特定する",
    "を記録する", "について聞く", "について尋ねる",
];

/// What is said to who would like another language.
pub const ONLY_TWO: &str =
    "こちらは英語と日本語だけを話す小さな見本ですので、このまま日本語で続けます。";

/// The first words of an interview, with the country that it goes by.
pub fn greeting(country: Option<&str>) -> String {
    match country {
        Some(country) => format!(
            "こんにちは。日本語で、お住まいの国は{country}として進めます。違う場合はお知らせください。"
        ),
        None => "こんにちは。日本語で進めます。英語がよろしければお知らせください。".to_owned(),
    }
}

/// What was changed, noted or left besides the answer.
pub fn done_beside(done: &Done<'_>) -> String {
    let mut said = String::new();
    if done.switched {
        said.push_str("では、ここから日本語で続けます。");
    }
    if let Some(country) = done.country {
        said.push_str(&format!("お住まいの国を{country}として進めます。"));
    }
    for (label, new) in done.corrected {
        let new = shortened(new, LONGEST_PHRASE);
        said.push_str(&format!("「{label}」を「{new}」に直しました。"));
    }
    if !done.noted.is_empty() {
        let labels: Vec<String> = done.noted.iter().map(|it| format!("「{it}」")).collect();
        said.push_str(&format!("{}も書き留めました。", labels.concat()));
    }
    if let Some(label) = done.left_open {
        said.push_str(&format!("「{label}」は未記入のままにします。"));
    }
    said
}

/// The question about a field alone.
pub fn again(field: &Field) -> String {
    question(field, 1)
}

/// When all is done.
pub const CLOSE: &str = "以上です。ありがとうございました。内容をご確認ください。";
/// When what comes next is asked by the page.
pub const GO_ON: &str = "ありがとうございます。";
/// The question for the country.
pub const COUNTRY: &str = "お住まいの国を教えていただけますか。";
/// The same, where the answer was not understood.
pub const COUNTRY_AGAIN: &str =
    "国名を読み取れませんでした。「日本」のように国の名前を入力していただけますか。";

/// The first question about a field.
pub fn open(opening: &Opening<'_>) -> String {
    let at = opening.position;
    let mut text = String::new();
    text.push_str(match opening.accepted {
        Some(true) => match at % 3 {
            0 => "承知しました。",
            1 => "ありがとうございます、書き留めました。",
            _ => "ありがとうございます。",
        },
        Some(false) => "承知しました、こちらは空欄のままにします。",
        None => "",
    });
    let question = question(opening.field, at);
    text.push_str(&question);
    if let Some(facts) = helpful_facts(opening.field, &question) {
        text.push_str(&facts);
    }
    if !opening.field.required {
        text.push_str(match at % 3 {
            0 => "お答えになりたくない場合は、スキップしていただけます。",
            1 => "任意の項目ですので、スキップしてもかまいません。",
            _ => "必須ではありませんので、スキップもできます。",
        });
    }
    text
}

fn question(field: &Field, at: usize) -> String {
    let label = field.name().trim();
    if is_question(label) || label.ends_with('か') {
        return closed(label);
    }
    let key = plain(label);
    if let Some((_, noun)) = OWN.iter().find(|(known, _)| *known == key) {
        return match at % 3 {
            1 => format!("{noun}を教えていただけますか。"),
            2 => format!("{noun}をお聞かせください。"),
            _ => format!("次に、{noun}を教えてください。"),
        };
    }
    let topic = topic(label);
    if let Some(hint) = field
        .facts
        .first()
        .and_then(question_in_hints)
        .filter(|hint| is_japanese(hint))
    {
        return format!("{topic}について伺います。{}", closed(&hint));
    }
    if let Some(clause) = intent_of(field)
        .and_then(clause_of)
        .filter(|clause| *clause != topic)
    {
        return match at % 3 {
            1 => format!("{topic}について伺います。{clause}を教えていただけますか。"),
            2 => format!("続いて、{topic}についてです。{clause}をお聞かせください。"),
            _ => format!("{topic}についてお聞きします。{clause}を教えてください。"),
        };
    }
    match at % 4 {
        1 => format!("{topic}を教えていただけますか。"),
        2 => format!("続いて、{topic}についてお聞かせください。"),
        3 => format!("{topic}についてはいかがでしょうか。"),
        _ => format!("次に、{topic}を教えてください。"),
    }
}

fn topic(label: &str) -> String {
    let bare = label.split(['(', '（']).next().unwrap_or(label).trim();
    let label = if bare.is_empty() { label } else { bare };
    quoted(
        Speech::Japanese,
        label.trim_end_matches(['。', '.', ':', '：']),
    )
}

/// A question with its full stop.
fn closed(question: &str) -> String {
    if question.ends_with(['。', '?', '？', '.']) {
        question.to_owned()
    } else {
        format!("{question}。")
    }
}

/// "応募者の志望動機を知る" → "志望動機"; `None` where that does not work.
fn clause_of(intent: &str) -> Option<String> {
    let intent = intent.trim().trim_end_matches('。');
    if !is_japanese(intent) || intent.contains(['。', '？', '?', '\n']) {
        return None;
    }
    let clause = ORDERS
        .iter()
        .find_map(|order| intent.strip_suffix(order))
        .unwrap_or(intent);
    let clause = without_person(clause);
    // A clause that still ends in a verb does not take を.
    let ends_in_verb = [
        "る", "う", "く", "す", "つ", "む", "ぶ", "ぬ", "い", "た", "ため", "です", "ます",
    ]
    .iter()
    .any(|end| clause.ends_with(end));
    (!clause.is_empty() && !ends_in_verb).then_some(clause)
}

fn without_person(text: &str) -> String {
    for person in PERSONS {
        for particle in ["の", "が", "は"] {
            if let Some(rest) = text
                .strip_prefix(person)
                .and_then(|rest| rest.strip_prefix(particle))
            {
                return rest.to_owned();
            }
        }
    }
    text.to_owned()
}

/// A fact within a Japanese sentence.
fn phrase(fact: &str) -> String {
    let fact = fact.trim().trim_end_matches(['。', '.']);
    let fact = ORDERS
        .iter()
        .find_map(|order| fact.strip_suffix(order))
        .unwrap_or(fact);
    quoted(Speech::Japanese, &without_person(fact))
}

/// Says in the first question what else it takes, where that is short.
fn helpful_facts(field: &Field, question: &str) -> Option<String> {
    let names: Vec<String> = field.facts.iter().map(|fact| phrase(fact.name())).collect();
    let fits =
        (2..=3).contains(&names.len()) && names.iter().all(|name| name.chars().count() <= 30);
    let unsaid: Vec<String> = names
        .into_iter()
        .filter(|name| !question.contains(name.as_str()))
        .collect();
    (fits && !unsaid.is_empty())
        .then(|| format!("{}も教えていただけると助かります。", listed(&unsaid)))
}

/// The question after an answer that was not enough.
pub fn follow_up(follow_up: &FollowUp<'_>) -> String {
    let field = follow_up.field;
    let missing: Vec<String> = follow_up
        .missing
        .iter()
        .map(|fact| match *fact == field.name() {
            true => topic(fact),
            false => phrase(fact),
        })
        .collect();
    let hint = match follow_up.missing.as_slice() {
        [only] if follow_up.times <= 1 => field
            .facts
            .iter()
            .find(|fact| fact.name() == *only)
            .and_then(question_in_hints)
            .filter(|hint| is_japanese(hint)),
        _ => None,
    };
    let choices = choices::listed(field).filter(|_| missing.len() == 1);
    let wanted = if let Some(choices) = choices {
        format!("{}のどれにいちばん近いか", choices.join("、"))
    } else if missing.is_empty() {
        format!("{}の内容", topic(field.name()))
    } else {
        listed(&missing)
    };
    let mut text = match follow_up.answer {
        Answer::Refusal | Answer::Nothing if field.required => {
            let why = why(field).unwrap_or("恐れ入りますが、この項目は必要です。".to_owned());
            format!(
                "承知しました。{why}{wanted}を教えていただけますか。難しい場合は、その旨お知らせください。"
            )
        }
        Answer::AskedBack => format!("{}{wanted}を教えていただけますか。", explanation(field)),
        Answer::OtherLanguage => format!("{ONLY_TWO}{wanted}を教えていただけますか。"),
        Answer::Unknown => {
            let roughly = follow_up
                .missing
                .iter()
                .any(|fact| is_an_amount(field, fact));
            let enough = if roughly {
                "おおよそ"
            } else {
                "わかる範囲"
            };
            format!("{enough}でかまいません。{wanted}を教えていただけますか。")
        }
        Answer::Orders | Answer::Blank => {
            format!("ご自身のお答えをお願いいたします。{wanted}を教えていただけますか。")
        }
        _ => match (hint, follow_up.times) {
            (Some(hint), _) => format!("ありがとうございます。{}", closed(&hint)),
            (None, 0 | 1) if follow_up.has_part => {
                format!("ありがとうございます。あわせて、{wanted}も教えていただけますか。")
            }
            (None, 0 | 1) if missing.len() > 1 || wanted.ends_with('か') => {
                format!("ありがとうございます。{wanted}を教えていただけますか。")
            }
            (None, 0 | 1) => format!(
                "ありがとうございます。{wanted}が見当たりませんでしたので、もう一度教えていただけますか。"
            ),
            (None, times) if times % 2 == 0 => {
                format!("もう少しだけ伺います。{wanted}について教えてください。")
            }
            (None, _) => format!("あと少しです。{wanted}を短くてかまいませんので教えてください。"),
        },
    };
    if !field.required {
        text.push_str("スキップしていただいてもかまいません。");
    }
    text
}

/// A、BとC
fn listed(items: &[String]) -> String {
    match items {
        [first @ .., last] if !first.is_empty() => format!("{}と{last}", first.join("、")),
        _ => items.concat(),
    }
}

/// Why a field is asked for, as its form says it.
fn why(field: &Field) -> Option<String> {
    let why = field.why.trim();
    let end = if why.ends_with(['。', '.', '？']) {
        ""
    } else {
        "。"
    };
    (!why.is_empty()).then(|| format!("{why}{end}"))
}

/// What a field is for, said to someone who asked.
fn explanation(field: &Field) -> String {
    if let Some(why) = why(field) {
        return why;
    }
    match intent_of(field).and_then(clause_of) {
        Some(clause) => format!("こちらは、{clause}を伺う項目です。"),
        None => format!("こちらは、{}についての項目です。", topic(field.name())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intents_become_questions_or_are_left_alone() {
        for (intent, expected) in [
            ("応募者の志望動機を知る。", Some("志望動機")),
            ("患者が困っている症状", Some("困っている症状")),
            ("いつから続いているかを尋ねる", Some("いつから続いているか")),
            ("返信できるようにするため", None),
            ("Contact", None),
        ] {
            assert_eq!(clause_of(intent).as_deref(), expected, "{intent}");
        }
    }
}
