//! Endpoints that do not support the surest way to a structured value.

use kikitori_llm::Profile;
use serde_json::json;

use super::requests::refusal;
use super::{Makes, Member, Quirk, Row, function, good, reply};
use crate::call::{Answer, Ask};
use crate::exchange::Exchange;

/// What the server does, and what each request says.
type Asked = (Row, &'static str, Vec<Exchange>, Vec<Vec<Member>>);

/// A structured value comes by the surest way that there is.
pub fn structured_values() -> Vec<Quirk> {
    const CITY: &str = r#"{"city":"Kyoto"}"#;
    let says = |text: &str| reply(json!({"content": text}), "stop");
    let calls = reply(
        json!({"content": null, "tool_calls": [{"id": "a", "function": function("place", CITY)}]}),
        "tool_calls",
    );
    let format = |kind: &str| ("/response_format/type", Some(json!(kind)));
    let no_format: Member = ("/response_format", None);
    let forced: Member = ("/tool_choice", Some(json!("required")));
    let schema = format("json_schema");
    let no_tools: Member = ("/tools", None);
    let prose = "You live in Kyoto!";
    let no_schema = || refusal(400, "This response_format type is unavailable now");
    let table: Vec<Asked> = vec![
        (
            Row::SchemaBesideTools,
            "a call of its own",
            vec![says(CITY)],
            vec![vec![schema.clone(), no_tools.clone()]],
        ),
        (
            Row::Pattern,
            "left out of the schema and held to here",
            vec![says(r#"{"city":"kyoto"}"#), says(CITY)],
            vec![
                vec![(
                    "/response_format/json_schema/schema/properties/city",
                    Some(json!({"type": "string"})),
                )],
                vec![schema.clone()],
            ],
        ),
        (
            Row::NoSchema,
            "no json_schema",
            vec![no_schema(), calls.clone()],
            vec![
                vec![schema.clone()],
                vec![no_format.clone(), forced.clone()],
            ],
        ),
        (
            Row::NoSchema,
            "neither a schema nor tools",
            vec![
                no_schema(),
                refusal(400, "small does not support tools"),
                says(CITY),
            ],
            vec![
                vec![schema.clone()],
                vec![forced.clone()],
                vec![format("json_object"), no_tools.clone()],
            ],
        ),
        (
            Row::NoSchema,
            "nothing but text",
            vec![
                no_schema(),
                refusal(400, "small does not support tools"),
                refusal(
                    400,
                    "'response_format.type' must be 'json_schema' or 'text'",
                ),
                says("```json\n{\"city\":\"Kyoto\"}\n```"),
            ],
            vec![
                vec![schema.clone()],
                vec![forced.clone()],
                vec![format("json_object")],
                vec![no_format, no_tools],
            ],
        ),
        (
            Row::ToolChoice,
            "a forced one is ignored, and so is a schema",
            vec![
                says(prose),
                says(prose),
                says(prose),
                says(prose),
                says(CITY),
            ],
            // Once more by a schema, and after the call whether one comes by a schema.
            vec![
                vec![schema.clone()],
                vec![schema.clone()],
                vec![forced],
                vec![schema],
                vec![format("json_object")],
            ],
        ),
    ];
    let value = || Makes::Answer(Answer::Value("Kyoto".to_owned()));
    let quirk = |(row, name, exchanges, requests): Asked| {
        let mut quirk = Quirk::new(row, name, good(), value());
        quirk.order.ask = Ask::Value;
        quirk.exchanges = exchanges;
        quirk.requests = requests;
        quirk
    };
    let mut quirks: Vec<_> = table.into_iter().map(quirk).collect();

    let json_schema = refusal(
        400,
        "'response_format.type' must be 'json_schema' or 'text'",
    );
    let mut no_object = Quirk::new(Row::NoSchema, "no json_object", json_schema, value());
    no_object.order.ask = Ask::Value;
    no_object.order.profile = Profile {
        json_schema: false,
        forced_tool_choice: false,
        ..Profile::default()
    };
    no_object.exchanges.push(says(CITY));
    no_object.requests = vec![
        vec![format("json_object")],
        vec![("/response_format", None)],
    ];
    quirks.push(no_object);
    quirks
}
