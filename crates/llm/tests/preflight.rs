//! A preflight says what an endpoint can do and why it cannot be used, and asks no more than it
//! must.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests"
)]

mod course;
mod keys;

use std::rc::Rc;
use std::time::Duration;

use futures::future::{LocalBoxFuture, ready};
use kikitori_faults::{Clock, Exchange, Network, Then};
use kikitori_llm::{
    ApiKey, ChatClient, Endpoint, ErrorKind, Finding, MissingCapability, NetworkProbe,
    NoNetworkProbe, Obstacle, Outcome, ProbeResult, Profile, Report, Step, StructuredOutputMode,
    preflight,
};
use serde_json::{Value, json};

fn list(models: &[&str]) -> Exchange {
    let data: Vec<Value> = models.iter().map(|id| json!({"id": id})).collect();
    Exchange::body(200, json!({"object": "list", "data": data}).to_string())
}

fn error(status: u16, message: &str) -> Exchange {
    Exchange::body(status, json!({"error": {"message": message}}).to_string())
}

fn coded(status: u16, code: &str) -> Exchange {
    let error = json!({"error": {"message": "The test says no.", "code": code}});
    Exchange::body(status, error.to_string())
}

fn replies(message: Value) -> Exchange {
    let choices = json!([{"message": message, "finish_reason": "stop"}]);
    Exchange::body(200, json!({"choices": choices}).to_string())
}

fn says(text: &str) -> Exchange {
    replies(json!({"content": text}))
}

fn calls(arguments: &str) -> Exchange {
    let call = json!({"id": "c", "function": {"name": "check_in", "arguments": arguments}});
    replies(json!({"content": null, "tool_calls": [call]}))
}

fn streams(usage: bool) -> Exchange {
    let mut text = String::from("data: {\"choices\":[{\"delta\":{\"content\":\"hello\"}}]}\n\n");
    if usage {
        text += "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":3}}\n\n";
    }
    text += "data: [DONE]\n\n";
    Exchange::stream(vec![Then::Head(200), Then::Piece(text.into_bytes())])
}

const WORD: &str = r#"{"word":"ready"}"#;

/// All that a perfect endpoint answers.
fn perfect() -> Vec<Exchange> {
    vec![
        list(&["small", "large"]),
        says("hello"),
        streams(true),
        calls(WORD),
        calls(WORD),
        says(WORD),
    ]
}

/// What is known of an endpoint that can do everything.
fn has_called() -> Profile {
    Profile {
        has_called: true,
        ..Profile::default()
    }
}

/// A browser that saw this.
struct Saw(ProbeResult);

impl NetworkProbe for Saw {
    fn look_at<'a>(&'a self, base_url: &'a str) -> LocalBoxFuture<'a, ProbeResult> {
        assert_eq!(base_url, "https://model.test/v1");
        Box::pin(ready(self.0.clone()))
    }
}

/// What a preflight on this network reports, and how many requests it took.
fn looked(exchanges: Vec<Exchange>) -> (Report, usize) {
    let clock = Clock::default();
    let network = Network::of(&clock, exchanges);
    let client = network.client();
    let report = clock.run(preflight(
        &client,
        &NoNetworkProbe,
        Step::Schema,
        &mut |_| {},
    ));
    (report, network.sent().len())
}

/// The outcomes from [`Step::Reach`] on, one letter each.
fn letters(report: &Report) -> String {
    let letter = |(_, outcome): &(Step, Outcome)| match outcome {
        Outcome::Waiting => '.',
        Outcome::Running => 'r',
        Outcome::Passed => 'P',
        Outcome::Without(_) => 'w',
        Outcome::Failed(_) => 'F',
        Outcome::Skipped => 's',
    };
    report.steps().iter().map(letter).collect()
}

fn call(kind: ErrorKind, detail: &str) -> Finding {
    let detail = detail.to_owned();
    Finding::Call { kind, detail }
}

fn no_such_model(near: &[&str]) -> Finding {
    Finding::NoSuchModel {
        model: "small".to_owned(),
        near: near.iter().copied().map(str::to_owned).collect(),
    }
}

#[test]
fn an_endpoint_that_can_do_everything_passes_every_step() {
    let (report, requests) = looked(perfect());
    assert_eq!(letters(&report), "PPPPPPPP");
    assert_eq!(report.finding(), None);
    assert_eq!(report.models, ["small", "large"]);
    assert_eq!(report.profile, has_called());
    assert_eq!(report.profile.mode(), StructuredOutputMode::StrictSchema);
    assert_eq!(requests, 6);
}

#[test]
fn what_an_endpoint_lacks_is_told_and_learnt_and_is_no_failure() {
    let mut exchanges = perfect();
    exchanges[2] = streams(false);
    exchanges[4] = says("Hello");
    exchanges.truncate(5);
    exchanges.extend([
        error(400, "response_format json_schema is not supported"),
        says(WORD),
    ]);
    let (report, _) = looked(exchanges);
    assert_eq!(letters(&report), "PPPPwPww");
    assert_eq!(
        report.outcome(Step::Streaming),
        &Outcome::Without(MissingCapability::UsageInStreams)
    );
    assert_eq!(
        report.outcome(Step::Schema),
        &Outcome::Without(MissingCapability::Schema(StructuredOutputMode::JsonObject))
    );
    let learnt = Profile {
        forced_tool_choice: false,
        json_schema: false,
        ..has_called()
    };
    assert_eq!(report.profile, learnt);
    assert_eq!(report.finding(), None);
}

#[test]
fn an_endpoint_that_ignores_or_refuses_tools_and_heeds_a_schema_can_be_used() {
    let call = format!(r#"{{"name":"check_in","arguments":{WORD}}}"#);
    let ignores = vec![says("Ready!"), says("Ready!"), says(&call), says(&call)];
    let refuses = vec![
        error(400, "small does not support tools"),
        says(&call),
        says(&call),
    ];
    for at_tools in [ignores, refuses] {
        let mut exchanges = perfect();
        exchanges.splice(3..5, at_tools);
        let (report, _) = looked(exchanges);
        assert_eq!(letters(&report), "PPPPPwPP");
        let lacks = Outcome::Without(MissingCapability::Tools);
        assert_eq!(report.outcome(Step::Tools), &lacks);
        assert!(report.profile.calls_by_schema());
        assert_eq!(report.finding(), None);
    }
}

#[test]
fn a_reply_that_comes_whole_is_no_stream() {
    let mut exchanges = perfect();
    exchanges[2] = says("hello");
    let (report, _) = looked(exchanges);
    let expected = Outcome::Without(MissingCapability::Streaming);
    assert_eq!(report.outcome(Step::Streaming), &expected);
    // It is refused in words by others, and learnt then.
    let mut exchanges = perfect();
    exchanges[2] = error(501, "streaming is not implemented");
    exchanges.insert(3, says("hello"));
    let (report, _) = looked(exchanges);
    assert_eq!(report.outcome(Step::Streaming), &expected);
    assert!(!report.profile.streaming);
    assert_eq!(report.finding(), None);
}

/// At which step it ends, why, and after how many requests.
#[test]
fn each_failure_is_found_where_it_is() {
    let small = || list(&["small"]);
    let html = || {
        Exchange::new(
            "text/html",
            vec![Then::Head(200), Then::Piece(b"<!doctype html>".to_vec())],
        )
    };
    let missing = || {
        Exchange::new(
            "text/html",
            vec![Then::Head(404), Then::Piece(b"<h1>Not Found</h1>".to_vec())],
        )
    };
    let nobody = Obstacle::NobodyAnswers {
        permission_open: false,
    };
    let silent = "the reply did not begin within 60 seconds";
    let no = "The test says no.";
    let said = |status: u16, message: &str| format!("the endpoint answered {status}: {message}");
    let away = || Exchange::stream(vec![Then::Break]);
    let until = |last: Exchange, done: usize| {
        let mut exchanges = perfect();
        exchanges.truncate(done);
        exchanges.push(last);
        exchanges
    };
    for (what, exchanges, letters_of, finding, asked) in [
        (
            "nobody",
            vec![away()],
            "Fsssssss",
            Finding::NotReached(nobody),
            1,
        ),
        (
            "silence",
            vec![Exchange::stream(vec![Then::Hang])],
            "Fsssssss",
            call(ErrorKind::SlowToBegin, silent),
            1,
        ),
        (
            "a proxy without its endpoint",
            vec![coded(502, "upstream_unreachable")],
            "Fsssssss",
            call(ErrorKind::EndpointUnreachable, &said(502, no)),
            1,
        ),
        (
            "a proxy that knows another page",
            vec![coded(403, "foreign_origin")],
            "Fsssssss",
            call(ErrorKind::ForeignOrigin, &said(403, no)),
            1,
        ),
        (
            "a key is wanted",
            vec![error(401, no)],
            "PFssssss",
            Finding::NoKey,
            1,
        ),
        (
            "a key is wanted for chats only",
            vec![small(), error(401, no)],
            "PFssssss",
            Finding::NoKey,
            2,
        ),
        (
            "a web page, whatever is asked",
            vec![html(), html()],
            "Fsssssss",
            Finding::NoApi,
            2,
        ),
        (
            "nothing at this path",
            vec![missing(), missing()],
            "Fsssssss",
            Finding::NoApi,
            2,
        ),
        (
            "no list, and no such model",
            vec![missing(), error(404, "model 'small' not found")],
            "PPFsssss",
            no_such_model(&[]),
            2,
        ),
        (
            "no such model",
            vec![list(&["large", "small:8b"]), coded(404, "model_not_found")],
            "PPFsssss",
            no_such_model(&["small:8b"]),
            2,
        ),
        (
            "no such model, as a bad request",
            vec![list(&["large"]), error(400, "unknown model")],
            "PPFsssss",
            no_such_model(&[]),
            2,
        ),
        (
            "a listed model that is not there after all",
            vec![small(), coded(404, "model_not_found")],
            "PPPFssss",
            call(ErrorKind::UnknownModel, &said(404, no)),
            2,
        ),
        (
            "busy",
            vec![error(429, no)],
            "Fsssssss",
            call(ErrorKind::TooOften, &said(429, no)),
            1,
        ),
        (
            "no quota",
            vec![small(), coded(429, "insufficient_quota")],
            "PPPFssss",
            call(ErrorKind::NoQuota, &said(429, no)),
            2,
        ),
        (
            "a browser that is let read lists and not chats",
            vec![small(), away()],
            "PPPFssss",
            Finding::NotReached(nobody),
            2,
        ),
        (
            "no tools",
            until(error(400, "small does not support tools"), 3),
            "PPPPPFss",
            Finding::NoTools,
            5,
        ),
        (
            "a model that only talks",
            until(says("I would call it."), 3),
            "PPPPPFss",
            Finding::ToolNotCalled,
            6,
        ),
        (
            "a call that cannot be used",
            until(calls("{}"), 3),
            "PPPPPFss",
            Finding::ToolNotCalled,
            4,
        ),
        (
            "trouble on the way",
            until(error(500, no), 4),
            "PPPPPPFs",
            call(ErrorKind::ServerTrouble, &said(500, no)),
            5,
        ),
        (
            "no value, however it is asked for",
            until(says("ready"), 5),
            "PPPPPPPF",
            Finding::NotStructured,
            9,
        ),
    ] {
        let (report, requests) = looked(exchanges);
        assert_eq!(letters(&report), letters_of, "{what}");
        let (_, found) = report.finding().unwrap();
        assert_eq!(*found, finding, "{what}");
        assert_eq!(requests, asked, "{what}");
    }
}

#[test]
fn a_name_that_is_not_listed_may_still_be_known() {
    let mut exchanges = perfect();
    exchanges[0] = list(&["small:latest"]);
    let (report, _) = looked(exchanges);
    assert_eq!(letters(&report), "PPPPPPPP");
}

#[test]
fn a_list_is_taken_as_far_as_it_is_one() {
    let long = "x".repeat(201);
    let many: Vec<String> = (0..600).map(|number| format!("m{number}")).collect();
    let mut listed = vec!["small", "", "small", &long];
    listed.extend(many.iter().map(String::as_str));
    let mut exchanges = perfect();
    exchanges[0] = list(&listed);
    let (report, _) = looked(exchanges);
    assert_eq!(report.models.len(), 500);
    assert_eq!(report.models[..2], ["small", "m0"]);
    assert_eq!(letters(&report), "PPPPPPPP");
}

#[test]
fn an_endpoint_without_a_list_is_used_all_the_same() {
    let mut exchanges = perfect();
    exchanges[0] = error(404, "Not Found");
    let (report, _) = looked(exchanges);
    assert_eq!(letters(&report), "PPwPPPPP");
    let expected = Outcome::Without(MissingCapability::ModelList);
    assert_eq!(report.outcome(Step::Models), &expected);
}

#[test]
fn what_the_browser_saw_says_why_nothing_came_back() {
    let clock = Clock::default();
    let network = Network::of(&clock, vec![Exchange::stream(vec![Then::Break])]);
    let saw = Saw(ProbeResult {
        answers_unread: true,
        ..ProbeResult::default()
    });
    let client = network.client();
    let report = clock.run(preflight(&client, &saw, Step::Schema, &mut |_| {}));
    let (step, finding) = report.finding().unwrap();
    assert_eq!(step, Step::Reach);
    assert_eq!(*finding, Finding::NotReached(Obstacle::Cors));
}
