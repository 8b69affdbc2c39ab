//! The conversation as a request carries it.

use kikitori_agent::FunctionCallResult;
use kikitori_llm::{AssistantMessage, Message, characters_within};

use crate::planner::PlanForm;
use crate::prompts;
use crate::state::{Action, AgentState, AgentStep, Exchange, StoppedReason};

/// Messages that stay together: a question, a plan with what came of its calls, or an answer.
struct Group {
    messages: Vec<Message>,
    /// Whether the question at hand cannot do without it.
    is_kept: bool,
}

/// How much of a conversation is carried.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HistoryLimits {
    /// Messages, besides the question at hand.
    pub messages: usize,
    /// Tokens of an observation.
    pub observation_tokens: u64,
}

/// The conversation up to now in the form that is asked for. What is left out is left out from the
/// beginning, and no call is parted from its outcome. Questions and answers that a guardrail
/// blocked are not in it.
pub(crate) fn messages(state: &AgentState, form: PlanForm, limits: HistoryLimits) -> Vec<Message> {
    let last = state.exchanges.len().saturating_sub(1);
    let exchanges = state.exchanges.iter().enumerate();
    let mut groups: Vec<Group> = exchanges
        .filter(|(_, it)| it.stopped != Some(StoppedReason::Blocked))
        .flat_map(|(position, it)| groups_of(it, position == last, form, limits))
        .collect();
    trim(&mut groups, limits.messages);
    groups.into_iter().flat_map(|it| it.messages).collect()
}

/// Leaves out the oldest groups that can be left out, until there are so many messages at most.
fn trim(groups: &mut Vec<Group>, most: usize) {
    let kept: usize = groups.iter().filter(|it| it.is_kept).map(len).sum();
    let mut room = most.saturating_sub(kept.saturating_sub(1));
    let mut is_full = false;
    let mut stays: Vec<bool> = groups
        .iter()
        .rev()
        .map(|group| {
            if group.is_kept {
                return true;
            }
            is_full |= len(group) > room;
            if !is_full {
                room -= len(group);
            }
            !is_full
        })
        .collect();
    groups.retain(|_| stays.pop().unwrap_or(true));
    // Many chat templates want a conversation to begin with the user.
    let first = groups
        .iter()
        .position(|it| it.is_kept || matches!(it.messages.first(), Some(Message::User { .. })));
    groups.drain(..first.unwrap_or(0));
}

fn len(group: &Group) -> usize {
    group.messages.len()
}

fn groups_of(
    exchange: &Exchange,
    is_at_hand: bool,
    form: PlanForm,
    limits: HistoryLimits,
) -> Vec<Group> {
    let question = prompts::question(&exchange.query, exchange.local_time.as_deref());
    let mut groups = vec![Group {
        messages: vec![Message::user(question)],
        is_kept: is_at_hand,
    }];
    let last = exchange.steps.len().saturating_sub(1);
    for (position, step) in exchange.steps.iter().enumerate() {
        let messages = match form {
            PlanForm::Calls => step_in_calls(step, limits),
            PlanForm::Text => step_in_text(step, limits),
        };
        groups.push(Group {
            messages,
            is_kept: is_at_hand && position == last,
        });
    }
    let answer = match (&exchange.answer, exchange.stopped) {
        (Some(answer), _) => Some(answer.as_str()),
        // Two questions in a row would be one for some chat templates.
        (None, Some(_)) if !is_at_hand => Some("(stopped without an answer)"),
        (None, _) => None,
    };
    if let Some(answer) = answer {
        let answer = match form {
            PlanForm::Calls => answer.to_owned(),
            PlanForm::Text => format!("Final Answer: {answer}"),
        };
        groups.push(Group {
            messages: vec![says(answer)],
            is_kept: false,
        });
    }
    groups
}

fn says(text: String) -> Message {
    Message::Assistant(AssistantMessage {
        content: Some(text),
        ..AssistantMessage::default()
    })
}

fn step_in_calls(step: &AgentStep, limits: HistoryLimits) -> Vec<Message> {
    let calls = step.actions.iter().map(|it| it.call.clone());
    let reply = AssistantMessage {
        content: Some(step.thought.clone()).filter(|it| !it.is_empty()),
        tool_calls: calls.collect(),
        extra: step.extra.clone(),
    };
    if step.actions.is_empty() {
        return thought_alone(reply, false);
    }
    let outcomes = step.actions.iter().map(|action| {
        let mut outcome = outcome_of(action);
        cut(&mut outcome.result.message, limits.observation_tokens);
        Message::tool(action.call.id.clone(), outcome.for_model())
    });
    std::iter::once(Message::Assistant(reply))
        .chain(outcomes)
        .collect()
}

fn step_in_text(step: &AgentStep, limits: HistoryLimits) -> Vec<Message> {
    let mut text = format!("Thought: {}", step.thought);
    let mut observed = String::new();
    for action in &step.actions {
        let function = &action.call.function;
        let (tool, input) = (&function.name, &function.arguments);
        text.push_str(&format!("\nAction: {tool}\nAction Input: {input}"));
        let mut outcome = outcome_of(action);
        cut(&mut outcome.result.message, limits.observation_tokens);
        let of = match step.actions.len() {
            1 => String::new(),
            _ => format!(" of {tool}"),
        };
        observed.push_str(&format!("Observation{of}: {}\n", outcome.for_model()));
    }
    if step.actions.is_empty() {
        let reply = AssistantMessage {
            content: Some(text),
            ..AssistantMessage::default()
        };
        return thought_alone(reply, true);
    }
    vec![says(text), Message::user(observed.trim_end())]
}

fn thought_alone(mut reply: AssistantMessage, in_words: bool) -> Vec<Message> {
    // Some servers refuse a message that says nothing.
    reply.content.get_or_insert_with(|| "…".to_owned());
    let asked_again = prompts::no_action(in_words);
    vec![Message::Assistant(reply), Message::user(asked_again)]
}

fn outcome_of(action: &Action) -> FunctionCallResult {
    let outcome = action.observation().cloned();
    outcome.unwrap_or_else(|| FunctionCallResult::error("Not run."))
}

fn cut(text: &mut String, tokens: u64) {
    let characters = characters_within(text, tokens);
    if let Some((end, _)) = text.char_indices().nth(characters) {
        text.truncate(end);
        text.push_str(" [… cut]");
    }
}
