//! From a request to a plan that can be run.

mod schema;

use kikitori_engine::caller::{Expect, ModelCall};
use kikitori_json::FromJson;
use kikitori_llm::{AssistantMessage, ChatRequest, Message, ToolDefinition, Tools, UsageTotals};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::chain::ChainRequest;
use crate::prompts;
use crate::service::ServiceDirectory;
use crate::task::{Effect, Task, TaskId, TaskLimits, TaskTerms};
use crate::validate::validate_plan;

/// The planner's tool.
pub const PLAN_TOOL: &str = "make_plan";
/// The planner's name in records and totals.
pub const PLANNER: &str = "planner";
/// How often the model is shown what is wrong with its plan.
pub const MAX_REPAIRS: usize = 2;
/// Problems with one plan that the model is shown.
const MAX_PROBLEMS: usize = 20;
/// Characters of one problem that it is shown.
const MAX_PROBLEM: usize = 500;

/// Characters that are kept of what a plan leaves undone.
const MAX_LEFT_UNDONE: usize = 1_000;

/// Asks the model for a plan once, and reads what it says.
pub struct ActionPlanner {
    directory: ServiceDirectory,
    max_tasks: usize,
    tools: Tools,
}

/// What the model says, as it says it.
#[derive(FromJson)]
#[serde(deny_unknown_fields)]
struct PlanArgs {
    #[serde(default)]
    reply: Option<String>,
    tasks: Vec<PlannedTask>,
}

#[derive(FromJson)]
#[serde(deny_unknown_fields)]
struct PlannedTask {
    id: String,
    service: String,
    method: String,
    #[serde(default)]
    parameters: Map<String, Value>,
    #[serde(default)]
    depends_on: Vec<String>,
}

/// What a plan that can be used says.
#[derive(Debug, Clone, PartialEq)]
pub enum PlanReply {
    /// Tasks that do what was asked.
    Tasks {
        /// They, with the terms of their methods.
        tasks: Vec<Task>,
        /// What of the request they leave undone, as the model says it to the person.
        left_undone: Option<String>,
    },
    /// Nothing of it can be done, and why.
    Nothing {
        /// What the model says to the person.
        reply: String,
    },
}

/// A plan that cannot be run, which the model is shown with what is wrong with it.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct RefusedPlan {
    /// The reply.
    pub reply: AssistantMessage,
    /// What is wrong with it.
    pub problems: Vec<String>,
}

impl ActionPlanner {
    /// A planner for the services in `directory`, of at most so many tasks.
    pub fn new(directory: ServiceDirectory, max_tasks: usize) -> Self {
        let description =
            "Gives the plan: all tasks, and what they leave undone; or none, and why.";
        let schema = schema::plan_schema(&directory);
        let tool = ToolDefinition::function(PLAN_TOOL, description, schema);
        Self {
            directory,
            max_tasks,
            tools: vec![tool].into(),
        }
    }

    /// The services that it plans for.
    pub fn directory(&self) -> &ServiceDirectory {
        &self.directory
    }

    /// The call that asks for the plan, after those that were `refused`.
    pub fn call(
        &self,
        request: &ChainRequest,
        refused: &[RefusedPlan],
        used: UsageTotals,
    ) -> ModelCall {
        let mut messages = vec![
            Message::system(prompts::plan_system(&self.directory, self.max_tasks)),
            Message::user(prompts::plan_user(request, &self.directory)),
        ];
        for plan in refused {
            let problem = prompts::plan_repair(&plan.problems);
            let calls: Vec<_> = plan
                .reply
                .tool_calls
                .iter()
                .map(|it| it.id.clone())
                .collect();
            if calls.is_empty() {
                continue;
            }
            messages.push(Message::Assistant(plan.reply.clone()));
            messages.extend(
                calls
                    .into_iter()
                    .map(|id| Message::tool(id, problem.clone())),
            );
        }
        ModelCall {
            agent: PLANNER.to_owned(),
            request: ChatRequest {
                messages,
                tools: self.tools.clone(),
                ..ChatRequest::default()
            },
            expect: Expect::Call,
            show: None,
            run: used,
        }
    }

    /// The plan in a reply.
    ///
    /// # Errors
    /// The reply with everything that is wrong with its plan. Its calls have ids then, and no more
    /// of them are kept than the one that was read.
    pub fn read(&self, mut reply: AssistantMessage) -> Result<PlanReply, Box<RefusedPlan>> {
        reply.content = None;
        reply.tool_calls.truncate(1);
        if let Some(call) = reply.tool_calls.first_mut()
            && call.id.0.is_empty()
        {
            // Nine letters and digits, which is all that some servers take.
            call.id.0 = "makeaplan".to_owned();
        }
        let read = match reply.tool_calls.first() {
            Some(call) if call.function.name == PLAN_TOOL => self.plan(&call.function.arguments),
            Some(call) => {
                let name = &call.function.name;
                Err(vec![format!(
                    "There is no tool named {name:?}. Call {PLAN_TOOL}."
                )])
            }
            None => Err(vec![format!("Call {PLAN_TOOL}.")]),
        };
        read.map_err(|problems| {
            let shown = problems.into_iter().take(MAX_PROBLEMS);
            let shown = shown.map(|it| it.chars().take(MAX_PROBLEM).collect());
            Box::new(RefusedPlan {
                reply,
                problems: shown.collect(),
            })
        })
    }

    fn plan(&self, arguments: &str) -> Result<PlanReply, Vec<String>> {
        let args: PlanArgs = kikitori_json::from_str(arguments)
            .map_err(|error| vec![format!("Invalid arguments for {PLAN_TOOL}: {error}")])?;
        let reply = args.reply.filter(|it| !it.trim().is_empty());
        let reply = match (reply, &args.tasks[..]) {
            (Some(reply), []) => return Ok(PlanReply::Nothing { reply }),
            (reply, _) => reply,
        };
        let left_undone = reply.map(|it| it.trim().chars().take(MAX_LEFT_UNDONE).collect());
        let tasks = args.tasks.into_iter().map(|task| self.task(task)).collect();
        let tasks = validate_plan(tasks, &self.directory, self.max_tasks);
        match tasks {
            Ok(tasks) => Ok(PlanReply::Tasks { tasks, left_undone }),
            Err(errors) => Err(errors.iter().map(ToString::to_string).collect()),
        }
    }

    fn task(&self, planned: PlannedTask) -> Task {
        let method = self.directory.method(&planned.service, &planned.method);
        let mut parameters = planned.parameters;
        // Strict schemas require every member: null there means that it is not given.
        parameters.retain(|_, value| !value.is_null());
        Task {
            id: TaskId::new(&planned.id),
            service: planned.service,
            method: planned.method,
            parameters,
            depends_on: planned
                .depends_on
                .iter()
                .map(|it| TaskId::new(it))
                .collect(),
            // The validation refuses a task without a method.
            terms: method.map_or_else(reading, |method| method.terms()),
        }
    }
}

fn reading() -> TaskTerms {
    TaskTerms {
        effect: Effect::Reading,
        asks_first: false,
        previews: false,
        partial_lists: Vec::new(),
        limits: TaskLimits::default(),
    }
}
