//! How the checks ask a server.

use std::cell::Cell;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::Poll;

use futures::FutureExt;
use kikitori_agent::ToolArgs;
use kikitori_engine::caller::{CallError, CallLimits, Caller, ContextWindow, ValueCall};
use kikitori_llm::{
    ChatClient, ChatRequest, Completion, Delta, Endpoint, ErrorKind, Message, Model, ToolCall,
    ToolChoice, Tools, UsageTotals,
};
use serde_json::{Value, json};

use crate::report::{Outcome, ensure, text};
use crate::server::MODEL;
use crate::transport::Native;
use kikitori_native::TokioTimer;

/// A validated value of type `A`, and how many requests it took.
///
/// # Errors
/// [`CallError`], after at most two repairs.
pub async fn value<A: ToolArgs>(
    client: &ChatClient,
    name: &str,
    description: &str,
    messages: Vec<Message>,
) -> Result<(A, u64), CallError> {
    let call = ValueCall {
        agent: "check".to_owned(),
        name: name.to_owned(),
        description: description.to_owned(),
        messages,
        show: None,
        run: UsageTotals::default(),
    };
    let model = Rc::new(client.clone());
    let window = ContextWindow::new(crate::model::CONTEXT as u64, None);
    let caller = Caller::new(model, CallLimits::default(), window, UsageTotals::default());
    let value = caller.value(call, &mut |_| {}).await?;
    Ok((value, caller.used().calls))
}

/// A client of the server at `base_url` that knows nothing of it yet.
pub fn client(transport: &Native, base_url: String) -> ChatClient {
    let model = MODEL.to_owned();
    let endpoint = Endpoint { base_url, model };
    ChatClient::new(Rc::new(transport.clone()), Rc::new(TokioTimer), endpoint)
}

/// A request that streams and is answered with a few words: the same ones each time.
pub fn hello() -> ChatRequest {
    said("How are you today?")
}

/// The same with other words.
pub fn said(words: &str) -> ChatRequest {
    let request = ChatRequest {
        messages: vec![Message::user(words)],
        stream: true,
        max_tokens: Some(1024),
        ..ChatRequest::default()
    };
    with(request, "seed", json!(7))
}

/// The request with a field that the client has no name for.
pub fn with(mut request: ChatRequest, field: &str, value: Value) -> ChatRequest {
    request.extra.insert(field.to_owned(), value);
    request
}

/// The request with an end after `tokens`, or none.
pub fn limited(request: ChatRequest, tokens: Option<u64>) -> ChatRequest {
    ChatRequest {
        max_tokens: tokens,
        ..request
    }
}

/// The request, answered in one piece.
pub fn whole(mut request: ChatRequest) -> ChatRequest {
    request.stream = false;
    request
}

/// A request that can only be answered with one call of one of `tools`.
pub fn forced(tools: impl Into<Tools>) -> ChatRequest {
    let request = ChatRequest {
        tools: tools.into(),
        tool_choice: Some(ToolChoice::Required),
        ..hello()
    };
    with(request, "parallel_tool_calls", json!(false))
}

/// The one call in a reply.
///
/// # Errors
/// A sentence, when there is none or more than one.
pub fn only_call(completion: &Completion) -> Result<&ToolCall, String> {
    match completion.message.tool_calls.as_slice() {
        [call] => Ok(call),
        calls => Err(format!("{} calls instead of one", calls.len())),
    }
}

/// Makes a call. Also tells in how many pieces the reply came; together they must be the reply.
///
/// # Errors
/// A sentence, when the call fails or a piece is missing.
pub async fn ask(client: &ChatClient, request: ChatRequest) -> Result<(Completion, usize), String> {
    let mut shown = Vec::new();
    let outcome = client.chat(request, &mut |delta| shown.push(delta)).await;
    let completion = outcome.map_err(text)?;
    if shown.is_empty() {
        return Ok((completion, 0));
    }
    let mut said = String::new();
    let mut called = vec![String::new(); completion.message.tool_calls.len()];
    for delta in &shown {
        match delta {
            Delta::Text(piece) => said.push_str(piece),
            Delta::Arguments {
                position, piece, ..
            } => called
                .get_mut(*position)
                .ok_or("a piece of a call that the reply does not have")?
                .push_str(piece),
        }
    }
    let calls = &completion.message.tool_calls;
    let is_whole = completion.message.content.as_deref().unwrap_or_default() == said
        && calls.iter().map(|it| &it.function.arguments).eq(&called);
    ensure(is_whole, || {
        format!("shown: {said:?} {called:?}, replied: {completion:?}")
    })?;
    Ok((completion, shown.len()))
}

/// Makes a call and gives it up once `pieces` of the reply have come.
///
/// # Errors
/// A sentence, when the reply is over before.
pub async fn give_up_after(
    pieces: usize,
    client: &ChatClient,
    request: ChatRequest,
) -> Result<(), String> {
    let seen = Cell::new(0);
    let mut count = |_| seen.set(seen.get() + 1);
    let mut reply = client.chat(request, &mut count);
    poll_fn(|context| match reply.poll_unpin(context) {
        _ if seen.get() >= pieces => Poll::Ready(Ok(())),
        Poll::Ready(outcome) => Poll::Ready(Err(format!("over after {}: {outcome:?}", seen.get()))),
        Poll::Pending => Poll::Pending,
    })
    .await
}

/// Makes a call that has to fail with an error of `kind`.
///
/// # Errors
/// A sentence, when it does not fail, or because of something else.
pub async fn fails(client: &ChatClient, request: ChatRequest, kind: ErrorKind) -> Outcome {
    match client.chat(request, &mut |_| {}).await {
        Err(error) if error.kind() == kind => Ok(format!("{kind:?}: {}", shortened(&error))),
        Err(error) => Err(format!("{:?} instead of {kind:?}: {error}", error.kind())),
        Ok(completion) => Err(format!("answered: {:?}", completion.message.content)),
    }
}

/// The beginning of a text, for a row of the table.
pub fn shortened(text: &impl ToString) -> String {
    let text = text.to_string();
    let mut words: String = text.chars().take(70).collect();
    if words.len() < text.len() {
        words.push('…');
    }
    words
}
