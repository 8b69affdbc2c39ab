//! Finds the places that a statement rests on.

use std::collections::BTreeSet;
use std::ops::Range;

use kikitori_search::{sentences, tokens};

use crate::data::{AnswerArgs, Citation, SearchOutput, Statement, StatementArgs};

/// The model's statements with the places they rest on. What the model cites counts only if the
/// passage is one it was given and has a sentence with words of the statement.
pub(crate) fn cited(answer: AnswerArgs, passages: &[&SearchOutput]) -> Vec<Statement> {
    let cite = |statement: StatementArgs| {
        let text = statement.text.into_string();
        let mut seen = BTreeSet::new();
        let citations = statement
            .passages
            .iter()
            .filter(|id| seen.insert(id.as_str()))
            .filter_map(|id| passages.iter().find(|passage| passage.id() == id.trim()))
            .filter_map(|passage| {
                Some(Citation {
                    sentence: most_like(&text, &passage.text)?,
                    passage: (*passage).clone(),
                })
            })
            .collect();
        Statement { text, citations }
    };
    answer.statements.into_iter().map(cite).collect()
}

/// The sentence of `passage` that shares most words with `statement`, the first of equals; `None`
/// when none shares any.
fn most_like(statement: &str, passage: &str) -> Option<Range<usize>> {
    let wanted: BTreeSet<String> = tokens(statement).into_iter().collect();
    let mut best = None;
    for sentence in sentences(passage) {
        let text = passage.get(sentence.clone()).unwrap_or_default();
        let own: BTreeSet<String> = tokens(text).into_iter().collect();
        let shared = own.intersection(&wanted).count();
        if shared > 0 && best.as_ref().is_none_or(|(most, _)| shared > *most) {
            best = Some((shared, sentence));
        }
    }
    best.map(|(_, sentence)| sentence)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::string_slice)]

    use super::*;

    #[test]
    fn a_statement_is_traced_to_the_sentence_that_says_it() {
        let passage =
            "Press Enter to send. Shift and Enter start a new line. Version 2.4 is needed.";
        let found = |statement| most_like(statement, passage).map(|at| &passage[at]);
        assert_eq!(
            found("A new line is started with Shift"),
            Some("Shift and Enter start a new line.")
        );
        assert_eq!(
            found("You need version 2.4"),
            Some("Version 2.4 is needed.")
        );
        assert_eq!(found("Bananas grow quickly"), None);
        let japanese = "Enter で送信します。Shift と Enter で改行します。";
        let at = most_like("改行は Shift です", japanese).unwrap();
        assert_eq!(&japanese[at], "Shift と Enter で改行します。");
    }
}
