//! Who gives a part of an answer and not the rest has given that part.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use futures::executor::block_on;
use kikitori_interview::{FieldOutcome, Pause, Submission};
use kikitori_llm::{ChatRequest, Completion, Message};
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
        let (model, _) = recorded(move |request| {
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
        // Beside a Reviewer code says it: the last word was prepared before.
        let is_told = told(&interview).contains("is kept as it is");
        assert_eq!(is_told, review == "separate", "{}", told(&interview));
        block_on(interview.confirm("now".to_owned())).unwrap();
        let submission = Submission::of(interview.orchestrator()).unwrap();
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
    decline(&mut interview);
    let occasion = interview.orchestrator().outline().remove(0);
    assert_eq!(occasion.value.as_deref(), Some("My sister's engagement"));
    assert_eq!(occasion.outcome, Some(FieldOutcome::Unresolved));
}

#[test]
fn a_part_that_was_corrected_before_the_rest_was_refused_is_kept_as_it_is_now() {
    const FIRST: &str = "My sister's engagement, on the 12th";
    const CORRECTED: &str = "No, it is on the 13th";
    const NOW: &str = "My sister's engagement, on the 13th";
    for review in ["separate", "together"] {
        for clicks in [false, true] {
            let told = move |words: &str| match words {
                FIRST => (Some(FIRST), false),
                CORRECTED => (Some(NOW), false),
                "Not the music" => (None, true),
                _ => (Some(NOW), true),
            };
            let (model, _) = recorded(move |request| {
                let said = match offers(request, "review") {
                    true => answer_judged(request),
                    false => said_last(request).pop().unwrap_or_default(),
                };
                let (so_far, refuses) = told(&said);
                let facts = (!refuses).then(|| json!(["an engagement"]));
                match offers(request, "review") {
                    true => calls(
                        "review",
                        json!({"passed": false, "refused": refuses, "field_value": so_far,
                            "extracted_facts": facts, "missing_facts": ["the music"],
                            "follow_up": {"message": "Loud music?"}}),
                    ),
                    false if review == "separate" || said.is_empty() => respond(request),
                    false => {
                        let mut entry = heard("occasion", &said);
                        entry["outcome"] = json!(if refuses { "refused" } else { "not_enough" });
                        entry["value"] = json!(so_far);
                        entry["facts"] = json!(facts);
                        entry["missing"] = json!(["the music"]);
                        calls("ask", asking(request, vec![entry]))
                    }
                }
            });
            let mut interview = interview_of(&form(review, true), model);
            say(&mut interview, &[FIRST, CORRECTED, "Not the music"]);
            let asked = interview.orchestrator().outline().remove(0);
            assert!(asked.refused_once && asked.keeps_part, "{review}");
            match clicks {
                true => decline(&mut interview),
                false => drop(say(&mut interview, &["Never"])),
            }
            block_on(interview.advance()).unwrap();
            let occasion = interview.orchestrator().outline().remove(0);
            assert_eq!(occasion.value.as_deref(), Some(NOW), "{review}, {clicks}");
            assert_eq!(occasion.outcome, Some(FieldOutcome::Unresolved));
            assert_eq!(occasion.missing, ["the music"]);
            block_on(interview.confirm("now".to_owned())).unwrap();
            let submission = Submission::of(interview.orchestrator()).unwrap();
            let original = submission.fields[0].original.as_deref();
            assert_eq!(original, Some(format!("{FIRST}\n{CORRECTED}").as_str()));
        }
    }
}

#[test]
fn words_that_nobody_summed_up_since_are_kept_as_they_were_said() {
    let (model, _) = recorded(|request| {
        let said = said_last(request).pop().unwrap_or_default();
        let mut entry = heard("occasion", &said);
        entry["outcome"] = json!("not_enough");
        entry["facts"] = json!([said]);
        entry["missing"] = json!(["the music"]);
        match said.as_str() {
            "" => return respond(request),
            "An engagement" => entry["value"] = json!("An engagement party"),
            _ => {}
        }
        calls("ask", asking(request, vec![entry]))
    });
    let mut interview = interview_of(&form("together", true), model);
    say(&mut interview, &["An engagement", "My sister's"]);
    decline(&mut interview);
    let occasion = interview.orchestrator().outline().remove(0);
    assert_eq!(
        occasion.value.as_deref(),
        Some("An engagement\nMy sister's")
    );
}

#[test]
fn a_short_text_keeps_nothing_of_a_part_that_nobody_said() {
    let mut form: Value = serde_json::from_str(&form("together", true)).unwrap();
    form["fields"][0]["answer"]["type"] = json!("shortText");
    let (model, _) = recorded(|request| {
        let Some(said) = said_last(request).pop() else {
            return respond(request);
        };
        let mut entry = heard("occasion", &said);
        entry["outcome"] = json!("not_enough");
        entry["value"] = json!("An engagement in Paris");
        entry["facts"] = json!(["an engagement"]);
        entry["missing"] = json!(["the music"]);
        calls("ask", asking(request, vec![entry]))
    });
    let mut interview = interview_of(&form.to_string(), model);
    say(&mut interview, &["An engagement"]);
    decline(&mut interview);
    let occasion = interview.orchestrator().outline().remove(0);
    assert_eq!(occasion.value.as_deref(), Some("An engagement"));
}

/// The answer that a Reviewer judges last.
fn answer_judged(request: &ChatRequest) -> String {
    let text = match request.messages.get(1) {
        Some(Message::User { content, .. }) => content.as_str(),
        _ => "",
    };
    let last = text.rsplit("<answer").next().unwrap_or_default();
    let last = last.split("</answer>").next().unwrap_or_default();
    last.split_once('>')
        .map_or("", |(_, words)| words)
        .to_owned()
}

fn decline(interview: &mut kikitori_interview::Interview) {
    let field_id = kikitori_interview::FieldId::new("occasion").unwrap();
    let entry = kikitori_interview::Entry::Decline;
    let entries = vec![kikitori_interview::FieldEntry { field_id, entry }];
    block_on(interview.take(kikitori_interview::Command::Enter { entries })).unwrap();
}

#[test]
fn options_that_were_named_early_are_picked_already_when_the_rest_is_clicked() {
    let form = json!({"id": "f", "title": "F", "fields": [
        {"id": "name", "label": "Name", "required": true},
        {"id": "when", "label": "When", "required": true, "answer": {"type": "choices", "min": 2,
            "options": [{"value": "am", "label": "Mornings"}, {"value": "pm", "label": "Afternoons"},
                {"value": "late", "label": "Evenings"}]}}]});
    for (value, picked) in [
        (json!("Mornings"), Some(json!(["am"]))),
        (json!("Nights"), None),
    ] {
        let (model, _) = recorded(move |request| {
            let said = said_last(request);
            if !said.last().is_some_and(|it| it.contains("mornings")) {
                return respond(request);
            }
            let mut when = heard("when", "mornings");
            when["outcome"] = json!("not_enough");
            when["value"] = value.clone();
            when["missing"] = json!(["another time"]);
            calls("ask", asking(request, vec![heard("name", "Ada"), when]))
        });
        let mut interview = interview_of(&form.to_string(), model);
        say(&mut interview, &["Ada, and mornings suit me, among others"]);
        let when = interview.orchestrator().outline().remove(1);
        let found = when.picked.map(|it| serde_json::to_value(it).unwrap());
        assert_eq!((when.outcome, found), (None, picked));
    }
}

#[test]
fn the_day_of_a_time_that_is_still_asked_for_is_told_to_the_model_and_taken_with_the_time() {
    const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "pickup", "label": "Pickup", "required": true, "answer": {"type": "dateTime"}},
        {"id": "rest", "label": "Anything else", "required": true}]}"#;
    let (model, sent) = recorded(|request| {
        let said = said_last(request).pop().unwrap_or_default();
        let mut entry = heard("pickup", &said);
        match said.as_str() {
            "some time on 3 March 2027" => {
                entry["value"] = json!("some time on 3 March 2027");
                entry["outcome"] = json!("not_enough");
                entry["missing"] = json!(["the time"]);
            }
            "half past two in the afternoon" => entry["value"] = json!("2027-03-03T14:30"),
            _ => return respond(request),
        }
        let mut arguments = asking(request, vec![entry]);
        if said.starts_with("some") {
            arguments["asks"] = json!("pickup");
            arguments["message"] = json!("And at what time?");
        }
        calls("ask", arguments)
    });
    let mut interview = interview_of(FORM, model);
    say(
        &mut interview,
        &[
            "some time on 3 March 2027",
            "half past two in the afternoon",
        ],
    );
    assert_eq!(
        value_of(&interview, "pickup").as_deref(),
        Some("2027-03-03T14:30")
    );
    let told = now(&sent.borrow()[2])["told_in_part"]["pickup"].clone();
    assert_eq!(told, "some time on 3 March 2027");
}
