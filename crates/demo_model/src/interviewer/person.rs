//! Turns what a form says about the respondent into words said to them.

use super::LONGEST_PHRASE;
use crate::text::shortened;

/// What forms call the person who answers.
#[rustfmt::skip]
const NOUNS: [&str; 17] = [
    "respondent", "applicant", "candidate", "patient", "reporter", "user", "customer", "person",
    "client", "guest", "visitor", "employee", "student", "interviewee", "participant", "member",
    "caller",
];
/// Words after such a noun that show that it stands alone.
const FOLLOWERS: [&str; 27] = [
    "can", "could", "should", "would", "will", "did", "had", "must", "may", "might", "saw", "went",
    "got", "took", "made", "felt", "wrote", "to", "in", "for", "at", "with", "on", "from", "when",
    "if", "or",
];

/// The same text in the second person. `plural_topic` keeps "they" where it may be things.
pub fn second_person(text: &str, plural_topic: bool) -> String {
    // Words are always a person's, whatever else "they" may be here.
    let text = text.replace("their own words", "your own words");
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut out: Vec<String> = Vec::new();
    let mut plural = plural_topic;
    let mut at = 0;
    while let Some(word) = words.get(at).copied() {
        let next = words.get(at + 1).copied();
        let (bare, tail) = split_tail(word);
        let lower = bare.to_lowercase();
        if lower == "the"
            && let Some(noun) = next
            && let Some((replacement, used)) = person(noun, words.get(at + 2).copied())
        {
            out.push(replacement);
            at += 1 + used;
            continue;
        }
        let replacement = match lower.as_str() {
            "their" if !plural => Some("your"),
            "they" if !plural => Some("you"),
            "they're" if !plural => Some("you are"),
            "them" if !plural => Some("you"),
            "themselves" if !plural => Some("yourself"),
            "my" | "our" => Some("your"),
            _ => None,
        };
        match replacement {
            Some(replacement) => out.push(format!("{replacement}{tail}")),
            None => {
                let things = lower.len() > 3
                    && lower.ends_with('s')
                    && !["ss", "us", "is", "'s"]
                        .iter()
                        .any(|end| lower.ends_with(end))
                    && !["does", "this"].contains(&lower.as_str());
                plural = plural || things;
                out.push(word.to_owned());
            }
        }
        at += 1;
    }
    out.join(" ")
}

/// "applicant's" → your; "applicant wants" → you want. With the number of words it stands for.
fn person(noun: &str, next: Option<&str>) -> Option<(String, usize)> {
    let (bare, tail) = split_tail(noun);
    let lower = bare.to_lowercase().replace('\u{2019}', "'");
    if let Some(owner) = lower.strip_suffix("'s") {
        return NOUNS.contains(&owner).then(|| ("your".to_owned(), 1));
    }
    if !NOUNS.contains(&lower.as_str()) {
        return None;
    }
    let Some(next) = next.filter(|_| tail.is_empty()) else {
        return Some((format!("you{tail}"), 1));
    };
    let (verb, verb_tail) = split_tail(next);
    let base = match verb.to_lowercase().as_str() {
        "has" => "have".to_owned(),
        "is" => "are".to_owned(),
        "was" => "were".to_owned(),
        "does" => "do".to_owned(),
        "goes" => "go".to_owned(),
        "experience" | "name" | "impact" | "interface" => return None,
        follower if FOLLOWERS.contains(&follower) || follower.ends_with("ed") => {
            follower.to_owned()
        }
        verb if verb.len() > 3 && verb.ends_with("ies") => {
            format!("{}y", verb.trim_end_matches("ies"))
        }
        verb if verb.len() > 3 && verb.ends_with('s') && !verb.ends_with("ss") => {
            verb.trim_end_matches('s').to_owned()
        }
        _ => return None,
    };
    Some((format!("you {base}{verb_tail}"), 2))
}

/// A word and the punctuation at its end.
fn split_tail(word: &str) -> (&str, &str) {
    let bare = word.trim_end_matches([',', '.', ';', ':', '?', ')']);
    (bare, word.get(bare.len()..).unwrap_or_default())
}

/// The first letter made small where the word is neither a name in capitals nor "I".
pub fn lowered(text: &str) -> String {
    let first = text.split_whitespace().next().unwrap_or_default();
    let mut rest = first.chars().skip(1);
    let is_plain_word = first.chars().count() > 1
        && rest.all(|c| c.is_lowercase() || !c.is_alphabetic())
        && !first.starts_with("I'")
        && first.chars().any(char::is_lowercase);
    let is_article = first == "A";
    let mut chars = text.chars();
    match chars.next() {
        Some(c) if is_plain_word || is_article => c.to_lowercase().chain(chars).collect(),
        _ => text.to_owned(),
    }
}

/// A label or fact as it stands within an English sentence: "the browser", "when it began".
pub fn phrase(text: &str, plural_topic: bool) -> String {
    let text = text.trim().trim_end_matches(['.', '。', ':']);
    let text = shortened(&lowered(text), LONGEST_PHRASE);
    let text = second_person(&text, plural_topic);
    let text = without_saying_verb(&text);
    match kind_of(&text) {
        Opener::Question | Opener::Determined | Opener::Foreign => text,
        Opener::Noun => format!("the {text}"),
    }
}

/// "you say which browser …" → "which browser …"
fn without_saying_verb(text: &str) -> String {
    for verb in [
        "say", "state", "give", "mention", "name", "describe", "explain", "provide", "specify",
    ] {
        if let Some(rest) = text.strip_prefix(&format!("you {verb} ")) {
            return rest.to_owned();
        }
    }
    text.to_owned()
}

/// How a phrase begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opener {
    /// With a question word.
    Question,
    /// With an article, a possessive or a quantity.
    Determined,
    /// With a noun that wants an article.
    Noun,
    /// In another script.
    Foreign,
}

/// How `text` begins.
pub fn kind_of(text: &str) -> Opener {
    let first = text
        .split(|c: char| !(c.is_alphanumeric() || c == '\''))
        .next()
        .unwrap_or_default()
        .to_lowercase();
    match first.as_str() {
        "what" | "when" | "where" | "why" | "who" | "whom" | "whose" | "which" | "how"
        | "whether" | "if" | "since" => Opener::Question,
        "the" | "your" | "a" | "an" | "any" | "this" | "that" | "these" | "those" | "at"
        | "one" | "two" | "three" | "some" | "all" | "every" | "each" | "you" | "it"
        | "anything" | "something" | "in" | "on" | "as" => Opener::Determined,
        _ if text.chars().next().is_some_and(|c| c.is_ascii_alphabetic()) => Opener::Noun,
        _ => Opener::Foreign,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_about_someone_is_said_to_them() {
        for (text, expected) in [
            ("Why the candidate wants this job", "why you want this job"),
            ("The applicant's full legal name", "your full legal name"),
            (
                "What the user did before it crashed",
                "what you did before it crashed",
            ),
            (
                "how severe the symptoms are and when they began",
                "how severe the symptoms are and when they began",
            ),
            ("Where they live", "where you live"),
            ("Browser and version", "the browser and version"),
            (
                "The user experience in their words",
                "the user experience in your words",
            ),
            ("LinkedIn URL", "the LinkedIn URL"),
            (
                "The patient is taking medication",
                "you are taking medication",
            ),
            (
                "The reporter states which page failed.",
                "which page failed",
            ),
            ("A date", "a date"),
            ("発症時期", "発症時期"),
        ] {
            assert_eq!(phrase(text, false), expected, "{text}");
        }
        assert_eq!(phrase("When they began", true), "when they began");
    }
}
