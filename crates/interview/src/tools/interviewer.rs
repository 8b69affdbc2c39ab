//! The Interviewer's tool: `ask`.

use kikitori_agent::{FunctionCallResult, RegistryError, Tool, ToolOutput, ToolRegistry};
use kikitori_llm::ToolDefinition;

use super::ask::{Ask, AskArgs, DESCRIPTION};
use super::schemas;

/// What the Interviewer's tool changes.
#[derive(Debug, Default)]
pub struct InterviewerContext {
    /// What it reports and asks, once it is in bounds.
    pub asked: Option<Ask>,
}

pub(super) fn registry() -> Result<ToolRegistry<InterviewerContext>, RegistryError> {
    let mut registry = ToolRegistry::new();
    registry.register(Tool::with_schema("ask", DESCRIPTION, schemas::ASK, ask)?)?;
    Ok(registry)
}

/// `ask` as the Interviewer's model is offered it, without what reads its calls.
pub(crate) fn ask_definition() -> Option<ToolDefinition> {
    let schema = serde_json::from_str(schemas::ASK).ok()?;
    Some(ToolDefinition::function("ask", DESCRIPTION, schema))
}

fn ask(args: AskArgs, context: &mut InterviewerContext) -> ToolOutput {
    match args.into_ask() {
        Ok(ask) => {
            context.asked = Some(ask);
            FunctionCallResult::success("Asked.").into()
        }
        Err(problem) => {
            FunctionCallResult::error(format!("Invalid parameters for ask at {problem}")).into()
        }
    }
}
