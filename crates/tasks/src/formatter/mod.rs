//! From results to an answer.

mod citation;

use kikitori_agent::{as_attribute, as_data};
use kikitori_engine::caller::{Expect, ModelCall};
use kikitori_llm::{ChatRequest, Message};

use crate::chain::ChainState;
use crate::execution::{TaskExecutor, TaskRecord, TaskStatus};
use crate::prompts::{self, PromptTask};
pub use citation::{AnswerPart, answer_parts, unmentioned_failures};

/// The writer's name in records and totals.
pub const FORMATTER: &str = "formatter";

/// Asks the model for the answer, from what the tasks came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResponseFormatter {
    /// Characters of all results together that the model is shown.
    pub result_characters: usize,
}

/// Characters of a result that the model is shown, however many tasks there are.
const FEWEST_CHARACTERS: usize = 200;
/// The parameters of a task are shown with one in so many of the characters that its result has.
const PARAMETERS_SHARE: usize = 4;
/// Marks what was cut.
const CUT: &str = " [… cut]";

impl ResponseFormatter {
    /// The call that asks for the answer of this chain.
    pub fn call(self, state: &ChainState) -> ModelCall {
        let executor = state.executor.as_ref();
        let tasks = executor.map(|it| self.tasks(it)).unwrap_or_default();
        ModelCall {
            agent: FORMATTER.to_owned(),
            request: ChatRequest {
                messages: vec![
                    Message::system(prompts::answer_system()),
                    Message::user(prompts::answer_user(state, &tasks)),
                ],
                ..ChatRequest::default()
            },
            expect: Expect::Text,
            show: None,
            run: state.spent,
        }
    }

    fn tasks(self, executor: &TaskExecutor) -> Vec<PromptTask> {
        let records = executor.records();
        let share = self.result_characters / records.len().max(1);
        let share = share.max(FEWEST_CHARACTERS);
        records
            .iter()
            .map(|record| PromptTask {
                id: as_attribute(record.task.id.as_str()),
                called: as_attribute(&format!("{}.{}", record.task.service, record.task.method)),
                state: state(&record.status),
                parameters: parameters(record, share / PARAMETERS_SHARE),
                changed_by_person: record.changed_by_person,
                content: content(record, executor, share),
            })
            .collect()
    }
}

fn state(status: &TaskStatus) -> &'static str {
    match status {
        TaskStatus::Succeeded { .. } => "done",
        TaskStatus::Failed(_) => "failed",
        TaskStatus::OutcomeUnknown { .. } => "nobody knows whether it was done",
        TaskStatus::LeftOut { .. } => "left out by the person",
        TaskStatus::Cancelled => "not done: the person stopped before it",
        _ => "not done",
    }
}

/// What a task was called with, as it stands in the plan by now: a reference stays one, for what it
/// refers to is told of the other task.
fn parameters(record: &TaskRecord, most: usize) -> String {
    match record.task.parameters.is_empty() {
        true => String::new(),
        false => {
            let text = serde_json::to_string(&record.task.parameters).unwrap_or_default();
            json_as_data(text, most)
        }
    }
}

/// The first characters of a JSON text as data.
fn json_as_data(mut text: String, most: usize) -> String {
    if let Some((end, _)) = text.char_indices().nth(most) {
        text.truncate(end);
        text.push_str(CUT);
    }
    as_data(&text)
}

fn content(record: &TaskRecord, executor: &TaskExecutor, share: usize) -> String {
    match &record.status {
        TaskStatus::Succeeded { result } => json_as_data(result.to_string(), share),
        TaskStatus::Failed(failure) => as_data(&failure.to_string()),
        TaskStatus::Skipped { because } => {
            let failed = executor.record(*because).map(|it| it.task.id.as_str());
            format!("{} failed", as_data(failed.unwrap_or_default()))
        }
        _ => String::new(),
    }
}
