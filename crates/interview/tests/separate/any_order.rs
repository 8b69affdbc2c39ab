//! An interview comes to the same whichever of two calls that run side by side is answered first.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::rc::Rc;

use kikitori_engine::caller::ModelOutcome;
use kikitori_engine::{Action, Engine, Outcome, Step};
use kikitori_interview::{Command, InterviewTools, Limits, NoLocale, Orchestrator, SessionId};
use kikitori_llm::ChatRequest;
use kikitori_scripted::{calls, offers};
use serde_json::{Value, json};
use support::*;

const CLAIM: &str = r#"{"id": "claim", "title": "Car claim", "fields": [
    {"id": "date", "label": "Day", "required": true, "answer": {"type": "date", "latest": "today"}},
    {"id": "story", "label": "What happened", "required": true, "facts": [
        {"key": "what", "fact": "what happened", "doneCriteria": "names what happened"}]},
    {"id": "phone", "label": "Phone", "required": true, "answer": {"type": "phone"}}
]}"#;

fn ask(heard: &[Value], asks: Option<&str>, message: &str) -> (&'static str, Value) {
    let call = json!({"heard": heard, "question": null, "language": null, "country": null, "time_zone": null,
        "asks": asks, "message": message, "suggestions": null});
    ("ask", call)
}

fn answered(field: &str, quote: &str) -> Value {
    json!({"field_id": field, "quote": quote, "value": null, "facts": null, "missing": null,
        "outcome": "answered"})
}

fn request(step: &Step) -> &ChatRequest {
    let Action::CallModel(call) = &step.action else {
        panic!()
    };
    &call.request
}

/// What is asked last, if of two calls the one is answered first that `bits` say, lowest first; and every
/// reply in its order.
fn interview(
    bits: u32,
    mut replies: Vec<(&'static str, Value)>,
    said: &[&str],
) -> (String, Vec<String>) {
    let form = kikitori_interview::parse_form(CLAIM).unwrap();
    let id = SessionId("s".into());
    let tools = Rc::new(InterviewTools::new().unwrap());
    let mut engine = Orchestrator::start(
        id,
        form,
        page(),
        tools,
        Rc::new(NoLocale),
        Limits::default(),
        1,
    );
    let mut bits = bits;
    let mut trace = Vec::new();
    for text in std::iter::once(None).chain(said.iter().map(Some)) {
        if let Some(text) = text {
            let at = engine.state().updated_at + 1;
            let command = Command::Answer {
                text: (*text).to_owned(),
                page: page(),
            };
            engine.input(command, at).unwrap();
        }
        while let Some(last) = engine.steps().len().checked_sub(1) {
            let which = last.min((bits & 1) as usize);
            bits >>= u32::from(last > 0);
            let step = engine.steps().remove(which);
            let request = request(&step);
            let next = replies.iter().position(|(tool, _)| offers(request, tool));
            let Some(next) = next else {
                panic!("{trace:#?}, then {:#?}", request.messages.last());
            };
            let (tool, arguments) = replies.remove(next);
            trace.push(format!("{tool} {}", arguments["message"]));
            let outcome = ModelOutcome {
                result: Ok(calls(tool, arguments)),
                usage: Default::default(),
            };
            let at = engine.state().updated_at;
            engine.told(step.id, Outcome::Model(outcome), at).unwrap();
        }
    }
    assert!(replies.is_empty(), "{trace:#?}");
    (engine.state().chat().last().unwrap().text.clone(), trace)
}

#[test]
fn an_interviewer_who_reports_what_a_reviewer_judges_may_come_first_or_last() {
    let story = "A lorry hit my mirror";
    let not_yet = json!({
        "passed": false, "quote": null, "missing_facts": ["what happened"], "feedback": "Ask for it.",
        "extracted_facts": null, "refused": null, "field_value": null,
        "follow_up": {"message": "And what happened?", "suggestions": null},
    });
    let verdict = json!({
        "passed": true, "quote": story, "missing_facts": null, "feedback": null,
        "extracted_facts": ["A lorry hit the mirror"],
        "refused": null, "field_value": story, "follow_up": null,
    });
    let said = [
        "On 17 March 2025.",
        "Sorry, it was the 14th, not the 17th",
        "A lorry hit my mirror. Leave the rest out.",
    ];
    for bits in 0..64 {
        let replies = vec![
            ask(&[], Some("date"), "When?"),
            ask(
                &[answered("date", "17 March 2025")],
                Some("story"),
                "And what happened?",
            ),
            ("review", not_yet.clone()),
            ask(&[], Some("story"), "Noted, the 14th. And what happened?"),
            ask(
                &[answered("date", "the 14th")],
                Some("story"),
                "It is the 14th now. What happened then?",
            ),
            ("review", verdict.clone()),
            ask(&[answered("story", story)], Some("phone"), "Which number?"),
        ];
        let (last, trace) = interview(bits, replies, &said);
        assert_eq!(last, "Which number?", "{trace:#?}");
    }
}

#[test]
fn an_interviewer_who_leaves_out_what_a_reviewer_judges_may_come_first_or_last() {
    let vague = "Something with my car";
    let review = |quote: Option<&str>| {
        let review = json!({
            "passed": false, "quote": quote, "missing_facts": ["what happened"], "feedback": "Ask for it.",
            "extracted_facts": null, "refused": false, "field_value": null,
            "follow_up": {"message": "And what happened?", "suggestions": null},
        });
        ("review", review)
    };
    let asks_on = |question: Option<&str>| {
        let (tool, mut ask) = ask(&[], Some("phone"), "Thank you. Which number?");
        ask["question"] = json!(question);
        (tool, ask)
    };
    for bits in 0..64 {
        let mut replies = vec![
            ask(&[], Some("date"), "When?"),
            ask(
                &[answered("date", "17 March 2025")],
                Some("story"),
                "And what happened?",
            ),
        ];
        let mut said = vec!["On 17 March 2025."];
        // However often it was judged before.
        let before = ["How long?"; 4];
        for text in before {
            replies.extend([review(None), asks_on(Some(text))]);
        }
        said.extend(before);
        replies.extend([review(Some(vague)), asks_on(None)]);
        said.push(vague);
        let (last, trace) = interview(bits, replies, &said);
        assert!(last.ends_with("And what happened?"), "{last} {trace:#?}");
    }
}
