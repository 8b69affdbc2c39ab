//! The Reviewer: whether what was said is enough for a field.

mod answer;
mod cover;
mod kind;
mod language_request;
mod offered;
mod phrases;
mod question_back;
mod typed;
mod value;

pub use answer::{Answer, sort_of};
pub use cover::everything;
pub use kind::{Kind, of_field as kind_of_field};
pub use value::is_name;

use kikitori_llm::{Completion, Message};
use kikitori_scripted::{calls, says};
use serde_json::json;

use crate::conversation::has_worked;
use crate::field::Field;
use crate::interviewer::{self, choices};
use crate::parse::{self, Turn};
use crate::speech::Speech;
use crate::text::{sentences, shortened, tidy, words};

/// At most this many statements are listed as learnt, each at most this long.
const MOST_FACTS: usize = 12;
const LONGEST_FACT: usize = 200;

/// A verdict, before it is put into words.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Whether they are enough.
    pub passed: bool,
    /// What is missing.
    pub missing: Vec<String>,
    /// What is written into the form, if anything is.
    pub value: Option<String>,
    /// What was learnt.
    pub extracted: Vec<String>,
}

/// Reviews.
pub fn reply(messages: &[Message]) -> Completion {
    if has_worked(messages, "review") {
        return says("The review is done.");
    }
    let summary = messages.iter().find_map(|message| match message {
        Message::User { content, .. } => parse::block(content, "field").map(|_| content),
        _ => None,
    });
    let Some((summary, field)) =
        summary.and_then(|summary| Some((summary, parse::json::<Field>(summary, "field")?)))
    else {
        return says("I was given no field to review.");
    };
    let speech = Speech::of_tag(&parse::language(messages));
    let turns = parse::turns(parse::block(summary, "conversation").unwrap_or_default());
    let sorts = sorts(&field, &turns);
    let verdict = judge(speech, &field, &turns, &sorts);
    let last = sorts.last().copied().unwrap_or(Answer::Blank);
    let feedback = (!verdict.passed)
        .then(|| phrases::feedback(speech, last, field.required, &verdict.missing));
    let follow_up = (!verdict.passed).then(|| {
        let asked = interviewer::follow_up(speech, &field, &verdict.missing, last, turns.len());
        let (message, suggestions) = asked;
        let suggestions = (!suggestions.is_empty()).then_some(suggestions);
        json!({ "message": message, "suggestions": suggestions })
    });
    let refused = !verdict.passed && field.required && is_refused(&sorts);
    let quote = verdict.value.as_ref().and_then(|value| {
        let told = turns.iter().zip(&sorts).rev();
        let mut told = told.filter(|(_, sort)| **sort == Answer::Content);
        told.next()
            .map(|(turn, _)| interviewer::quote_of(turn.latest(), value).words)
    });
    let or_null = |list: Vec<String>| (!list.is_empty()).then_some(list);
    calls(
        "review",
        json!({
            "quote": quote,
            "extracted_facts": or_null(verdict.extracted),
            "missing_facts": or_null(verdict.missing),
            "feedback": feedback,
            "refused": refused,
            "field_value": verdict.value,
            "follow_up": follow_up,
            "passed": verdict.passed,
        }),
    )
}

/// Whether an answer to a field is a name or another short line.
pub fn is_of_one_line(field: &Field) -> bool {
    is_name(field)
        || field
            .answer
            .get("type")
            .is_some_and(|kind| kind == "shortText")
}

/// What the answers to a field come to.
pub fn verdict(speech: Speech, field: &Field, turns: &[Turn]) -> Verdict {
    judge(speech, field, turns, &sorts(field, turns))
}

fn judge(speech: Speech, field: &Field, turns: &[Turn], sorts: &[Answer]) -> Verdict {
    let real: Vec<&Turn> = turns
        .iter()
        .zip(sorts)
        .filter(|(_, sort)| **sort == Answer::Content)
        .map(|(turn, _)| turn)
        .collect();
    let declined = is_refused(sorts);
    let missing = match (declined, field.required) {
        // Nothing more is asked of someone who declines what may be declined.
        (true, false) => Vec::new(),
        (true, true) => cover::everything(speech, field),
        (false, _) if real.is_empty() => cover::everything(speech, field),
        (false, _) => cover::missing(speech, field, turns, sorts),
    };
    let passed = missing.is_empty();
    Verdict {
        passed,
        missing,
        value: passed.then(|| value::of(speech, field, &real)).flatten(),
        extracted: real
            .iter()
            .flat_map(|turn| sentences(&turn.answer))
            .filter(|sentence| sort_of(sentence) == Answer::Content)
            .map(|sentence| shortened(&tidy(&sentence), LONGEST_FACT))
            .take(MOST_FACTS)
            .collect(),
    }
}

fn is_refused(sorts: &[Answer]) -> bool {
    matches!(sorts.last(), Some(Answer::Refusal | Answer::Nothing))
}

/// Whether what `name` calls for is a date or an amount, which can be given roughly.
pub fn is_an_amount(field: &Field, name: &str) -> bool {
    let kind = match field.facts.iter().find(|fact| fact.name() == name) {
        Some(fact) => kind::of_fact(fact),
        None => kind::of_field(field),
    };
    matches!(kind, Kind::Time | Kind::Number | Kind::Frequency)
}

/// What each answer is, seen from the field that it is for.
pub fn sorts(field: &Field, turns: &[Turn]) -> Vec<Answer> {
    let mut has_content = false;
    turns
        .iter()
        .map(|turn| {
            let sort = match sort_of(&turn.answer) {
                Answer::AskedBack if is_about_questions(field) => Answer::Content,
                Answer::OtherLanguage if is_about_languages(field) => Answer::Content,
                // "None" answers a question about allergies; it is not a way around it. After
                // a first answer it says that there is nothing to add.
                Answer::Nothing if field.required && (has_content || may_be_none(field)) => {
                    Answer::Content
                }
                Answer::Content if is_plain_no(&turn.answer) && !takes_no(field, turn) => {
                    match field.required {
                        true => Answer::Refusal,
                        false => Answer::Nothing,
                    }
                }
                other => other,
            };
            has_content = has_content || sort == Answer::Content;
            sort
        })
        .collect()
}

/// Fields in which a question is the answer.
fn is_about_questions(field: &Field) -> bool {
    mentions(
        &[&field.label, &field.intent],
        &["question", "inquiry", "enquiry", "request", "ask"],
        &["質問", "問い合わせ", "相談", "聞きたい", "要望"],
    )
}

/// Fields in which the name of a language is the answer.
fn is_about_languages(field: &Field) -> bool {
    mentions(
        &[&field.label, &field.intent],
        &["language", "languages"],
        &["言語", "語学"],
    )
}

/// Fields of which a person may have none.
fn may_be_none(field: &Field) -> bool {
    let mut names: Vec<&str> = vec![&field.label];
    names.extend(field.facts.iter().map(|fact| fact.fact.as_str()));
    has_none_at_times(field)
        || mentions(&names, &["any", "none", "if", "whether"], &["なし", "無し"])
        || kind::of_field(field) == Kind::Number
}

/// Fields about what many people have none of.
fn has_none_at_times(field: &Field) -> bool {
    let mut texts: Vec<&str> = vec![&field.label, &field.intent];
    texts.extend(field.facts.iter().map(|fact| fact.fact.as_str()));
    mentions(
        &texts,
        &[
            "allergy",
            "allergies",
            "medication",
            "medications",
            "medicine",
            "medicines",
            "conditions",
            "history",
            "dependents",
            "disabilities",
            "surgeries",
            "convictions",
        ],
        &[
            "有無",
            "あれば",
            "なければ",
            "アレルギー",
            "服用",
            "薬",
            "既往",
            "持病",
            "ありますか",
            "手術",
        ],
    )
}

/// Whether "no" answers what was asked.
fn takes_no(field: &Field, turn: &Turn) -> bool {
    let label_asks = [Speech::English, Speech::Japanese]
        .into_iter()
        .any(|speech| choices::is_yes_or_no_in(speech, &field.label));
    let label_says_any = words(&field.label)
        .first()
        .is_some_and(|word| word == "any");
    let question_asks = || {
        let last = sentences(&turn.question).pop().unwrap_or_default();
        let begs = ["could you", "can you", "may i", "would you"]
            .iter()
            .any(|start| last.to_lowercase().starts_with(start));
        let begs_in_japanese = ["教えて", "お聞かせ", "いただけ", "ください"]
            .iter()
            .any(|part| last.contains(part));
        turn.question.trim_end().ends_with(['?', '？', '。'])
            && !begs
            && !begs_in_japanese
            && (choices::is_yes_or_no_in(Speech::English, &format!("{}?", last.trim()))
                || choices::is_yes_or_no_in(Speech::Japanese, last.trim()))
    };
    label_asks
        || (field.required && (label_says_any || has_none_at_times(field)))
        || question_asks()
}

/// Whether an answer is nothing but "no".
pub fn is_plain_no(answer: &str) -> bool {
    let words = words(answer);
    matches!(
        words
            .iter()
            .map(String::as_str)
            .collect::<Vec<_>>()
            .as_slice(),
        ["no" | "nope" | "nah" | "いいえ" | "いえ" | "ない" | "無い" | "嫌です" | "いやです"]
    )
}

fn mentions(texts: &[&str], english: &[&str], japanese: &[&str]) -> bool {
    texts.iter().any(|text| {
        words(text)
            .iter()
            .any(|word| english.contains(&word.as_str()))
            || japanese.iter().any(|word| text.contains(word))
    })
}
