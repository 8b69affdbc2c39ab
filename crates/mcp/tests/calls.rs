//! What happens during a call, and what goes wrong with it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use crate::support;

use std::cell::Cell;
use std::time::Duration;

use kikitori_mcp::bounds::{MAX_MESSAGES, MAX_QUESTIONS, MAX_REPLY_BYTES, MAX_RESUMPTIONS};
use kikitori_mcp::{ElicitationAnswer, McpError, McpLimits, NoHost, ToolResult};
use kikitori_ports::Method;
use serde_json::{Map, Value, json};
use support::*;

const LIMITS: McpLimits = McpLimits {
    idle: Duration::from_secs(60),
    total: Duration::from_secs(600),
};

/// What comes of a call that is answered by `play`, and the server.
fn call(
    host: Host,
    play: impl Fn(&Seen) -> Option<Reply> + 'static,
    look: impl FnOnce(Result<ToolResult, McpError>, &Server, &Host),
) {
    played(async || {
        let server = Server::new(play);
        let client = server.client(LIMITS);
        let called = client.call_tool("look", Map::new(), &host).await;
        // What is sent in the background is sent.
        tokio::time::sleep(Duration::from_secs(1)).await;
        look(called, &server, &host);
    });
}

fn nobody() -> Host {
    Host::new(ElicitationAnswer::Cancel, Duration::ZERO)
}

/// The reply to `tools/call`.
fn on_call(reply: impl Fn(&Value) -> Reply + 'static) -> impl Fn(&Seen) -> Option<Reply> {
    move |seen| (seen.asks() == "tools/call").then(|| reply(&seen.message))
}

fn progress(request: &Value, progress: u32) -> Value {
    let token = &request["params"]["_meta"]["progressToken"];
    let params = json!({"progressToken": token, "progress": progress, "total": 3, "message": "on"});
    json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": params})
}

#[test]
fn progress_is_heard_and_keeps_a_slow_call_alive() {
    let play = on_call(|request| {
        let mut body = Vec::new();
        for step in 1..=3 {
            body.push(Piece::Wait(Duration::from_secs(50)));
            body.push(event(&progress(request, step)));
        }
        body.push(event(&answer(request, &said("slow"))));
        Reply::events(body)
    });
    call(nobody(), play, |called, server, host| {
        assert_eq!(called.unwrap().text(), "slow");
        let heard = host.progress.borrow();
        let steps: Vec<_> = heard.iter().map(|it| (it.progress, it.total)).collect();
        assert_eq!(
            steps,
            [(1.0, Some(3.0)), (2.0, Some(3.0)), (3.0, Some(3.0))]
        );
        assert_eq!(server.count("notifications/cancelled"), 0);
    });
}

#[test]
fn progress_of_another_call_is_not_taken_for_this_one() {
    let play = on_call(|request| {
        let other = json!({"method": "notifications/progress", "params": {"progressToken": 77, "progress": 1}});
        Reply::events(vec![event(&other), event(&answer(request, &said("x")))])
    });
    call(nobody(), play, |called, _, host| {
        called.unwrap();
        assert!(host.progress.borrow().is_empty());
    });
}

#[test]
fn silence_ends_a_call_and_its_server_is_told() {
    for wait in [Piece::Silence, Piece::Wait(Duration::from_secs(61))] {
        let wait = Cell::new(Some(wait));
        let play = on_call(move |request| {
            let body = [wait.take(), Some(event(&answer(request, &said("late"))))];
            Reply::events(body.into_iter().flatten().collect())
        });
        call(nobody(), play, |called, server, _| {
            let error = called.unwrap_err();
            assert_eq!(error, McpError::TimedOut { limit: LIMITS.idle });
            // It may have been done.
            assert!(!error.is_undone());
            let seen = server.seen.borrow();
            let last = seen.last().unwrap();
            assert_eq!(last.asks(), "notifications/cancelled");
            let call = seen.iter().find(|it| it.asks() == "tools/call").unwrap();
            assert_eq!(last.message["params"]["requestId"], call.message["id"]);
        });
    }
}

#[test]
fn a_server_that_only_tells_how_far_it_is_reaches_the_limit_of_the_whole() {
    let play = on_call(|request| {
        let steps = (0..100).flat_map(|step| {
            [
                Piece::Wait(Duration::from_secs(30)),
                event(&progress(request, step)),
            ]
        });
        Reply::events(steps.collect())
    });
    call(nobody(), play, |called, server, _| {
        assert_eq!(
            called.unwrap_err(),
            McpError::TimedOut {
                limit: LIMITS.total
            }
        );
        assert_eq!(server.count("notifications/cancelled"), 1);
    });
}

#[test]
fn a_call_that_nobody_waits_for_is_cancelled() {
    played(async || {
        let server = Server::new(on_call(|_| Reply::events(vec![Piece::Silence])));
        let client = server.client(LIMITS);
        let call = client.call_tool("look", Map::new(), &NoHost);
        let waited = tokio::time::timeout(Duration::from_secs(5), call).await;
        assert!(waited.is_err());
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert_eq!(server.asked().last().unwrap(), "notifications/cancelled");
    });
}

fn elicitation() -> Value {
    let schema =
        json!({"type": "object", "properties": {"size": {"type": "string", "enum": ["S", "L"]}}});
    json!({"jsonrpc": "2.0", "id": "q1", "method": "elicitation/create", "params": {"message": "Which size?", "requestedSchema": schema}})
}

#[test]
fn what_a_server_asks_is_answered_however_long_the_person_thinks() {
    let content = json!({"size": "L"}).as_object().cloned().unwrap();
    let host = Host::new(ElicitationAnswer::Accept(content), LIMITS.total * 2);
    let play = on_call(|request| {
        // The server waits longer still.
        let wait = Piece::Wait(LIMITS.total * 2 + Duration::from_secs(10));
        Reply::events(vec![
            event(&elicitation()),
            wait,
            event(&answer(request, &said("L it is"))),
        ])
    });
    call(host, play, |called, server, host| {
        assert_eq!(called.unwrap().text(), "L it is");
        assert_eq!(host.asked.borrow()[0].message, "Which size?");
        let seen = server.seen.borrow();
        let answered = seen.iter().find(|it| it.message["id"] == "q1").unwrap();
        let expected = json!({"action": "accept", "content": {"size": "L"}});
        assert_eq!(answered.message["result"], expected);
        assert_eq!(answered.header("mcp-session-id"), Some("session-1"));
    });
}

#[test]
fn a_question_that_the_server_takes_back_is_not_answered() {
    let host = Host::new(ElicitationAnswer::Decline, Duration::from_secs(30));
    let play = on_call(|request| {
        let given_up = json!({"method": "notifications/cancelled", "params": {"requestId": "q1"}});
        Reply::events(vec![
            event(&elicitation()),
            event(&given_up),
            Piece::Wait(Duration::from_secs(40)),
            event(&answer(request, &said("without"))),
        ])
    });
    call(host, play, |called, server, _| {
        assert_eq!(called.unwrap().text(), "without");
        assert!(
            server
                .seen
                .borrow()
                .iter()
                .all(|it| it.message["id"] != "q1")
        );
    });
}

#[test]
fn pings_are_answered_and_what_is_not_known_is_refused() {
    let play = on_call(|request| {
        let ask = |id: u32, method: &str| json!({"id": id, "method": method, "params": {}});
        Reply::events(vec![
            event(&ask(1, "ping")),
            event(&ask(2, "sampling/createMessage")),
            event(&ask(3, "elicitation/create")),
            Piece::Wait(Duration::from_secs(1)),
            event(&answer(request, &said("x"))),
        ])
    });
    call(nobody(), play, |called, server, host| {
        called.unwrap();
        assert!(host.asked.borrow().is_empty());
        let seen = server.seen.borrow();
        let answer = |id: u32| {
            let is_it = |it: &&Seen| it.asks().is_empty() && it.message["id"] == id;
            seen.iter().find(is_it).unwrap().message.clone()
        };
        assert_eq!(answer(1)["result"], json!({}));
        assert_eq!(answer(2)["error"]["code"], -32_601);
        assert_eq!(answer(3)["error"]["code"], -32_602);
    });
}

#[test]
fn a_server_that_asks_and_asks_is_given_up() {
    let play = on_call(|_| {
        let pings = (0..100).map(|id| event(&json!({"id": id, "method": "ping"})));
        Reply::events(pings.collect())
    });
    call(nobody(), play, |called, _, _| {
        let (what, most) = ("questions", MAX_QUESTIONS);
        assert_eq!(called.unwrap_err(), McpError::TooMuch { what, most });
    });
}

#[test]
fn a_reply_that_broke_off_is_taken_up_behind_its_last_event() {
    let play = |seen: &Seen| {
        if seen.method == Method::Get {
            assert_eq!(seen.header("last-event-id"), Some("e1"));
            let id = json!({"id": 2});
            return Some(Reply::events(vec![named_event(
                "e2",
                &answer(&id, &said("whole")),
            )]));
        }
        on_call(|request| {
            assert_eq!(request["id"], 2);
            let body = vec![named_event("e1", &progress(request, 1)), Piece::Break];
            Reply::events(body)
        })(seen)
    };
    call(nobody(), play, |called, server, host| {
        assert_eq!(called.unwrap().text(), "whole");
        assert_eq!(host.progress.borrow().len(), 1);
        assert_eq!(server.count("tools/call"), 1);
    });
}

#[test]
fn a_stream_that_ends_before_the_answer_is_an_error_and_nothing_is_called_twice() {
    for (first, resumptions) in [("data: \n\n", 0), ("id: e1\ndata: \n\n", MAX_RESUMPTIONS)] {
        let play = move |seen: &Seen| match seen.method {
            Method::Get => Some(Reply::events(Vec::new())),
            _ => on_call(move |_| Reply::events(vec![Piece::Text(first.to_owned())]))(seen),
        };
        call(nobody(), play, |called, server, _| {
            let error = called.unwrap_err();
            assert_eq!(error, McpError::BrokenOff);
            assert!(!error.is_undone());
            let seen = server.seen.borrow();
            let resumed = seen.iter().filter(|it| it.method == Method::Get).count();
            assert_eq!(resumed, resumptions as usize);
            let called = seen.iter().filter(|it| it.asks() == "tools/call").count();
            assert_eq!(called, 1);
        });
    }
}

#[test]
fn errors_of_the_server_and_of_its_tools_are_told_apart() {
    let status = |status, body: &'static str| on_call(move |_| Reply::status(status, body));
    call(nobody(), status(401, ""), |called, _, _| {
        assert_eq!(called.unwrap_err(), McpError::Unauthorized { status: 401 });
    });
    call(nobody(), status(503, "busy\n"), |called, server, _| {
        let (status, message) = (503, "busy".to_owned());
        let error = called.unwrap_err();
        assert_eq!(error, McpError::Status { status, message });
        assert!(!error.is_undone());
        assert_eq!(server.count("notifications/cancelled"), 0);
    });
    let body = r#"{"jsonrpc":"2.0","error":{"code":-32000,"message":"no such thing"},"id":null}"#;
    call(nobody(), status(400, body), |called, _, _| {
        let error = called.unwrap_err();
        assert!(error.is_undone() && error.to_string().contains("no such thing"));
    });
    let refused = on_call(|request| {
        let error = json!({"code": -32602, "message": "no such tool"});
        Reply::json(&json!({"id": request["id"], "error": error}))
    });
    call(nobody(), refused, |called, _, _| {
        let error = called.unwrap_err();
        assert!(error.is_undone(), "{error}");
        assert_eq!(
            error.to_string(),
            "no such tool (error -32602 of the MCP server)"
        );
    });
    let failed = on_call(|request| {
        let mut result = said("the disk is full");
        result["isError"] = json!(true);
        Reply::json(&answer(request, &result))
    });
    call(nobody(), failed, |called, _, _| {
        let result = called.unwrap();
        assert!(result.is_error);
        assert_eq!(result.text(), "the disk is full");
    });
}

#[test]
fn more_than_is_taken_is_refused() {
    let long = on_call(|_| Reply::status(200, &"x".repeat(MAX_REPLY_BYTES + 1)));
    call(nobody(), long, |called, _, _| {
        let (what, most) = ("bytes", MAX_REPLY_BYTES);
        assert_eq!(called.unwrap_err(), McpError::TooMuch { what, most });
    });
    let stream = on_call(|_| {
        let comment = Piece::Text(format!(": {}\n", "x".repeat(MAX_REPLY_BYTES)));
        Reply::events(vec![comment])
    });
    call(nobody(), stream, |called, _, _| {
        assert!(matches!(called.unwrap_err(), McpError::Malformed { .. }));
    });
    let many = on_call(|_| {
        let told = json!({"method": "notifications/message"});
        let body = (0..=MAX_MESSAGES).map(|_| event(&told));
        Reply::events(body.collect())
    });
    call(nobody(), many, |called, _, _| {
        let (what, most) = ("messages", MAX_MESSAGES);
        assert_eq!(called.unwrap_err(), McpError::TooMuch { what, most });
    });
}

#[test]
fn whatever_comes_ends_in_a_result_or_an_error() {
    // From nonsense to what is nearly right.
    let bodies = [
        "",
        "null",
        "[]",
        "{}",
        "\u{feff}",
        "data: {}",
        "{\"id\":2}",
        "[[[[",
        "{\"id\":2,\"result\":7}",
        "{\"id\":2,\"result\":{\"content\":[1]}}",
        "{\"id\":-1,\"result\":{}}",
        "{\"id\":2.5,\"result\":{}}",
        "{\"id\":2,\"error\":7}",
        "{\"method\":7,\"id\":1}",
        "{\"id\":[],\"method\":\"ping\"}",
    ];
    for body in bodies {
        for is_stream in [false, true] {
            let play = on_call(move |_| match is_stream {
                true => Reply::events(vec![Piece::Text(format!("data: {body}\n\n"))]),
                false => Reply::status(200, body),
            });
            call(nobody(), play, |called, _, _| {
                let error = called.unwrap_err();
                assert!(
                    matches!(error, McpError::Malformed { .. } | McpError::BrokenOff),
                    "{body}: {error}"
                );
            });
        }
    }
}
