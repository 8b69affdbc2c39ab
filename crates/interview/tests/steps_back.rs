//! One step back after the other.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::entries::ORDER;
use crate::support;

use std::rc::Rc;

use futures::executor::block_on;
use kikitori_form::parse_form;
use kikitori_interview::{
    Command, Entry, FieldEntry, FieldId, Interview, LanguageTag, Limits, Pause, Settle,
    load_session,
};
use kikitori_store::MemoryStore;
use proptest::prelude::*;
use serde_json::{Value, json};
use support::*;

/// So many steps can be taken back.
const STEPS: usize = 10;

/// Something that a person does.
#[derive(Debug, Clone)]
enum Deed {
    Says(&'static str),
    Enters(&'static str, Value),
}

fn started(store: Rc<MemoryStore>) -> Interview {
    let form = parse_form(ORDER).unwrap();
    let ports = ports(scripted(), store);
    let mut interview = block_on(Interview::start(form, page(), ports, Limits::default())).unwrap();
    assert_eq!(pause(&mut interview), Pause::Answer);
    interview
}

fn pause(interview: &mut Interview) -> Pause {
    block_on(interview.advance()).unwrap()
}

fn does(interview: &mut Interview, deed: &Deed) -> Result<(), kikitori_interview::DriveError> {
    let done = block_on(async {
        match deed {
            Deed::Says(text) => interview.answer(text, page()).await,
            Deed::Enters(field, value) => {
                let entries = vec![FieldEntry {
                    field_id: FieldId::new(field).unwrap(),
                    entry: Entry::Value(value.clone()),
                }];
                interview.take(Command::Enter { entries }).await
            }
        }
    });
    pause(interview);
    done
}

/// What a person sees: what was said, and each field with its value and how its asking ended.
fn seen(interview: &Interview) -> Value {
    let engine = interview.orchestrator();
    let outline = engine.outline();
    let fields = outline
        .iter()
        .map(|it| json!([it.field_id, it.value, it.outcome, it.missing, it.current]));
    let said = engine.state().chat().map(|it| it.text.clone());
    json!({"fields": fields.collect::<Vec<_>>(), "said": said.collect::<Vec<_>>()})
}

#[test]
fn each_step_back_gives_back_its_words_until_the_first_question() {
    let store = Rc::new(MemoryStore::new());
    let mut interview = started(store.clone());
    let first = told(&interview);
    does(&mut interview, &Deed::Says("Ada")).unwrap();
    let second = told(&interview);
    does(&mut interview, &Deed::Enters("notes", json!("None"))).unwrap();
    does(&mut interview, &Deed::Says("by post")).unwrap();
    assert_eq!(value_of(&interview, "way").as_deref(), Some("post"));
    let id = interview.orchestrator().state().session_id.clone();
    let read = block_on(load_session(&*store, &id)).unwrap().unwrap();
    assert_eq!(read, *interview.orchestrator().state());
    for (given_back, gone, question) in [
        ("by post", "way", &second),
        // What was put in by hand was no words.
        ("", "notes", &second),
        ("Ada", "name", &first),
    ] {
        assert!(value_of(&interview, gone).is_some(), "{gone}");
        block_on(interview.take(Command::Back)).unwrap();
        assert_eq!(pause(&mut interview), Pause::Answer);
        let withdrawn = interview.orchestrator().state().withdrawn.clone();
        assert_eq!(withdrawn.unwrap_or_default(), given_back);
        assert_eq!(value_of(&interview, gone), None);
        assert_eq!(told(&interview), *question);
    }
    assert!(!interview.orchestrator().can_go_back());
}

#[test]
fn what_is_settled_on_the_page_stays_whatever_is_taken_back() {
    let mut interview = started(Rc::new(MemoryStore::new()));
    does(&mut interview, &Deed::Says("Ada")).unwrap();
    let japanese = Settle::Language(LanguageTag::new("ja").unwrap());
    block_on(interview.take(Command::Settle(japanese))).unwrap();
    pause(&mut interview);
    does(&mut interview, &Deed::Says("by post")).unwrap();
    for gone in ["way", "name"] {
        assert!(value_of(&interview, gone).is_some(), "{gone}");
        block_on(interview.take(Command::Back)).unwrap();
        pause(&mut interview);
        assert_eq!(value_of(&interview, gone), None);
        assert_eq!(interview.orchestrator().language(), "ja");
    }
}

/// What answers the question, if there is one.
fn answer(interview: &Interview) -> Option<Deed> {
    let outline = interview.orchestrator().outline();
    let asked = outline.iter().find(|it| it.current)?;
    Some(Deed::Says(match asked.field_id.as_str() {
        "name" => "Ada",
        "way" => "by van",
        "weight" => "12 kg",
        _ => "Ring twice",
    }))
}

/// An answer to what is asked for, or something that is put in.
fn deeds() -> impl Strategy<Value = Option<Deed>> {
    let entered = [
        ("name", json!("Lin")),
        ("way", json!("van")),
        ("way", json!("post")),
        ("weight", json!(3)),
        ("weight", json!(0)),
        ("notes", json!("none")),
    ];
    prop_oneof![
        3 => Just(None),
        2 => prop::sample::select(entered.to_vec())
            .prop_map(|(field, value)| Some(Deed::Enters(field, value))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Each step back leads to what was seen before what it takes back.
    #[test]
    fn steps_back_lead_where_the_steps_came_from(deeds in prop::collection::vec(deeds(), 1..14)) {
        let mut interview = started(Rc::new(MemoryStore::new()));
        let mut before = Vec::new();
        for deed in deeds {
            let now = seen(&interview);
            let Some(deed) = deed.or_else(|| answer(&interview)) else {
                continue;
            };
            // What is refused is no step.
            if does(&mut interview, &deed).is_ok() {
                before.push(now);
            }
        }
        let steps = before.len().min(STEPS);
        for before in before.into_iter().rev().take(steps) {
            prop_assert!(interview.orchestrator().can_go_back());
            block_on(interview.take(Command::Back)).unwrap();
            pause(&mut interview);
            prop_assert_eq!(seen(&interview), before);
        }
        prop_assert!(!interview.orchestrator().can_go_back());
    }
}
