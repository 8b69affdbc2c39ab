//! What a turn of a tool loop costs, beside a plain loop and other libraries.

use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::{Router, routing::post};

use crate::tool_loop::{asked, reply};
use crate::{load, measured};

/// The loops, as the page and as the table call them.
const LOOPS: [(&str, &str); 7] = [
    ("plain", "plain loop"),
    ("kikitori", "agent, streamed"),
    ("ai_sdk", "Vercel AI SDK"),
    ("ai_sdk_streamed", "Vercel AI SDK, streamed"),
    ("openai_agents", "OpenAI Agents JS"),
    ("openai_agents_streamed", "OpenAI Agents JS, streamed"),
    ("langgraph", "LangGraph.js"),
];

/// Answers as the model does, on the page's own origin.
fn endpoint() -> Router {
    async fn chat(Path(turns): Path<usize>, body: String) -> Response {
        let streamed = body.contains(r#""stream":true"#);
        let kind = match streamed {
            true => "text/event-stream",
            false => "application/json",
        };
        let reply = reply(asked(&body), turns, streamed);
        ([(header::CONTENT_TYPE, kind)], reply).into_response()
    }
    Router::new().route("/loop/{turns}/v1/chat/completions", post(chat))
}

/// Prints it.
pub async fn print() {
    let result = measured("tool_loops", endpoint()).await;
    let sizes: Vec<usize> = serde_json::from_value(result["sizes"].clone()).unwrap();
    let cost = |network: &str, name: &str, at: usize| result[network][name][at].as_f64().unwrap();
    for (network, about) in [("none", "no network"), ("fetch", "fetch")] {
        println!();
        let head = format!("a turn of a tool loop, {about}");
        let columns = |turns: &usize| format!("{turns:>5} turns, µs  to plain  agent to it");
        let columns: Vec<_> = sizes.iter().map(columns).collect();
        println!("{head:<40}{}", columns.join(""));
        for (name, title) in LOOPS {
            let figures = (0..sizes.len()).map(|at| {
                let of = |name: &str| cost(network, name, at);
                let (to_plain, own) = (of(name) / of("plain"), of("kikitori") / of(name));
                format!("{:>15.0} {to_plain:>9.2} {own:>12.2}", of(name))
            });
            println!("{title:<40}{}", figures.collect::<String>());
        }
    }
    load();
}
