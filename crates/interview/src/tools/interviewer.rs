//! The Interviewer's tools: `ask` and `subtask`.

use kikitori_agent::{FunctionCallResult, RegistryError, Tool, ToolOutput, ToolRegistry};
use schemars::JsonSchema;
use serde::Deserialize;

use super::ask::{AskArgs, DESCRIPTION, ask};
use super::schemas;

/// What the Interviewer's tools see and change.
#[derive(Debug, Default)]
pub struct InterviewerContext {
    /// Whether the current field has an answer that a Reviewer could check.
    pub has_answer: bool,
    /// Whether this run has had its review.
    pub reviewed_in_this_run: bool,
    /// The verdict on the answers, if nothing was said since it was made.
    pub standing_verdict: Option<String>,
    /// Set by `subtask`: a Reviewer is wanted.
    pub wants_review: bool,
}

/// What `subtask` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SubtaskArgs {
    /// Who does it.
    pub agent: SubtaskAgent,
}

/// The agents that the Interviewer can start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SubtaskAgent {
    /// Checks the answers to the current field.
    Reviewer,
}

pub(super) fn registry() -> Result<ToolRegistry<InterviewerContext>, RegistryError> {
    let mut registry = ToolRegistry::new();
    registry.register(Tool::with_schema(
        "ask",
        DESCRIPTION,
        schemas::ASK,
        |args: AskArgs, _: &mut InterviewerContext| ask(args),
    )?)?;
    registry.register(Tool::with_schema(
        "subtask",
        "Start a sub-agent. The reviewer checks the answers to the current field once more and reports what is missing.",
        schemas::SUBTASK,
        subtask,
    )?)?;
    Ok(registry)
}

fn subtask(args: SubtaskArgs, context: &mut InterviewerContext) -> ToolOutput {
    let SubtaskAgent::Reviewer = args.agent;
    if !context.has_answer {
        return FunctionCallResult::error(
            "There is no answer to review yet: ask the respondent for this field.",
        )
        .into();
    }
    if context.reviewed_in_this_run {
        return FunctionCallResult::error(
            "These answers have just been reviewed: ask the respondent for what is missing.",
        )
        .into();
    }
    if let Some(verdict) = &context.standing_verdict {
        return FunctionCallResult::error(format!(
            "Not reviewed again: the respondent has said nothing since, and the verdict stands: {verdict}. Ask them for what is missing."
        ))
        .into();
    }
    context.wants_review = true;
    FunctionCallResult::success("The reviewer is at work.").into()
}
