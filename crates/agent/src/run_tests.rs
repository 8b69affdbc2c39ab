use super::*;
use kikitori_llm::{Completion, Usage};

fn says(text: &str) -> AssistantMessage {
    completion(text).message
}

fn completion(text: &str) -> Completion {
    Completion {
        message: AssistantMessage {
            content: Some(text.into()),
            ..Default::default()
        },
        usage: Some(Usage {
            prompt_tokens: 10,
            completion_tokens: 2,
            total_tokens: 12,
            ..Usage::default()
        }),
        ..Default::default()
    }
}

fn calls(names: &[(&str, &str)]) -> AssistantMessage {
    let calls = names.iter();
    AssistantMessage {
        tool_calls: calls
            .map(|(id, name)| ToolCall::new(*id, *name, "{}"))
            .collect(),
        ..AssistantMessage::default()
    }
}

fn ok() -> ToolOutput {
    FunctionCallResult::success("Done.").into()
}

fn asks(text: &str) -> ToolOutput {
    ToolOutput {
        result: FunctionCallResult::success("Asked."),
        then: LoopControl::AwaitUser { text: text.into() },
    }
}

fn pending(run: &AgentRun) -> String {
    match run.next_step() {
        AgentStep::RunTool(call) => format!("{}:{}", call.id, call.function.name),
        other => format!("{other:?}"),
    }
}

#[test]
fn it_runs_until_ask_and_feeds_results_and_errors_back() {
    let mut run = AgentRun::new("greeter", 10);
    run.model_replied(calls(&[("a", "set_language"), ("b", "ask")]), Vec::new)
        .unwrap();
    assert_eq!(pending(&run), "a:set_language");
    run.tool_finished(
        &ToolCallId("a".into()),
        FunctionCallResult::error("No such language.").into(),
    )
    .unwrap();
    assert_eq!(pending(&run), "b:ask");
    run.tool_finished(&ToolCallId("b".into()), asks("Which language?"))
        .unwrap();
    let result = run.result().unwrap().unwrap();
    assert_eq!(result.response_text, "Which language?");
    assert!(result.awaiting_user_response);
    assert_eq!(result.tool_calls.len(), 2);
    let back = serde_json::to_string(&run.messages()[1]).unwrap();
    assert!(
        back.contains("No such language.") && back.contains("error"),
        "{back}"
    );
}

#[test]
fn a_reply_without_a_call_gets_the_remaining_tasks_or_ends_the_run() {
    let mut run = AgentRun::new("greeter", 10);
    run.model_replied(says("Hello"), || {
        vec!["Set the language using set_language".into()]
    })
    .unwrap();
    assert_eq!(run.next_step(), AgentStep::CallModel);
    assert_eq!(
        run.messages().last(),
        Some(&Message::user(
            "You still need to: Set the language using set_language"
        ))
    );
    run.model_replied(says("Bye"), Vec::new).unwrap();
    assert_eq!(
        run.next_step(),
        AgentStep::Ended(&RunEnd::Completed { text: "Bye".into() })
    );
}

#[test]
fn the_turn_limit_is_a_typed_error() {
    let mut run = AgentRun::new("architect", 3);
    for _ in 0..3 {
        run.model_replied(says("…"), || vec!["plan".into()])
            .unwrap();
    }
    let error = AgentError::TurnLimit {
        agent: "architect".into(),
        turns: 3,
    };
    assert_eq!(run.result(), Some(Err(error)));
}

#[test]
fn an_outcome_nobody_waits_for_is_refused() {
    let mut run = AgentRun::new("greeter", 10);
    let stranger = ToolCallId("x".into());
    assert!(run.tool_finished(&stranger, ok()).is_err());
    run.model_replied(calls(&[("a", "t")]), Vec::new).unwrap();
    assert!(run.tool_finished(&stranger, ok()).is_err());
    assert!(run.model_replied(says(""), Vec::new).is_err());
    run.tool_finished(&ToolCallId("a".into()), ok()).unwrap();
    assert!(
        run.tool_finished(&ToolCallId("a".into()), ok()).is_err(),
        "the same outcome twice"
    );
}

#[test]
fn empty_and_repeated_ids_are_told_apart_and_calls_beyond_sixteen_are_refused() {
    let many: Vec<_> = (0..20).map(|_| ("", "t")).collect();
    let mut run = AgentRun::new("greeter", 10);
    run.model_replied(calls(&many), Vec::new).unwrap();
    let mut ran = 0;
    while let AgentStep::RunTool(call) = run.next_step() {
        let id = call.id.clone();
        assert_eq!(id.0.len(), 9);
        run.tool_finished(&id, ok()).unwrap();
        ran += 1;
    }
    assert_eq!((ran, run.messages().len()), (16, 21));
}

#[test]
fn only_the_first_question_of_a_reply_counts() {
    let mut run = AgentRun::new("greeter", 10);
    run.model_replied(
        calls(&[("a", "ask"), ("b", "ask"), ("c", "done")]),
        Vec::new,
    )
    .unwrap();
    run.tool_finished(&ToolCallId("a".into()), asks("first"))
        .unwrap();
    run.tool_finished(&ToolCallId("b".into()), asks("second"))
        .unwrap();
    let done = ToolOutput {
        result: FunctionCallResult::success(""),
        then: LoopControl::Finish,
    };
    run.tool_finished(&ToolCallId("c".into()), done).unwrap();
    assert_eq!(run.result().unwrap().unwrap().response_text, "first");
}

#[test]
fn a_run_survives_being_stored_between_any_two_steps() {
    let stored = |run: &AgentRun| -> AgentRun {
        serde_json::from_str(&serde_json::to_string(run).unwrap()).unwrap()
    };
    let mut run = stored(&AgentRun::new("greeter", 2).opened_with(Message::user("Begin")));
    run.model_replied(calls(&[("a", "t"), ("b", "ask")]), Vec::new)
        .unwrap();
    run = stored(&run);
    let with_data = FunctionCallResult::success("").with_data(serde_json::json!({"id": 5}));
    run.tool_finished(&ToolCallId("a".into()), with_data.into())
        .unwrap();
    run = stored(&run);
    run.tool_finished(&ToolCallId("b".into()), asks("?"))
        .unwrap();
    run = stored(&run);
    let result = run.result().unwrap().unwrap();
    assert_eq!(Value::from(result.data)["t"]["id"], 5);
}

#[test]
fn what_its_calls_came_to_adds_up() {
    let mut run = AgentRun::new("greeter", 10);
    for _ in 0..2 {
        run.charge(UsageTotals::answered(&completion("Hello"), None, || 0));
    }
    run.model_replied(says("Bye"), Vec::new).unwrap();
    let usage = run.result().unwrap().unwrap().usage;
    let counted = (usage.calls, usage.prompt_tokens, usage.completion_tokens);
    assert_eq!(counted, (2, 20, 4));
}

#[test]
fn outcomes_in_any_order_come_to_the_same_run() {
    let reply = calls(&[("a", "ask"), ("b", "look"), ("c", "ask")]);
    let output = |id: &str| match id {
        "b" => FunctionCallResult::success("seen")
            .with_data(serde_json::json!({"by": "b"}))
            .into(),
        id => asks(id),
    };
    let orders = [
        ["a", "b", "c"],
        ["a", "c", "b"],
        ["b", "a", "c"],
        ["b", "c", "a"],
        ["c", "a", "b"],
        ["c", "b", "a"],
    ];
    let runs = orders.map(|order| {
        let mut run = AgentRun::new("greeter", 10);
        run.model_replied(reply.clone(), Vec::new).unwrap();
        for id in order {
            let before = run.messages().len();
            assert_eq!(before, 1, "outcomes are told the model together");
            run.tool_finished(&ToolCallId(id.into()), output(id))
                .unwrap();
        }
        run
    });
    assert_eq!(runs[0].result().unwrap().unwrap().response_text, "a");
    assert!(runs.iter().all(|run| *run == runs[0]));
}
