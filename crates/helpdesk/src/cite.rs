//! Finds the places that a statement rests on.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use kikitori_search::{language, sentences, tokens};

use crate::answer::{AnswerArgs, Citation, SourceArgs, Statement, StatementArgs};
use crate::data::SearchOutput;
use crate::figures::{Figure, Held, figures};
use crate::quote::quoted;
use crate::source::named;

/// A sentence says what a statement does if it shares this part of what either of them says.
const ENOUGH: f32 = 0.3;
/// Sources of a statement that are looked at, and figures that are told of one.
const MOST_SOURCES: usize = 16;
const MOST_FIGURES: usize = 8;
/// Of the figures of a statement, which is of one to three sentences, so many are looked for. Those
/// behind them are told as not found.
const MOST_LOOKED_FOR: usize = 64;

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
    let known: Vec<Held> = known.iter().map(|text| Held::of(text)).collect();
    let cite = |statement: StatementArgs| {
        let text = statement.text.into_string();
        let is_absence = statement.says_only_what_is_missing;
        // Nothing can say that it is said nowhere.
        let mut citations = match is_absence {
            true => Vec::new(),
            false => citations(&text, &statement.sources, passages, &weights),
        };
        let figures_not_found = match citations.is_empty() {
            // It is said already that there is no source.
            true => Vec::new(),
            false => figures_not_found(&text, &mut citations, &known, &weights),
        };
        Statement {
            figures_not_found,
            text,
            citations,
            says_only_what_is_missing: is_absence,
        }
    };
    answer.statements.into_iter().map(cite).collect()
}

/// The passages that a statement names, each once, with what it quotes of them; where it quotes
/// nothing that is there, with the sentence that says the same.
fn citations(
    text: &str,
    sources: &[SourceArgs],
    passages: &[&SearchOutput],
    weights: &Weights<'_>,
) -> Vec<Citation> {
    let mut cited: Vec<Citation> = Vec::new();
    for source in sources.iter().take(MOST_SOURCES) {
        let Some(passage) = named(source, passages) else {
            continue;
        };
        let id = passage.id();
        let marks = quoted(&passage.text, &source.quote);
        match cited.iter_mut().find(|it| it.passage.id() == id) {
            Some(citation) => citation.marks.extend(marks),
            None => cited.push(Citation {
                passage: passage.clone(),
                marks,
            }),
        }
    }
    for citation in &mut cited {
        if citation.marks.is_empty() {
            let marks = saying(text, &citation.passage.text, weights);
            citation.marks.extend(marks);
        }
        citation.marks = merged(std::mem::take(&mut citation.marks));
    }
    cited
}

/// In order, and what overlaps put together.
fn merged(mut marks: Vec<Range<usize>>) -> Vec<Range<usize>> {
    marks.sort_by_key(|mark| mark.start);
    let mut merged: Vec<Range<usize>> = Vec::new();
    for mark in marks {
        match merged.last_mut() {
            Some(last) if mark.start <= last.end => last.end = last.end.max(mark.end),
            _ => merged.push(mark),
        }
    }
    merged
}

/// The figures of a statement that are neither known nor in what it cites, as it writes them. A
/// sentence that has one and says something else of the statement too is marked; one that has it by
/// chance is no source of it.
fn figures_not_found(
    text: &str,
    citations: &mut [Citation],
    known: &[Held],
    weights: &Weights<'_>,
) -> Vec<String> {
    let mut missing: Vec<Figure> = Vec::new();
    for (at, figure) in figures(text).into_iter().enumerate() {
        if missing.len() == MOST_FIGURES {
            break;
        }
        if missing.iter().any(|it| it.key() == figure.key()) {
            continue;
        }
        let is_found = at < MOST_LOOKED_FOR
            && (known.iter().any(|held| held.has(&figure))
                || is_cited(&figure, text, citations, weights));
        if !is_found {
            missing.push(figure);
        }
    }
    missing.into_iter().map(|figure| figure.written).collect()
}

/// Whether one of `citations` has `figure`: in what is marked, in a heading, or in a sentence that
/// is marked from then on.
fn is_cited(
    figure: &Figure,
    statement: &str,
    citations: &mut [Citation],
    weights: &Weights<'_>,
) -> bool {
    let has = |text: &str| Held::of(text).has(figure);
    let is_marked = citations.iter().any(|citation| {
        let text = &citation.passage.text;
        let mut marked = citation.marks.iter().filter_map(|at| text.get(at.clone()));
        marked.any(has) || citation.passage.headings.iter().any(|it| has(it))
    });
    if is_marked {
        return true;
    }
    let wanted = Content::of(statement, weights);
    let mut is_found = false;
    for citation in citations {
        let text = &citation.passage.text;
        let is_comparable = may_be_compared(statement, text);
        let mut marks = Vec::new();
        for at in sentences(text) {
            let sentence = text.get(at.clone()).unwrap_or_default();
            if !has(sentence) {
                continue;
            }
            let shared = wanted.shared_with(&Content::of(sentence, weights));
            let others = shared.iter().filter(|token| **token != figure.key());
            if !is_comparable {
                is_found = true;
            } else if others.count() > 0 {
                marks.push(at);
            }
        }
        is_found |= !marks.is_empty();
        marks.append(&mut citation.marks);
        citation.marks = merged(marks);
    }
    is_found
}

/// Whether both can say the same in the same words.
fn may_be_compared(one: &str, other: &str) -> bool {
    match (language(one), language(other)) {
        (Some(one), Some(other)) => one == other,
        _ => true,
    }
}

/// The sentence of `passage` that says what `statement` does, by the words of both that say
/// something; the first of equals. None where no sentence shares enough, where none shares what no
/// other has, and between languages.
fn saying(statement: &str, passage: &str, weights: &Weights<'_>) -> Option<Range<usize>> {
    if !may_be_compared(statement, passage) {
        return None;
    }
    let wanted = Content::of(statement, weights);
    let told: Vec<(Range<usize>, Content)> = sentences(passage)
        .into_iter()
        .map(|at| {
            let content = Content::of(passage.get(at.clone()).unwrap_or_default(), weights);
            (at, content)
        })
        .collect();
    let is_of_one = |token: &&str| {
        told.iter()
            .filter(|(_, own)| own.0.contains_key(*token))
            .count()
            == 1
    };
    let mut best: Option<(f32, Range<usize>)> = None;
    for (at, own) in &told {
        let tokens = wanted.shared_with(own);
        let shared = wanted.weight_of(&tokens);
        let either = wanted
            .comparable_with(own)
            .min(own.comparable_with(&wanted));
        let is_enough = shared >= ENOUGH * either && tokens.iter().any(is_of_one);
        if is_enough && best.as_ref().is_none_or(|(most, _)| shared > *most) {
            best = Some((shared, at.clone()));
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
        let words = tokens(text).into_iter().filter_map(|token| {
            let kind = kind_of(&token).filter(|_| !weights.joining.contains(&token))?;
            Some((token, kind))
        });
        let figures = figures(text).into_iter();
        let figures = figures.map(|figure| (figure.key(), Kind::Figure));
        let told = words.chain(figures).map(|(token, kind)| {
            let weight = (weights.rarity)(&token);
            (token, (kind, weight))
        });
        Self(told.collect())
    }

    fn shared_with(&self, other: &Self) -> Vec<&str> {
        let shared = self.0.keys().filter(|it| other.0.contains_key(*it));
        shared.map(String::as_str).collect()
    }

    fn weight_of(&self, tokens: &[&str]) -> f32 {
        let weights = tokens.iter().filter_map(|token| self.0.get(*token));
        weights.map(|(_, weight)| weight).sum()
    }

    /// What it says in words of a kind that the other has too.
    fn comparable_with(&self, other: &Self) -> f32 {
        let has = |kind: Kind| other.0.values().any(|(its, _)| *its == kind);
        let all = self.0.values();
        all.filter(|(kind, _)| has(*kind))
            .map(|(_, weight)| weight)
            .sum()
    }
}

/// None for a token that only joins others, and for a part of a figure.
fn kind_of(token: &str) -> Option<Kind> {
    if token.chars().all(char::is_numeric) {
        return None;
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
    fn between_languages_nothing_is_guessed() {
        let passage = "The bicycles are blue. The minimum age is 16. Helmets are free.";
        assert_eq!(found("最低年齢は16歳です。", passage), None);
        assert_eq!(found("自転車は青いです。", passage), None);
    }

    #[test]
    fn words_that_every_sentence_has_and_parts_of_numbers_tell_none() {
        let passage = "The pool is closed. The pool is heated. Child (4 to 15) | £3.80 | £32.00";
        assert_eq!(found("The pool has a slide.", passage), None);
        assert_eq!(found("A lost card costs 4.00.", passage), None);
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

    #[test]
    fn of_very_many_figures_only_the_first_are_looked_for() {
        let weights = Weights::by(&|_| 1.0);
        let not_found = |count: u32, known: &str| {
            let text: Vec<String> = (1..=count).map(|it| (it * 1_001).to_string()).collect();
            let text = text.join(" and ");
            figures_not_found(&text, &mut [], &[Held::of(known)], &weights)
        };
        let known: Vec<String> = (1..=80).map(|it| (it * 1_001).to_string()).collect();
        let known = known.join(" ");
        assert_eq!(not_found(64, &known), [""; 0]);
        assert_eq!(not_found(65, &known), ["65065"]);
        assert_eq!(not_found(80, &known).len(), MOST_FIGURES);
        assert_eq!(not_found(80, "").len(), MOST_FIGURES);
    }
}
