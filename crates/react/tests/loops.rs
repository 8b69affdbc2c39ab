//! The ReAct loop in both forms: what it comes to, and what the model is asked on the way.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::RefCell;
use std::rc::Rc;

use kikitori_llm::{AssistantMessage, Completion, LlmError, Message, ToolCall, ToolChoice};
use kikitori_react::*;
use kikitori_scripted::{calls, calls_all, says};
use serde_json::json;
use support::*;

const SUM: &str = r#"calculator {"expression":"2+2"}"#;

fn adds() -> Reply {
    Ok(calls("calculator", json!({"expression": "2+2"})))
}

fn searches(query: &str) -> Reply {
    Ok(calls("search", json!({"query": query})))
}

fn thinks_and(thought: &str, call: Reply) -> Reply {
    let mut reply = call?;
    reply.message.content = Some(thought.to_owned());
    Ok(reply)
}

#[test]
fn it_thinks_acts_observes_and_answers() {
    let model = Plays::turns([thinks_and("I add.", adds()), Ok(says("It is 4."))]);
    let world = World::new(model);
    let agent = world.asked("2+2?");
    assert_eq!(
        short(&agent),
        format!("Some(Completed) | [I add.] {SUM} → 4 | It is 4.")
    );
    let exchange = agent.state().current().unwrap();
    let result = exchange.result().unwrap();
    assert_eq!((result.tool_calls, result.answer), (1, Some("It is 4.")));
    assert_eq!(exchange.grounds().count(), 1);
    // The audit has the call, its outcome and its times.
    let steps: Vec<_> = agent.state().all_run_steps().collect();
    assert_eq!((steps.len(), steps[0].tool.as_str()), (1, "calculator"));
    assert!(steps[0].finished_at.unwrap() > steps[0].started_at);
    assert_eq!(exchange.usage.calls, 2);
    assert!(exchange.steps[0].usage.prompt_tokens > 0);
    assert!(world.heard.borrow().contains("It is 4."));
}

#[test]
fn a_look_up_that_is_only_announced_is_asked_for_once() {
    let promise = "I will look up what that is.";
    let world = World::new(Plays::turns([
        Ok(says(promise)),
        adds(),
        Ok(says("It is 4.")),
    ]));
    let agent = world.asked("2+2?");
    assert_eq!(
        short(&agent),
        format!("Some(Completed) | [{promise}]  ; [] {SUM} → 4 | It is 4.")
    );
    let told = format!("{:?}", world.model.asked.borrow()[1].messages.last());
    assert!(told.contains("Call a tool, or give the answer."), "{told}");
    // A second one is the answer, for want of a better one.
    let world = World::new(Plays::turns([Ok(says(promise)), Ok(says(promise))]));
    assert_eq!(
        short(&world.asked("2+2?")),
        format!("Some(Completed) | [{promise}]  | {promise}")
    );
}

#[test]
fn it_works_in_the_text_form_where_no_calls_can_be_had() {
    for (replies, expected) in [
        (
            vec![
                "Thought: I add.\nAction: calculator\nAction Input: {\"expression\": \"2+2\"}",
                "Thought: I know it.\nFinal Answer: It is 4.",
            ],
            format!("Some(Completed) | [I add.] {SUM} → 4 | It is 4."),
        ),
        (
            vec!["**思考：** 足します。\n**行動：** calculator\n**行動入力：** 2+2", "最終回答：4です。"],
            format!("Some(Completed) | [足します。] {SUM} → 4 | 4です。"),
        ),
        (
            vec!["Thought: Hm.", "Final Answer: It is 4."],
            "Some(Completed) | [Hm.]  | It is 4.".to_owned(),
        ),
        (
            vec!["Action: oracle\nAction Input: 2+2", "It is 4."],
            "Some(Completed) | [] oracle \"2+2\" → There is no tool named \"oracle\". There are: calculator, search | It is 4.".to_owned(),
        ),
    ] {
        let world = World::new(Plays::in_words(replies));
        let agent = world.asked("2+2?");
        assert_eq!(short(&agent), expected);
        let asked = world.model.asked.borrow();
        assert!(asked.iter().all(|it| it.tools.is_empty()));
        let Message::System { content, .. } = &asked[0].messages[0] else {
            panic!("rules come first")
        };
        assert!(content.contains("one of: calculator, search"), "{content}");
    }
}

#[test]
fn a_tool_that_is_switched_off_is_told_as_such_and_is_not_run() {
    let asks_tables = || Ok(calls("database", json!({"sql": "SELECT 1"})));
    let rule = "The person has switched off: database.";
    for (switched_off, told) in [
        (
            vec!["database".to_owned()],
            "The person has switched off \"database\"",
        ),
        (vec![], "There is no tool named \"database\""),
        // What is offered is on, whatever else is said of it.
        (
            vec!["search".to_owned()],
            "There is no tool named \"database\"",
        ),
    ] {
        let world = World {
            switched_off: switched_off.clone(),
            ..World::new(Plays::turns([asks_tables(), Ok(says("It is off."))]))
        };
        let agent = world.asked("How many?");
        let exchange = agent.state().current().unwrap();
        let action = &exchange.steps[0].actions[0];
        let message = &action.observation().unwrap().result.message;
        assert!(message.starts_with(told), "{message}");
        let is_off = switched_off == ["database"];
        assert_eq!(action.was_switched_off(), is_off);
        assert_eq!(exchange.grounds().count(), 0);
        let asked = world.model.asked.borrow();
        let rules = format!("{:?}", asked[0].messages[0]);
        assert_eq!(rules.contains(rule), is_off, "{rules}");
    }
}

#[test]
fn what_was_observed_in_words_comes_back_in_words() {
    let both = "Action: calculator\nAction Input: 2+2\nAction: search\nAction Input: 猫";
    let world = World::new(Plays::in_words([both, "Final Answer: 4"]));
    world.asked("2+2?");
    let asked = world.model.asked.borrow();
    let last = &asked[1].messages;
    let [
        _,
        Message::User { .. },
        Message::Assistant(said),
        Message::User { content, .. },
    ] = last.as_slice()
    else {
        panic!("{last:?}")
    };
    assert!(said.content.as_ref().unwrap().contains("Action: search"));
    assert!(content.contains("Observation of calculator: {\"status\":\"success\""));
    assert!(content.contains("Observation of search:") && content.contains("猫は眠る"));
}

#[test]
fn calls_of_one_plan_run_side_by_side_and_each_has_its_outcome() {
    let both = calls_all(vec![
        ("calculator", json!({"expression": "2+2"})),
        ("search", json!({"query": "cats"})),
    ]);
    let world = World::new(Plays::turns([Ok(both), Ok(says("Both."))]));
    let agent = world.asked("2+2, and cats?");
    assert_eq!(
        short(&agent),
        format!(
            "Some(Completed) | [] {SUM} → 4 + search {{\"query\":\"cats\"}} → About cats: 猫は眠る。 | Both."
        )
    );
    let asked = world.model.asked.borrow();
    let outcomes = asked[1].messages.iter();
    let outcomes = outcomes.filter(|it| matches!(it, Message::Tool { .. }));
    assert_eq!(outcomes.count(), 2);
}

#[test]
fn a_model_that_may_call_and_writes_the_form_all_the_same_is_understood() {
    let model = Plays::turns([
        Ok(says(
            "Thought: I add.\nAction: calculator\nAction Input: 2+2",
        )),
        Ok(says("Thought: done\nFinal Answer: It is 4.")),
    ]);
    let agent = World::new(model).asked("2+2?");
    assert_eq!(
        short(&agent),
        format!("Some(Completed) | [I add.] {SUM} → 4 | It is 4.")
    );
    // And what only looks a little like it is an answer.
    let model = Plays::turns([Ok(says("Action: call the plumber.\nAnswer: now."))]);
    let agent = World::new(model).asked("What do I do?");
    assert_eq!(
        short(&agent),
        "Some(Completed) |  | Action: call the plumber.\nAnswer: now."
    );
}

#[test]
fn an_endpoint_that_turns_out_to_know_no_tools_is_asked_in_words() {
    // As a client does: it learns it from the refusal.
    let learnt: Rc<RefCell<Option<Rc<Plays>>>> = Rc::default();
    let learns = learnt.clone();
    let model = Plays::new(move |request| match request.tools.is_empty() {
        false => {
            let model = learns.borrow();
            model.iter().for_each(|it| it.gives_calls.set(false));
            Err(refused("tools are not supported"))
        }
        true => Ok(says("Final Answer: It is 4.")),
    });
    learnt.replace(Some(model.clone()));
    let agent = World::new(model).asked("2+2?");
    assert_eq!(short(&agent), "Some(Completed) |  | It is 4.");
    assert_eq!(agent.state().current().unwrap().usage.calls, 1);
    learnt.take();
}

fn refused(message: &str) -> LlmError {
    LlmError::Status {
        status: 400,
        message: message.to_owned(),
        code: None,
        retry_after: None,
    }
}

#[test]
fn a_tool_that_fails_is_tried_twice_more_and_then_done_without() {
    for (fails, expected, tries) in [
        (
            2,
            "Some(Completed) | [] search {\"query\":\"cats\"} ×3 → About cats: 猫は眠る。 | They sleep.",
            3,
        ),
        (
            9,
            "Some(ToolFailureDegraded) | [] search {\"query\":\"cats\"} ×3 → overloaded | They sleep.",
            3,
        ),
    ] {
        let world = World::new(Plays::turns([searches("cats"), Ok(says("They sleep."))]));
        world.bench.fails.set(fails);
        let agent = world.asked("What do cats do?");
        assert_eq!(short(&agent), expected);
        assert_eq!(world.bench.searches.get(), tries);
        let asked = world.model.asked.borrow();
        let is_degraded = fails > 2;
        assert_eq!(
            asked[1].tool_choice,
            is_degraded.then_some(ToolChoice::None)
        );
        let last = format!("{:?}", asked[1].messages.last().unwrap());
        assert_eq!(
            last.contains("failed and are not available any more: search"),
            is_degraded
        );
        // Every try is on record.
        let steps: Vec<u64> = agent
            .state()
            .all_run_steps()
            .map(|it| it.sequence)
            .collect();
        assert_eq!(steps, [0, 1, 2]);
    }
}

#[test]
fn a_wrong_call_goes_back_to_the_model_and_three_in_a_row_give_the_tool_up() {
    let wrong = |sum: &str| Ok(calls("calculator", json!({"expression": sum})));
    let model = Plays::turns([wrong("two"), wrong("zwei"), adds(), Ok(says("4"))]);
    let world = World::new(model);
    let agent = world.asked("2+2?");
    assert!(
        short(&agent).starts_with(
            "Some(Completed) | [] calculator {\"expression\":\"two\"} → Cannot reckon"
        )
    );
    assert_eq!(world.bench.sums.get(), 3, "none is made again as it was");

    let model = Plays::turns([wrong("a"), wrong("b"), wrong("c"), Ok(says("About 4."))]);
    let agent = World::new(model).asked("2+2?");
    let exchange = agent.state().current().unwrap();
    assert_eq!(exchange.stopped, Some(StoppedReason::ToolFailureDegraded));
    assert_eq!(exchange.failed_tools, ["calculator"]);
    // A call that works in between begins the count anew.
    let model = Plays::turns([
        wrong("a"),
        wrong("b"),
        adds(),
        wrong("c"),
        wrong("d"),
        Ok(says("4")),
    ]);
    let agent = World::new(model).asked("2+2?");
    assert!(
        short(&agent).starts_with("Some(Completed)"),
        "{}",
        short(&agent)
    );
}

#[test]
fn at_its_last_step_it_answers_from_what_it_has() {
    let mut replies: Vec<Reply> = (0..10).map(|_| adds()).collect();
    replies.push(Ok(says("It is 4, I think.")));
    let world = World::new(Plays::turns(replies));
    let agent = world.asked("2+2?");
    let exchange = agent.state().current().unwrap();
    assert_eq!(exchange.stopped, Some(StoppedReason::MaxStepsReached));
    assert_eq!(
        (exchange.steps.len(), exchange.answer.as_deref()),
        (10, Some("It is 4, I think."))
    );
    let asked = world.model.asked.borrow();
    assert_eq!(asked.len(), 11);
    assert!(format!("{:?}", asked[10].messages).contains("There are no steps left"));
}

#[test]
fn a_model_that_says_nothing_at_its_last_step_ends_the_run_all_the_same() {
    let model = Plays::new(|request| match request.tool_choice {
        Some(ToolChoice::None) => Ok(Completion::default()),
        _ => adds(),
    });
    let agent = World::new(model).asked("2+2?");
    let exchange = agent.state().current().unwrap();
    assert_eq!(exchange.stopped, Some(StoppedReason::MaxStepsReached));
    assert_eq!(exchange.answer, None);
}

#[test]
fn calls_beyond_sixteen_are_refused_and_told() {
    let many = calls_all(vec![("calculator", json!({"expression": "2+2"})); 20]);
    let world = World::new(Plays::turns([Ok(many), Ok(says("4"))]));
    let agent = world.asked("2+2?");
    assert_eq!(world.bench.sums.get(), 16);
    let asked = world.model.asked.borrow();
    let outcomes = asked[1].messages.iter();
    let outcomes = outcomes.filter(|it| matches!(it, Message::Tool { .. }));
    assert_eq!(outcomes.count(), 20);
    assert!(short(&agent).contains("Not run: at most 16"));
}

#[test]
fn what_a_server_sends_with_its_calls_goes_back_unchanged() {
    let mut call = ToolCall::new("a", "calculator", r#"{"expression":"2+2"}"#);
    call.extra.insert("signature".to_owned(), json!("s1"));
    let mut message = AssistantMessage {
        tool_calls: vec![call],
        ..AssistantMessage::default()
    };
    message
        .extra
        .insert("reasoning_content".to_owned(), json!("I reckon."));
    let first = Completion {
        message: message.clone(),
        ..Completion::default()
    };
    let world = World::new(Plays::turns([Ok(first), Ok(says("4"))]));
    let agent = world.asked("2+2?");
    assert!(
        short(&agent).contains("[I reckon.]"),
        "shown where nothing else is said"
    );
    let asked = world.model.asked.borrow();
    assert!(asked[1].messages.contains(&Message::Assistant(message)));
}
