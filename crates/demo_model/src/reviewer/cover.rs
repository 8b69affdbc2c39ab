//! Which facts the answers to a field cover.

use std::collections::HashSet;

use super::answer::{Answer, sort_of_clause};
use super::kind::{self, Kind};
use super::{offered, phrases, typed};
use crate::field::{Fact, Field};
use crate::parse::Turn;
use crate::speech::Speech;
use crate::text::{clauses, is_han, is_kana, plain, words};

/// Of a fact's words, this share has to be in a question that asks for it: three of five.
const SHARE_ASKED: (usize, usize) = (3, 5);

/// After this many answers of its own a fact is not asked for again.
const INSISTENCE: usize = 2;
/// After this many answers of any sort it is not either, so that the interview goes on.
const PATIENCE: usize = 4;

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
        let given = real
            .iter()
            .any(|(_, turn)| has(kind, &turn.answer) && offered::fits_field(field, &turn.answer));
        let insisted = !kind.is_strict() && real.len() > 1;
        return if given || insisted {
            Vec::new()
        } else {
            vec![phrases::wanted(speech, kind, field.name())]
        };
    }
    let kinds: Vec<Kind> = field.facts.iter().map(kind::of_fact).collect();
    let some_are_typed = kinds.iter().any(|kind| *kind != Kind::Free);
    let statements = statements(&real, some_are_typed);
    let amounts = Amounts::of(field, &kinds, &real);
    let mut free_before = 0;
    let mut missing = Vec::new();
    for (fact, kind) in field.facts.iter().zip(kinds.iter().copied()) {
        let given = match kind {
            Kind::Free => {
                free_before += 1;
                statements >= free_before
                    && real
                        .iter()
                        .any(|(_, turn)| offered::fits_fact(fact, &turn.answer))
            }
            Kind::Time if amounts.compete => amounts.time,
            Kind::Number if amounts.compete => amounts.number,
            _ => real.iter().any(|(_, turn)| has(kind, &turn.answer)),
        };
        let answered = || was_answered(fact, kind, &kinds, &real);
        if !given && (kind.is_strict() || !answered()) {
            missing.push(fact.name().to_owned());
        }
    }
    missing
}

/// What is given where a field asks for a date and for an amount, so that no clause counts twice.
#[derive(Default)]
struct Amounts {
    /// Whether the field asks for both.
    compete: bool,
    time: bool,
    number: bool,
}

impl Amounts {
    fn of(field: &Field, kinds: &[Kind], real: &[(usize, &Turn)]) -> Self {
        let mut amounts = Self {
            compete: kinds.contains(&Kind::Time) && kinds.contains(&Kind::Number),
            ..Self::default()
        };
        for (_, turn) in real {
            let asked = |wanted: Kind| {
                field
                    .facts
                    .iter()
                    .zip(kinds)
                    .any(|(fact, kind)| *kind == wanted && asks_for(&turn.question, fact))
            };
            let only_number_asked = asked(Kind::Number) && !asked(Kind::Time);
            for clause in clauses(&turn.answer) {
                if typed::has_rate(&clause) {
                    amounts.number = true;
                    amounts.time |= typed::has_time(&typed::without_rates(&clause));
                } else if typed::has_amount(&clause) && (amounts.time || only_number_asked) {
                    amounts.number = true;
                } else if typed::has_time(&clause) {
                    amounts.time = true;
                }
            }
        }
        amounts
    }
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
        Kind::Frequency => typed::has_frequency(answer),
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

/// Whether questions after the first asked for `fact` and got an answer to it. Whoever keeps to
/// an answer that does not look like one may know better.
fn was_answered(fact: &Fact, kind: Kind, kinds: &[Kind], real: &[(usize, &Turn)]) -> bool {
    let asked: Vec<(usize, &str)> = real
        .iter()
        .enumerate()
        .filter(|(_, (at, turn))| *at > 0 && asks_for(&turn.question, fact))
        .map(|(nth, (_, turn))| (nth, turn.answer.as_str()))
        .collect();
    let own: Vec<&str> = asked
        .iter()
        .filter(|(nth, answer)| {
            let said_before = real
                .iter()
                .take(*nth)
                .any(|(_, turn)| plain(&turn.answer) == plain(answer));
            !said_before && !is_another_fact(kind, kinds, answer)
        })
        .map(|(_, answer)| *answer)
        .collect();
    let fits = |answer: &&str| {
        offered::fits_fact(fact, answer)
            && (kind != Kind::Frequency || typed::has_frequency(answer))
    };
    own.iter().any(fits) || own.len() >= INSISTENCE || asked.len() >= PATIENCE
}

/// Whether an answer gives what only a fact of another kind asks for.
fn is_another_fact(kind: Kind, kinds: &[Kind], answer: &str) -> bool {
    match kind {
        Kind::Free => kinds.iter().any(|kind| *kind != Kind::Free) && typed::is_only_typed(answer),
        Kind::Number => {
            kinds.contains(&Kind::Time) && typed::has_time(answer) && !typed::has_amount(answer)
        }
        _ => false,
    }
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
