//! What belongs to a private field and is told of another one: its Reviewer leaves it out, and it leaves with
//! no other answer once it is known.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use futures::executor::block_on;
use kikitori_interview::{Pause, Submission};
use kikitori_scripted::{calls, offers};
use serde_json::json;
use support::*;

const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
    {"id": "story", "label": "What happened?", "required": true, "answer": {"type": "longText"}, "facts": [
        {"key": "where", "fact": "where", "doneCriteria": "names a place"}]},
    {"id": "illness", "label": "Illnesses that were known", "private": true, "required": true}]}"#;

const SAID: &str = "I fell at the pool, and me with the bad left knee of all things";

#[test]
fn its_reviewer_is_told_what_is_kept_elsewhere_and_no_file_has_it_beside_another_answer() {
    let (model, sent) = recorded(|request| {
        if !offers(request, "review") {
            return respond(request);
        }
        calls(
            "review",
            json!({"passed": true, "quote": SAID, "field_value": "I fell at the pool",
                "missing_facts": null, "extracted_facts": null, "feedback": null, "follow_up": null,
                "refused": null}),
        )
    });
    let mut interview = interview_of(FORM, model);
    let pause = say(&mut interview, &[SAID, "bad left knee"]);
    assert_eq!(pause, Pause::Confirm);
    let told = "What is private, [\\\"Illnesses that were known\\\"], is asked for elsewhere";
    assert!(holds(&sent, told));
    block_on(interview.confirm("now".to_owned())).unwrap();
    let submission = Submission::of(interview.orchestrator()).unwrap();
    let story = &submission.fields[0];
    assert_eq!(story.text.as_deref(), Some("I fell at the pool"));
    let original = story.original.as_deref();
    assert_eq!(
        original,
        Some("I fell at the pool, and me with the … of all things")
    );
}
