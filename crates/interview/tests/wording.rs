//! The words of a text are the respondent's, or they are shown theirs beside it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::Cell;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_agent::CallStatus;
use kikitori_interview::{Interview, Limits, OutlineEntry, PageContext, parse_form};
use kikitori_scripted::{calls, offers};
use kikitori_store::MemoryStore;
use serde_json::{Value, json};
use support::*;

fn form(field: Value) -> String {
    json!({"id": "f", "title": "F", "fields": [
        field, {"id": "notes", "label": "Notes", "required": false}]})
    .to_string()
}

fn short() -> Value {
    json!({"id": "dish", "label": "Dish", "required": true, "answer": {"type": "shortText"}})
}

/// An interview in which the model takes what is said for these values, one call each, and then
/// plays on.
fn taken_as(field: Value, values: Vec<(&'static str, &'static str)>) -> Interview {
    let at = Cell::new(0);
    let (model, _) = recorded(move |request| {
        let is_answered = !said_last(request).is_empty();
        let value = values.get(at.get()).filter(|_| is_answered);
        match value {
            Some((quote, value)) if offers(request, "ask") => {
                at.set(at.get() + 1);
                let mut entry = heard("dish", quote);
                entry["value"] = json!(value);
                calls("ask", asking(request, vec![entry]))
            }
            _ => respond(request),
        }
    });
    interview_of(&form(field), model)
}

fn dish(interview: &Interview) -> OutlineEntry {
    interview.orchestrator().outline().remove(0)
}

/// What was said of the calls of `ask` that were refused.
fn refused(interview: &Interview) -> Vec<String> {
    let steps = interview.orchestrator().state().run_steps.iter();
    let outputs = steps.filter_map(|step| step.output.clone());
    let refused = outputs.filter(|it| it.status == CallStatus::Error);
    refused.map(|it| it.result.message).collect()
}

#[test]
fn a_short_text_has_the_words_that_were_said() {
    for (said, value) in [
        ("We will cook kabsa, I think", "Kabsa"),
        ("the kitchen sink, it has a leak", "leak, kitchen sink"),
        ("ＡＢＣ型、三台", "ABC型 3台"),
        ("سنطبخ كبسة", "كبسة"),
    ] {
        let mut interview = taken_as(short(), vec![(said, value)]);
        say(&mut interview, &[said]);
        assert_eq!(refused(&interview), Vec::<String>::new(), "{said}");
        let dish = dish(&interview);
        assert_eq!(dish.value.as_deref(), Some(value));
        assert!(!dish.reworded, "{said}");
    }
}

#[test]
fn a_short_text_that_nobody_said_goes_back_once_and_the_model_is_told_which_word() {
    let slip = ("We will cook kabsa", "kabsa with lamb");
    let mut interview = taken_as(short(), vec![slip, ("We will cook kabsa", "kabsa")]);
    say(&mut interview, &["We will cook kabsa"]);
    let refused = refused(&interview);
    assert_eq!(refused.len(), 1);
    assert!(
        refused[0].contains("dish: they did not say “with”"),
        "{refused:?}"
    );
    assert_eq!(dish(&interview).value.as_deref(), Some("kabsa"));
    assert_eq!(told(&interview), "Please tell me: Notes");
}

#[test]
fn a_name_is_taken_with_another_ending_than_it_was_said_with_and_its_words_are_shown() {
    let said = "dla mojej mamy, Janiny Kowalskiej";
    for (language, value, is_taken) in [
        ("pl", "Janina Kowalska", true),
        ("pl", "Joanna Kowalska", false),
        ("en", "Janina Kowalska", false),
    ] {
        let (model, _) = recorded(move |request| match offers(request, "ask") {
            true if said_last(request).is_empty() => respond(request),
            true => {
                let mut entry = heard("dish", said);
                entry["value"] = json!(value);
                calls("ask", asking(request, vec![entry]))
            }
            false => respond(request),
        });
        let page = PageContext {
            languages: vec![language.to_owned()],
            ..page()
        };
        let ports = ports(model, Rc::new(MemoryStore::new()));
        let form = parse_form(&form(short())).unwrap();
        let started = Interview::start(form, page, ports, Limits::default());
        let mut interview = block_on(started).unwrap();
        say(&mut interview, &[said]);
        let told = refused(&interview);
        assert_eq!(told.is_empty(), is_taken, "{language} {value}: {told:?}");
        if is_taken {
            assert!(dish(&interview).reworded);
        }
    }
}

#[test]
fn who_insists_on_it_has_the_respondent_asked_whether_they_mean_it() {
    let slip = ("We will cook kabsa", "kabsa with lamb");
    let mut interview = taken_as(short(), vec![slip, slip, ("Yes", "kabsa with lamb")]);
    say(&mut interview, &["We will cook kabsa"]);
    assert_eq!(told(&interview), "Dish\nDid you mean “kabsa with lamb”?");
    let state = interview.orchestrator().state();
    assert_eq!(state.chat().last().unwrap().suggestions(), ["Yes", "No"]);
    assert_eq!(dish(&interview).value, None);
    say(&mut interview, &["Yes"]);
    let dish = dish(&interview);
    assert_eq!(dish.value.as_deref(), Some("kabsa with lamb"));
    assert!(!dish.reworded, "they were asked");
}

#[test]
fn what_was_said_of_another_field_is_theirs_too() {
    let fields = json!({"id": "f", "title": "F", "fields": [
        {"id": "from", "label": "From", "required": true},
        {"id": "to", "label": "To", "required": true}]});
    let (model, _) = recorded(|request| match said_last(request).last() {
        Some(said) if said == "the same" => {
            let mut entry = heard("to", "the same");
            entry["value"] = json!("12 Elm Row");
            calls("ask", asking(request, vec![entry]))
        }
        _ => respond(request),
    });
    let mut interview = interview_of(&fields.to_string(), model);
    say(&mut interview, &["12 Elm Row", "the same"]);
    assert_eq!(value_of(&interview, "to").as_deref(), Some("12 Elm Row"));
    // It is taken, and it is not called theirs.
    assert!(interview.orchestrator().outline()[1].reworded);
}

#[test]
fn a_name_that_was_told_as_somebody_elses_bears_the_mark_where_it_is_taken() {
    let fields = json!({"id": "f", "title": "F", "fields": [
        {"id": "owner", "label": "Owner", "required": true},
        {"id": "emergency", "label": "Emergency contact", "required": true},
        {"id": "notes", "label": "Notes", "required": false}]});
    for (said, is_theirs) in [("moglie", false), ("Marta Bianchi, mia moglie", true)] {
        let (model, _) = recorded(move |request| match said_last(request).last() {
            Some(last) if last == said => {
                let mut entry = heard("emergency", said);
                entry["value"] = json!("Marta Bianchi");
                calls("ask", asking(request, vec![entry]))
            }
            _ => respond(request),
        });
        let mut interview = interview_of(&fields.to_string(), model);
        say(&mut interview, &["Marta Bianchi", said]);
        let emergency = interview.orchestrator().outline().remove(1);
        assert_eq!(emergency.value.as_deref(), Some("Marta Bianchi"), "{said}");
        assert_eq!(emergency.reworded, !is_theirs, "{said}");
        assert_eq!(refused(&interview), Vec::<String>::new(), "{said}");
    }
}

#[test]
fn a_long_text_may_sum_up_and_is_marked_where_it_has_other_words() {
    let long = || {
        json!({"id": "dish", "label": "Dish", "required": true,
        "answer": {"type": "longText"}})
    };
    let said = "The flat is too small for us now, and work is far away";
    for (value, reworded) in [
        ("The flat is too small now, and work is far", false),
        ("A larger flat, nearer to work", true),
    ] {
        let mut interview = taken_as(long(), vec![(said, value)]);
        say(&mut interview, &[said]);
        let dish = dish(&interview);
        assert_eq!(dish.value.as_deref(), Some(value));
        assert_eq!(dish.reworded, reworded, "{value}");
        assert_eq!(refused(&interview), Vec::<String>::new());
    }
}

#[test]
fn a_reviewers_short_text_goes_back_once_and_is_marked_then() {
    let field = json!({"id": "dish", "label": "Dish", "required": true, "review": "separate",
        "answer": {"type": "shortText"}});
    let (model, _) = recorded(|request| match offers(request, "review") {
        true => calls(
            "review",
            json!({"passed": true, "quote": "kabsa", "field_value": "kabsa with lamb"}),
        ),
        false => respond(request),
    });
    let mut interview = interview_of(&form(field), model);
    say(&mut interview, &["We will cook kabsa"]);
    assert_eq!(refused(&interview).len(), 1);
    let dish = dish(&interview);
    assert_eq!(dish.value.as_deref(), Some("kabsa with lamb"));
    assert!(dish.reworded);
}

#[test]
fn words_that_nobody_said_are_asked_about_on_the_last_page_too() {
    const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "who", "label": "Whom to call", "required": true, "answer": {"type": "shortText"}},
        {"id": "day", "label": "Bins", "required": true,
            "answer": {"type": "choice", "options": ["Monday", "Tuesday"]}}]}"#;
    let said = "Tuesday it is, and put her down in English";
    let model = recorded(move |request| match said_last(request).last() {
        Some(it) if it == said => {
            let mut who = heard("who", "put her down in English");
            who["value"] = json!("Mrs Okafor, neighbour");
            kikitori_scripted::calls("ask", asking(request, vec![heard("day", "Tuesday"), who]))
        }
        _ => respond(request),
    });
    let mut interview = interview_of(FORM, model.0);
    say(&mut interview, &["Mrs Okafor, naboen", "Monday"]);
    say(&mut interview, &[said]);
    assert_eq!(value_of(&interview, "day").as_deref(), Some("Tuesday"));
    let asked = "Whom to call\nDid you mean “Mrs Okafor, neighbour”?";
    assert_eq!(told(&interview), asked);
}
