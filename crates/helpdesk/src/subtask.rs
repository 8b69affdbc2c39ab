//! The subgraph that works on one subtask: select tools, execute them, answer, reflect.

use std::rc::Rc;

use kikitori_agent::FunctionCallResult;
use kikitori_graph::{
    Context, END, Goto, Graph, GraphError, GraphState, START, StateGraph, reduce,
};
use kikitori_llm::{AssistantMessage, Message, ToolChoice, ToolDefinition};
use serde::{Deserialize, Serialize};

use crate::data::{ReflectionResult, Subtask, ToolResult};
use crate::desk::Desk;
use crate::error::HelpDeskError;
use crate::prompts::passages_as_data;

/// The state of work on one subtask.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct AgentSubGraphState {
    /// The visitor's question.
    pub question: String,
    /// The whole plan.
    pub plan: Vec<String>,
    /// What this is about.
    pub subtask: String,
    /// Whether the last answer passed.
    pub is_completed: bool,
    /// The conversation with the model.
    pub messages: Vec<Message>,
    /// Tries made.
    pub challenge_count: u32,
    /// The calls of each try.
    pub tool_results: Vec<Vec<ToolResult>>,
    /// The reflection on each try.
    pub reflection_results: Vec<ReflectionResult>,
    /// The last try's answer.
    pub subtask_answer: String,
    /// Why the work ended without an answer.
    pub failure: Option<String>,
}

impl AgentSubGraphState {
    /// The subtask as the plan's graph keeps it.
    pub(crate) fn to_subtask(&self) -> Subtask {
        Subtask {
            task_name: self.subtask.clone(),
            tool_results: self.tool_results.clone(),
            reflection_results: self.reflection_results.clone(),
            is_completed: self.is_completed,
            subtask_answer: self.subtask_answer.clone(),
            challenge_count: self.challenge_count,
            failure: self.failure.clone(),
        }
    }
}

/// What a node of the subgraph changes.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SubtaskUpdate {
    messages: Option<Vec<Message>>,
    tool_results: Vec<Vec<ToolResult>>,
    reflection_results: Vec<ReflectionResult>,
    subtask_answer: Option<String>,
    challenge_count: Option<u32>,
    is_completed: Option<bool>,
    failure: Option<String>,
}

impl GraphState for AgentSubGraphState {
    type Update = SubtaskUpdate;
    type Sent = ();
    const KIND: &'static str = "help desk subtask";

    fn apply(&mut self, update: SubtaskUpdate) {
        reduce::replace(&mut self.messages, update.messages);
        reduce::append(&mut self.tool_results, update.tool_results);
        reduce::append(&mut self.reflection_results, update.reflection_results);
        reduce::replace(&mut self.subtask_answer, update.subtask_answer);
        reduce::replace(&mut self.challenge_count, update.challenge_count);
        reduce::replace(&mut self.is_completed, update.is_completed);
        reduce::with(&mut self.failure, update.failure, |failure, reason| {
            *failure = Some(reason);
        });
    }
}

type State = Rc<AgentSubGraphState>;
type Done = Result<SubtaskUpdate, HelpDeskError>;

/// The subgraph.
pub(crate) fn graph() -> Result<Rc<Graph<AgentSubGraphState, Desk>>, GraphError> {
    let on = |to: &'static str| {
        move |state: &AgentSubGraphState| match state.failure {
            Some(_) => vec![Goto::End],
            None => vec![Goto::Node(to)],
        }
    };
    StateGraph::new()
        .node("select_tools", async |state: State, context| {
            Ok(gap_on_error(select_tools(&state, &context).await)?)
        })
        .node("execute_tools", async |state: State, context| {
            Ok(gap_on_error(execute_tools(&state, &context))?)
        })
        .node("create_subtask_answer", async |state: State, context| {
            Ok(gap_on_error(create_subtask_answer(&state, &context).await)?)
        })
        .node("reflect_subtask", async |state: State, context| {
            Ok(gap_on_error(reflect_subtask(&state, &context).await)?)
        })
        .edge(START, "select_tools")
        .branch("select_tools", &["execute_tools", END], on("execute_tools"))
        .branch(
            "execute_tools",
            &["create_subtask_answer", END],
            on("create_subtask_answer"),
        )
        .branch(
            "create_subtask_answer",
            &["reflect_subtask", END],
            on("reflect_subtask"),
        )
        .branch("reflect_subtask", &["select_tools", END], |state| {
            // `reflect_subtask` lets the last try pass, whatever it came to.
            if state.is_completed || state.failure.is_some() {
                vec![Goto::End]
            } else {
                vec![Goto::Node("select_tools")]
            }
        })
        .build()
}

/// A subtask that fails becomes a stated gap in the answer, not a failed run. What says nothing
/// about the subtask ends the run, which goes on from here when it is resumed.
fn gap_on_error(done: Done) -> Done {
    match done {
        Err(error @ (HelpDeskError::BudgetExceeded(_) | HelpDeskError::Store(_))) => Err(error),
        Err(error) => Ok(SubtaskUpdate {
            failure: Some(error.to_string()),
            ..SubtaskUpdate::default()
        }),
        done => done,
    }
}

fn definitions(desk: &Desk) -> Vec<ToolDefinition> {
    desk.tools
        .iter()
        .map(|tool| tool.definition().clone())
        .collect()
}

async fn select_tools(state: &AgentSubGraphState, context: &Context<Desk>) -> Done {
    let desk = context.resources();
    let mut messages = if state.challenge_count == 0 {
        vec![
            Message::system(desk.prompts.subtask_system()),
            Message::user(desk.prompts.subtask_user(&state.question, &state.subtask)),
        ]
    } else {
        let advice = state.reflection_results.last();
        let advice = advice.map(|reflection| reflection.advice.as_str());
        let mut messages = without_tools(&state.messages);
        messages.push(Message::user(
            desk.prompts.retry_user(advice.unwrap_or_default()),
        ));
        messages
    };
    let reply = desk
        .ask(
            context,
            messages.clone(),
            definitions(desk),
            ToolChoice::Required,
        )
        .await?;
    if reply.tool_calls.is_empty() {
        return Err(HelpDeskError::MissingToolCall {
            subtask: state.subtask.clone(),
        });
    }
    messages.push(Message::Assistant(reply));
    Ok(SubtaskUpdate {
        messages: Some(messages),
        ..SubtaskUpdate::default()
    })
}

/// The conversation as a further try is given it: without calls and what they came to, which cost
/// tokens and did not help.
fn without_tools(messages: &[Message]) -> Vec<Message> {
    let kept = messages.iter().filter_map(|message| match message {
        Message::Tool { .. } => None,
        Message::Assistant(AssistantMessage { tool_calls, .. }) if !tool_calls.is_empty() => None,
        other => Some(other.clone()),
    });
    kept.collect()
}

fn execute_tools(state: &AgentSubGraphState, context: &Context<Desk>) -> Done {
    let desk = context.resources();
    let calls = match state.messages.last() {
        Some(Message::Assistant(reply)) => reply.tool_calls.clone(),
        _ => Vec::new(),
    };
    let mut messages = state.messages.clone();
    let mut results = Vec::new();
    for call in calls {
        let name = &call.function.name;
        let tool = desk
            .tools
            .iter()
            .find(|tool| tool.definition().function.name == *name);
        let found = match tool {
            Some(tool) => tool.run(&call.function.arguments),
            None => Err(format!("There is no tool named {name:?}.")),
        };
        let told = match &found {
            Ok(found) if found.is_empty() => FunctionCallResult::success("Nothing was found."),
            Ok(found) => FunctionCallResult::success(passages_as_data(found.iter())),
            Err(error) => FunctionCallResult::error(error),
        };
        messages.push(Message::tool(call.id, told.for_model()));
        results.push(ToolResult {
            tool_name: call.function.name,
            args: call.function.arguments,
            results: found.unwrap_or_default(),
        });
    }
    Ok(SubtaskUpdate {
        messages: Some(messages),
        tool_results: vec![results],
        ..SubtaskUpdate::default()
    })
}

async fn create_subtask_answer(state: &AgentSubGraphState, context: &Context<Desk>) -> Done {
    let desk = context.resources();
    let mut messages = state.messages.clone();
    messages.push(Message::user(desk.prompts.answer_user()));
    // Servers want to know the tools of calls that are in the conversation.
    let reply = desk
        .ask(
            context,
            messages.clone(),
            definitions(desk),
            ToolChoice::None,
        )
        .await?;
    let answer = reply.content.clone().unwrap_or_default();
    messages.push(Message::Assistant(reply));
    Ok(SubtaskUpdate {
        messages: Some(messages),
        subtask_answer: Some(answer.trim().to_owned()),
        ..SubtaskUpdate::default()
    })
}

async fn reflect_subtask(state: &AgentSubGraphState, context: &Context<Desk>) -> Done {
    let desk = context.resources();
    let mut messages = state.messages.clone();
    messages.push(Message::user(desk.prompts.reflect_user(&state.subtask)));
    let description = "Report whether the answer is enough.";
    let asked = desk
        .ask_for::<ReflectionResult>(context, messages, "reflect", description)
        .await;
    let reflection = asked.map_err(|error| match error {
        HelpDeskError::MissingResult { .. } => HelpDeskError::MissingReflection {
            subtask: state.subtask.clone(),
        },
        other => other,
    })?;
    let challenge_count = state.challenge_count + 1;
    let is_last = challenge_count >= desk.settings.max_challenges;
    Ok(SubtaskUpdate {
        is_completed: Some(reflection.is_completed || is_last),
        reflection_results: vec![reflection],
        challenge_count: Some(challenge_count),
        ..SubtaskUpdate::default()
    })
}
