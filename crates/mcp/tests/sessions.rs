//! How a session is begun, lost and ended, and how tools are listed.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use crate::support;

use std::cell::Cell;
use std::time::Duration;

use kikitori_mcp::bounds::{MAX_PAGES, MAX_TOOLS};
use kikitori_mcp::{McpError, McpLimits, NoHost};
use kikitori_ports::Method;
use serde_json::{Map, json};
use support::*;

#[test]
fn a_session_is_begun_once_and_named_in_every_request() {
    played(async || {
        let server = Server::new(|_| None);
        let client = server.client(McpLimits::default());
        let (list, call) = (
            client.list_tools(),
            client.call_tool("look", Map::new(), &NoHost),
        );
        let (list, call) = futures::future::join(list, call).await;
        assert_eq!(list.unwrap().tools[0].name, "look");
        assert_eq!(call.unwrap().text(), "done");
        let about = client.server().await.unwrap();
        assert_eq!(
            (about.name.as_str(), about.instructions.as_str()),
            ("played", "Ask nicely.")
        );
        assert_eq!(server.count("initialize"), 1);
        assert_eq!(
            server.asked()[..2],
            ["initialize", "notifications/initialized"]
        );
        let seen = server.seen.borrow();
        assert_eq!(seen[0].header("mcp-session-id"), None);
        assert_eq!(seen[0].message["params"]["protocolVersion"], "2025-11-25");
        for request in &seen[1..] {
            assert_eq!(request.header("mcp-session-id"), Some("session-1"));
            // What was agreed on, not what was asked for.
            assert_eq!(request.header("mcp-protocol-version"), Some("2025-06-18"));
            assert_eq!(request.header("x-key"), Some("k"));
            let accepted = request.header("accept").unwrap();
            assert_eq!(accepted, "application/json, text/event-stream");
        }
    });
}

#[test]
fn a_session_that_has_ended_is_begun_anew_once() {
    played(async || {
        let unknown = r#"{"error":{"code":-32000,"message":"Bad Request: No valid session ID"}}"#;
        for (status, body) in [(404, ""), (400, unknown)] {
            let server = Server::new(move |seen| {
                let is_old = seen.header("mcp-session-id") == Some("session-1");
                (is_old && seen.asks() == "tools/call").then(|| Reply::status(status, body))
            });
            let client = server.client(McpLimits::default());
            let called = client.call_tool("look", Map::new(), &NoHost).await;
            assert_eq!(called.unwrap().text(), "done");
            assert_eq!(
                (server.count("initialize"), server.count("tools/call")),
                (2, 2)
            );
        }

        let server =
            Server::new(|seen| (seen.asks() == "tools/call").then(|| Reply::status(404, "")));
        let client = server.client(McpLimits::default());
        let called = client.call_tool("look", Map::new(), &NoHost).await;
        assert_eq!(called.unwrap_err(), McpError::SessionExpired);
        assert_eq!(
            (server.count("initialize"), server.count("tools/call")),
            (2, 2)
        );
    });
}

#[test]
fn a_client_that_is_given_up_ends_its_session() {
    played(async || {
        let server = Server::new(|_| None);
        let client = server.client(McpLimits::default());
        client.server().await.unwrap();
        drop(client);
        tokio::time::sleep(Duration::from_secs(1)).await;
        let last = server.seen.borrow().last().cloned().unwrap();
        assert_eq!(last.method, Method::Delete);
        assert_eq!(last.header("mcp-session-id"), Some("session-1"));
    });
}

#[test]
fn what_cannot_be_a_session_is_not_begun() {
    for (reply, expected) in [
        (initialized("2024-11-05"), "\"2024-11-05\""),
        (initialized("2099-01-01"), "\"2099-01-01\""),
        (json!({"serverInfo": {}}), "protocolVersion"),
        (json!(7), "something else"),
    ] {
        played(async || {
            let server = Server::new(move |seen| {
                let is_first = seen.asks() == "initialize";
                is_first.then(|| Reply::json(&answer(&seen.message, &reply)))
            });
            let client = server.client(McpLimits::default());
            let error = client
                .call_tool("look", Map::new(), &NoHost)
                .await
                .unwrap_err();
            assert!(error.to_string().contains(expected), "{error}");
            // Nobody could have done anything.
            assert!(error.is_undone() && matches!(error, McpError::NotConnected(_)));
            assert_eq!(server.count("tools/call"), 0);
        });
    }
    played(async || {
        let server = Server::new(|seen| {
            let mut reply = Reply::json(&answer(&seen.message, &initialized("2025-06-18")));
            reply.headers.push(("mcp-session-id", "a b".to_owned()));
            (seen.asks() == "initialize").then_some(reply)
        });
        let error = server
            .client(McpLimits::default())
            .server()
            .await
            .unwrap_err();
        assert!(matches!(error, McpError::Malformed { .. }), "{error}");
    });
}

#[test]
fn a_server_without_sessions_is_asked_without_one() {
    played(async || {
        let server = Server::new(|seen| {
            let reply = Reply::json(&answer(&seen.message, &initialized("2025-03-26")));
            (seen.asks() == "initialize").then_some(reply)
        });
        let client = server.client(McpLimits::default());
        client.list_tools().await.unwrap();
        drop(client);
        tokio::time::sleep(Duration::from_secs(1)).await;
        let seen = server.seen.borrow();
        assert!(seen.iter().all(|it| it.header("mcp-session-id").is_none()));
        // There is nothing to end.
        assert!(seen.iter().all(|it| it.method == Method::Post));
    });
}

#[test]
fn tools_are_listed_page_by_page_and_those_that_cannot_be_used_are_named() {
    played(async || {
        let server = Server::new(|seen| {
            if seen.asks() != "tools/list" {
                return None;
            }
            let page = match seen.message["params"]["cursor"].as_str() {
                None => json!({"tools": [{"name": "a", "inputSchema": {}}], "nextCursor": "2"}),
                Some("2") => json!({"tools": [{"name": "bad"}], "nextCursor": "3"}),
                _ => json!({"tools": [{"name": "b", "inputSchema": {}}]}),
            };
            Some(Reply::json(&answer(&seen.message, &page)))
        });
        let list = server
            .client(McpLimits::default())
            .list_tools()
            .await
            .unwrap();
        let names: Vec<_> = list.tools.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["a", "b"]);
        assert_eq!(list.refused[0].name, "bad");
    });
}

#[test]
fn a_list_without_end_is_given_up() {
    for (tools, what) in [(0, "pages of tools"), (20, "tools")] {
        played(async || {
            let pages = Cell::new(0);
            let server = Server::new(move |seen| {
                if seen.asks() != "tools/list" {
                    return None;
                }
                pages.set(pages.get() + 1);
                let tool = json!({"name": "t", "inputSchema": {}});
                let page =
                    json!({"tools": vec![tool; tools], "nextCursor": pages.get().to_string()});
                Some(Reply::json(&answer(&seen.message, &page)))
            });
            let error = server
                .client(McpLimits::default())
                .list_tools()
                .await
                .unwrap_err();
            let most = if tools == 0 { MAX_PAGES } else { MAX_TOOLS };
            assert_eq!(error, McpError::TooMuch { what, most });
            assert!(server.count("tools/list") <= MAX_PAGES);
        });
    }
}
