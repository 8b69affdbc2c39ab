//! Tools, and calls that a grammar holds to their schemas.

use kikitori_agent::{
    CallStatus, ToolArgs, ToolRegistry, parse_and_validate_tool_args, strict_schema,
};
use kikitori_helpdesk::{AnswerArgs, PlanArgs, ReflectArgs, SearchArgs};
use kikitori_interview::tools::{
    AskArgs, CreatePlanArgs, ReviewArgs, SetCountryArgs, SetLanguageArgs, SetTimezoneArgs,
};
use kikitori_llm::{
    ChatClient, ChatRequest, FinishReason, FunctionCall, Message, ToolChoice, ToolDefinition,
};
use serde_json::json;

use crate::asking::{ask, forced, hello, only_call, with};
use crate::report::{Outcome, ensure, text};
use crate::visit::{TOOL, Visit, tools};

/// In how many tries a random model has to do what no grammar demands.
const TRIES: u64 = 8;

/// A tool is called, and its arguments are what its schema says: one of two tools, then the one
/// that there is.
pub async fn forced_call(
    client: &ChatClient,
    sent: impl Fn(ChatRequest) -> ChatRequest,
) -> Outcome {
    let tools = tools().map_err(text)?;
    let either = call_one_of(client, sent(forced(tools.definitions())), &tools).await?;
    let only = vec![definition::<Visit>()?];
    let (name, visit) = call_one_of(client, sent(forced(only)), &tools).await?;
    let visit = visit.ok_or_else(|| format!("{name} was called"))?;
    Ok(format!("{}; {visit:?}", either.0))
}

/// The name of the called tool, and the visit if it was that tool.
async fn call_one_of(
    client: &ChatClient,
    request: ChatRequest,
    tools: &ToolRegistry<Vec<Visit>>,
) -> Result<(String, Option<Visit>), String> {
    let (completion, _) = ask(client, request).await?;
    let reason = &completion.finish_reason;
    ensure(*reason == Some(FinishReason::ToolCalls), || {
        format!("finish reason {reason:?}")
    })?;
    let FunctionCall {
        name, arguments, ..
    } = &only_call(&completion)?.function;
    let mut seen = Vec::new();
    let output = tools.call(name, arguments, &mut seen);
    ensure(output.result.status == CallStatus::Success, || {
        output.result.result.message.clone()
    })?;
    let visit = seen.pop();
    if let Some(visit) = &visit {
        visit.keeps_its_bounds()?;
    }
    Ok((name.clone(), visit))
}

/// Calls side by side each have an id of their own and valid arguments.
pub async fn several_calls(client: &ChatClient) -> Outcome {
    let definition = definition::<Visit>()?;
    for seed in 1..=TRIES {
        let mut request = with(forced(vec![definition.clone()]), "seed", json!(seed));
        request
            .extra
            .insert("parallel_tool_calls".to_owned(), json!(true));
        // One that does not come to an end is no reply.
        let Ok((completion, _)) = ask(client, request).await else {
            continue;
        };
        let calls = &completion.message.tool_calls;
        let mut ids: Vec<&str> = calls.iter().map(|it| it.id.0.as_str()).collect();
        for call in calls {
            let visit: Visit =
                parse_and_validate_tool_args(&call.function.arguments, TOOL).map_err(text)?;
            visit.keeps_its_bounds()?;
        }
        ids.sort_unstable();
        ids.dedup();
        ensure(ids.len() == calls.len(), || format!("ids {ids:?}"))?;
        if calls.len() > 1 {
            return Ok(format!("{} calls", calls.len()));
        }
    }
    Err(format!("one call at most in each of {TRIES} replies"))
}

/// A conversation with a call and its outcome in it is taken, and answered in words.
pub async fn goes_on_after_a_call(client: &ChatClient) -> Outcome {
    let definition = definition::<Visit>()?;
    let (completion, _) = ask(client, forced(vec![definition.clone()])).await?;
    let id = only_call(&completion)?.id.clone();
    let mut reply = completion.message;
    // As most models call: without a word.
    reply.content = None;
    let mut request = hello();
    request.messages.push(Message::Assistant(reply));
    request.messages.push(Message::tool(id, "Written down."));
    request.tools = vec![definition].into();
    request.tool_choice = Some(ToolChoice::None);
    let (completion, pieces) = ask(client, request).await?;
    let is_text = completion.message.tool_calls.is_empty()
        && completion.finish_reason == Some(FinishReason::Stop);
    ensure(is_text, || format!("{completion:?}"))?;
    Ok(format!("{pieces} pieces of text"))
}

fn definition<A: ToolArgs>() -> Result<ToolDefinition, String> {
    let schema = strict_schema::<A>().map_err(text)?;
    Ok(ToolDefinition::function(TOOL, "Write it down.", schema))
}

/// The schemas that the agents really use make grammars, and what these let pass is valid.
pub async fn every_tool(client: &ChatClient) -> Outcome {
    let tries = [
        valid_call::<AskArgs>(client).await?,
        valid_call::<SetLanguageArgs>(client).await?,
        valid_call::<SetCountryArgs>(client).await?,
        valid_call::<SetTimezoneArgs>(client).await?,
        valid_call::<CreatePlanArgs>(client).await?,
        valid_call::<ReviewArgs>(client).await?,
        valid_call::<PlanArgs>(client).await?,
        valid_call::<SearchArgs>(client).await?,
        valid_call::<ReflectArgs>(client).await?,
        valid_call::<AnswerArgs>(client).await?,
    ];
    let all: u64 = tries.iter().sum();
    Ok(format!("{} schemas, {all} calls", tries.len()))
}

/// After how many calls one is valid. Texts must not be blank, which no schema says.
async fn valid_call<A: ToolArgs>(client: &ChatClient) -> Result<u64, String> {
    let definition = definition::<A>()?;
    let mut problems = Vec::new();
    for seed in 1..=TRIES {
        let request = with(forced(vec![definition.clone()]), "seed", json!(seed));
        let problem = match ask(client, request).await {
            Ok((completion, _)) => {
                let arguments = &only_call(&completion)?.function.arguments;
                match parse_and_validate_tool_args::<A>(arguments, TOOL) {
                    Ok(_) => return Ok(seed),
                    Err(error) => error.to_string(),
                }
            }
            Err(error) => error,
        };
        problems.push(problem);
    }
    Err(format!("{}: {problems:?}", A::schema_name()))
}
