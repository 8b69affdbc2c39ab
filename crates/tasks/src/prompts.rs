//! What the models are told: the templates in `prompts/tasks`.

use askama::Template;
use kikitori_agent::{as_attribute, as_data};
use serde_json::Value;

use crate::chain::{ChainRequest, ChainState, EarlierRequest, EarlierTask};
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

/// The request, for the planner, with all that is another one from one request to the next: what
/// stands before it stays the same, so that a server can keep it.
pub(crate) fn plan_user(request: &ChainRequest, directory: &ServiceDirectory) -> String {
    let named = directory.services().iter();
    let named = named.filter(|service| !service.names.is_empty());
    let names = named.map(|service| PromptNames {
        service: as_attribute(&service.name),
        names: as_data(&service.names),
    });
    render(&PlanUser {
        names: names.collect(),
        earlier: request.earlier.iter().map(earlier).collect(),
        request: as_data(&request.text),
        local_time: as_data(&request.local_time),
    })
}

fn earlier(it: &EarlierRequest) -> PromptEarlier {
    let task = |task: &EarlierTask| PromptRan {
        id: as_attribute(&task.id),
        called: as_attribute(&task.called),
        state: task.state.told(),
        changed_by_person: task.changed_by_person,
        parameters: as_data(&task.parameters),
        result: as_data(&task.result),
    };
    PromptEarlier {
        request: as_data(&it.request),
        tasks: it.tasks.iter().map(task).collect(),
        more: it.more,
        answer: as_data(&it.answer),
    }
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
pub(crate) fn answer_user(state: &ChainState, tasks: &[PromptTask]) -> String {
    let earlier = state.request.earlier.iter();
    render(&AnswerUser {
        earlier: earlier.map(|it| as_data(&it.request)).collect(),
        request: as_data(&state.request.text),
        left_undone: as_data(state.left_undone.as_deref().unwrap_or_default()),
        local_time: as_data(&state.request.local_time),
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

struct PromptNames {
    service: String,
    names: String,
}

struct PromptEarlier {
    request: String,
    tasks: Vec<PromptRan>,
    more: usize,
    answer: String,
}

struct PromptRan {
    id: String,
    called: String,
    state: &'static str,
    changed_by_person: bool,
    parameters: String,
    result: String,
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
    names: Vec<PromptNames>,
    earlier: Vec<PromptEarlier>,
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
    earlier: Vec<String>,
    request: String,
    left_undone: String,
    local_time: String,
    tasks: &'a [PromptTask],
}

/// Renders a template. Templates that are compiled in fail only when memory does.
fn render(template: &impl Template) -> String {
    template
        .render()
        .unwrap_or_else(|error| format!("(the prompt could not be written: {error})"))
}
