//! Which field comes next, and what is left to code.

use super::play::Play;
use super::*;

#[test]
fn a_private_field_is_left_to_code() {
    let mut play = Play::of(json!([
        {"field_id": "name", "label": "Full name", "required": true},
        {"field_id": "pin", "label": "PIN", "required": true, "private": true},
    ]));
    play.begin();
    let taken = play.says("Ada");
    assert_eq!(taken.asks.as_deref(), Some("pin"));
    assert!(
        !taken.message.contains('?') && !taken.message.contains("PIN"),
        "{}",
        taken.message
    );
    assert!(taken.suggestions.is_empty());
}

#[test]
fn a_field_whose_condition_comes_true_is_asked_for_next() {
    let fields = json!([
        {"field_id": "hurt", "label": "Was anyone hurt?", "required": true, "answer": {"type": "yesNo"}},
        {"field_id": "who", "label": "Who was hurt", "required": true,
            "when": {"equals": {"field": "hurt", "value": true}}},
        {"field_id": "notes", "label": "Notes", "required": false},
    ]);
    for (text, asks) in [("yes", "who"), ("no", "notes")] {
        let form = data(&json!({"title": "T", "fields": fields}));
        let now = json!({"asked": "hurt", "open": ["hurt", "notes"], "language": "en"});
        let call = kikitori_scripted::calls(
            "ask",
            json!({"asks": "hurt", "message": "Was anyone hurt?"}),
        );
        let mut request = request(&["ask"], Vec::new());
        request.messages = vec![
            Message::system(format!("<form>\n{form}\n</form>")),
            Message::Assistant(call.message),
            said(text),
            Message::user(format!("<now>\n{now}\n</now>\nTake up the last message.")),
        ];
        assert_eq!(only_call(&respond(&request), "ask")["asks"], asks, "{text}");
    }
}

fn two() -> Value {
    json!([
        {"field_id": "name", "label": "Full name", "required": true},
        {"field_id": "policy", "label": "Policy", "required": true},
        {"field_id": "phone", "label": "Phone", "required": true},
    ])
}

#[test]
fn what_code_does_not_take_is_left_out_of_the_second_reply() {
    let mut play = Play::of(two());
    play.begin();
    play.says("Ada");
    let mut request = play.request(None);
    let sent = json!({"heard": [{"field_id": "name", "quote": "x", "outcome": "answered"}], "asks": "phone"});
    let call = kikitori_scripted::calls("ask", sent);
    let id = call.message.tool_calls[0].id.clone();
    request.messages.push(Message::Assistant(call.message));
    let error = json!({"status": "error", "result": {"message": "heard[0].quote: not in any message; asks: the field that comes next is policy. Call ask again with all of it."}});
    request.messages.push(Message::tool(id, error.to_string()));
    let reply = only_call(&respond(&request), "ask");
    assert_eq!(reply["asks"], "policy");
    assert_eq!(reply["heard"], json!([]));
}
