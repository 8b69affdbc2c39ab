//! What every server has to do.

use std::fmt::Debug;
use std::time::Duration;

use futures::future::join;
use kikitori_engine::caller::CallError;
use kikitori_llm::{ChatClient, ChatRequest, ErrorKind, FinishReason, LlmError, Usage};
use serde_json::json;
use tokio::time::sleep;

use crate::asking::{
    ask, client, fails, give_up_after, hello, limited, said, shortened, whole, with,
};
use crate::model;
use crate::report::{Outcome, ensure, text};
use crate::server::{MODEL, Server};
use crate::transport::Native;

/// How many replies stand for all.
const REPLIES: usize = 8;

/// The model is in the list.
pub async fn lists_its_model(client: &ChatClient) -> Outcome {
    let models = client.models().await.map_err(text)?;
    let ids: Vec<&str> = models.iter().map(|it| it.id.as_str()).collect();
    ensure(ids == [MODEL], || format!("listed: {ids:?}"))?;
    Ok(ids.join(", "))
}

/// Text arrives piece by piece and ends by itself; with a count of tokens, if `counts`.
pub async fn streams(client: &ChatClient, counts: bool) -> Outcome {
    let (mut all, mut usage) = (0, Usage::default());
    // A random model may say next to nothing once, but not each time.
    for seed in 0..REPLIES {
        let (completion, pieces) = ask(client, with(hello(), "seed", json!(seed))).await?;
        let reason = completion.finish_reason;
        ensure(reason == Some(FinishReason::Stop), || {
            format!("finish reason {reason:?}")
        })?;
        let counted = completion.usage;
        ensure(counted.is_some() == counts, || format!("{counted:?}"))?;
        all += pieces;
        usage += &counted.unwrap_or_default();
    }
    ensure(all > 4 * REPLIES, || format!("{all} pieces only"))?;
    let tokens = usage.total_tokens;
    Ok(format!("{REPLIES} replies, {all} pieces, {tokens} tokens"))
}

/// A reply that does not stream, with a count of tokens.
pub async fn answers_in_one_piece(client: &ChatClient) -> Outcome {
    let (completion, pieces) = ask(client, whole(hello())).await?;
    ensure(pieces == 0, || format!("{pieces} pieces"))?;
    let usage = completion.usage.ok_or("tokens not counted")?;
    ensure(usage.completion_tokens > 0, || format!("{usage:?}"))?;
    let content = completion.message.content.ok_or("no text")?;
    Ok(format!("{:?}", shortened(&content)))
}

/// A reply that a limit cuts off is not taken for one.
pub async fn cut_off_by_a_limit(client: &ChatClient) -> Outcome {
    let three = || limited(hello(), Some(3));
    fails(client, three(), ErrorKind::TokenLimit).await?;
    fails(client, whole(three()), ErrorKind::TokenLimit).await
}

/// More words than the model has room for.
pub fn too_many_words() -> ChatRequest {
    said(&"word ".repeat(model::CONTEXT / 4))
}

/// There is no value, and the error says why: it was not valid to the end, or had no end.
///
/// # Errors
/// A sentence, when it is anything else.
pub fn has_no_value<T: Debug>(outcome: Result<T, CallError>) -> Result<String, String> {
    match outcome {
        Err(CallError::Invalid { repairs, .. }) => Ok(format!("invalid after {repairs} repairs")),
        Err(CallError::UnexpectedForm { .. }) => Ok("in another form".to_owned()),
        Err(CallError::Model(LlmError::TokenLimit)) => Ok("without an end".to_owned()),
        other => Err(format!("{other:?}")),
    }
}

/// A wrong key and an address where nothing is are told apart.
pub async fn refuses(transport: &Native, server: &Server) -> Outcome {
    let stranger = client(
        &transport.with_key("another"),
        format!("{}/v1", server.address),
    );
    let wrong_key = fails(&stranger, hello(), ErrorKind::WrongKey).await?;
    let lost = client(transport, format!("{}/v2", server.address));
    let unknown = fails(&lost, hello(), ErrorKind::UnknownModel).await?;
    Ok(format!("{wrong_key}; {unknown}"))
}

/// Replies that are given up do not keep the server from others.
pub async fn serves_on(client: &ChatClient, endless: ChatRequest) -> Outcome {
    for _ in 0..3 {
        give_up_after(3, client, endless.clone()).await?;
    }
    let (_, pieces) = ask(client, hello()).await?;
    Ok(format!("3 given up, then one of {pieces} pieces"))
}

/// The server dies in the middle of a reply, and is away after that.
pub async fn the_server_dies(
    client: &ChatClient,
    endless: ChatRequest,
    server: &mut Server,
) -> Outcome {
    let reply = fails(client, endless, ErrorKind::BrokeOff);
    let death = async {
        sleep(Duration::from_millis(500)).await;
        server.kill().await;
    };
    let (broke_off, ()) = join(reply, death).await;
    let broke_off = broke_off?;
    let away = fails(client, hello(), ErrorKind::Unreachable).await?;
    Ok(format!("{broke_off}; {away}"))
}
