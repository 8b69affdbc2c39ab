//! Errors, in all the shapes in which servers report them.

use kikitori_llm::{ErrorKind, LlmError};
use serde_json::{Value, json};

use super::{Makes, Quirk, Row, events, stream, text};
use crate::exchange::Exchange;

/// An error in a successful response is that error.
pub fn errors_in_replies() -> Vec<Quirk> {
    let mut quirks = Vec::new();
    for (sent, message, code) in [
        (
            json!({"error": {"message": "Overloaded", "code": 502}, "choices": []}),
            "Overloaded",
            Some("502"),
        ),
        (
            json!({"error": {"message": "Empty", "code": "insufficient_quota"}}),
            "Empty",
            Some("insufficient_quota"),
        ),
        (json!({"error": "Overloaded"}), "Overloaded", None),
        (
            json!({"error": {"error": {"message": "Overloaded"}}}),
            "Overloaded",
            None,
        ),
        (
            json!({"object": "error", "message": "Too long", "code": 400}),
            "Too long",
            Some("400"),
        ),
    ] {
        let error = || {
            Makes::Error(LlmError::InReply {
                message: message.to_owned(),
                code: code.map(str::to_owned),
            })
        };
        let row = Row::ErrorInASuccess;
        quirks.push(Quirk::new(
            row,
            format!("{sent} in a stream"),
            stream(&[text("Hel"), sent.clone()]),
            error(),
        ));
        quirks.push(Quirk::new(
            row,
            format!("{sent} as the body"),
            Exchange::body(200, sent.to_string()),
            error(),
        ));
    }
    quirks
}

/// The body of an error is read whatever it is.
pub fn error_bodies() -> Vec<Quirk> {
    [
        (
            400,
            r#"[{"error":{"code":400,"message":"no","status":"INVALID_ARGUMENT"}}]"#,
            "no",
            Some("400"),
        ),
        (404, r#"{"error":"no such model"}"#, "no such model", None),
        (
            400,
            r#"{"object":"error","message":"too long","code":40303}"#,
            "too long",
            Some("40303"),
        ),
        (
            401,
            r#"{"error":{"message":"no key","type":"invalid_request_error","code":"invalid_api_key"}}"#,
            "no key",
            Some("invalid_api_key"),
        ),
        (422, r#"{"detail":[{"message":"no"}]}"#, "no", None),
        (
            502,
            "<html><h1>502 Bad Gateway</h1></html>",
            "<html><h1>502 Bad Gateway</h1></html>",
            None,
        ),
        (500, "", "", None),
    ]
    .into_iter()
    .map(|(status, body, message, code)| {
        let error = LlmError::Status {
            status,
            message: message.to_owned(),
            code: code.map(str::to_owned),
            retry_after: None,
        };
        let name = format!("{status} with {body:?}");
        let exchange = Exchange::body(status, body);
        Quirk::new(Row::ErrorBodies, name, exchange, Makes::Error(error))
    })
    .collect()
}

/// What is no chat reply is malformed.
pub fn no_chat_replies() -> Vec<Quirk> {
    let malformed = || Makes::ErrorKind(ErrorKind::NotChat);
    let event = |data: &&str| {
        let exchange = events([*data, "[DONE]"]);
        Quirk::new(
            Row::NothingInAChunk,
            format!("the event {data}"),
            exchange,
            malformed(),
        )
    };
    let body = |body: &&str| {
        let exchange = Exchange::body(200, *body);
        Quirk::new(
            Row::ErrorBodies,
            format!("the body {body:?}"),
            exchange,
            malformed(),
        )
    };
    let only_the_end = Quirk::new(
        Row::NothingInAChunk,
        "the end marker alone",
        stream(&[] as &[Value]),
        malformed(),
    );
    let in_events = [
        "<html>",
        "null",
        "[1]",
        "{\"choices\":{}}",
        "{\"choices\":[{\"delta\":\"x\"}]}",
    ];
    let bodies = ["", "<html>", "{}", "{\"choices\":[]}", "{\"choices\":[{}]}"];
    let all = in_events.iter().map(event).chain(bodies.iter().map(body));
    all.chain([only_the_end]).collect()
}
