//! Who gives a part of an answer and not the rest has given that part.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use futures::executor::block_on;
use kikitori_interview::{FieldOutcome, Pause, Submission};
use kikitori_llm::{ChatRequest, Completion};
use kikitori_scripted::{calls, offers};
use serde_json::{Value, json};
use support::*;

fn form(review: &str, required: bool) -> String {
    json!({"id": "f", "title": "F", "fields": [
        {"id": "occasion", "label": "Occasion", "required": required, "review": review,
         "answer": {"type": "longText"}, "facts": [
            {"key": "what", "fact": "what is celebrated", "doneCriteria": "named"},
            {"key": "loud", "fact": "whether music is loud", "doneCriteria": "yes or no"}]}]})
    .to_string()
}

fn judged(request: &ChatRequest, refused: bool) -> Completion {
    let review = match refused {
        true => json!({"passed": false, "refused": true, "missing_facts": ["the music"],
            "follow_up": {"message": "It is needed."}}),
        false => json!({"passed": false, "quote": "My sister's engagement",
            "extracted_facts": ["an engagement"], "missing_facts": ["the music"],
            "follow_up": {"message": "Loud music?"}}),
    };
    match offers(request, "review") {
        true => calls("review", review),
        false => respond(request),
    }
}

fn reported(request: &ChatRequest, said: &str) -> Value {
    let mut entry = heard("occasion", said);
    match said.starts_with("My") {
        true => {
            entry["outcome"] = json!("not_enough");
            entry["facts"] = json!(["an engagement"]);
            entry["missing"] = json!(["the music"]);
        }
        false => entry["outcome"] = json!("refused"),
    }
    asking(request, vec![entry])
}

#[test]
fn what_was_told_of_a_field_is_kept_when_the_rest_is_refused_twice() {
    for review in ["separate", "together"] {
        let (model, sent) = recorded(move |request| {
            let said = said_last(request);
            match (review, said.last()) {
                ("separate", _) => judged(request, !request_has(request, "engagement", &said)),
                (_, Some(said)) => calls("ask", reported(request, said)),
                _ => respond(request),
            }
        });
        let mut interview = interview_of(&form(review, true), model);
        say(
            &mut interview,
            &["My sister's engagement", "I will not say"],
        );
        let pause = say(&mut interview, &["Never"]);
        let occasion = interview.orchestrator().outline().remove(0);
        assert_eq!(occasion.outcome, Some(FieldOutcome::Unresolved), "{review}");
        assert_eq!(occasion.value.as_deref(), Some("My sister's engagement"));
        assert_eq!(occasion.missing, ["the music"]);
        assert!(!occasion.blocks && !occasion.reworded);
        assert_eq!(pause, Pause::Confirm);
        let told = now(sent.borrow().last().unwrap()).to_string();
        let is_told = told.contains("the rest stays open");
        assert!(is_told || review == "together", "{told}");
        block_on(interview.confirm("now".to_owned())).unwrap();
        let submission = Submission::of(interview.orchestrator().state()).unwrap();
        let sent = &submission.fields[0];
        assert_eq!(sent.value, Some(json!("My sister's engagement")));
        assert_eq!(sent.missing, ["the music"]);
    }
}

/// Whether the last answer that is judged is the one that tells something.
fn request_has(request: &ChatRequest, words: &str, said: &[String]) -> bool {
    match said.last() {
        Some(said) => said.contains(words),
        None => {
            let text = serde_json::to_string(request).unwrap();
            let about = text.rsplit("<conversation>").next().unwrap_or_default();
            let last = about.rsplit("<answer").next().unwrap_or_default();
            last.split("</answer>")
                .next()
                .unwrap_or_default()
                .contains(words)
        }
    }
}

#[test]
fn what_was_told_of_a_field_that_may_be_left_out_is_kept_too() {
    let (model, _) = recorded(|request| match said_last(request).last() {
        Some(said) => calls("ask", reported(request, said)),
        _ => respond(request),
    });
    let mut interview = interview_of(&form("together", false), model);
    let pause = say(
        &mut interview,
        &["My sister's engagement", "I will not say"],
    );
    let occasion = interview.orchestrator().outline().remove(0);
    assert_eq!(occasion.value.as_deref(), Some("My sister's engagement"));
    assert_eq!(occasion.missing, ["the music"]);
    assert_eq!(pause, Pause::Confirm);
}

#[test]
fn what_the_same_message_tells_and_refuses_is_kept_and_may_be_told_again() {
    let (model, _) = recorded(|request| {
        let both = json!({"passed": false, "refused": true, "quote": "A pallet slipped",
            "extracted_facts": ["a pallet slipped"], "missing_facts": ["the gear"],
            "follow_up": {"message": "And the gear?"}});
        match offers(request, "review") {
            true => calls("review", both),
            false => respond(request),
        }
    });
    let mut interview = interview_of(&form("separate", true), model);
    let said = "A pallet slipped; I say nothing of the gear";
    say(&mut interview, &[said, "A pallet slipped, and that is all"]);
    let kept = interview.orchestrator().outline().remove(0);
    assert_eq!(kept.outcome, Some(FieldOutcome::Unresolved));
    let value = kept.value.unwrap();
    assert!(value.contains("A pallet slipped"), "{value}");
    assert_eq!(kept.missing, ["the gear"]);
    assert!(!kept.blocks);
}

#[test]
fn who_clicks_that_they_would_rather_not_say_the_rest_keeps_the_part_they_told() {
    let (model, sent) = recorded(|request| match said_last(request).last() {
        Some(said) => calls("ask", reported(request, said)),
        _ => respond(request),
    });
    let mut interview = interview_of(&form("together", true), model);
    say(
        &mut interview,
        &["My sister's engagement", "I will not say"],
    );
    let told = now(sent.borrow().last().unwrap());
    assert_eq!(
        told["told_in_part"],
        json!({"occasion": "My sister's engagement"})
    );
    let field_id = kikitori_interview::FieldId::new("occasion").unwrap();
    let entry = kikitori_interview::Entry::Decline;
    let entries = vec![kikitori_interview::FieldEntry { field_id, entry }];
    block_on(interview.take(kikitori_interview::Command::Enter { entries })).unwrap();
    let occasion = interview.orchestrator().outline().remove(0);
    assert_eq!(occasion.value.as_deref(), Some("My sister's engagement"));
    assert_eq!(occasion.outcome, Some(FieldOutcome::Unresolved));
}
