//! Which facts the answers to a field cover.

use std::collections::HashSet;

use super::answer::{Answer, sort_of_clause};
use super::kind::{self, Kind};
use super::{phrases, typed};
use crate::field::{Fact, Field};
use crate::parse::Turn;
use crate::speech::Speech;
use crate::text::{clauses, is_han, is_kana, plain, words};

/// Of a fact's words, this share has to be in a question that asks for it: three of five.
const SHARE_ASKED: (usize, usize) = (3, 5);

/// Words that say nothing about what is asked.
#[rustfmt::skip]
const SMALL_WORDS: [&str; 26] = [
    "the", "a", "an", "of", "is", "are", "to", "and", "or", "in", "on", "for", "it", "they",
    "their", "your", "you", "this", "that", "was", "were", "with", "respondent", "applicant",
    "patient", "candidate",
];

/// Everything that the field asks for.
pub fn everything(speech: Speech, field: &Field) -> Vec<String> {
    if field.facts.is_empty() {
        return vec![phrases::wanted(speech, kind::of_field(field), field.name())];
    }
    field
        .facts
        .iter()
        .map(|fact| fact.name().to_owned())
        .collect()
}

/// What all answers together leave open.
pub fn missing(speech: Speech, field: &Field, turns: &[Turn], sorts: &[Answer]) -> Vec<String> {
    let real: Vec<(usize, &Turn)> = turns
        .iter()
        .zip(sorts)
        .enumerate()
        .filter(|(_, (_, sort))| **sort == Answer::Content)
        .map(|(at, (turn, _))| (at, turn))
        .collect();
    if field.facts.is_empty() {
        let kind = kind::of_field(field);
        let given = real.iter().any(|(_, turn)| has(kind, &turn.answer));
        let insisted = !kind.is_strict() && real.len() > 1;
        return if given || insisted {
            Vec::new()
        } else {
            vec![phrases::wanted(speech, kind, field.name())]
        };
    }
    let kinds: Vec<Kind> = field.facts.iter().map(kind::of_fact).collect();
    let statements = statements(&real, kinds.iter().any(|kind| *kind != Kind::Free));
    let mut free_before = 0;
    let mut missing = Vec::new();
    for (fact, kind) in field.facts.iter().zip(kinds) {
        let given = if kind == Kind::Free {
            free_before += 1;
            statements >= free_before
        } else {
            real.iter().any(|(_, turn)| has(kind, &turn.answer))
        };
        if !given && (kind.is_strict() || !was_followed_up(fact, &real)) {
            missing.push(fact.name().to_owned());
        }
    }
    missing
}

/// Whether `answer` has what an answer of this kind needs.
fn has(kind: Kind, answer: &str) -> bool {
    match kind {
        Kind::Email => typed::email(answer).is_some(),
        Kind::Phone => typed::phone(answer).is_some(),
        Kind::EmailOrPhone => typed::email(answer)
            .or_else(|| typed::phone(answer))
            .is_some(),
        Kind::Url => typed::url(answer).is_some(),
        Kind::Time => typed::has_time(answer),
        Kind::Number => typed::has_number(answer),
        Kind::Free => true,
    }
}

/// The number of things that were said. What only gives an address or a date counts for the
/// fact that wants it and for no other.
fn statements(real: &[(usize, &Turn)], some_are_typed: bool) -> usize {
    real.iter()
        .flat_map(|(_, turn)| clauses(&turn.answer))
        .filter(|clause| {
            matches!(sort_of_clause(clause), Answer::Content | Answer::Nothing)
                && !(some_are_typed && typed::is_only_typed(clause))
        })
        .count()
}

/// Whether a question after the first asked for `fact` and got an answer.
fn was_followed_up(fact: &Fact, real: &[(usize, &Turn)]) -> bool {
    real.iter()
        .filter(|(at, _)| *at > 0)
        .any(|(_, turn)| asks_for(&turn.question, fact))
}

fn asks_for(question: &str, fact: &Fact) -> bool {
    let question_plain = plain(question);
    let hint = plain(&fact.questioning_hints);
    if question_plain.contains(&plain(fact.name()))
        || (!hint.is_empty() && (question_plain.contains(&hint) || shares(&hint, &question_plain)))
    {
        return true;
    }
    shares(&plain(fact.name()), &question_plain)
}

fn shares(wanted: &str, question: &str) -> bool {
    let wanted = tokens(wanted);
    let asked = tokens(question);
    let (part, whole) = SHARE_ASKED;
    !wanted.is_empty() && wanted.intersection(&asked).count() * whole >= wanted.len() * part
}

/// Words, and for Japanese every two characters that stand together.
fn tokens(text: &str) -> HashSet<String> {
    let is_japanese = |c: char| is_kana(c) || is_han(c);
    let mut tokens: HashSet<String> = words(text)
        .into_iter()
        .filter(|word| !word.chars().any(is_japanese) && !SMALL_WORDS.contains(&word.as_str()))
        .collect();
    let mut before: Option<char> = None;
    for c in text.chars() {
        let this = is_japanese(c).then_some(c);
        if let (Some(a), Some(b)) = (before, this) {
            tokens.insert([a, b].iter().collect());
        }
        before = this;
    }
    tokens
}
