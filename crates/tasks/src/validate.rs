//! Whether a plan can be run, before anything of it does.

use hashbrown::HashSet;
use serde_json::Value;
use thiserror::Error;

use crate::graph::{GraphError, TaskGraph};
use crate::reference::{Reference, references};
use crate::schema::{self, Place};
use crate::service::{ANSWERS, ServiceDirectory};
use crate::task::{Task, TaskId};

/// Tasks of a plan unless its owner says otherwise.
pub const DEFAULT_MAX_TASKS: usize = 100;

/// What is wrong with a plan. The text is written for the model, which sees it and may try again.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlanError {
    /// It has no task.
    #[error("The plan has no task.")]
    Empty,
    /// It has more tasks than are taken.
    #[error("The plan has {count} tasks; at most {max} are taken.")]
    TooManyTasks {
        /// How many it has.
        count: usize,
        /// How many are taken.
        max: usize,
    },
    /// References cannot name a task.
    #[error(
        "{:?} cannot be the id of a task: use a letter, then letters, digits, _ and -, at most 64 in all.",
        id.as_str()
    )]
    InvalidId {
        /// The id.
        id: TaskId,
    },
    /// There is no such service.
    #[error("Task {task}: there is no service {service:?}. There are: {known}.")]
    UnknownService {
        /// The task.
        task: TaskId,
        /// What it names.
        service: String,
        /// What there is.
        known: String,
    },
    /// There is no such method.
    #[error("Task {task}: the service {service:?} has no method {method:?}. It has: {known}.")]
    UnknownMethod {
        /// The task.
        task: TaskId,
        /// The service.
        service: String,
        /// What it names.
        method: String,
        /// What there is.
        known: String,
    },
    /// A parameter is unknown, missing, of another type, or refers to what is not there.
    #[error("Task {task}, {mismatch}.")]
    Parameter {
        /// The task.
        task: TaskId,
        /// What is wrong, and where.
        mismatch: schema::Mismatch,
    },
    /// What only the person can say.
    #[error("Task {task} answers for the person. Leave {ANSWERS} out.")]
    AnswersForPerson {
        /// The task.
        task: TaskId,
    },
    /// A reference to a task that the plan does not have.
    #[error("Task {task} refers to {reference}, but the plan has no task {of}.")]
    UnknownTask {
        /// The task.
        task: TaskId,
        /// The reference.
        reference: String,
        /// The task that it names.
        of: TaskId,
    },
    /// A reference to a task that need not be done by then.
    #[error(
        "Task {task} refers to {reference}, but does not depend on {of}. Add it to depends_on."
    )]
    NotADependency {
        /// The task.
        task: TaskId,
        /// The reference.
        reference: String,
        /// The task that it names.
        of: TaskId,
    },
    /// The tasks cannot be put in order.
    #[error(transparent)]
    Graph(#[from] GraphError),
}

/// Checks a whole plan, and gives each task the terms that its method has.
///
/// # Errors
/// Everything that is wrong with it.
pub fn validate_plan(
    mut tasks: Vec<Task>,
    directory: &ServiceDirectory,
    max_tasks: usize,
) -> Result<Vec<Task>, Vec<PlanError>> {
    if tasks.is_empty() {
        return Err(vec![PlanError::Empty]);
    }
    if tasks.len() > max_tasks {
        let count = tasks.len();
        let max = max_tasks;
        return Err(vec![PlanError::TooManyTasks { count, max }]);
    }
    let mut errors = Vec::new();
    for task in tasks.iter().filter(|task| !task.id.is_valid()) {
        let id = task.id.clone();
        errors.push(PlanError::InvalidId { id });
    }
    let graph = TaskGraph::resolve(&tasks);
    for task in &tasks {
        // Which method a task calls is found by its id, which may not be unique yet.
        let find = |id: &TaskId| match &graph {
            Ok(graph) => graph.position(id).and_then(|at| tasks.get(at.at())),
            Err(_) => tasks.iter().find(|task| task.id == *id),
        };
        errors.extend(check_task(task, &find, directory));
        if task.parameters.contains_key(ANSWERS) {
            let task = task.id.clone();
            errors.push(PlanError::AnswersForPerson { task });
        }
    }
    if let Err(found) = graph {
        errors.extend(found.into_iter().map(PlanError::Graph));
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    for task in &mut tasks {
        if let Some(method) = directory.method(&task.service, &task.method) {
            task.terms = method.terms();
        }
    }
    Ok(tasks)
}

/// Checks one task by itself: its service and method, its parameters and what they refer to.
/// `find` finds a task of the plan.
pub(crate) fn check_task<'a>(
    task: &Task,
    find: &dyn Fn(&TaskId) -> Option<&'a Task>,
    directory: &ServiceDirectory,
) -> Vec<PlanError> {
    let mut errors = Vec::new();
    let parameters = Value::Object(task.parameters.clone());
    match directory.method(&task.service, &task.method) {
        None => errors.push(unknown(task, directory)),
        Some(method) => {
            let on_reference = |reference: &Reference, expected: &Value| {
                misfit(reference, expected, find, directory)
            };
            let checked = schema::check_plan(&method.parameters, &parameters, &on_reference);
            let wrong = checked.err().into_iter().flatten();
            errors.extend(wrong.map(|mismatch| PlanError::Parameter {
                task: task.id.clone(),
                mismatch,
            }));
        }
    }
    let mut named = HashSet::<TaskId, rustc_hash::FxBuildHasher>::default();
    for reference in references(&parameters).into_iter().flatten() {
        let is_new = named.insert(reference.task.clone());
        if is_new && !task.depends_on.contains(&reference.task) {
            let (of, task) = (reference.task.clone(), task.id.clone());
            let reference = reference.to_string();
            errors.push(match find(&of) {
                Some(_) => PlanError::NotADependency {
                    task,
                    reference,
                    of,
                },
                None => PlanError::UnknownTask {
                    task,
                    reference,
                    of,
                },
            });
        }
    }
    errors
}

fn unknown(task: &Task, directory: &ServiceDirectory) -> PlanError {
    let (id, service) = (task.id.clone(), task.service.clone());
    match directory.service(&task.service) {
        None => {
            let known = directory.services().iter().map(|it| it.name.as_str());
            PlanError::UnknownService {
                task: id,
                service,
                known: known.collect::<Vec<_>>().join(", "),
            }
        }
        Some(found) => {
            let known = found.methods.iter().map(|it| it.name.as_str());
            PlanError::UnknownMethod {
                task: id,
                service,
                method: task.method.clone(),
                known: known.collect::<Vec<_>>().join(", "),
            }
        }
    }
}

/// Why the result that `reference` names cannot be what is `expected`, as far as its method says.
fn misfit<'a>(
    reference: &Reference,
    expected: &Value,
    find: &dyn Fn(&TaskId) -> Option<&'a Task>,
    directory: &ServiceDirectory,
) -> Option<String> {
    let task = find(&reference.task)?;
    let result = directory
        .method(&task.service, &task.method)?
        .result
        .as_ref()?;
    match schema::place(result, reference) {
        Place::Unknown => None,
        Place::Missing => Some(format!(
            "{reference} is not in the result of {}.{}",
            task.service, task.method
        )),
        Place::Known(given) if schema::may_fit(given, expected) => None,
        Place::Known(given) => {
            let named = |schema| schema::all_types(schema).unwrap_or_default().join(" or ");
            let (expected, given) = (named(expected), named(given));
            Some(format!("expected {expected}, but {reference} is {given}"))
        }
    }
}
