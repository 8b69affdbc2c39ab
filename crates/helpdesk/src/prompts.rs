//! What the models are told.

use askama::Template;
use kikitori_agent::{as_attribute, as_data};
use kikitori_search::language_names;

use crate::data::SearchOutput;

/// A subtask with its answer, for the final answer's prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnsweredPart<'a> {
    /// Its number, from 1.
    pub number: u32,
    /// The subtask.
    pub subtask: &'a str,
    /// Its answer; empty if there is none.
    pub answer: &'a str,
}

/// Every prompt of the help desk. Each can be replaced; the others stay as they are.
///
/// What a visitor or a document says reaches these methods as it is: a prompt puts it into tags
/// by [`as_data`].
pub trait HelpDeskAgentPrompts {
    /// The planner's rules. `documents` says what can be searched, within a tag of its own.
    fn plan_system(&self, max_subtasks: usize, documents: &str) -> String {
        render(&PlanSystem {
            max_subtasks,
            documents,
        })
    }

    /// The question, for the planner.
    fn plan_user(&self, question: &str) -> String {
        render(&PlanUser {
            question: as_data(question),
        })
    }

    /// What the visitor asked before and was told, which stands before the question.
    fn earlier_question(&self, question: &str, answer: &str) -> String {
        render(&Earlier {
            question: as_data(question),
            answer: as_data(answer),
        })
    }

    /// The rules for work on a subtask, with what can be searched as for the planner, and the
    /// languages that it is in, as BCP 47 tags.
    fn subtask_system(&self, documents: &str, languages: &[&str]) -> String {
        render(&SubtaskSystem {
            documents,
            languages: language_names(languages),
            are_several: languages.len() > 1,
        })
    }

    /// The subtask, for the first try.
    fn subtask_user(&self, question: &str, subtask: &str) -> String {
        render(&SubtaskUser {
            question: as_data(question),
            subtask: as_data(subtask),
        })
    }

    /// What a further try begins with. The advice may be empty, and so may the languages of the
    /// documents that were not searched in, which are BCP 47 tags.
    fn retry_user(&self, advice: &str, languages: &[&str]) -> String {
        render(&RetryUser {
            advice: as_data(advice),
            languages: language_names(languages),
        })
    }

    /// The visitor's local time when they asked, which stands at the end of the message that holds
    /// their question.
    fn local_time(&self, local_time: &str) -> String {
        render(&LocalTime {
            local_time: as_data(local_time),
        })
    }

    /// Asks for the subtask's answer.
    fn answer_user(&self) -> String {
        render(&AnswerUser)
    }

    /// Asks for a reflection on it.
    fn reflect_user(&self, subtask: &str) -> String {
        render(&ReflectUser {
            subtask: as_data(subtask),
        })
    }

    /// The writer's rules.
    fn final_system(&self) -> String {
        render(&FinalSystem)
    }

    /// What the writer works from.
    fn final_user(
        &self,
        question: &str,
        parts: &[AnsweredPart<'_>],
        passages: &[&SearchOutput],
    ) -> String {
        let parts = parts.iter().map(|part| Part {
            number: part.number,
            subtask: as_data(part.subtask),
            answer: as_data(part.answer),
        });
        render(&FinalUser {
            question: as_data(question),
            parts: parts.collect(),
            passages: passages_as_data(passages.iter().copied()),
        })
    }
}

/// The prompts in `prompts/helpdesk`.
#[derive(Debug, Clone, Copy, Default)]
pub struct DefaultPrompts;

impl HelpDeskAgentPrompts for DefaultPrompts {}

/// Passages, each in a tag with its id.
pub fn passages_as_data<'a>(passages: impl Iterator<Item = &'a SearchOutput>) -> String {
    let tagged = passages.map(|passage| {
        let opening = opening_tag(passage);
        let headings = as_data(&passage.headings.join(" > "));
        let text = as_data(&passage.text);
        format!("{opening}\n{headings}\n{text}\n</passage>")
    });
    tagged.collect::<Vec<_>>().join("\n")
}

/// What a passage begins with in [`passages_as_data`].
pub(crate) fn opening_tag(passage: &SearchOutput) -> String {
    let id = as_attribute(&passage.id());
    format!("<passage id=\"{id}\">")
}

#[derive(Template)]
#[template(path = "helpdesk/plan_system.md")]
struct PlanSystem<'a> {
    max_subtasks: usize,
    documents: &'a str,
}

#[derive(Template)]
#[template(path = "helpdesk/plan_user.md")]
struct PlanUser {
    question: String,
}

#[derive(Template)]
#[template(path = "helpdesk/earlier_question.md")]
struct Earlier {
    question: String,
    answer: String,
}

#[derive(Template)]
#[template(path = "helpdesk/subtask_system.md")]
struct SubtaskSystem<'a> {
    documents: &'a str,
    languages: String,
    are_several: bool,
}

#[derive(Template)]
#[template(path = "helpdesk/subtask_user.md")]
struct SubtaskUser {
    question: String,
    subtask: String,
}

#[derive(Template)]
#[template(path = "helpdesk/retry_user.md")]
struct RetryUser {
    advice: String,
    languages: String,
}

#[derive(Template)]
#[template(path = "helpdesk/local_time.md")]
struct LocalTime {
    local_time: String,
}

#[derive(Template)]
#[template(path = "helpdesk/answer_user.md")]
struct AnswerUser;

#[derive(Template)]
#[template(path = "helpdesk/reflect_user.md")]
struct ReflectUser {
    subtask: String,
}

#[derive(Template)]
#[template(path = "helpdesk/final_system.md")]
struct FinalSystem;

struct Part {
    number: u32,
    subtask: String,
    answer: String,
}

#[derive(Template)]
#[template(path = "helpdesk/final_user.md")]
struct FinalUser {
    question: String,
    parts: Vec<Part>,
    passages: String,
}

/// Renders a template. Templates that are compiled in fail only when memory does.
fn render(template: &impl Template) -> String {
    template
        .render()
        .unwrap_or_else(|error| format!("(the prompt could not be written: {error})"))
}
