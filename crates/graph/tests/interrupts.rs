//! Questions that nodes put to somebody outside.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::rc::Rc;

use futures::executor::block_on;
use kikitori_graph::*;
use kikitori_store::RecordingStore;
use serde_json::json;
use support::*;

/// A node that asks for each of these words and says the answers.
fn asking(graph: Builder, key: &'static str, questions: &'static [&'static str]) -> Builder {
    graph.node(key, async move |_, context: Context<Tally>| {
        context.resources().add(key);
        let mut answers = Vec::new();
        for question in questions {
            answers.push(context.interrupt::<String>(question).await);
        }
        Ok(say(answers.join(" ")))
    })
}

fn open(outcome: &Outcome<Log>) -> Vec<(String, String)> {
    let Outcome::Interrupted { interrupts, .. } = outcome else {
        panic!("{outcome:?}")
    };
    let open = interrupts
        .iter()
        .map(|it| (it.id.to_string(), it.question.as_str().unwrap().to_owned()));
    open.collect()
}

fn said(outcome: &Outcome<Log>) -> &[String] {
    match outcome {
        Outcome::Done { state } => &state.said,
        other => panic!("{other:?}"),
    }
}

fn pair(id: &str, question: &str) -> (String, String) {
    (id.to_owned(), question.to_owned())
}

#[test]
fn a_node_asks_one_question_after_the_other_and_starts_over_with_the_answers() {
    let graph = asking(Builder::new(), "a", &["first?", "second?"])
        .edge(START, "a")
        .build()
        .unwrap();
    let ports = ports(&Rc::default());
    let outcome = started(&graph, &ports);
    assert_eq!(open(&outcome), [pair("0.0.0", "first?")]);
    let outcome = resumed(&graph, &ports, &[("0.0.0", json!("one"))]);
    assert_eq!(open(&outcome), [pair("0.0.1", "second?")]);
    let outcome = resumed(&graph, &ports, &[("0.0.1", json!("two"))]);
    assert_eq!(said(&outcome), ["one two"]);
    assert_eq!(ports.resources.of("a"), 3);
}

#[test]
fn several_questions_of_a_fan_out_are_answered_in_any_order_and_others_are_not_asked_again() {
    let graph = Builder::new()
        .send_node("ask", async |word: String, context: Context<Tally>| {
            context.resources().add(&word);
            let answer: String = context.interrupt(format!("{word}?")).await;
            Ok(say(format!("{word}={answer}")))
        })
        .node("free", async |_, context: Context<Tally>| {
            context.resources().add("free");
            Ok(say("free"))
        })
        .branch(START, &["ask"], |_| {
            ["x", "y", "z"]
                .map(|word| Goto::Send("ask", word.to_owned()))
                .into()
        })
        .edge(START, "free")
        .build()
        .unwrap();
    let ports = ports(&Rc::default());
    let all = [
        pair("0.0.0", "x?"),
        pair("0.1.0", "y?"),
        pair("0.2.0", "z?"),
    ];
    assert_eq!(open(&started(&graph, &ports)), all);
    let outcome = resumed(&graph, &ports, &[("0.2.0", json!(3))]);
    // A number is no text.
    let Outcome::Interrupted { interrupts, .. } = &outcome else {
        panic!("{outcome:?}")
    };
    assert_eq!(open(&outcome), all);
    assert!(
        interrupts[2]
            .problem
            .as_ref()
            .unwrap()
            .contains("expected a string")
    );
    let outcome = resumed(&graph, &ports, &[("0.2.0", json!("3"))]);
    assert_eq!(open(&outcome), all[..2]);
    let outcome = resumed(
        &graph,
        &ports,
        &[("0.0.0", json!("1")), ("0.1.0", json!("2"))],
    );
    assert_eq!(said(&outcome), ["x=1", "y=2", "z=3", "free"]);
    let tally = ports.resources.all();
    assert_eq!(
        (tally["x"], tally["y"], tally["z"], tally["free"]),
        (2, 2, 3, 1)
    );
}

#[test]
fn two_questions_at_once_can_be_answered_one_at_a_time() {
    let graph = Builder::new()
        .node("both", async |_, context: Context<Tally>| {
            let (one, two): (String, String) =
                futures::join!(context.interrupt("one?"), context.interrupt("two?"));
            Ok(say(format!("{one} {two}")))
        })
        .edge(START, "both")
        .build()
        .unwrap();
    let ports = ports(&Rc::default());
    let both = [pair("0.0.0", "one?"), pair("0.0.1", "two?")];
    assert_eq!(open(&started(&graph, &ports)), both);
    let outcome = resumed(&graph, &ports, &[("0.0.1", json!("2"))]);
    assert_eq!(open(&outcome), both[..1]);
    let outcome = resumed(&graph, &ports, &[("0.0.0", json!("1"))]);
    assert_eq!(said(&outcome), ["1 2"]);
}

#[test]
fn questions_in_subgraphs_in_fan_outs_have_ids_of_their_own() {
    let inner = Builder::new()
        .node("before", async |_, context: Context<Tally>| {
            context.resources().add("before");
            Ok(Say::default())
        })
        .node("ask", async |state: Rc<Log>, context: Context<Tally>| {
            let answer: String = context.interrupt(format!("{}?", state.last)).await;
            Ok(say(answer))
        })
        .edge(START, "before")
        .edge("before", "ask")
        .build()
        .unwrap();
    let graph = Builder::new()
        .send_subgraph(
            "each",
            inner,
            |word| Log {
                last: word,
                ..Log::default()
            },
            |inner| say(inner.last.clone()),
        )
        .branch(START, &["each"], |_| {
            ["x", "y"]
                .map(|word| Goto::Send("each", word.to_owned()))
                .into()
        })
        .build()
        .unwrap();
    let ports = ports(&Rc::default());
    let outcome = started(&graph, &ports);
    assert_eq!(
        open(&outcome),
        [pair("0.0/1.0.0", "x?"), pair("0.1/1.0.0", "y?")]
    );
    let outcome = resumed(&graph, &ports, &[("0.1/1.0.0", json!("Y"))]);
    assert_eq!(open(&outcome), [pair("0.0/1.0.0", "x?")]);
    let outcome = resumed(&graph, &ports, &[("0.0/1.0.0", json!("X"))]);
    assert_eq!(said(&outcome), ["X", "Y"]);
    assert_eq!(
        ports.resources.of("before"),
        2,
        "what came before the question is not run again"
    );
}

#[test]
fn an_answer_to_no_question_is_an_error_and_changes_nothing() {
    let graph = asking(Builder::new(), "a", &["first?"])
        .edge(START, "a")
        .build()
        .unwrap();
    let store = Rc::new(RecordingStore::new());
    let ports = ports(&store);
    started(&graph, &ports);
    let before = store.batches().len();
    let answers = [(InterruptId("0.0.7".into()), json!("x"))].into();
    let outcome = block_on(graph.resume("run", answers, &ports, RunLimits::default()));
    assert_eq!(
        outcome,
        Err(RunError::NoSuchInterrupt(InterruptId("0.0.7".into())))
    );
    assert_eq!(store.batches().len(), before);
    assert_eq!(
        open(&resumed(&graph, &ports, &[])),
        [pair("0.0.0", "first?")]
    );
}
