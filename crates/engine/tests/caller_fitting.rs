//! A request that is too long is made shorter until it is taken, and never sent twice as it was.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests"
)]

use crate::support;

use futures::channel::oneshot;
use futures::executor::block_on;
use futures::future::{join, join_all};
use kikitori_engine::caller::{
    CallError, CallEvent, CallLimits, Caller, Expect, ModelCall, ModelOutcome, ValueCall,
};
use kikitori_llm::{
    LlmError, Message, StructuredOutputMode, ToolCallId, UsageTotals, estimated_tokens, fit,
};
use schemars::JsonSchema;
use serde::Deserialize;
use support::{Scripted, Turn, call, too_long};

fn fitting(caller: &Caller, base: &ModelCall) -> ModelOutcome {
    let build = |window| {
        let mut call = base.clone();
        fit(&mut call.request, window);
        call
    };
    block_on(caller.call_fitting(build, &mut |_| {}))
}

fn with_findings(words: usize) -> ModelCall {
    let mut call = call(Expect::Text, "Where?");
    let found = Message::tool(ToolCallId("a".into()), "word ".repeat(words));
    call.request.messages.push(found);
    call
}

fn sent_tokens(model: &Scripted) -> Vec<u64> {
    let sent = model.sent.borrow();
    sent.iter().map(|it| it.estimated_tokens()).collect()
}

#[test]
fn a_request_that_is_too_long_is_built_for_half_until_it_is_taken_and_that_is_remembered() {
    let model = Scripted::new([Turn::Says("Here."), Turn::Says("And here.")]);
    model.context.set(5_000);
    let caller = model.caller(CallLimits::default());
    let outcome = fitting(&caller, &with_findings(100_000));
    assert!(outcome.result.is_ok());
    assert_eq!(
        outcome.usage.calls, 1,
        "the refused ones are none of the calls"
    );
    let tokens = sent_tokens(&model);
    assert_eq!(tokens.len(), 4, "{tokens:?}");
    assert!(
        tokens.windows(2).all(|pair| pair[1] < pair[0]),
        "{tokens:?}"
    );
    assert_eq!(caller.window().tokens(), 4_000);
    fitting(&caller, &with_findings(100_000)).result.unwrap();
    assert_eq!(model.sent.borrow().len(), 5, "the next one fits at once");
}

#[test]
fn a_request_that_cannot_be_made_shorter_is_not_sent_again() {
    let mut long = call(Expect::Text, "Where?");
    long.request.messages[0] = Message::system("rule ".repeat(20_000));
    let model = Scripted::new([]);
    model.context.set(5_000);
    let caller = model.caller(CallLimits::default());
    let outcome = fitting(&caller, &long);
    assert_eq!(outcome.result, Err(CallError::Model(too_long())));
    assert_eq!(model.sent.borrow().len(), 1);
}

#[test]
fn an_endpoint_that_refuses_every_length_is_asked_a_few_times_only() {
    let model = Scripted::new([]);
    model.context.set(0);
    let caller = model.caller(CallLimits::default());
    let outcome = fitting(&caller, &with_findings(100_000));
    assert!(outcome.result.unwrap_err().is_too_long());
    assert!(model.sent.borrow().len() <= 6);
    assert!(
        caller.window().tokens() >= 1_000,
        "it is no window any more"
    );
}

#[test]
fn a_reply_without_room_beside_the_request_makes_the_next_request_shorter() {
    let no_room = || LlmError::TokenLimit;
    let model = Scripted::new([Turn::Fails(no_room()), Turn::Says("Here.")]);
    let caller = model.caller(CallLimits::default());
    let outcome = fitting(&caller, &with_findings(10_000));
    assert_eq!(outcome.result, Err(CallError::Model(no_room())));
    assert_eq!(
        model.sent.borrow().len(),
        1,
        "a person decides whether to pay again"
    );
    assert!(fitting(&caller, &with_findings(10_000)).result.is_ok());
    let tokens = sent_tokens(&model);
    assert!(tokens[1] <= tokens[0] / 2 + 1, "{tokens:?}");
}

#[test]
fn a_reply_that_ran_away_beside_a_short_request_says_nothing_of_the_window() {
    let (end, ends) = oneshot::channel();
    end.send(Err(LlmError::TokenLimit)).unwrap();
    let model = Scripted::new([Turn::Waits("word ".repeat(5_000).leak(), ends)]);
    let caller = model.caller(CallLimits::default());
    let outcome = fitting(&caller, &with_findings(2_000));
    assert_eq!(outcome.result, Err(CallError::Model(LlmError::TokenLimit)));
    assert_eq!(caller.window().learnt(), None);
}

#[test]
fn the_window_is_learnt_from_the_request_that_was_refused_not_from_the_one_before() {
    let reply = "word ".repeat(1_000).leak();
    let model = Scripted::new([Turn::Says(reply), Turn::Calls("search", "{}".to_owned())]);
    model.context.set(5_000);
    let caller = model.caller(CallLimits::default());
    let mut long = with_findings(3_800);
    long.expect = Expect::Call;
    // The first request passes; the second shows the model what it said instead of a call.
    fitting(&caller, &long).result.unwrap();
    let tokens = sent_tokens(&model);
    assert!(tokens[0] < 5_000 && tokens[1] > 5_000, "{tokens:?}");
    assert_eq!(caller.window().tokens(), tokens[1] / 2);
}

#[test]
fn requests_side_by_side_that_are_refused_together_halve_the_window_once() {
    let (ends, waits): (Vec<_>, Vec<_>) = (0..3).map(|_| oneshot::channel()).unzip();
    let waits = waits.into_iter().map(|end| Turn::Waits("", end));
    let model = Scripted::new(waits.chain((0..3).map(|_| Turn::Says("Here."))));
    let caller = model.caller(CallLimits::default());
    let call = with_findings(4_000);
    let tokens = call.request.estimated_tokens();
    let build = |window| {
        let mut call = call.clone();
        fit(&mut call.request, window);
        call
    };
    let asked = join_all((0..3).map(|_| async {
        let outcome = caller.call_fitting(build, &mut |_| {}).await;
        outcome.result.map(drop)
    }));
    let refused = async {
        for end in ends {
            end.send(Err(too_long())).unwrap();
        }
    };
    let (results, ()) = block_on(join(asked, refused));
    assert_eq!(results, [Ok(()), Ok(()), Ok(())]);
    assert_eq!(caller.window().tokens(), tokens / 2);
}

#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Place {
    city: String,
    people: u32,
}

fn place() -> ValueCall {
    ValueCall {
        agent: "searcher".to_owned(),
        name: "place".to_owned(),
        description: "A place.".to_owned(),
        messages: vec![Message::user("Kyoto, and its people?")],
        show: Some("city".to_owned()),
        run: UsageTotals::default(),
    }
}

fn value(caller: &Caller) -> (Result<Place, CallError>, Vec<CallEvent>) {
    let mut events = Vec::new();
    let outcome = block_on(caller.value(place(), &mut |event| events.push(event)));
    (outcome, events)
}

fn gives(arguments: impl Into<String>) -> Turn {
    Turn::Calls("place", arguments.into())
}

const KYOTO: &str = r#"{"city":"Kyoto","people":1400000}"#;

#[test]
fn an_invalid_value_is_shown_to_the_model_twice_and_no_more() {
    let many = || gives(r#"{"city":"Kyoto","people":"many"}"#);
    let model = Scripted::new([many(), many(), gives(KYOTO)]);
    let (outcome, events) = value(&model.caller(CallLimits::default()));
    assert_eq!(outcome.unwrap().people, 1_400_000);
    let repair = model.sent.borrow()[1].messages.clone();
    let Some(Message::Tool { content, .. }) = repair.last() else {
        panic!("{repair:?}");
    };
    assert!(content.contains("place at people"), "{content}");
    let used = |event: &&CallEvent| matches!(event, CallEvent::Used(_));
    assert_eq!(events.iter().filter(used).count(), 3);

    let model = Scripted::new([many(), many(), many()]);
    let (outcome, _) = value(&model.caller(CallLimits::default()));
    let error = outcome.unwrap_err();
    assert!(
        matches!(error, CallError::Invalid { repairs: 2, .. }),
        "{error}"
    );
}

#[test]
fn a_long_invalid_value_is_shown_again_in_short_and_the_next_request_is_taken() {
    let long = format!(r#"{{"city":"{}","people":-1}}"#, "Kyoto ".repeat(35_000));
    let cut_off = long.get(..200_000).unwrap().to_owned();
    for reply in [long, cut_off] {
        let model = Scripted::new([gives(reply), gives(KYOTO)]);
        model.context.set(8_000);
        let (outcome, _) = value(&model.caller(CallLimits::default()));
        assert_eq!(outcome.unwrap().city, "Kyoto");
        let sent = model.sent.borrow();
        assert_eq!(sent.len(), 2);
        let Message::Assistant(shown) = &sent[1].messages[1] else {
            panic!("{:?}", sent[1].messages);
        };
        let arguments = &shown.tool_calls[0].function.arguments;
        assert!(serde_json::from_str::<serde_json::Value>(arguments).is_ok());
        assert!(estimated_tokens(arguments) < 100);
    }
}

#[test]
fn a_conversation_that_is_too_long_for_a_value_is_cut() {
    let model = Scripted::new([gives(KYOTO)]);
    model.context.set(3_000);
    let caller = model.caller(CallLimits::default());
    let call = ValueCall {
        messages: vec![Message::user("word ".repeat(50_000))],
        ..place()
    };
    let outcome: Result<Place, _> = block_on(caller.value(call, &mut |_| {}));
    assert!(outcome.is_ok());
    assert!(model.sent.borrow().len() <= 6);
}

#[test]
fn a_way_that_is_ignored_is_left_for_the_next_and_another_form_to_the_last_is_told() {
    let model = Scripted::new([
        Turn::Says("Of course!"),
        Turn::Says("Gladly!"),
        gives(KYOTO),
    ]);
    model.mode.set(StructuredOutputMode::StrictSchema);
    model.has_lower_modes.set(true);
    let (outcome, events) = value(&model.caller(CallLimits::default()));
    assert!(outcome.is_ok());
    assert!(events.contains(&CallEvent::Again));
    let sent = model.sent.borrow();
    assert!(sent[0].extra.contains_key("response_format"));
    assert!(sent[1].extra.contains_key("response_format"));
    assert_eq!(sent[2].tools.len(), 1);

    let model = Scripted::new([
        Turn::Says("Of course!"),
        Turn::Says("Sure!"),
        Turn::Says("Yes!"),
    ]);
    let (outcome, _) = value(&model.caller(CallLimits::default()));
    let expected = Expect::Call;
    assert_eq!(outcome, Err(CallError::UnexpectedForm { expected }));
}

#[test]
fn a_type_without_a_strict_schema_is_refused_before_anything_is_sent() {
    let model = Scripted::new([]);
    let caller = model.caller(CallLimits::default());
    let outcome = block_on(caller.value::<Vec<u32>>(place(), &mut |_| {}));
    assert!(matches!(outcome, Err(CallError::Schema(_))));
    assert!(model.sent.borrow().is_empty());
}

#[test]
fn a_text_of_the_value_is_shown_whichever_way_it_comes() {
    for (mode, turn) in [
        (StructuredOutputMode::ForcedTool, gives(KYOTO)),
        (StructuredOutputMode::StrictSchema, Turn::Says(KYOTO)),
    ] {
        let model = Scripted::new([turn]);
        model.mode.set(mode);
        let (outcome, events) = value(&model.caller(CallLimits::default()));
        assert!(outcome.is_ok());
        let mut text = String::new();
        for event in events {
            match event {
                CallEvent::Shown(piece) => text.push_str(&piece),
                CallEvent::Text(piece) => panic!("{piece} is JSON"),
                _ => {}
            }
        }
        assert_eq!(text, "Kyoto");
    }
}
