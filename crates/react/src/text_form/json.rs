//! Replies that are JSON instead of labelled text (rule 10).

use kikitori_llm::ToolDefinition;
use serde_json::{Map, Value};

use super::input::{tool_named, unfenced};
use super::{MAX_ACTIONS, PlanResult, PlannedAction};

const THOUGHT: [&str; 4] = ["thought", "thoughts", "reasoning", "思考"];
const TOOL: [&str; 6] = ["action", "tool", "name", "tool_name", "function", "行動"];
const INPUT: [&str; 8] = [
    "action_input",
    "arguments",
    "args",
    "parameters",
    "input",
    "tool_input",
    "入力",
    "行動入力",
];
const ANSWER: [&str; 5] = ["final_answer", "answer", "final answer", "回答", "最終回答"];

const BEGIN: &str = "<tool_call>";
const END: &str = "</tool_call>";

/// The plan in a reply that is JSON as a whole, or holds calls in `<tool_call>`.
pub(super) fn plan(reply: &str, tools: &[ToolDefinition]) -> Option<PlanResult> {
    if let Some((before, calls)) = reply.split_once(BEGIN) {
        return tagged(before, calls, tools);
    }
    let mut plan = PlanResult::default();
    match serde_json::from_str(unfenced(reply)).ok()? {
        Value::Object(members) => read(members, tools, &mut plan)?,
        Value::Array(items) if !items.is_empty() => {
            for item in items {
                let Value::Object(members) = item else {
                    return None;
                };
                read(members, tools, &mut plan)?;
            }
        }
        _ => return None,
    }
    Some(finished(plan))
}

fn tagged(before: &str, calls: &str, tools: &[ToolDefinition]) -> Option<PlanResult> {
    let mut plan = PlanResult {
        thought: before.trim().to_owned(),
        ..PlanResult::default()
    };
    for call in calls.split(BEGIN) {
        let call = call.split(END).next().unwrap_or(call);
        if let Ok(Value::Object(members)) = serde_json::from_str(unfenced(call)) {
            read(members, tools, &mut plan)?;
        }
    }
    (!plan.actions.is_empty()).then(|| finished(plan))
}

/// An answer beside actions rests on nothing yet.
fn finished(mut plan: PlanResult) -> PlanResult {
    if !plan.actions.is_empty() {
        plan.final_answer = None;
    }
    plan.actions.truncate(MAX_ACTIONS);
    plan
}

/// Adds what one object says; none if it is not of the form, but somebody's JSON.
fn read(
    mut members: Map<String, Value>,
    tools: &[ToolDefinition],
    plan: &mut PlanResult,
) -> Option<()> {
    let mut take = |names: &[&str]| {
        let found = members.keys().find(|key| {
            let key = key.to_lowercase();
            names.contains(&key.as_str())
        });
        let found = found.cloned();
        found
            .and_then(|key| members.remove(&key))
            .filter(|it| !it.is_null())
    };
    let thought = take(&THOUGHT);
    let (tool, input, answer) = (take(&TOOL), take(&INPUT), take(&ANSWER));
    let mut is_form = false;
    if let Some(Value::String(thought)) = thought {
        is_form = true;
        plan.thought = thought;
    }
    match (tool, answer) {
        (Some(Value::String(name)), answer) => {
            let known = tool_named(&name, tools);
            // Somebody's object may well have a name.
            if known.is_none() && input.is_none() && !is_form {
                return None;
            }
            if let Some(answer) = answer.or_else(|| named_answer(&name, input.as_ref())) {
                plan.final_answer = Some(text_of(answer));
            } else {
                plan.actions.push(PlannedAction {
                    arguments: arguments(input, known.as_deref(), tools),
                    tool: known.unwrap_or(name),
                });
            }
        }
        // `{"action": {"name": …, "arguments": …}}`
        (Some(Value::Object(inner)), _) => read(inner, tools, plan)?,
        (_, Some(answer)) => plan.final_answer = Some(text_of(answer)),
        _ if is_form => {}
        _ => return None,
    }
    Some(())
}

/// The answer where the action is named so.
fn named_answer(name: &str, input: Option<&Value>) -> Option<Value> {
    let name = name.to_lowercase().replace(['_', '-'], " ");
    let is_answer = ["final answer", "finish", "最終回答"].contains(&name.as_str());
    is_answer.then(|| input.cloned().unwrap_or_default())
}

fn arguments(input: Option<Value>, name: Option<&str>, tools: &[ToolDefinition]) -> String {
    let tool = tools
        .iter()
        .find(|it| Some(it.function.name.as_str()) == name);
    match input {
        None => "{}".to_owned(),
        Some(Value::Object(members)) => Value::Object(members).to_string(),
        Some(Value::String(text)) => super::input::arguments(&text, tool),
        Some(other) => super::input::arguments(&other.to_string(), tool),
    }
}

fn text_of(value: Value) -> String {
    match value {
        Value::String(text) => text,
        Value::Null => String::new(),
        other => other.to_string(),
    }
}
