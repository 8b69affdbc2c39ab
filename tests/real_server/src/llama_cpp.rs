//! What llama.cpp's own server has to do: everything, held to grammars.

use std::cell::Cell;
use std::pin::pin;
use std::time::Duration;

use futures::future::{Either, select};
use kikitori_llm::{
    ChatClient, ChatRequest, ErrorKind, Message, Model, Profile, StructuredOutputMode,
};
use serde_json::json;
use tokio::time::{Instant, sleep};

use crate::asking::{ask, client, fails, give_up_after, hello, limited, value, whole, with};
use crate::report::{Outcome, Report, ensure, text};
use crate::server::Server;
use crate::transport::Native;
use crate::visit::Visit;
use crate::{both, calls};

/// More tokens than any check waits for.
const ENDLESS: u64 = 8_000;

/// How soon the place of a reply that was given up has to be free again.
const SOON: Duration = Duration::from_secs(5);

/// Makes all checks of it.
pub async fn check(report: &mut Report, transport: &Native, server: &mut Server) {
    let fresh = || client(transport, format!("{}/v1", server.address));
    let known = fresh();
    let endless = || with(limited(hello(), Some(ENDLESS)), "ignore_eos", json!(true));

    let it = both::lists_its_model(&known);
    report.check("lists its model", it).await;
    let it = both::streams(&known, true);
    report.check("streams, and counts tokens", it).await;
    let it = both::answers_in_one_piece(&known);
    report.check("answers in one piece", it).await;
    let it = calls::forced_call(&known, |request| request);
    report.check("a forced call, streamed", it).await;
    let it = calls::forced_call(&known, whole);
    report.check("a forced call, in one piece", it).await;
    let it = calls::several_calls(&known);
    report.check("several calls in one reply", it).await;
    let it = calls::goes_on_after_a_call(&known);
    report.check("goes on after a call's outcome", it).await;
    let it = calls::every_tool(&known);
    report
        .check("every tool of the interview and the help desk", it)
        .await;
    let it = visit(&known, StructuredOutputMode::StrictSchema);
    report.check("a strict schema made of a type", it).await;
    let it = nothing_refused(&known);
    report.check("nothing had to be left out", it).await;
    let profile = Profile {
        json_schema: false,
        ..Profile::default()
    };
    let lower = fresh().with_profile(profile);
    let it = visit(&lower, StructuredOutputMode::ForcedTool);
    report
        .check("a forced tool, where schemas are not", it)
        .await;
    let told = fresh().with_profile(Profile {
        tools: false,
        ..Profile::default()
    });
    let it = calls::forced_call(&told, |request| request);
    report
        .check("a call by a schema, where tools are not", it)
        .await;
    let it = calls::every_tool(&told);
    report.check("every tool by a schema", it).await;
    let it = nonsense(fresh());
    report
        .check("nonsense, where nothing holds the model", it)
        .await;
    let it = both::cut_off_by_a_limit(&known);
    report.check("a reply that max_tokens cuts off", it).await;
    let it = too_long(&known);
    report.check("more words than there is room for", it).await;
    let it = both::refuses(transport, server);
    report.check("a wrong key, a wrong address", it).await;
    let it = both::serves_on(&known, endless());
    report.check("serves on when a reply is given up", it).await;
    let it = frees_its_place(&known, endless(), server);
    report
        .check("the place of one that is given up is free", it)
        .await;
    let it = serves_another_meanwhile(&known, endless());
    report.check("serves another meanwhile", it).await;
    let it = both::the_server_dies(&known, endless(), server);
    report.check("the server dies during a reply", it).await;
}

/// A value of a Rust type comes by `mode` and fits its schema.
async fn visit(client: &ChatClient, mode: StructuredOutputMode) -> Outcome {
    let messages = vec![Message::user("My knee hurts.")];
    let asked = value::<Visit>(client, "visit", "Why someone comes.", messages).await;
    let (visit, requests) = asked.map_err(text)?;
    visit.keeps_its_bounds()?;
    let known = client.profile().mode();
    ensure(known == mode, || format!("came by {known:?}"))?;
    if mode == StructuredOutputMode::StrictSchema {
        ensure(requests == 1, || format!("{requests} requests"))?;
    }
    Ok(format!("{requests} requests, {visit:?}"))
}

async fn nothing_refused(client: &ChatClient) -> Outcome {
    let profile = client.profile();
    let all = Profile {
        finish_reasons: true,
        has_called: true,
        ..Profile::default()
    };
    ensure(profile == all, || format!("{profile:?}"))?;
    Ok(format!("{:?}", profile.mode()))
}

/// Where nothing holds a random model to the schema, there is an error of its own kind.
async fn nonsense(client: ChatClient) -> Outcome {
    let only_json = Profile {
        json_schema: false,
        forced_tool_choice: false,
        ..Profile::default()
    };
    let only_words = Profile {
        json_object: false,
        ..only_json
    };
    let mut seen = Vec::new();
    for profile in [only_json, only_words] {
        let client = client.clone().with_profile(profile);
        let messages = vec![Message::user("My knee hurts.")];
        let outcome = value::<Visit>(&client, "visit", "Why someone comes.", messages);
        let how = both::has_no_value(outcome.await)?;
        seen.push(format!("{:?}: {how}", profile.mode()));
    }
    Ok(seen.join("; "))
}

async fn too_long(client: &ChatClient) -> Outcome {
    fails(client, whole(both::too_many_words()), ErrorKind::TooLong).await?;
    fails(client, both::too_many_words(), ErrorKind::TooLong).await
}

async fn frees_its_place(client: &ChatClient, endless: ChatRequest, server: &Server) -> Outcome {
    give_up_after(3, client, endless).await?;
    let begun = Instant::now();
    loop {
        let slots = server.get("/slots").await?;
        if !slots.contains("\"is_processing\":true") {
            let took = begun.elapsed().as_millis();
            return Ok(format!("after {took} ms"));
        }
        ensure(begun.elapsed() < SOON, || slots.clone())?;
        sleep(Duration::from_millis(20)).await;
    }
}

/// Two replies are written side by side.
async fn serves_another_meanwhile(client: &ChatClient, endless: ChatRequest) -> Outcome {
    let seen = Cell::new(0);
    let mut count = |_| seen.set(seen.get() + 1);
    let first = client.chat(endless, &mut count);
    let second = pin!(async {
        while seen.get() < 3 {
            sleep(Duration::from_millis(5)).await;
        }
        let before = seen.get();
        let (_, pieces) = ask(client, hello()).await?;
        Ok::<_, String>((before, pieces))
    });
    match select(first, second).await {
        Either::Left((outcome, _)) => Err(format!("the first ended: {outcome:?}")),
        Either::Right((outcome, _)) => {
            let (before, pieces) = outcome?;
            let meanwhile = seen.get() - before;
            ensure(meanwhile > 0, || "the first stood still".to_owned())?;
            Ok(format!("{pieces} pieces, and {meanwhile} of the first"))
        }
    }
}
