//! A structured value comes by the surest way that the endpoint has, validated or not at all.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests"
)]

use std::rc::Rc;
use std::time::Duration;

use kikitori_engine::caller::CallError;
use kikitori_faults::call::place;
use kikitori_faults::{Clock, Exchange, Network};
use kikitori_llm::{LlmError, Profile, Retries, RetryPolicy, StructuredOutputMode};
use kikitori_ports::Jitter;
use serde_json::{Value, json};

fn replies(message: Value, reason: &str) -> Exchange {
    let usage = json!({"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5});
    let choices = json!([{"message": message, "finish_reason": reason}]);
    Exchange::body(200, json!({"choices": choices, "usage": usage}).to_string())
}

fn says(text: &str) -> Exchange {
    replies(json!({"content": text}), "stop")
}

fn calls(arguments: &[&str]) -> Exchange {
    let calls: Vec<_> = arguments
        .iter()
        .enumerate()
        .map(|(id, arguments)| json!({"id": format!("c{id}"), "function": {"name": "place", "arguments": arguments}}))
        .collect();
    replies(json!({"content": null, "tool_calls": calls}), "tool_calls")
}

fn refuses(message: &str) -> Exchange {
    let body = json!({"error": {"message": message}});
    Exchange::body(400, body.to_string())
}

/// What becomes of a request for a city, and the bodies that were sent for it.
fn asked(
    profile: Profile,
    exchanges: Vec<Exchange>,
) -> (Result<String, CallError>, Vec<Value>, Profile) {
    let clock = Clock::default();
    let network = Network::of(&clock, exchanges);
    let client = network.client().with_profile(profile);
    let outcome = clock.run(place(&client)).map(|place| place.city.0);
    let bodies = network.sent().into_iter().map(|it| it.body).collect();
    (outcome, bodies, client.profile())
}

fn at(mode: StructuredOutputMode) -> Profile {
    Profile {
        json_schema: mode == StructuredOutputMode::StrictSchema,
        forced_tool_choice: mode <= StructuredOutputMode::ForcedTool,
        json_object: mode <= StructuredOutputMode::JsonObject,
        ..Profile::default()
    }
}

/// An endpoint that has given a call: nothing is tried to learn whether it gives any.
fn has_called() -> Profile {
    Profile {
        has_called: true,
        ..Profile::default()
    }
}

/// The way by which a request asks for its value.
fn mode_of(body: &Value) -> StructuredOutputMode {
    let said = body["messages"].to_string();
    let in_words = said.contains("JSON Schema") && said.contains("^[A-Z]");
    let schema = json!({
        "type": "object",
        "properties": {"city": {"type": "string"}},
        "required": ["city"],
        "additionalProperties": false,
    });
    let format = &body["response_format"];
    match format["type"].as_str() {
        Some("json_schema") => {
            assert_eq!(format["json_schema"]["schema"], schema);
            assert_eq!(format["json_schema"]["strict"], json!(true));
            assert!(!in_words);
            StructuredOutputMode::StrictSchema
        }
        Some("json_object") => {
            assert!(in_words);
            StructuredOutputMode::JsonObject
        }
        _ if body["tools"].is_array() => {
            assert_eq!(body["tools"][0]["function"]["parameters"], schema);
            assert!(!in_words);
            StructuredOutputMode::ForcedTool
        }
        _ => {
            assert!(in_words);
            StructuredOutputMode::Prompt
        }
    }
}

#[test]
fn each_mode_asks_in_its_way_and_takes_the_value() {
    let value = r#"{"city":"Kyoto"}"#;
    for (mode, reply) in [
        (StructuredOutputMode::StrictSchema, says(value)),
        (StructuredOutputMode::ForcedTool, calls(&[value])),
        (StructuredOutputMode::JsonObject, says(value)),
        (
            StructuredOutputMode::Prompt,
            says(&format!("```json\n{value}\n```")),
        ),
    ] {
        let (outcome, sent, _) = asked(at(mode), vec![reply]);
        assert_eq!(outcome.unwrap(), "Kyoto");
        assert_eq!(sent.iter().map(mode_of).collect::<Vec<_>>(), [mode]);
    }
}

#[test]
fn a_refused_mode_is_left_for_the_next_one_and_not_tried_again() {
    let (outcome, sent, learnt) = asked(
        Profile::default(),
        vec![
            refuses("This response_format type is unavailable now"),
            refuses("small does not support tools"),
            refuses("'response_format.type' must be 'json_schema' or 'text'"),
            says(r#"{"city":"Kyoto"}"#),
        ],
    );
    assert_eq!(outcome.unwrap(), "Kyoto");
    let ladder = [
        StructuredOutputMode::StrictSchema,
        StructuredOutputMode::ForcedTool,
        StructuredOutputMode::JsonObject,
        StructuredOutputMode::Prompt,
    ];
    assert_eq!(sent.iter().map(mode_of).collect::<Vec<_>>(), ladder);
    assert_eq!(learnt.mode(), StructuredOutputMode::Prompt);
    // Each mode begins afresh: nothing is left of what went before.
    assert!(
        sent.iter()
            .all(|body| body["messages"].as_array().unwrap().len() == 2)
    );
}

#[test]
fn a_mode_that_is_taken_and_ignored_is_asked_for_once_more_and_then_left() {
    let prose = says("You live in Kyoto!");
    let mut exchanges = vec![prose; 4];
    exchanges.push(says(r#"{"city":"Kyoto"}"#));
    let (outcome, sent, learnt) = asked(has_called(), exchanges);
    assert_eq!(outcome.unwrap(), "Kyoto");
    let modes = [
        StructuredOutputMode::StrictSchema,
        StructuredOutputMode::StrictSchema,
        StructuredOutputMode::ForcedTool,
        StructuredOutputMode::JsonObject,
        StructuredOutputMode::Prompt,
    ];
    assert_eq!(sent.iter().map(mode_of).collect::<Vec<_>>(), modes);
    let told = sent[1]["messages"].as_array().unwrap().last().unwrap();
    let told = told["content"].as_str().unwrap();
    assert!(told.contains("It is not valid JSON"), "{told}");
    // Nothing is left of it in the next mode, and one value is no proof.
    assert_eq!(sent[2]["messages"].as_array().unwrap().len(), 2);
    assert_eq!(learnt.mode(), StructuredOutputMode::StrictSchema);
}

/// A model that was told that prose is no JSON writes some, of a shape that it makes up: the
/// schema is not in the prompt yet.
#[test]
fn json_of_another_shape_after_prose_shows_that_the_mode_is_ignored_too() {
    let exchanges = vec![
        says("You live in Kyoto!"),
        says(r#"{"answer":"Kyoto"}"#),
        calls(&[r#"{"city":"Kyoto"}"#]),
    ];
    let (outcome, sent, _) = asked(Profile::default(), exchanges);
    assert_eq!(outcome.unwrap(), "Kyoto");
    assert_eq!(mode_of(&sent[2]), StructuredOutputMode::ForcedTool);
}

/// What is learnt by one value after the other, each of which takes its own replies.
#[test]
fn a_mode_is_given_up_when_it_is_ignored_by_one_value_after_another() {
    let prose = || says("You live in Kyoto!");
    let held = || vec![says(r#"{"city":"Kyoto"}"#)];
    let ignored = || vec![prose(), prose(), calls(&[r#"{"city":"Kyoto"}"#])];
    let once = || vec![prose(), says(r#"{"city":"Kyoto"}"#)];
    let nothing = || vec![prose()];
    let strict = StructuredOutputMode::StrictSchema;
    let forced = StructuredOutputMode::ForcedTool;
    for (values, expected) in [
        (vec![once(), once(), once()], strict),
        (vec![ignored()], strict),
        (
            vec![ignored(), held(), ignored(), once(), ignored()],
            strict,
        ),
        (vec![ignored(), ignored()], forced),
        // Nothing says that it is the endpoint if no other way brings the value.
        (vec![nothing(), nothing(), nothing()], strict),
    ] {
        let count = values.len();
        let learnt = values.into_iter().fold(has_called(), |known, it| {
            let (_, _, learnt) = asked(known, it);
            // As it is kept for the next page.
            serde_json::from_value(serde_json::to_value(learnt).unwrap()).unwrap()
        });
        assert_eq!(learnt.mode(), expected, "{count} values");
    }
}

#[test]
fn a_forced_choice_that_is_refused_may_still_bring_the_call() {
    let exchanges = vec![
        refuses("this model does not support this tool_choice"),
        calls(&[r#"{"city":"Kyoto"}"#]),
    ];
    let (outcome, sent, learnt) = asked(at(StructuredOutputMode::ForcedTool), exchanges);
    assert_eq!(outcome.unwrap(), "Kyoto");
    assert_eq!(sent[1]["tool_choice"], json!("auto"));
    assert_eq!(learnt.mode(), StructuredOutputMode::JsonObject);
}

#[test]
fn the_model_is_shown_what_is_wrong_twice_at_most() {
    let wrong = says(r#"{"city":"kyoto"}"#);
    let cut_off = says(r#"{"city":"Kyo"#);
    let right = says(r#"{"city":"Kyoto"}"#);
    for mode in [
        StructuredOutputMode::StrictSchema,
        StructuredOutputMode::JsonObject,
        StructuredOutputMode::Prompt,
    ] {
        let exchanges = vec![wrong.clone(), cut_off.clone(), right.clone()];
        let (outcome, sent, _) = asked(at(mode), exchanges);
        assert_eq!(outcome.unwrap(), "Kyoto");
        assert!(sent.iter().all(|body| mode_of(body) == mode));
        let shown: Vec<_> = sent[2]["messages"].as_array().unwrap()[2..]
            .iter()
            .map(|message| message["content"].as_str().unwrap())
            .collect();
        assert_eq!(shown[0], r#"{"city":"kyoto"}"#);
        assert!(
            shown[1].contains("place at city: expected a capital letter"),
            "{shown:?}"
        );
        assert_eq!(shown[2], r#"{"city":"Kyo"#);
        assert!(shown[3].contains("not valid JSON: EOF"), "{shown:?}");

        let (outcome, sent, _) = asked(at(mode), vec![wrong.clone()]);
        let error = outcome.unwrap_err();
        assert!(
            matches!(&error, CallError::Invalid { repairs: 2, .. }),
            "{error}"
        );
        assert_eq!(sent.len(), 3);
    }
}

#[test]
fn every_call_that_is_not_the_value_has_its_outcome() {
    let two = calls(&[r#"{"city":"Kyoto"}"#, r#"{"city":"Nara"}"#]);
    let right = calls(&[r#"{"city":"Kyoto"}"#]);
    let (outcome, sent, _) = asked(at(StructuredOutputMode::ForcedTool), vec![two, right]);
    assert_eq!(outcome.unwrap(), "Kyoto");
    let messages = sent[1]["messages"].as_array().unwrap();
    let answered: Vec<_> = messages
        .iter()
        .filter_map(|it| it["tool_call_id"].as_str())
        .collect();
    assert_eq!(answered, ["c0", "c1"]);
    assert!(
        messages.last().unwrap()["content"]
            .as_str()
            .unwrap()
            .contains("once")
    );
}

#[test]
fn an_empty_reply_is_asked_for_again_without_an_empty_message() {
    let exchanges = vec![says(" "), says(r#"{"city":"Kyoto"}"#)];
    let (outcome, sent, _) = asked(at(StructuredOutputMode::StrictSchema), exchanges);
    assert_eq!(outcome.unwrap(), "Kyoto");
    let messages = sent[1]["messages"].as_array().unwrap();
    assert_eq!(messages.len(), 2);
    assert!(
        messages[1]["content"]
            .as_str()
            .unwrap()
            .contains("It is empty.")
    );
}

#[test]
fn what_no_repair_can_mend_is_told_at_once() {
    let declined = CallError::Declined {
        reason: "I won't.".to_owned(),
    };
    for (reply, expected) in [
        (
            replies(json!({"content": r#"{"city":"Kyoto"}"#}), "length"),
            LlmError::TokenLimit.into(),
        ),
        (
            replies(json!({"content": null}), "content_filter"),
            LlmError::Filtered.into(),
        ),
        (
            replies(json!({"content": null, "refusal": "I won't."}), "stop"),
            declined,
        ),
    ] {
        let (outcome, sent, _) = asked(Profile::default(), vec![reply]);
        assert_eq!(outcome, Err(expected));
        assert_eq!(sent.len(), 1);
    }
}

#[test]
fn a_reply_that_breaks_off_is_asked_for_again_because_nobody_saw_it() {
    struct None;
    impl Jitter for None {
        fn up_to(&self, _: Duration) -> Duration {
            Duration::ZERO
        }
    }
    let clock = Clock::default();
    let half = "data: {\"choices\":[{\"delta\":{\"content\":\"{\\\"city\"}}]}\n\n";
    let happens = vec![
        kikitori_faults::Then::Head(200),
        kikitori_faults::Then::Piece(half.into()),
    ];
    let network = Network::of(
        &clock,
        vec![Exchange::stream(happens), says(r#"{"city":"Kyoto"}"#)],
    );
    let retries = Retries::new(RetryPolicy::default(), Rc::new(None), |_| {});
    let client = network.client().with_retries(retries);
    let value = clock.run(place(&client)).unwrap();
    assert_eq!(value.city.0, "Kyoto");
    assert_eq!(network.sent().len(), 2);
}
