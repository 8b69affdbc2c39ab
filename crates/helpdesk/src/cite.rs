//! Finds the places that a statement rests on.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use kikitori_search::{sentences, tokens};

use crate::data::{AnswerArgs, Citation, SearchOutput, Statement, StatementArgs};
use crate::figures::figures_not_in;

/// A sentence says what a statement does if it shares this part of what either of them says.
const ENOUGH: f32 = 0.3;

/// English words that join others and say nothing themselves. Those of one or two letters need not
/// be listed.
const JOINING: [&str; 39] = [
    "the", "and", "are", "was", "were", "for", "from", "with", "that", "this", "these", "those",
    "not", "but", "you", "your", "they", "their", "them", "can", "may", "must", "will", "would",
    "should", "has", "have", "had", "which", "who", "when", "where", "what", "how", "any", "all",
    "there", "also", "then",
];

/// What tokens say.
struct Weights<'a> {
    /// Those that say nothing.
    joining: BTreeSet<String>,
    /// How much another one says.
    rarity: &'a dyn Fn(&str) -> f32,
}

impl<'a> Weights<'a> {
    fn by(rarity: &'a dyn Fn(&str) -> f32) -> Self {
        let joining = JOINING.iter().flat_map(|word| tokens(word)).collect();
        Self { joining, rarity }
    }
}

/// The model's statements with the places they rest on. A passage that the model was shown stays
/// cited: it may be in another language than the statement. `known` is what else figures may be
/// from.
pub(crate) fn cited(
    answer: AnswerArgs,
    passages: &[&SearchOutput],
    known: &[&str],
    rarity: &dyn Fn(&str) -> f32,
) -> Vec<Statement> {
    let weights = Weights::by(rarity);
    let cite = |statement: StatementArgs| {
        let text = statement.text.into_string();
        let mut seen = BTreeSet::new();
        let citations: Vec<Citation> = statement
            .passages
            .iter()
            .map(|id| id.trim())
            .filter(|id| seen.insert(*id))
            .filter_map(|id| passages.iter().find(|passage| passage.id() == id))
            .map(|passage| Citation {
                sentence: saying(&text, &passage.text, &weights),
                passage: (*passage).clone(),
            })
            .collect();
        let mut sources: Vec<&str> = known.to_vec();
        for citation in &citations {
            sources.push(&citation.passage.text);
            sources.extend(citation.passage.headings.iter().map(String::as_str));
        }
        let figures_not_found = match citations.is_empty() {
            // It is said already that there is no source.
            true => Vec::new(),
            false => figures_not_in(&text, &sources),
        };
        Statement {
            figures_not_found,
            text,
            citations,
        }
    };
    answer.statements.into_iter().map(cite).collect()
}

/// The sentence of `passage` that says what `statement` does, by the words of both that say
/// something; the first of equals, and none where no sentence shares enough.
fn saying(statement: &str, passage: &str, weights: &Weights<'_>) -> Option<Range<usize>> {
    let wanted = Content::of(statement, weights);
    let mut best: Option<(f32, Range<usize>)> = None;
    for at in sentences(passage) {
        let own = Content::of(passage.get(at.clone()).unwrap_or_default(), weights);
        let shared = wanted.shared_with(&own);
        let either = wanted
            .comparable_with(&own)
            .min(own.comparable_with(&wanted));
        let is_enough = shared > 0.0 && shared >= ENOUGH * either;
        if is_enough && best.as_ref().is_none_or(|(most, _)| shared > *most) {
            best = Some((shared, at));
        }
    }
    best.map(|(_, at)| at)
}

/// A word of writing without spaces, a figure, or another word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Dense,
    Figure,
    Word,
}

/// The tokens of a text that say something, and how much each says.
struct Content(BTreeMap<String, (Kind, f32)>);

impl Content {
    fn of(text: &str, weights: &Weights<'_>) -> Self {
        let told = tokens(text).into_iter().filter_map(|token| {
            let kind = kind_of(&token).filter(|_| !weights.joining.contains(&token))?;
            let weight = (weights.rarity)(&token);
            Some((token, (kind, weight)))
        });
        Self(told.collect())
    }

    fn shared_with(&self, other: &Self) -> f32 {
        let shared = self
            .0
            .iter()
            .filter(|(token, _)| other.0.contains_key(*token));
        shared.map(|(_, (_, weight))| weight).sum()
    }

    /// What it says in words of a kind that the other has too: between languages, what can be
    /// alike are names and figures.
    fn comparable_with(&self, other: &Self) -> f32 {
        let has = |kind: Kind| other.0.values().any(|(its, _)| *its == kind);
        let all = self.0.values();
        all.filter(|(kind, _)| has(*kind))
            .map(|(_, weight)| weight)
            .sum()
    }
}

/// None for a token that only joins others.
fn kind_of(token: &str) -> Option<Kind> {
    if token.chars().any(char::is_numeric) {
        return Some(Kind::Figure);
    }
    if token.is_ascii() {
        return (token.len() > 2).then_some(Kind::Word);
    }
    let is_hiragana = |letter: char| ('\u{3041}'..='\u{309f}').contains(&letter);
    if token.chars().all(is_hiragana) {
        return None;
    }
    let is_dense = |letter: char| letter >= '\u{3040}';
    Some(if token.chars().all(is_dense) {
        Kind::Dense
    } else {
        Kind::Word
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::string_slice)]

    use super::*;

    fn found<'a>(statement: &str, passage: &'a str) -> Option<&'a str> {
        saying(statement, passage, &Weights::by(&|_| 1.0)).map(|at| &passage[at])
    }

    #[test]
    fn a_statement_is_traced_to_the_sentence_that_says_it() {
        let passage =
            "Press Enter to send. Shift and Enter start a new line. Version 2.4 is needed.";
        let found = |statement| found(statement, passage);
        assert_eq!(
            found("A new line is started with Shift"),
            Some("Shift and Enter start a new line.")
        );
        assert_eq!(
            found("You need version 2.4"),
            Some("Version 2.4 is needed.")
        );
        assert_eq!(found("Bananas grow quickly"), None);
    }

    #[test]
    fn japanese_is_traced_by_what_is_not_grammar() {
        let passage = "Enter で送信します。Shift と Enter で改行します。";
        assert_eq!(
            found("改行は Shift です", passage),
            Some("Shift と Enter で改行します。")
        );
        assert_eq!(found("犬を連れて行くことができます。", passage), None);
    }

    #[test]
    fn words_that_only_join_others_make_no_source() {
        let passage = "The office is closed on Mondays. It is next to the station.";
        assert_eq!(
            found(
                "The helmet is free, and it is the rider who must have it.",
                passage
            ),
            None
        );
    }

    #[test]
    fn between_languages_figures_and_names_tell_the_sentence() {
        let passage = "The bicycles are blue. The minimum age is 16. Helmets are free.";
        assert_eq!(
            found("最低年齢は16歳です。", passage),
            Some("The minimum age is 16.")
        );
        assert_eq!(found("自転車は青いです。", passage), None);
    }

    #[test]
    fn the_rarer_word_tells_the_sentence() {
        let passage = "The bicycle is blue. The deposit is paid back.";
        let rarity = |token: &str| if token == "deposit" { 5.0 } else { 0.5 };
        let at = saying(
            "For a blue bicycle the deposit",
            passage,
            &Weights::by(&rarity),
        )
        .unwrap();
        assert_eq!(&passage[at], "The deposit is paid back.");
    }
}
