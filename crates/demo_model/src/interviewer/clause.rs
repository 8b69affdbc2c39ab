//! Turns an English intent into a clause that a question can end with.

use super::person::{Opener, kind_of, lowered, second_person};
use crate::text::words;

/// Verbs with which intents begin that are written for the interviewer.
#[rustfmt::skip]
const ORDERS: [&str; 22] = [
    "understand", "learn", "know", "find out", "hear", "see", "confirm", "check", "establish",
    "identify", "determine", "collect", "get", "gather", "record", "ask", "note", "capture",
    "assess", "tell", "clarify", "probe",
];
/// Whom such an intent may name after its verb.
#[rustfmt::skip]
const WHOM: [&str; 6] = [
    "the respondent ", "the candidate ", "the applicant ", "the patient ", "the user ", "them ",
];
/// Verbs that make a statement of a noun phrase.
#[rustfmt::skip]
const STATING: [&str; 9] = [
    " is ", " are ", " was ", " were ", " must ", " should ", " shall ", " helps ", " will ",
];

/// "To understand why the candidate …" → "why you …"; `None` where that does not work.
pub fn clause_of(intent: &str, label: &str) -> Option<String> {
    let intent = lowered(intent.trim_end_matches(['.', '。']));
    if intent.contains(['?', '？', '。', '\n']) || intent.contains(". ") {
        return None;
    }
    let clause = order_removed(&intent).unwrap_or(intent);
    let (about, clause) = match clause.strip_prefix("about ") {
        Some(rest) => ("about ", rest.to_owned()),
        None => ("", clause),
    };
    let clause = second_person(&lowered(&clause), is_plural(label));
    let states = STATING.iter().any(|verb| clause.contains(verb));
    let starts = |words: &[&str]| words.iter().any(|word| clause.starts_with(word));
    match kind_of(&clause) {
        Opener::Question => Some(format!("{about}{clause}")),
        Opener::Determined if states => None,
        Opener::Determined if starts(&["your ", "the ", "a ", "an "]) => {
            Some(format!("{about}{clause}"))
        }
        Opener::Determined if starts(&["any"]) || !about.is_empty() => {
            Some(format!("about {clause}"))
        }
        Opener::Noun if !about.is_empty() && !states => Some(format!("about {clause}")),
        _ => None,
    }
}

/// Whether a hint tells the interviewer what to do.
pub fn is_order(text: &str) -> bool {
    order_removed(&lowered(text)).is_some()
}

/// What an order to the interviewer is about.
fn order_removed(text: &str) -> Option<String> {
    let text = text.strip_prefix("to ").unwrap_or(text);
    let rest = ORDERS
        .iter()
        .find_map(|verb| text.strip_prefix(verb)?.strip_prefix(' '))?;
    let asks_on = |rest: &&str| {
        rest.starts_with("for ") || rest.starts_with("about ") || kind_of(rest) == Opener::Question
    };
    let rest = WHOM
        .iter()
        .find_map(|whom| rest.strip_prefix(whom).filter(asks_on))
        .unwrap_or(rest);
    Some(rest.strip_prefix("for ").unwrap_or(rest).to_owned())
}

/// Whether a label is about several things, which an intent then calls "they".
pub fn is_plural(label: &str) -> bool {
    words(label)
        .iter()
        .any(|word| word.len() > 3 && word.ends_with('s') && !word.ends_with("ss"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intents_become_clauses_or_are_left_alone() {
        for (intent, expected) in [
            (
                "To understand why the candidate wants this job.",
                Some("why you want this job"),
            ),
            (
                "Ask the patient about their allergies",
                Some("about your allergies"),
            ),
            (
                "Learn about their current work",
                Some("about your current work"),
            ),
            ("The applicant's notice period", Some("your notice period")),
            (
                "What draws the applicant to supporting customers, in their own words.",
                Some("what draws you to supporting customers, in your own words"),
            ),
            (
                "A yearly figure, if the applicant wants to name one.",
                Some("a yearly figure, if you want to name one"),
            ),
            ("Any way around it.", Some("about any way around it")),
            ("The difference between the two is the bug.", None),
            ("So that we can reply", None),
            ("Contact details", None),
            ("Is it urgent? We route by it.", None),
        ] {
            assert_eq!(clause_of(intent, "Field").as_deref(), expected, "{intent}");
        }
    }
}
