//! The scripted model's face on the network: the same routes as an endpoint, no endpoint behind.

use crate::{Limits, api_error::ApiError, guard};
use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    http::{HeaderValue, StatusCode, header},
    response::Response,
    routing::{get, post},
};
use futures::stream;
use kikitori_demo_model::MODEL_NAME;
use kikitori_scripted::http::Reply;
use serde_json::{Value, json};
use std::{convert::Infallible, time::Duration};

/// What the page tells the person about where their text goes: nowhere further than here.
pub fn about() -> Value {
    json!({ "endpoint": "built-in", "model": MODEL_NAME, "scripted": true })
}

/// The model's routes. `pause` replaces the pause that the model asks for between two parts of a
/// streamed answer.
pub fn routes(pause: Option<Duration>, limits: &Limits) -> Router {
    let body_time = limits.body_time;
    Router::new()
        .route("/v1/chat/completions", post(completions))
        .route("/v1/models", get(models))
        .with_state(Demo { pause, body_time })
}

#[derive(Clone, Copy)]
struct Demo {
    pause: Option<Duration>,
    body_time: Duration,
}

async fn completions(State(demo): State<Demo>, request: Request) -> Result<Response, ApiError> {
    let body = guard::json_body(request, demo.body_time).await?;
    Ok(respond(kikitori_demo_model::handle(&body), demo.pause))
}

async fn models() -> Response {
    respond(kikitori_demo_model::models(), None)
}

fn respond(reply: Reply, pause: Option<Duration>) -> Response {
    let pause = pause.unwrap_or(Duration::from_millis(u64::from(reply.delay_ms)));
    let frames = reply.frames.into_iter().enumerate();
    let body = stream::unfold(frames, move |mut frames| async move {
        let (index, frame) = frames.next()?;
        if index > 0 && !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
        Some((Ok::<_, Infallible>(frame), frames))
    });
    let mut response = Response::new(Body::from_stream(body));
    *response.status_mut() =
        StatusCode::from_u16(reply.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    response.headers_mut().insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static(reply.content_type),
    );
    response
}
