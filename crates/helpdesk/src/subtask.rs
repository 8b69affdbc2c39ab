//! The subgraph that works on one subtask: select tools, execute them, answer, reflect.

mod state;

use std::collections::BTreeMap;
use std::rc::Rc;

use futures::StreamExt;
use kikitori_agent::{FunctionCallResult, MAX_CALLS_PER_REPLY, ReplyCalls, RunStep, ToolOutput};
use kikitori_engine::caller::Expect;
use kikitori_graph::{
    Context, END, Goto, Graph, GraphError, GraphState, NodeError, START, StateGraph,
};
use kikitori_llm::{AssistantMessage, Message, ToolCallId};

use crate::data::{GapReason, ReflectArgs, ReflectionResult, ToolResult};
use crate::error::HelpDeskError;
use crate::model_calls::Wanted;
use crate::node::{Node, SubtaskPhase};
use crate::resources::HelpDeskResources;
use crate::tools::{is_shown, new_and_known, passages_in};
use crate::unsearched::unsearched;
pub use state::{AgentSubGraphState, SubtaskUpdate};

type State = Rc<AgentSubGraphState>;
type Done = Result<SubtaskUpdate, HelpDeskError>;

/// The subgraph.
pub(crate) fn graph() -> Result<Rc<Graph<AgentSubGraphState, HelpDeskResources>>, GraphError> {
    use SubtaskPhase::{CreateSubtaskAnswer, ExecuteTools, ReflectSubtask, SelectTools};
    let unless_over = |to: SubtaskPhase| {
        move |state: &AgentSubGraphState| match state.is_over() {
            true => vec![Goto::End],
            false => vec![Goto::Node(to.key())],
        }
    };
    let branch_to = |from: SubtaskPhase, to: SubtaskPhase| (from.key(), [to.key(), END]);
    let mut graph = StateGraph::new()
        .node(SelectTools.key(), async |state: State, context| {
            let work = Work::new(&state, &context, SelectTools);
            work.end(work.select_tools().await)
        })
        .node(ExecuteTools.key(), async |state: State, context| {
            let work = Work::new(&state, &context, ExecuteTools);
            work.end(work.execute_tools().await)
        })
        .node(CreateSubtaskAnswer.key(), async |state: State, context| {
            let work = Work::new(&state, &context, CreateSubtaskAnswer);
            work.end(work.create_subtask_answer().await)
        })
        .node(ReflectSubtask.key(), async |state: State, context| {
            let work = Work::new(&state, &context, ReflectSubtask);
            work.end(work.reflect_subtask().await)
        })
        .edge(START, SelectTools.key());
    for (from, to) in [
        (SelectTools, ExecuteTools),
        (ExecuteTools, CreateSubtaskAnswer),
        (CreateSubtaskAnswer, ReflectSubtask),
        (ReflectSubtask, SelectTools),
    ] {
        let (from, targets) = branch_to(from, to);
        graph = graph.branch(from, &targets, unless_over(to));
    }
    graph.build()
}

/// One phase at work.
struct Work<'a> {
    state: &'a AgentSubGraphState,
    resources: &'a HelpDeskResources,
    node: Node,
}

impl<'a> Work<'a> {
    fn new(
        state: &'a AgentSubGraphState,
        context: &'a Context<HelpDeskResources>,
        phase: SubtaskPhase,
    ) -> Self {
        Self {
            state,
            resources: context.resources(),
            // There is no subtask outside of the plan's graph.
            node: Node::of(context.task(), phase.key()).unwrap_or(Node::Subtask(0)),
        }
    }

    /// What a failure comes to. One that would happen again ends the subtask: with the answer that
    /// there is by now, or else as a stated gap. Any other ends the run, which goes on from here
    /// when it is resumed.
    fn end(&self, done: Done) -> Result<SubtaskUpdate, NodeError> {
        let error = match done {
            Ok(update) => return Ok(self.told(update)),
            Err(error) => error,
        };
        let reason = error.gap_reason(self.resources.caps());
        if reason.is_none() {
            return Err(self.resources.failed(self.node, error));
        }
        let has_answer = !self.state.subtask_answer.is_empty();
        Ok(self.told(SubtaskUpdate {
            failure: reason.filter(|_| !has_answer),
            ended_early: reason.filter(|_| has_answer),
            ..SubtaskUpdate::default()
        }))
    }

    /// Tells what becomes of the subtask, if it is over with this.
    fn told(&self, update: SubtaskUpdate) -> SubtaskUpdate {
        let mut state = self.state.clone();
        state.apply(update.clone());
        if state.is_over() {
            self.resources.ended(self.node, &state.to_subtask());
        }
        update
    }

    async fn select_tools(&self) -> Done {
        let (state, prompts) = (self.state, &self.resources.prompts);
        let mut messages = if state.challenge_count == 0 {
            let task = prompts.subtask_user(&state.question, &state.subtask);
            vec![
                Message::system(
                    prompts.subtask_system(self.resources.documents(), self.resources.languages()),
                ),
                self.resources.user_at_local_time(task),
            ]
        } else {
            // With the earlier searches and all that they found: what was tried is seen, an answer
            // can rest on it, and a server knows the beginning of the request already.
            let mut messages = state.messages.clone();
            let advice = state.reflection_results.last();
            let advice = advice.map(|reflection| reflection.advice.trim());
            messages.push(Message::user(
                prompts.retry_user(advice.unwrap_or_default(), &self.unsearched()),
            ));
            messages
        };
        let tools = self.resources.tools.definitions();
        let asked = self
            .resources
            .reply(self.node, messages.clone(), tools, Expect::Call);
        let mut reply = asked.await?;
        // The calls are looked at when they are executed; here each gets an id of its own.
        ReplyCalls::of(&mut reply, state.challenge_count);
        messages.push(Message::Assistant(reply));
        Ok(SubtaskUpdate {
            messages: Some(messages),
            ..SubtaskUpdate::default()
        })
    }

    /// Runs the calls of the last reply side by side. Each is on record before it is run, and its
    /// outcome is before anything rests on it.
    async fn execute_tools(&self) -> Done {
        let mut reply = match self.state.messages.last() {
            Some(Message::Assistant(reply)) => reply.clone(),
            _ => AssistantMessage::default(),
        };
        let calls = ReplyCalls::of(&mut reply, self.state.challenge_count);
        let refused = calls.refused.into_iter();
        let mut outcomes: BTreeMap<ToolCallId, FunctionCallResult> =
            refused.map(|it| (it.call.id, it.result)).collect();
        let steps = self.begin_steps(&reply, &outcomes).await?;
        let running = self.resources.tools.call_all(&calls.admitted, &());
        let mut running = running.ready_chunks(MAX_CALLS_PER_REPLY);
        while let Some(ended) = running.next().await {
            self.complete_steps(&steps, &ended).await?;
            outcomes.extend(ended.into_iter().map(|(id, output)| (id, output.result)));
        }
        let mut messages = self.state.messages.clone();
        let mut results = Vec::new();
        for call in reply.tool_calls {
            // Every call has an outcome by now.
            let unanswered = || FunctionCallResult::error("The tool did not answer.");
            let mut result = outcomes.remove(&call.id).unwrap_or_else(unanswered);
            let passages = passages_in(&result);
            if !passages.is_empty() {
                let (known, new): (Vec<_>, Vec<_>) =
                    passages.iter().partition(|it| is_shown(it, &messages));
                result.result.message = new_and_known(&new, &known);
            }
            messages.push(Message::tool(call.id, result.for_model()));
            results.push(ToolResult {
                tool_name: call.function.name,
                args: call.function.arguments,
                results: passages,
            });
        }
        Ok(SubtaskUpdate {
            messages: Some(messages),
            tool_results: vec![results],
            ..SubtaskUpdate::default()
        })
    }

    /// Puts the calls of `reply` on record, and answers their numbers there. Those that are refused
    /// have their outcome already.
    async fn begin_steps(
        &self,
        reply: &AssistantMessage,
        refused: &BTreeMap<ToolCallId, FunctionCallResult>,
    ) -> Result<BTreeMap<ToolCallId, u64>, HelpDeskError> {
        let Some(record) = &self.resources.record else {
            return Ok(BTreeMap::new());
        };
        let now = self.resources.clock.now_ms();
        let steps = reply.tool_calls.iter().map(|call| {
            let output = refused.get(&call.id).cloned();
            RunStep {
                // The record knows these two.
                sequence: 0,
                session_id: String::new(),
                agent: self.node.agent(),
                tool: call.function.name.clone(),
                input: call.function.arguments.clone(),
                finished_at: output.is_some().then_some(now),
                output,
                started_at: now,
            }
        });
        let mut steps: Vec<RunStep> = steps.collect();
        record.begin_steps(&mut steps)?;
        record.store().await?;
        let ids = reply.tool_calls.iter().map(|call| call.id.clone());
        Ok(ids.zip(steps.iter().map(|step| step.sequence)).collect())
    }

    async fn complete_steps(
        &self,
        steps: &BTreeMap<ToolCallId, u64>,
        ended: &[(ToolCallId, ToolOutput)],
    ) -> Result<(), HelpDeskError> {
        let Some(record) = &self.resources.record else {
            return Ok(());
        };
        let ended = ended.iter().filter_map(|(id, output)| {
            let mut result = output.result.clone();
            // The app's data stand in the subtask's own results.
            result.result.data = None;
            Some((*steps.get(id)?, result))
        });
        record.complete_steps(ended.collect())?;
        Ok(record.store().await?)
    }

    async fn create_subtask_answer(&self) -> Done {
        if self.nothing_was_found() {
            return Ok(SubtaskUpdate::default());
        }
        let mut messages = self.state.messages.clone();
        messages.push(Message::user(self.resources.prompts.answer_user()));
        // Servers want to know the tools of calls that are in the conversation.
        let tools = self.resources.tools.definitions();
        let asked = self
            .resources
            .reply(self.node, messages.clone(), tools, Expect::Text);
        let reply = asked.await?;
        let answer = reply.content.clone().unwrap_or_default();
        messages.push(Message::Assistant(reply));
        Ok(SubtaskUpdate {
            messages: Some(messages),
            subtask_answer: Some(answer.trim().to_owned()),
            answered_from: self.state.tool_results.len().checked_sub(1),
            ..SubtaskUpdate::default()
        })
    }

    fn unsearched(&self) -> Vec<&'static str> {
        unsearched(self.resources.languages(), &self.state.tool_results)
    }

    /// Where nothing was found, there is nothing to answer from and to reflect on.
    fn nothing_was_found(&self) -> bool {
        let mut calls = self.state.tool_results.iter().flatten();
        calls.all(|call| call.results.is_empty())
    }

    async fn reflect_subtask(&self) -> Done {
        let challenge_count = self.state.challenge_count.saturating_add(1);
        let is_last = challenge_count >= self.resources.settings.max_challenges;
        let update = SubtaskUpdate {
            challenge_count: Some(challenge_count),
            ..SubtaskUpdate::default()
        };
        if self.nothing_was_found() {
            return Ok(SubtaskUpdate {
                failure: is_last.then_some(GapReason::NotInDocuments),
                ..update
            });
        }
        let prompts = &self.resources.prompts;
        let mut messages = self.state.messages.clone();
        messages.push(Message::user(prompts.reflect_user(&self.state.subtask)));
        let wanted = Wanted {
            name: "reflect",
            description: "Report what becomes of the subtask.",
            show: None,
        };
        let asked = self.resources.value(self.node, messages, wanted);
        let reflection: ReflectArgs = asked.await?;
        let reflection = ReflectionResult::from(reflection);
        // Once, so that what no document holds does not cost all tries.
        let mut before = self.state.reflection_results.iter();
        let looks_further = !is_last
            && !before.any(|it| it.is_not_in_documents || it.is_partly_answered)
            && !self.unsearched().is_empty();
        let ended_early = match &reflection {
            it if it.is_completed => None,
            it if looks_further && (it.is_not_in_documents || it.is_partly_answered) => None,
            it if it.is_not_in_documents => Some(GapReason::NotInDocuments),
            it if it.is_partly_answered => Some(GapReason::PartlyAnswered),
            _ => is_last.then_some(GapReason::NotConfirmed),
        };
        Ok(SubtaskUpdate {
            is_completed: Some(reflection.is_completed),
            ended_early,
            reflection_results: vec![reflection],
            ..update
        })
    }
}
