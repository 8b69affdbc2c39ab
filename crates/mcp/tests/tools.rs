//! A server's tools in an agent's registry.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use crate::support;

use std::cell::RefCell;
use std::rc::Rc;

use kikitori_agent::{AsyncToolRegistry, CallStatus};
use kikitori_mcp::{McpLimits, OnToolProgress, offered_tools};
use serde_json::json;
use support::*;

#[test]
fn an_agent_is_given_the_tools_what_they_say_and_whether_they_read() {
    played(async || {
        let server = Server::new(|seen| {
            let reading = json!({"readOnlyHint": true});
            let listed = ["find it", "find_it", "send"].map(|name| {
                let annotations = if name == "send" { json!({}) } else { reading.clone() };
                json!({"name": name, "description": " Finds. ", "inputSchema": {"type": "object"}, "annotations": annotations})
            });
            let result = match (
                seen.asks(),
                seen.message["params"]["arguments"]["what"].as_str(),
            ) {
                ("tools/list", _) => json!({"tools": listed}),
                ("tools/call", Some("nothing")) => json!({"content": [], "isError": true}),
                ("tools/call", Some("away")) => return Some(Reply::status(503, "")),
                ("tools/call", Some("wrong")) => {
                    let error = json!({"code": -32602, "message": "no"});
                    return Some(Reply::json(
                        &json!({"id": seen.message["id"], "error": error}),
                    ));
                }
                ("tools/call", Some("slow")) => {
                    let token = &seen.message["params"]["_meta"]["progressToken"];
                    let progress = json!({
                        "jsonrpc": "2.0",
                        "method": "notifications/progress",
                        "params": {"progressToken": token, "progress": 2, "total": 4},
                    });
                    let result = json!({"content": [{"type": "text", "text": "at last"}]});
                    let messages = [event(&progress), event(&answer(&seen.message, &result))];
                    return Some(Reply::events(messages.into()));
                }
                ("tools/call", _) => json!({"content": [], "structuredContent": {"found": 3}}),
                _ => return None,
            };
            Some(Reply::json(&answer(&seen.message, &result)))
        });
        let client = server.client(McpLimits::default());
        let list = client.list_tools().await.unwrap();
        let mut registry = AsyncToolRegistry::<()>::new();
        let mut reading = Vec::new();
        let heard: Rc<RefCell<Vec<String>>> = Rc::default();
        let hears = heard.clone();
        let on_progress: OnToolProgress = Rc::new(move |tool, progress| {
            let said = format!("{tool}: {} of {:?}", progress.progress, progress.total);
            hears.borrow_mut().push(said);
        });
        for offered in offered_tools(&client, "my.shop", &list.tools, &on_progress) {
            reading.push(offered.is_read_only);
            registry.register(offered.tool).unwrap();
        }
        // Of two that would be called alike the first counts.
        let definitions = registry.definitions();
        let names: Vec<_> = registry.names().collect();
        assert_eq!(names, ["my_shop_find_it", "my_shop_send"]);
        assert_eq!(reading, [true, false]);
        assert_eq!(definitions[0].function.description, "Finds.");
        assert_eq!(definitions[0].function.strict, None);
        for (arguments, status, message) in [
            ("", CallStatus::Success, r#"{"found":3}"#),
            (r#"{"what":"slow"}"#, CallStatus::Success, "at last"),
            (r#"{"what":"nothing"}"#, CallStatus::Error, ""),
            (r#"{"what":"wrong"}"#, CallStatus::Error, "no (error"),
            (r#"{"what":"away"}"#, CallStatus::Failure, "status 503"),
            ("[]", CallStatus::Error, "Invalid JSON for my_shop_find_it"),
        ] {
            let output = registry
                .call("my_shop_find_it", arguments, &())
                .await
                .result;
            assert_eq!(output.status, status, "{arguments}: {output:?}");
            assert!(output.result.message.contains(message), "{output:?}");
        }
        assert_eq!(*heard.borrow(), ["my_shop_find_it: 2 of Some(4.0)"]);
        assert_eq!(server.count("tools/call"), 5);
    });
}
