//! What a turn of an interview costs, beside exchanges of plain JSON.

use axum::body::Bytes;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::{Router, routing::post};
use serde_json::Value;

use crate::instant::Turn;
use crate::{load, measured};

/// Answers as the instant model does, on the page's own origin.
fn endpoint() -> Router {
    async fn chat(body: Bytes) -> Response {
        let request: Value = serde_json::from_slice(&body).unwrap();
        let messages = request["messages"].as_array().unwrap();
        let questions = messages.iter().filter(|it| it["role"] == "assistant");
        let turn = Turn {
            asked: questions.count(),
        };
        if request["stream"] == true {
            (
                [(header::CONTENT_TYPE, "text/event-stream")],
                turn.streamed(),
            )
                .into_response()
        } else {
            ([(header::CONTENT_TYPE, "application/json")], turn.whole()).into_response()
        }
    }
    Router::new().route("/instant/v1/chat/completions", post(chat))
}

/// Prints it.
pub async fn print() {
    let result = measured("turns", endpoint()).await;
    let figure = |name: &str| result[name].as_f64().unwrap();
    println!("a turn with a model that answers at once           µs     to plain          aim");
    for (plain, name, loops) in [
        (
            "encoded",
            "no network: plain JSON there and back",
            &[(
                "in_process",
                "no network: interview turn, memory store",
                "6",
            )][..],
        ),
        (
            "plain_fetched",
            "fetch: plain JSON there and back",
            &[
                ("fetched", "fetch: interview turn, memory store", ""),
                ("fetched_and_stored", "fetch: interview turn, IndexedDB", ""),
            ],
        ),
    ] {
        println!("{name:<44} {:8.0}", figure(plain));
        for (turn, name, aim) in loops {
            let ratio = figure(turn) / figure(plain);
            println!("{name:<44} {:8.0} {ratio:12.2} {aim:>12}", figure(turn));
        }
    }
    load();
}
