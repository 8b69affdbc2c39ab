//! The Interviewer's English.

mod said;

pub use said::{CLOSE, COUNTRY, COUNTRY_AGAIN, GO_ON, ONLY_TWO, again, done_beside, greeting};

use kikitori_form::file::answer::AnswerType;

use super::clause::{clause_of, is_plural};
use super::person::{Opener, kind_of, lowered, phrase, second_person};
use super::{FollowUp, LONGEST_PHRASE, Opening, choices, intent_of, question_in_hints, quoted};
use crate::field::Field;
use crate::reviewer::Answer;
use crate::speech::Speech;
use crate::text::{is_japanese, plain, shortened, words};

/// What a person has one of, and what to call it.
#[rustfmt::skip]
const OWN: [(&str, &str); 37] = [
    ("name", "name"), ("full name", "full name"), ("first name", "first name"),
    ("last name", "last name"), ("family name", "family name"), ("given name", "given name"),
    ("surname", "surname"), ("email", "email address"), ("e mail", "email address"),
    ("email address", "email address"), ("e mail address", "email address"),
    ("phone", "phone number"), ("phone number", "phone number"), ("telephone", "phone number"),
    ("telephone number", "phone number"), ("mobile", "mobile number"),
    ("mobile number", "mobile number"), ("address", "address"), ("home address", "home address"),
    ("postal address", "postal address"), ("date of birth", "date of birth"),
    ("birth date", "date of birth"), ("birthday", "date of birth"), ("age", "age"),
    ("occupation", "occupation"), ("job title", "job title"), ("nationality", "nationality"),
    ("postcode", "postcode"), ("current role", "current role"),
    ("current employer", "current employer"), ("氏名", "name"), ("お名前", "name"),
    ("名前", "name"), ("メールアドレス", "email address"), ("電話番号", "phone number"),
    ("生年月日", "date of birth"), ("住所", "address"),
];
/// Words that make more of a label than the name of a thing.
#[rustfmt::skip]
const JOINING: [&str; 14] = [
    "and", "or", "to", "you", "your", "it", "is", "are", "we", "us", "with", "for", "can", "that",
];
/// Longer labels are set in quotes.
const MOST_WORDS_OF_A_NOUN: usize = 3;
/// The same, where the kind of answer shows that the label names a thing.
const MOST_WORDS_OF_A_TYPED_NOUN: usize = 6;

/// The first question about a field.
pub fn open(opening: &Opening<'_>) -> String {
    let mut sentences: Vec<String> = Vec::new();
    let at = opening.position;
    sentences.extend(
        match opening.accepted {
            Some(true) => Some(pick(
                at,
                [
                    "Thank you.",
                    "Got it, thank you.",
                    "Thanks, I have written that down.",
                ],
            )),
            Some(false) => Some("That is fine."),
            None => None,
        }
        .map(str::to_owned),
    );
    let question = question(opening.field, at);
    let facts = helpful_facts(opening.field, &question);
    sentences.push(question);
    sentences.extend(facts);
    if !opening.field.required {
        sentences.push(
            pick(
                at,
                [
                    "You can skip this one if you like.",
                    "This one is optional, so you may skip it.",
                    "If you would rather not answer, just skip it.",
                ],
            )
            .to_owned(),
        );
    }
    sentences.join(" ")
}

fn question(field: &Field, at: usize) -> String {
    let label = field.name().trim();
    let plain_label = words(label).join(" ");
    let own = plain_label.strip_prefix("your ").unwrap_or(&plain_label);
    if label.ends_with(['?', '？']) {
        return label.to_owned();
    }
    if let Some((_, noun)) = OWN.iter().find(|(known, _)| *known == own) {
        return match at % 3 {
            1 => format!("What is your {noun}?"),
            2 => format!("Could you give me your {noun}?"),
            _ => format!("May I have your {noun}?"),
        };
    }
    let asks_itself = is_clause(&topic(label));
    let topic = spoken(label);
    if let Some(hint) = field.facts.first().and_then(question_in_hints) {
        return format!("{} {hint}", moving_to(at, &topic));
    }
    if let Some(clause) = intent_of(field).and_then(|intent| clause_of(intent, label)) {
        if asks_itself {
            return format!("Could you tell me {clause}?");
        }
        let topic = moving_to(at, &topic);
        return match at % 3 {
            1 => format!("{topic} Could you tell me {clause}?"),
            2 => format!("{topic} I would like to know {clause}."),
            _ => format!("{topic} Can you tell me {clause}?"),
        };
    }
    if asks_itself {
        return format!("Could you tell me {topic}?");
    }
    if topic.starts_with("any") {
        return format!("Is there {topic}?");
    }
    if let Some(kind) = field.typed()
        && let Some(question) = typed_question(&kind, label)
    {
        return question;
    }
    match at % 4 {
        1 => format!("Could you tell me about {topic}?"),
        2 => format!("What would you like to say about {topic}?"),
        3 => format!("Next is {topic}. What should I write down?"),
        _ => format!("I would like to hear about {topic}. What can you tell me?"),
    }
}

/// The question for one kind of answer, where the label is the name of a thing.
fn typed_question(kind: &AnswerType, label: &str) -> Option<String> {
    let noun = topic(label);
    let words = words(&noun);
    let is_noun = words.len() <= MOST_WORDS_OF_A_TYPED_NOUN
        && !noun.contains([',', '“'])
        && !is_japanese(&noun)
        && kind_of(&noun) != Opener::Question
        && !words.iter().any(|word| JOINING.contains(&word.as_str()));
    let has_article = ["your ", "the ", "a ", "an "]
        .iter()
        .any(|article| noun.starts_with(article));
    let named = if has_article {
        noun
    } else {
        format!("the {noun}")
    };
    is_noun.then(|| match kind {
        AnswerType::YesNo(_) => format!("About {named}: yes or no?"),
        AnswerType::Rating(it) => {
            let (lowest, highest) = (it.lowest(), it.max.0);
            format!("How would you rate {named}, from {lowest} to {highest}?")
        }
        AnswerType::Group(_) => format!("Could you list {named}, one on each line?"),
        _ if is_plural(label) => format!("What are {named}?"),
        _ => format!("What is {named}?"),
    })
}

/// The label within a sentence.
fn topic(label: &str) -> String {
    let label = label.trim_end_matches(['.', ':', '。']);
    let bare = label.split(['(', '（']).next().unwrap_or(label).trim();
    let label = if bare.is_empty() { label } else { bare };
    second_person(&lowered(label), true)
}

/// The label as a question may name it: bare where it is a plain noun, in quotes elsewhere.
fn spoken(label: &str) -> String {
    let topic = topic(label);
    let words = words(&topic);
    let is_plain = words.len() <= MOST_WORDS_OF_A_NOUN
        && !topic.contains(',')
        && kind_of(&topic) != Opener::Question
        && !words.iter().any(|word| JOINING.contains(&word.as_str()));
    if is_plain || is_clause(&topic) || topic.starts_with("any") {
        quoted(Speech::English, &topic)
    } else {
        let label = label.split(['(', '（']).next().unwrap_or(label);
        let label = label.trim().trim_end_matches(['.', ':', '。']);
        format!("“{}”", shortened(label, LONGEST_PHRASE))
    }
}

/// Whether "Could you tell me" can stand before it: "what happened", but not "why this job".
fn is_clause(topic: &str) -> bool {
    let words = words(topic);
    let lacks_verb = words.len() <= 3
        && words.get(1).is_none_or(|second| {
            ["this", "that", "these", "us", "you", "not", "now"].contains(&second.as_str())
        });
    kind_of(topic) == Opener::Question && !lacks_verb
}

/// What is missing, as it stands after "Could you tell me": "your full name", "when it began".
fn named(fact: &str, field: &Field) -> String {
    let bare = words(fact).join(" ");
    let noun = ["an ", "a ", "your ", "the "]
        .iter()
        .find_map(|article| bare.strip_prefix(article))
        .unwrap_or(&bare);
    if let Some((_, noun)) = OWN.iter().find(|(known, _)| *known == noun) {
        return format!("your {noun}");
    }
    let plural = is_plural(&field.label);
    let phrase = match fact == field.name() {
        true if kind_of(&topic(fact)) == Opener::Question && !is_clause(&topic(fact)) => {
            return format!("your answer to {}", spoken(fact));
        }
        true => phrase(&topic(fact), plural),
        false => phrase(fact, plural),
    };
    quoted(Speech::English, &phrase)
}

fn moving_to(at: usize, topic: &str) -> String {
    match at % 3 {
        1 => format!("Now about {topic}."),
        2 => format!("Let us turn to {topic}."),
        _ => format!("Next is {topic}."),
    }
}

/// Says in the first question what else it takes, where that is short.
fn helpful_facts(field: &Field, question: &str) -> Option<String> {
    let names: Vec<String> = field
        .facts
        .iter()
        .map(|fact| phrase(fact.name(), is_plural(&field.label)))
        .map(|name| quoted(Speech::English, &name))
        .collect();
    let fits =
        (2..=3).contains(&names.len()) && names.iter().all(|name| name.chars().count() <= 60);
    let question = plain(question);
    let unsaid: Vec<String> = names
        .into_iter()
        .filter(|name| !question.contains(&plain(name)))
        .collect();
    (fits && !unsaid.is_empty()).then(|| format!("It helps to mention {}.", listed(&unsaid)))
}

/// The question after an answer that was not enough.
pub fn follow_up(follow_up: &FollowUp<'_>) -> String {
    let field = follow_up.field;
    let missing: Vec<String> = follow_up
        .missing
        .iter()
        .map(|fact| named(fact, field))
        .collect();
    let hint = match follow_up.missing.as_slice() {
        [only] if follow_up.times <= 1 => field
            .facts
            .iter()
            .find(|fact| fact.name() == *only)
            .and_then(question_in_hints),
        _ => None,
    };
    let choices = choices::listed(field).filter(|_| missing.len() == 1);
    let wanted = if let Some(choices) = choices {
        let choices = listed(&choices).replacen(" and ", " or ", 1);
        format!("which of these fits best: {choices}")
    } else if !missing.is_empty() {
        listed(&missing)
    } else {
        format!("a little more about {}", spoken(field.name()))
    };
    // One gives an address and tells a story.
    let gives = missing.len() == 1
        && ["your ", "a ", "an "]
            .iter()
            .any(|start| wanted.starts_with(start))
        && !wanted.starts_with("your answer");
    let beg = if gives {
        "Could you give me"
    } else {
        "Could you tell me"
    };
    let beg_also = beg.replacen("you", "you also", 1);
    let mut text = match follow_up.answer {
        Answer::Refusal | Answer::Nothing if field.required => {
            let why = why(field).unwrap_or("The form asks everyone for this.".to_owned());
            format!("I understand. {why} {beg} {wanted}? If you would still rather not, say so.")
        }
        Answer::AskedBack => format!("{} {beg} {wanted}?", explanation(field)),
        Answer::OtherLanguage => format!("{ONLY_TWO} {beg} {wanted}?"),
        Answer::Unknown => format!("No hurry, a rough answer is fine. {beg} {wanted}?"),
        Answer::Orders | Answer::Blank => {
            format!("I still need your own answer here. {beg} {wanted}?")
        }
        _ => match (hint, follow_up.times) {
            (Some(hint), _) => format!("Thank you. {hint}"),
            (None, 0 | 1) if follow_up.has_part => {
                format!("Thank you. {beg_also} {wanted}?")
            }
            (None, 0 | 1) if missing.len() > 1 || kind_of(&wanted) == Opener::Question => {
                format!("Thank you. {beg} {wanted}?")
            }
            (None, 0 | 1) => {
                format!("Thank you. I could not find {wanted} in that. Could you give it to me?")
            }
            (None, times) if times % 2 == 0 => {
                format!("I am nearly there. What I still need is {wanted}. Could you add that?")
            }
            (None, _) => {
                format!("One thing is still open: {wanted}. Could you tell me in a few words?")
            }
        },
    };
    if !field.required {
        text.push_str(" You can also skip this.");
    }
    text
}

/// Why a field is asked for, as its form says it.
fn why(field: &Field) -> Option<String> {
    let why = field.why.trim();
    let end = if why.ends_with(['.', '!', '?', '。']) {
        ""
    } else {
        "."
    };
    (!why.is_empty()).then(|| format!("{why}{end}"))
}

/// What a field is for, said to someone who asked.
fn explanation(field: &Field) -> String {
    if let Some(why) = why(field) {
        return format!("Good question. {why}");
    }
    match intent_of(field).and_then(|intent| clause_of(intent, &field.label)) {
        Some(clause) => format!(
            "Good question: this is about {}.",
            clause.trim_start_matches("about ")
        ),
        None => format!(
            "Good question: this is about {}, in your own words.",
            spoken(field.name())
        ),
    }
}

fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        // Commas inside the items would run into those between them.
        [first @ .., last] if items.iter().any(|item| item.contains(',')) => {
            format!("{}; and {last}", first.join("; "))
        }
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn pick(at: usize, from: [&'static str; 3]) -> &'static str {
    let [a, b, c] = from;
    match at % 3 {
        0 => a,
        1 => b,
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_read_as_one_says_them() {
        let list = |items: &[&str]| {
            listed(
                &items
                    .iter()
                    .map(|item| (*item).to_owned())
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(list(&["a"]), "a");
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
        assert_eq!(list(&["a, by b", "c"]), "a, by b; and c");
    }
}
