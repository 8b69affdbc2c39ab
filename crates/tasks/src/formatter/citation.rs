//! What an answer rests on: ids of tasks in square brackets.

use crate::execution::{TaskExecutor, TaskStatus};
use crate::task::TaskId;

/// A piece of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnswerPart {
    /// Text as it is.
    Text(String),
    /// The task that the text before it rests on.
    Citation(TaskId),
}

/// Takes an answer to pieces. Brackets that name no task of the chain stay text; `[a, b]` cites
/// both.
///
/// ```
/// use kikitori_tasks::{AnswerPart, TaskExecutor, answer_parts};
/// let executor = TaskExecutor::new(Vec::new()).unwrap();
/// let parts = answer_parts("Rice [stock] is there.", &executor);
/// assert_eq!(parts, [AnswerPart::Text("Rice [stock] is there.".to_owned())]);
/// ```
pub fn answer_parts(text: &str, executor: &TaskExecutor) -> Vec<AnswerPart> {
    let mut parts = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('[') {
        plain.push_str(before);
        let cited = behind
            .split_once(']')
            .and_then(|(inside, rest)| Some((cited(inside, executor)?, rest)));
        match cited {
            Some((ids, behind)) => {
                if !plain.is_empty() {
                    parts.push(AnswerPart::Text(std::mem::take(&mut plain)));
                }
                parts.extend(ids.into_iter().map(AnswerPart::Citation));
                rest = behind;
            }
            None => {
                plain.push('[');
                rest = behind;
            }
        }
    }
    plain.push_str(rest);
    if !plain.is_empty() {
        parts.push(AnswerPart::Text(plain));
    }
    parts
}

fn cited(inside: &str, executor: &TaskExecutor) -> Option<Vec<TaskId>> {
    let ids = inside.split([',', '、', ';']).map(|id| {
        let id = TaskId::new(id.trim());
        executor.graph().position(&id).map(|_| id)
    });
    ids.collect()
}

/// The tasks that failed and that the answer does not speak of: the person has to be told of them
/// beside it.
pub fn unmentioned_failures(text: &str, executor: &TaskExecutor) -> Vec<TaskId> {
    let parts = answer_parts(text, executor);
    let is_cited = |id: &TaskId| {
        let mut parts = parts.iter();
        parts.any(|part| matches!(part, AnswerPart::Citation(cited) if cited == id))
    };
    let records = executor.records().iter();
    let failed = records.filter(|it| matches!(it.status, TaskStatus::Failed(_)));
    let ids = failed.map(|record| record.task.id.clone());
    ids.filter(|id| !is_cited(id)).collect()
}
