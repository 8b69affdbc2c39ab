//! Words that were taken back leave with no answer.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::Cell;

use futures::executor::block_on;
use kikitori_interview::{Interview, Submission};
use kikitori_scripted::{calls, offers};
use serde_json::json;
use support::*;

const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
    {"id": "story", "label": "What happened?", "required": true, "review": "together",
     "answer": {"type": "longText", "maxLength": 900}},
    {"id": "help", "label": "Assistance that you had booked, and why", "required": false, "private": true,
     "answer": {"type": "longText", "maxLength": 300}},
    {"id": "more", "label": "Anything else", "required": false}]}"#;

/// What is reported of a message: of which field, as what, and how that ended.
type Reported = (&'static str, Option<&'static str>, &'static str);

/// A finished interview in which a model reports these of what is said, each once, and of no other message.
fn finished(said: &[(&'static str, Option<Reported>)]) -> Interview {
    let reports: Vec<_> = said.to_vec();
    let at = Cell::new(0);
    let (model, _) = recorded(move |request| {
        let last = said_last(request).pop().unwrap_or_default();
        let mut left = reports.iter().enumerate().skip(at.get());
        let next = left.find_map(|(place, (said, report))| {
            let report = report.filter(|_| *said == last && offers(request, "ask"))?;
            Some((place, *said, report))
        });
        let Some((place, said, (field, value, outcome))) = next else {
            return respond(request);
        };
        at.set(place + 1);
        let mut entry = heard(field, said);
        entry["value"] = json!(value);
        entry["outcome"] = json!(outcome);
        calls("ask", asking(request, vec![entry]))
    });
    let mut interview = interview_of(FORM, model);
    for (said, _) in said {
        say(&mut interview, &[said]);
    }
    block_on(interview.confirm("now".to_owned())).unwrap();
    interview
}

fn originals(interview: &Interview) -> Vec<Option<String>> {
    let submission = Submission::of(interview.orchestrator()).unwrap();
    let fields = submission.fields.into_iter();
    fields.map(|it| it.original).collect()
}

#[test]
fn what_a_text_had_before_it_was_corrected_is_not_among_the_words_beside_it() {
    const TOLD: &str =
        "The first train was late, the conductor shouted at my sister, and nobody said why.";
    const BACK: &str = "Leave the conductor shouting at my sister out, please.";
    let interview = finished(&[
        (
            TOLD,
            Some((
                "story",
                Some(
                    "The train was late; the conductor shouted at her sister, and nobody said why.",
                ),
                "answered",
            )),
        ),
        ("skip", None),
        (
            BACK,
            Some((
                "story",
                Some("The train was late, and nobody said why."),
                "answered",
            )),
        ),
        (
            "the tea trolley was lovely",
            Some(("more", None, "answered")),
        ),
        (
            "I take the tea trolley back",
            Some(("more", None, "skipped")),
        ),
    ]);
    assert_eq!(
        originals(&interview),
        [
            Some("The first train was late, … and nobody said why.".to_owned()),
            None,
            None
        ]
    );
}
