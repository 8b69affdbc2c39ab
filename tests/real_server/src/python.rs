//! What the server of llama-cpp-python has to do: less, and not all of it as one would like.

use std::time::Duration;

use futures::future::join;
use kikitori_llm::{ChatClient, ChatRequest, ErrorKind, Message, Profile};
use serde_json::json;
use tokio::time::sleep;

use crate::asking::{ask, client, fails, hello, limited, value, whole, with};
use crate::report::{Outcome, Report, ensure};
use crate::server::Server;
use crate::transport::Native;
use crate::visit::Visit;
use crate::{both, model};

/// Makes all checks of it.
pub async fn check(report: &mut Report, transport: &Native, server: &mut Server) {
    let fresh = || client(transport, format!("{}/v1", server.address));
    let known = fresh();
    let never = json!({ model::end_of_turn().to_string(): -100 });
    let endless = with(limited(hello(), None), "logit_bias", never);
    let endless = || endless.clone();

    let it = both::lists_its_model(&known);
    report.check("lists its model", it).await;
    let it = both::streams(&known, false);
    report.check("streams, without counting tokens", it).await;
    let it = both::answers_in_one_piece(&known);
    report.check("answers in one piece", it).await;
    let it = learns(&known);
    report.check("learns which modes there are", it).await;
    let it = both::cut_off_by_a_limit(&known);
    report.check("a reply that max_tokens cuts off", it).await;
    let it = too_long(&known);
    report.check("more words than there is room for", it).await;
    let it = both::refuses(transport, server);
    report.check("a wrong key, a wrong address", it).await;
    let it = cut_off_by_another(&known, endless());
    report
        .check("a reply that another request cuts off", it)
        .await;
    let it = both::serves_on(&known, endless());
    report.check("serves on when a reply is given up", it).await;
    let it = both::the_server_dies(&known, endless(), server);
    report.check("the server dies during a reply", it).await;
}

/// The server refuses schemas, and takes a forced choice and ignores it.
async fn learns(client: &ChatClient) -> Outcome {
    let messages = vec![Message::user("My knee hurts.")];
    let outcome = value::<Visit>(client, "visit", "Why someone comes.", messages).await;
    let how = both::has_no_value(outcome)?;
    let profile = client.profile();
    let expected = Profile {
        json_schema: false,
        forced_tool_choice: false,
        finish_reasons: true,
        ..Profile::default()
    };
    ensure(profile == expected, || format!("{profile:?}"))?;
    Ok(format!("{:?}: {how}", profile.mode()))
}

/// The server writes one reply at a time, and drops it for the next request.
async fn cut_off_by_another(client: &ChatClient, endless: ChatRequest) -> Outcome {
    let first = fails(client, endless, ErrorKind::BrokeOff);
    let second = async {
        sleep(Duration::from_millis(200)).await;
        ask(client, hello()).await
    };
    let (first, second) = join(first, second).await;
    let (_, pieces) = second?;
    Ok(format!("{}; the other: {pieces} pieces", first?))
}

/// Streamed, the server ends the reply before it begins and says nothing.
async fn too_long(client: &ChatClient) -> Outcome {
    fails(client, both::too_many_words(), ErrorKind::BrokeOff).await?;
    fails(client, whole(both::too_many_words()), ErrorKind::TooLong).await
}
