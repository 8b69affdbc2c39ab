//! What a person is asked, and what is recorded, over a whole interview.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use super::not_passed;
use crate::support;

use std::future::poll_fn;
use std::rc::Rc;
use std::task::Poll;

use futures::executor::block_on;
use futures::future::LocalBoxFuture;
use kikitori_interview::{FieldOutcome, Interview, Pause};
use kikitori_llm::{ChatRequest, Completion, Delta, LlmError, Message, Model};
use kikitori_scripted::{calls, offers, tags};
use serde_json::json;
use support::*;

/// An interview in which a field that goes to its reviewer is told of before it is asked for, and the
/// requests that were sent to the reviewer.
fn told_early() -> (Interview, Vec<ChatRequest>) {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "name", "label": "Name", "required": true},
        {"id": "trouble", "label": "Trouble", "required": true, "review": "separate"},
        {"id": "notes", "label": "Notes", "required": false}]}"#;
    let (model, sent) = recorded(|request| {
        let said = said_last(request);
        match said.last() {
            Some(said) if said.contains("hurts") && offers(request, "ask") => {
                let entries = vec![heard("name", "Ada"), heard("trouble", "my back hurts")];
                calls("ask", asking(request, entries))
            }
            _ => respond(request),
        }
    });
    let mut interview = interview_of(form, model);
    say(&mut interview, &["I am Ada, and my back hurts"]);
    let sent = sent.borrow();
    let reviews = sent.iter().filter(|it| offers(it, "review"));
    (interview, reviews.cloned().collect())
}

#[test]
fn what_is_told_of_it_early_is_judged_without_being_asked_for() {
    let (interview, reviews) = told_early();
    assert_eq!(told(&interview), "Please tell me: Notes");
    let trouble = value_of(&interview, "trouble");
    assert_eq!(trouble.as_deref(), Some("I am Ada, and my back hurts"));
    assert_eq!(reviews.len(), 1);
}

#[test]
fn what_a_reviewer_is_shown_of_the_conversation_stands_there_once() {
    let (_, reviews) = told_early();
    let text = serde_json::to_string(&reviews[0].messages).unwrap();
    assert_eq!(text.matches("my back hurts").count(), 1, "{text}");
}

#[test]
fn what_was_not_taken_of_another_field_is_told_before_a_reviewers_question() {
    const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "bags", "label": "Bags", "required": true, "answer": {"type": "integer"}},
        {"id": "trouble", "label": "Trouble", "required": true, "review": "separate"},
        {"id": "notes", "label": "Notes", "required": false}]}"#;
    const SAID: &str = "My back hurts. And of bags there are a few more.";
    let (model, _) = recorded(|request| {
        let is_it = said_last(request).last().map(String::as_str) == Some(SAID);
        if offers(request, "review") {
            return calls("review", not_passed());
        }
        if !is_it {
            return respond(request);
        }
        let mut bags = heard("bags", "of bags there are a few more");
        bags["value"] = json!("many");
        calls("ask", asking(request, vec![bags]))
    });
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["3", SAID]);
    let told = told(&interview);
    assert!(told.contains("was not taken for “Bags”"), "{told}");
    assert!(told.ends_with("Since when?"), "{told}");
}

/// A "don't know" to one field is none of another: only the question tells of which it was said.
#[test]
fn a_reviewer_is_shown_the_question_that_the_words_answered_and_what_it_asked_for() {
    let (_, reviews) = told_early();
    let text = tags::block(summary(&reviews[0]), "conversation").unwrap();
    let questions: Vec<_> = tags::blocks(text, "question").collect();
    assert_eq!(questions.len(), 1, "{text}");
    assert_eq!(questions[0].attribute("about").as_deref(), Some("Name"));
    assert_eq!(questions[0].inside, "Please tell me: Name");
    let answers: Vec<_> = tags::blocks(text, "answer").collect();
    assert_eq!(answers[0].inside, "I am Ada, and my back hurts");
    assert!(text.find("<question") < text.find("<answer"));
}

#[test]
fn its_own_question_is_about_no_other_field_and_stands_there_once() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "trouble", "label": "Trouble", "required": true, "review": "separate"},
        {"id": "notes", "label": "Notes", "required": false}]}"#;
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(form, model);
    say(&mut interview, &["My back hurts"]);
    let sent = sent.borrow();
    let review = sent.iter().find(|it| offers(it, "review")).unwrap();
    let text = tags::block(summary(review), "conversation").unwrap();
    let questions: Vec<_> = tags::blocks(text, "question").collect();
    assert_eq!(questions.len(), 1, "{text}");
    assert_eq!(questions[0].attribute("about"), None);
}

/// A model whose reviews come before what it is asked for beside them.
struct ReviewsFirst(Rc<dyn Model>);

impl Model for ReviewsFirst {
    fn chat<'a>(
        &'a self,
        request: ChatRequest,
        on_delta: &'a mut dyn FnMut(Delta),
    ) -> LocalBoxFuture<'a, Result<Completion, LlmError>> {
        let mut waits = if offers(&request, "review") { 0 } else { 3 };
        Box::pin(async move {
            poll_fn(|context| {
                context.waker().wake_by_ref();
                let is_over = waits == 0;
                waits -= i32::from(!is_over);
                if is_over {
                    Poll::Ready(())
                } else {
                    Poll::Pending
                }
            })
            .await;
            self.0.chat(request, on_delta).await
        })
    }
}

#[test]
fn a_repair_is_told_that_a_review_has_ended_meanwhile() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "trouble", "label": "Trouble", "required": true, "review": "separate"},
        {"id": "name", "label": "Name", "required": true}]}"#;
    let (model, sent) = recorded(|request| {
        let is_repair = matches!(request.messages.last(), Some(Message::Tool { .. }));
        match now(request)["under_review"] == "trouble" && !is_repair {
            true => calls(
                "ask",
                asking(request, vec![heard("name", "what nobody said")]),
            ),
            false => respond(request),
        }
    });
    let mut interview = interview_of(form, Rc::new(ReviewsFirst(model)));
    say(&mut interview, &["My back hurts"]);
    let sent = sent.borrow();
    let tools = ["ask", "review", "ask", "ask"];
    let offered = |(it, tool): (&ChatRequest, &&str)| offers(it, tool);
    assert!(sent.len() == 4 && sent.iter().zip(&tools).all(offered));
    assert_eq!(now(&sent[2])["under_review"], "trouble");
    assert_eq!(now(&sent[3])["under_review"], json!(null));
    assert_eq!(now(&sent[3])["recorded"]["trouble"], "My back hurts");
    assert_eq!(told(&interview), "Please tell me: Name");
}

#[test]
fn a_second_refusal_of_it_ends_the_asking_and_is_told() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "trouble", "label": "Trouble", "required": true, "review": "separate"},
        {"id": "notes", "label": "Notes", "required": false}]}"#;
    let (model, sent) = recorded(|request| match offers(request, "review") {
        true => calls(
            "review",
            json!({"passed": false, "refused": true, "follow_up": {"message": "It is needed."}}),
        ),
        false => respond(request),
    });
    let mut interview = interview_of(form, model);
    say(&mut interview, &["I will not say"]);
    assert_eq!(told(&interview), "It is needed.");
    say(&mut interview, &["Never"]);
    // The question was prepared beside the review, so that nobody waits for another one: code says
    // what it does not know.
    let ended = "“Trouble” stays open, and the form cannot be finished without it. You can still give it later.";
    assert_eq!(told(&interview), format!("{ended}\nPlease tell me: Notes"));
    let outline = interview.orchestrator().outline();
    assert_eq!(outline[0].outcome, Some(FieldOutcome::Declined));
    let asked = sent.borrow().iter().filter(|it| offers(it, "ask")).count();
    assert_eq!(asked, 3, "one call an answer, and the first question");
}

#[test]
fn a_value_that_does_not_fit_its_field_or_stands_in_no_answer_goes_back() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "bags", "label": "Bags", "required": true, "review": "separate",
         "answer": {"type": "integer"}}]}"#;
    for (quote, value, place) in [("two", "some", "field_value"), ("three", "3", "quote")] {
        let (model, _) = recorded(move |request| {
            let is_repair = request.messages.len() > 3;
            match offers(request, "review") && !is_repair {
                true => calls(
                    "review",
                    json!({"passed": true, "quote": quote, "field_value": value}),
                ),
                false if offers(request, "review") => calls(
                    "review",
                    json!({"passed": true, "quote": "two", "field_value": "2"}),
                ),
                false => respond(request),
            }
        });
        let mut interview = interview_of(form, model);
        assert_eq!(say(&mut interview, &["two"]), Pause::Confirm);
        let steps = &interview.orchestrator().state().run_steps;
        let first = steps.iter().find(|step| step.tool == "review").unwrap();
        let message = &first.output.as_ref().unwrap().result.message;
        assert!(message.contains(place), "{message}");
        assert_eq!(value_of(&interview, "bags").as_deref(), Some("2"));
    }
}

#[test]
fn a_form_may_have_a_field_with_facts_reviewed_together() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "trouble", "label": "Trouble", "required": true, "review": "together",
         "facts": [{"key": "since", "fact": "since when", "doneCriteria": "a date"}]}]}"#;
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(form, model);
    assert_eq!(say(&mut interview, &["My back, since May"]), Pause::Confirm);
    assert!(sent.borrow().iter().all(|it| !offers(it, "review")));
    block_on(interview.confirm("now".to_owned())).unwrap();
}

#[test]
fn a_field_that_its_reviewer_gave_up_is_not_judged_again_by_the_same_message() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "trouble", "label": "Trouble", "required": true, "review": "separate", "followUps": 0},
        {"id": "name", "label": "Name", "required": true}]}"#;
    let (model, sent) = recorded(|request| match offers(request, "review") {
        true => calls(
            "review",
            json!({"passed": false, "missing_facts": ["more"], "follow_up": {"message": "And?"}}),
        ),
        // Whatever became of it, it is reported anew.
        false => match said_last(request).last() {
            Some(said) if now(request)["under_review"].is_null() => {
                calls("ask", asking(request, vec![heard("trouble", said)]))
            }
            _ => respond(request),
        },
    });
    let mut interview = interview_of(form, model);
    assert_eq!(say(&mut interview, &["My back"]), Pause::Answer);
    assert_eq!(
        told(&interview),
        "“Trouble” stays open.\nPlease tell me: Name"
    );
    let outline = interview.orchestrator().outline();
    assert_eq!(outline[0].outcome, Some(FieldOutcome::Unresolved));
    let reviews = sent.borrow();
    let reviews = reviews.iter().filter(|it| offers(it, "review"));
    assert_eq!(reviews.count(), 1);
}

#[test]
fn who_refuses_it_again_is_asked_nothing_by_its_reviewer() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "trouble", "label": "Trouble", "required": true, "review": "separate"},
        {"id": "notes", "label": "Notes", "required": false}]}"#;
    let (model, sent) = recorded(|request| {
        let again = said_before(request) > 1;
        let follow_up = (!again).then(|| json!({"message": "It is needed."}));
        match offers(request, "review") {
            true => calls(
                "review",
                json!({"passed": false, "refused": true, "follow_up": follow_up}),
            ),
            false => respond(request),
        }
    });
    let mut interview = interview_of(form, model);
    say(&mut interview, &["I will not say", "Never"]);
    assert!(told(&interview).ends_with("\nPlease tell me: Notes"));
    let sent = sent.borrow();
    let reviews: Vec<_> = sent.iter().filter(|it| offers(it, "review")).collect();
    assert_eq!(reviews.len(), 2, "nothing goes back");
    let knows = reviews
        .iter()
        .map(|it| summary(it).contains("They refused it once before"));
    assert_eq!(knows.collect::<Vec<_>>(), [false, true]);
}

fn summary(request: &ChatRequest) -> &str {
    match &request.messages[1] {
        Message::User { content, .. } => content,
        other => panic!("{other:?}"),
    }
}

/// How many answers a Reviewer is shown.
fn said_before(request: &ChatRequest) -> usize {
    match request.messages.get(1) {
        Some(Message::User { content, .. }) => content.matches("</answer>").count(),
        _ => 0,
    }
}

#[test]
fn a_question_for_what_goes_to_its_reviewer_is_no_reason_to_ask_again() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "name", "label": "Name", "required": true},
        {"id": "trouble", "label": "Trouble", "required": true, "review": "separate"},
        {"id": "notes", "label": "Notes", "required": false}]}"#;
    for passes in [false, true] {
        let (model, sent) = recorded(move |request| {
            let is_judged = !now(request)["recorded"]["trouble"].is_null();
            let is_told = now(request)["asked"] == "name" && !said_last(request).is_empty();
            let is_first = is_told && !is_judged;
            match (
                offers(request, "review"),
                is_first && offers(request, "ask"),
            ) {
                (true, _) if !passes => calls("review", not_passed()),
                (false, true) => {
                    let told = heard("trouble", "my back");
                    let mut ask = asking(request, vec![heard("name", "Ada"), told]);
                    ask["heard"][1]["outcome"] = json!("not_enough");
                    ask["heard"][1]["missing"] = json!(["since when"]);
                    ask["asks"] = json!("trouble");
                    ask["message"] = json!("Thank you, Ada. Since when?");
                    calls("ask", ask)
                }
                _ => respond(request),
            }
        });
        let mut interview = interview_of(form, model);
        say(&mut interview, &["I am Ada, it is my back"]);
        let steps = &interview.orchestrator().state().run_steps;
        let asks = steps.iter().filter(|step| step.tool == "ask");
        let outputs: Vec<_> = asks
            .map(|step| step.output.as_ref().unwrap().result.message.as_str())
            .collect();
        assert!(outputs.iter().all(|it| *it == "Asked."), "{outputs:?}");
        let expected = match passes {
            true => "Please tell me: Notes",
            false => "Thank you, Ada.\nSince when?",
        };
        assert_eq!(told(&interview), expected);
        assert!(sent.borrow().len() <= 4);
    }
}

#[test]
fn reviews_of_no_use_go_back_once_and_the_field_is_asked_for_as_often_as_it_may_be() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "trouble", "label": "Trouble", "required": true, "review": "separate", "followUps": 1},
        {"id": "notes", "label": "Notes", "required": true}]}"#;
    let (model, sent) = recorded(|request| match offers(request, "review") {
        true => calls(
            "review",
            json!({"passed": true, "quote": "nobody said this", "field_value": "x"}),
        ),
        false => respond(request),
    });
    let mut interview = interview_of(form, model);
    let reviews = || {
        let sent = sent.borrow();
        sent.iter().filter(|it| offers(it, "review")).count()
    };
    for (said, judged, outcome, asked) in [
        ("my back hurts", 2, None, "Please tell me: Notes"),
        ("none", 0, None, "Please tell me: Trouble"),
        (
            "since Monday, my back",
            2,
            Some(FieldOutcome::Unresolved),
            "",
        ),
    ] {
        let before = reviews();
        say(&mut interview, &[said]);
        assert_eq!(reviews() - before, judged, "{said}");
        let state = interview.orchestrator().state();
        assert_eq!(state.outcome_of(&trouble()), outcome, "{said}");
        assert_eq!(state.failure, None);
        assert!(told(&interview).contains(asked), "{}", told(&interview));
    }
}

fn trouble() -> kikitori_interview::FieldId {
    kikitori_interview::FieldId::new("trouble").unwrap()
}
