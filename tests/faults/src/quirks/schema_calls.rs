//! Endpoints that know no tools and hold a reply to a schema.

use kikitori_llm::{ChatRequest, Completion, FinishReason, Profile, ToolChoice, ToolDefinition};
use serde_json::{Value, json};

use super::requests::refusal;
use super::{
    Makes, Member, Quirk, Row, answer, called, choice, finished, function, good_answer, reply,
    said, stream,
};
use crate::call::Ask;
use crate::exchange::Exchange;
use crate::simulated::hello;

/// A request that requires a call.
fn requires() -> ChatRequest {
    ChatRequest {
        tools: vec![ToolDefinition::function(
            "ask",
            "Asks.",
            json!({"type": "object", "properties": {"m": {"type": "string"}}}),
        )]
        .into(),
        tool_choice: Some(ToolChoice::Required),
        ..hello()
    }
}

/// The object that stands for a call, in a stream that is cut into small pieces.
fn object(text: &str) -> Exchange {
    let characters: Vec<char> = text.chars().collect();
    let pieces = characters.chunks(4).map(|piece| {
        let piece: String = piece.iter().collect();
        choice(json!({ "content": piece }))
    });
    stream(&pieces.chain([finished(json!("stop"))]).collect::<Vec<_>>())
}

fn calls_ask(id: &str, arguments: &str) -> Makes {
    answer(Completion {
        message: kikitori_llm::AssistantMessage {
            content: None,
            tool_calls: called(&[(id, "ask", arguments)]).tool_calls,
            ..Default::default()
        },
        finish_reason: Some(FinishReason::ToolCalls),
        usage: None,
    })
}

/// Where tools are ignored or refused, a call comes by a schema; where that is ignored too, the
/// words count.
pub fn calls_by_schema() -> Vec<Quirk> {
    const CALL: &str = r#"{"name":"ask","arguments":{"m":"Wo \"denn\"?"}}"#;
    const ARGUMENTS: &str = r#"{"m":"Wo \"denn\"?"}"#;
    let words = || reply(json!({"content": "I would ask."}), "stop");
    let streamed_words = || object("I would ask.");
    let tools: Member = ("/tools/0/function/name", Some(json!("ask")));
    let schema = |name: &str| -> Vec<Member> {
        vec![
            (
                "/response_format/json_schema/schema/properties/name/enum/0",
                Some(json!(name)),
            ),
            ("/tools", None),
            ("/tool_choice", None),
        ]
    };
    let in_words = || {
        answer(Completion {
            message: said("I would ask."),
            finish_reason: Some(FinishReason::Stop),
            usage: None,
        })
    };
    let no_schema = || refusal(400, "response_format json_schema is not supported");
    type Case = (&'static str, Vec<Exchange>, Makes, Vec<Vec<Member>>);
    let table: Vec<Case> = vec![
        (
            "words where a call is required",
            vec![words(), object(CALL)],
            calls_ask("call00000", ARGUMENTS),
            vec![vec![tools.clone()], schema("ask")],
        ),
        (
            "words in a stream",
            vec![streamed_words(), reply(json!({"content": CALL}), "stop")],
            calls_ask("call00000", ARGUMENTS),
            vec![vec![tools.clone()], schema("ask")],
        ),
        (
            "tools are refused",
            vec![refusal(400, "small does not support tools"), object(CALL)],
            calls_ask("call00000", ARGUMENTS),
            vec![vec![tools.clone()], schema("ask")],
        ),
        (
            "tools are ignored and a schema too",
            vec![words(), words()],
            in_words(),
            vec![vec![tools.clone()], schema("ask")],
        ),
        (
            "tools are ignored and a schema is refused",
            vec![streamed_words(), no_schema()],
            in_words(),
            vec![vec![tools.clone()], schema("ask")],
        ),
    ];
    let quirk = |(name, exchanges, makes, requests): Case| {
        let mut quirk = Quirk::new(Row::NoToolsInTheTemplate, name, words(), makes);
        quirk.order.ask = Ask::Chat(requires());
        quirk.exchanges = exchanges;
        quirk.requests = requests;
        quirk
    };
    let mut quirks: Vec<_> = table.into_iter().map(quirk).collect();

    let mut refused = Quirk::new(
        Row::NoToolsInTheTemplate,
        "tools are refused and a schema too",
        refusal(400, "small does not support tools"),
        Makes::ErrorKind(kikitori_llm::ErrorKind::Refused),
    );
    refused.order.ask = Ask::Chat(requires());
    refused.exchanges.push(no_schema());
    refused.requests = vec![vec![tools.clone()], schema("ask")];
    quirks.push(refused);

    // Words are left to whom nothing but a call is of use.
    let mut by_words = Quirk::new(
        Row::NoToolsInTheTemplate,
        "tools are refused and a schema too, and nothing but a call is of use",
        refusal(400, "small does not support tools"),
        calls_ask("call00000", ARGUMENTS),
    );
    by_words.order.ask = Ask::Call(requires());
    by_words.exchanges.extend([no_schema(), object(CALL)]);
    by_words.requests = vec![
        vec![tools.clone()],
        schema("ask"),
        vec![
            ("/response_format", None),
            ("/tools", None),
            ("/tool_choice", None),
        ],
    ];
    quirks.push(by_words);

    // The outcome of a call is told in words too, and it is known by then.
    let mut and_on = Quirk::new(
        Row::NoToolsInTheTemplate,
        "a conversation goes on in turns that such a template takes",
        object(CALL),
        good_answer(),
    );
    and_on.order.profile = Profile {
        tools: false,
        ..Profile::default()
    };
    let free = ChatRequest {
        tool_choice: Some(ToolChoice::Auto),
        ..requires()
    };
    and_on.order.ask = Ask::AndOn(free);
    and_on.exchanges.push(object(r#"{"text":"Hello"}"#));
    let role = |role: &str| Some(json!(role));
    let ways = "/response_format/json_schema/schema/anyOf/1/required/0";
    and_on.requests = vec![
        vec![(ways, Some(json!("text")))],
        vec![
            ("/messages/0/role", role("system")),
            ("/messages/1/role", role("user")),
            ("/messages/2/role", role("assistant")),
            ("/messages/2/content", Some(Value::from(CALL))),
            ("/messages/2/tool_calls", None),
            ("/messages/3/role", role("user")),
            ("/messages/3/content", Some(json!("Outcome of ask:\ndone"))),
            ("/messages/4", None),
        ],
    ];
    quirks.push(and_on);

    // Where a call may come and words do, one is required to see whether the endpoint knows tools.
    let choice_is = |choice: &str| -> Vec<Member> { vec![("/tool_choice", Some(json!(choice)))] };
    let real_call = || {
        let call = json!({"id": "a", "type": "function", "function": function("ask", "{}")});
        reply(json!({"content": null, "tool_calls": [call]}), "tool_calls")
    };
    let free: Vec<Case> = vec![
        (
            "words that were meant, of a model that can call",
            vec![streamed_words(), real_call()],
            in_words(),
            vec![choice_is("auto"), choice_is("required")],
        ),
        (
            "words of an endpoint that ignores tools",
            vec![words(), words(), object(CALL)],
            calls_ask("call00000", ARGUMENTS),
            vec![
                choice_is("auto"),
                choice_is("required"),
                vec![(ways, Some(json!("text")))],
            ],
        ),
        (
            "words of an endpoint that refuses to be made to call",
            vec![
                words(),
                refusal(400, "tool_choice required is not supported"),
                words(),
            ],
            in_words(),
            vec![choice_is("auto"), choice_is("required"), choice_is("auto")],
        ),
        (
            "words, and trouble when more is asked",
            vec![words(), refusal(500, "The test says no.")],
            in_words(),
            vec![choice_is("auto"), choice_is("required")],
        ),
    ];
    quirks.extend(free.into_iter().map(|case| {
        let mut quirk = quirk(case);
        quirk.order.ask = Ask::Chat(ChatRequest {
            tool_choice: Some(ToolChoice::Auto),
            ..requires()
        });
        quirk
    }));

    // Once a call has come as a call, words are the model's own.
    let mut knows = Quirk::new(
        Row::ToolChoice,
        "a forced one is ignored by a model that has called before",
        words(),
        in_words(),
    );
    knows.order.ask = Ask::Chat(requires());
    knows.order.profile = Profile {
        has_called: true,
        ..Profile::default()
    };
    knows.requests = vec![vec![tools]];
    quirks.push(knows);
    quirks
}
