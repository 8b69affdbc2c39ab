//! What the models are told: the templates in `prompts/tasks`.

use askama::Template;
use kikitori_agent::{as_attribute, as_data};
use serde_json::Value;

use crate::service::ServiceDirectory;

/// The planner's rules, with the services that there are.
pub(crate) fn plan_system(directory: &ServiceDirectory, max_tasks: usize) -> String {
    let text = |schema: &Value| as_data(&schema.to_string());
    let services = directory.services().iter().map(|service| PromptService {
        name: as_attribute(&service.name),
        description: as_data(&service.description),
        methods: service
            .methods
            .iter()
            .map(|method| PromptMethod {
                name: as_attribute(&method.name),
                description: as_data(&method.description),
                parameters: text(&method.parameters),
                result: method.result.as_ref().map(text).unwrap_or_default(),
                changes: method.effect.is_changing(),
            })
            .collect(),
    });
    render(&PlanSystem {
        max_tasks,
        services: services.collect(),
    })
}

/// The request, for the planner.
pub(crate) fn plan_user(request: &str, local_time: &str) -> String {
    render(&PlanUser {
        request: as_data(request),
        local_time: as_data(local_time),
    })
}

/// What is wrong with a plan.
pub(crate) fn plan_repair(problems: &[String]) -> String {
    render(&PlanRepair { problems })
}

/// The rules for the answer.
pub(crate) fn answer_system() -> String {
    render(&AnswerSystem)
}

/// A task as the answer's prompt shows it. Its parameters and its content are data already.
pub(crate) struct PromptTask {
    pub id: String,
    pub called: String,
    pub state: &'static str,
    pub parameters: String,
    pub changed_by_person: bool,
    pub content: String,
}

/// What the answer is written from.
pub(crate) fn answer_user(request: &str, tasks: &[PromptTask]) -> String {
    render(&AnswerUser {
        request: as_data(request),
        tasks,
    })
}

struct PromptService {
    name: String,
    description: String,
    methods: Vec<PromptMethod>,
}

struct PromptMethod {
    name: String,
    description: String,
    parameters: String,
    result: String,
    changes: bool,
}

#[derive(Template)]
#[template(path = "tasks/plan_system.md")]
struct PlanSystem {
    max_tasks: usize,
    services: Vec<PromptService>,
}

#[derive(Template)]
#[template(path = "tasks/plan_user.md")]
struct PlanUser {
    request: String,
    local_time: String,
}

#[derive(Template)]
#[template(path = "tasks/plan_repair.md")]
struct PlanRepair<'a> {
    problems: &'a [String],
}

#[derive(Template)]
#[template(path = "tasks/answer_system.md")]
struct AnswerSystem;

#[derive(Template)]
#[template(path = "tasks/answer_user.md")]
struct AnswerUser<'a> {
    request: String,
    tasks: &'a [PromptTask],
}

/// Renders a template. Templates that are compiled in fail only when memory does.
fn render(template: &impl Template) -> String {
    template
        .render()
        .unwrap_or_else(|error| format!("(the prompt could not be written: {error})"))
}
