//! What subtasks have found.

use std::collections::BTreeSet;

use kikitori_agent::NonBlank;

use crate::answer::{AnswerArgs, SourceArgs, Statement, StatementArgs};
use crate::cite::cited;
use crate::data::{SearchOutput, Subtask};

/// The subtasks' own answers, each with the places that say the same; where none does, as between
/// languages, with all passages that it can rest on.
pub(crate) fn as_found(
    answered: &[&Subtask],
    known: &[&str],
    rarity: &dyn Fn(&str) -> f32,
) -> Vec<Statement> {
    let statements = answered.iter().filter_map(|subtask| {
        let sources = passages_of(&[*subtask]).into_iter();
        Some(StatementArgs {
            text: NonBlank::new(&subtask.subtask_answer)?,
            subtasks: Vec::new(),
            sources: sources
                .map(|passage| SourceArgs {
                    passage: passage.id(),
                    quote: String::new(),
                })
                .collect(),
            says_only_what_is_missing: false,
        })
    });
    let answer = AnswerArgs {
        statements: statements.collect(),
    };
    let mut statements = cited(answer, &passages_of(answered), known, rarity);
    for statement in &mut statements {
        let citations = &mut statement.citations;
        if citations.iter().any(|it| !it.marks.is_empty()) {
            citations.retain(|it| !it.marks.is_empty());
        }
    }
    statements
}

/// The passages that the subtasks' answers can rest on, each once: the best of every subtask, then
/// the second best of every one, and so on, so that leaving out the last ones leaves out no
/// subtask. Those of the last try come before those of earlier ones.
pub(crate) fn passages_of<'a>(subtasks: &[&'a Subtask]) -> Vec<&'a SearchOutput> {
    let found = subtasks.iter().map(|subtask| {
        // Runs of earlier versions do not say which, and never kept an answer but the last one's.
        let all = subtask.tool_results.len();
        let known = subtask
            .answered_from
            .map_or(all, |last| last.saturating_add(1));
        let tries = subtask
            .tool_results
            .get(..known.min(all))
            .unwrap_or_default();
        let mut seen = BTreeSet::new();
        let calls = tries.iter().rev().flatten();
        let passages = calls.flat_map(|call| &call.results);
        passages.filter(move |it| seen.insert(it.id())).enumerate()
    });
    let mut ranked: Vec<(usize, &SearchOutput)> = found.flatten().collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    let mut seen = BTreeSet::new();
    let passages = ranked.into_iter().map(|(_, passage)| passage);
    passages
        .filter(|passage| seen.insert(passage.id()))
        .collect()
}
