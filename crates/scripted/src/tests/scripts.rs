//! Exact scripts explain themselves when they are not followed.

use futures::executor::block_on;
use kikitori_llm::{Delta, LlmError, Model};
use kikitori_ports::TransportError;

use super::*;
use crate::{Answer, Expect, Player, Script, ScriptedModel, calls, says};

fn chat(model: &ScriptedModel, request: ChatRequest) -> Result<Completion, LlmError> {
    block_on(model.chat(request, &mut |_| {}))
}

#[test]
fn a_script_that_is_followed_finishes() {
    let script = Script::new()
        .then(
            Expect::offering("set_language")
                .saying("<brief>")
                .and("it streams", |it| it.stream),
            calls("ask", json!({"message": "Hello", "suggestions": null})),
        )
        .then(
            Expect::offering("review"),
            calls("review", json!({"passed": true})),
        )
        .then(Expect::anything(), says("Done."));
    let model = ScriptedModel::following(script);
    let mut heard = Vec::new();
    let first = request(&GREETER, vec![Message::user("<brief>\n{}\n</brief>")]);
    let reply = block_on(model.chat(first, &mut |delta| heard.push(delta))).unwrap();
    assert_eq!(only_call(&reply, "ask")["message"], "Hello");
    assert!(matches!(&heard[..], [Delta::Arguments { tool, .. }] if tool == "ask"));
    let review = chat(&model, request(&["review"], vec![Message::user("x")])).unwrap();
    assert_eq!(only_call(&review, "review")["passed"], true);
    assert_eq!(
        chat(&model, request(&[], vec![]))
            .unwrap()
            .message
            .content
            .as_deref(),
        Some("Done.")
    );
    model.finish().unwrap();
}

#[test]
fn what_differs_is_described() {
    let script = Script::new()
        .then(
            Expect::offering("create_plan")
                .saying("form")
                .and("it is short", |_| false),
            says("No."),
        )
        .then(Expect::offering("review"), says("No."));
    let model = ScriptedModel::following(script);
    let error = chat(&model, request(&GREETER, vec![Message::user("Guten Tag")])).unwrap_err();
    assert!(
        matches!(&error, LlmError::Status { status: 500, code: Some(code), .. } if code == "unexpected_request")
    );
    let told = model.finish().unwrap_err();
    assert_eq!((told.unexpected.len(), told.unused.len()), (1, 2));
    let told = told.to_string();
    for part in [
        "request 1 does not fit step 1",
        "it does not offer create_plan",
        "offers [\"ask\", \"set_language\"]",
        "lacks \"form\"",
        "it is short",
        "Guten Tag",
        "step 2 (a request that offers review)",
    ] {
        assert!(told.contains(part), "{part} in {told}");
    }
    let model = ScriptedModel::following(Script::new());
    chat(&model, request(&[], vec![])).unwrap_err();
    assert!(
        model
            .finish()
            .unwrap_err()
            .to_string()
            .contains("after the last step")
    );
    ScriptedModel::playing(Player::new()).finish().unwrap();
}

#[test]
fn faults_can_be_scripted() {
    let reply = calls(
        "ask",
        json!({"message": "A longer question than one frame"}),
    );
    let script = Script::new()
        .then(
            Expect::anything(),
            Answer::HttpError {
                status: 429,
                message: "Slow down".into(),
                code: Some("rate_limit".into()),
                retry_after: Some(7),
            },
        )
        .then(Expect::anything(), Answer::http_error(502, "Bad gateway"))
        .then(
            Expect::anything(),
            Answer::CutOff {
                completion: reply.clone(),
                frames: 3,
            },
        )
        .then(
            Expect::anything(),
            Answer::Broken {
                completion: reply,
                frames: 3,
            },
        )
        .then(Expect::anything(), Answer::Unreachable)
        .then(
            Expect::anything(),
            Answer::Frames(vec![b"data: {\n\n".to_vec()]),
        );
    let model = ScriptedModel::following(script);
    let next = || chat(&model, request(&GREETER, vec![])).unwrap_err();
    assert_eq!(
        next(),
        LlmError::Status {
            status: 429,
            message: "Slow down".into(),
            code: Some("rate_limit".into()),
            retry_after: Some(7),
        }
    );
    assert!(matches!(next(), LlmError::Status { status: 502, .. }));
    assert!(matches!(next(), LlmError::Truncated { .. }));
    assert!(matches!(
        next(),
        LlmError::Transport(TransportError::Broken { .. })
    ));
    assert!(matches!(
        next(),
        LlmError::Transport(TransportError::Unreachable { .. })
    ));
    assert!(matches!(next(), LlmError::Malformed { .. }));
    model.finish().unwrap();
}

#[test]
#[should_panic(expected = "a private answer was sent to a model")]
fn no_model_that_plays_here_is_sent_a_private_answer() {
    let said = format!("My PIN is {}4711", crate::CANARY.to_uppercase());
    let model = ScriptedModel::playing(Player::new().otherwise(|_| says("Thank you.")));
    let sent = request(&[], vec![Message::user(said)]);
    let reply = block_on(model.chat(sent, &mut |_| {}));
    panic!("it answered {reply:?}");
}

#[test]
#[should_panic(expected = "a private answer was sent to a model")]
fn any_other_model_is_watched_alike() {
    struct Never;
    impl Model for Never {
        fn chat<'a>(
            &'a self,
            _: ChatRequest,
            _: &'a mut dyn FnMut(kikitori_llm::Delta),
        ) -> futures::future::LocalBoxFuture<'a, Result<Completion, kikitori_llm::LlmError>>
        {
            panic!("it was asked")
        }
    }
    let sent = request(&[], vec![Message::user("canary-4711")]);
    let _ = block_on(crate::watched(std::rc::Rc::new(Never)).chat(sent, &mut |_| {}));
}
