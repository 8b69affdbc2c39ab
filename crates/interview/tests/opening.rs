//! A session's way to its first question without the engine, and the engine that takes it over.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use crate::support;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures::executor::block_on;
use futures::future::{LocalBoxFuture, pending};
use kikitori_engine::caller::CallError;
use kikitori_interview::{
    CountryCode, DriveError, FirstQuestion, Interview, LanguageTag, Limits, Locale, Opening,
    PageContext, Pause, Ports, TimeZone, parse_form,
};
use kikitori_journal::{Entry, SessionKey, Sessions};
use kikitori_llm::{ChatRequest, Completion, Delta, LlmError, Model, ToolCall, Usage};
use kikitori_ports::Ids;
use kikitori_store::{MemoryStore, Record, RecordingStore, Store};
use serde_json::{Value, json};
use support::{
    ANSWERS, FORM, FnModel, counting_calls, finish, form, page, ports, resume, scripted,
};

const SAMPLES: [&str; 5] = [
    FORM,
    include_str!("../../../web/forms/job-application.json"),
    include_str!("../../../web/forms/clinic-intake.json"),
    include_str!("../../../web/forms/bug-report.json"),
    include_str!("../../../web/forms/order.json"),
];

const WITH_COUNTRY: &str = r#"{"id": "f", "title": "F", "needs": ["country"], "fields": [
    {"id": "a", "label": "A", "required": true}]}"#;
const WITH_CONDITIONS: &str = r#"{"id": "f", "title": "F", "fields": [
    {"id": "a", "label": "A", "required": true, "answer": {"type": "yesNo"}},
    {"id": "b", "label": "B", "required": true, "when": {"equals": {"field": "a", "value": true}}},
    {"id": "c", "label": "C", "required": false}]}"#;
const PRIVATE_FIRST: &str = r#"{"id": "f", "title": "F", "fields": [
    {"id": "a", "label": "A", "required": true, "private": true},
    {"id": "b", "label": "B", "required": true}]}"#;

/// Knows two countries.
struct SomeCountries;
impl kikitori_interview::Formats for SomeCountries {}
impl Locale for SomeCountries {
    fn canonical_language(&self, tag: &LanguageTag) -> Option<LanguageTag> {
        (tag.as_str() != "xx").then(|| tag.clone())
    }
    fn is_country(&self, code: &CountryCode) -> bool {
        ["JP", "US"].contains(&code.as_str())
    }
    fn is_time_zone(&self, zone: &TimeZone) -> bool {
        zone.as_str() != "Nowhere/Else"
    }
    fn time_zones(&self, country: &CountryCode) -> Vec<TimeZone> {
        let names: &[&str] = match country.as_str() {
            "US" => &["America/New_York", "America/Chicago"],
            "JP" => &["Asia/Tokyo"],
            _ => &[],
        };
        names.iter().filter_map(|it| TimeZone::new(it)).collect()
    }
    fn local_time(&self, zone: &TimeZone, at_ms: u64) -> Option<String> {
        (zone.as_str() != "Asia/Kolkata").then(|| format!("Friday {at_ms} in {zone}"))
    }
}

fn pages() -> Vec<PageContext> {
    let page = |languages: &[&str], zone: Option<&str>, local_time: Option<&str>| PageContext {
        languages: languages.iter().map(|it| (*it).to_owned()).collect(),
        time_zone: zone.and_then(TimeZone::new),
        local_time: local_time.map(str::to_owned),
    };
    let noon = Some("2026-11-20T12:00:00+09:00");
    vec![
        page(&["en"], Some("Asia/Tokyo"), noon),
        page(&["en-US", "ja"], Some("America/Chicago"), noon),
        page(&["ja-JP"], Some("Asia/Tokyo"), None),
        page(&["de-AT", "en"], Some("Europe/Vienna"), noon),
        page(&["xx", "not a tag"], Some("Nowhere/Else"), noon),
        page(&["fr"], Some("Asia/Kolkata"), noon),
        page(&[], None, None),
    ]
}

/// The requests that are sent while the first question is asked for.
#[derive(Default)]
struct Seen(RefCell<Vec<ChatRequest>>);
impl Model for Seen {
    fn chat<'a>(
        &'a self,
        request: ChatRequest,
        _: &'a mut dyn FnMut(Delta),
    ) -> LocalBoxFuture<'a, Result<Completion, LlmError>> {
        self.0.borrow_mut().push(request);
        Box::pin(async { Err(LlmError::TokenLimit) })
    }
}

fn ports_of(model: Rc<dyn Model>, store: Rc<dyn Store>) -> Ports {
    Ports {
        locale: Rc::new(SomeCountries),
        ..ports(model, store)
    }
}

fn begin(text: &str, page: PageContext, ports: Ports) -> Opening {
    block_on(Opening::begin(text, page, ports, Limits::default())).unwrap()
}

/// Calls the model and takes what it brings.
fn ask(opening: &mut Opening) -> Option<FirstQuestion> {
    let outcome = block_on(opening.call(&mut |_| {}));
    block_on(opening.take(outcome)).unwrap()
}

fn take_over(opening: Opening, ports: Ports) -> Interview {
    Interview::take_over(opening, ports, Limits::default()).unwrap()
}

#[test]
fn country_and_zone_are_what_is_likely_by_the_browser_and_are_on_record() {
    let (chicago, tokyo) = ("America/Chicago", "Asia/Tokyo");
    for (languages, zone, country, settled) in [
        // The country that the languages name, where the zone is one of its.
        (&["en-US", "ja"][..], Some(chicago), Some("US"), chicago),
        (&["ja", "en-US"], Some(chicago), Some("US"), chicago),
        // Who reads American English in Tokyo is in Tokyo.
        (&["en-US"], Some(tokyo), Some("JP"), tokyo),
        (&["en-GB", "en-US"], Some(chicago), Some("US"), chicago),
        // No language names one: it is the only one of the zone.
        (&["en"], Some(chicago), Some("US"), chicago),
        // The platform knows no country of the zone.
        (&["de-AT"], Some("Europe/Vienna"), None, "Europe/Vienna"),
        // A zone that there is not, and none: the usual one, which says nothing of a country.
        (&["en-US"], Some("Nowhere/Else"), None, tokyo),
        (&["en-US"], None, None, tokyo),
    ] {
        let page = PageContext {
            languages: languages.iter().map(|it| (*it).to_owned()).collect(),
            time_zone: zone.and_then(TimeZone::new),
            local_time: None,
        };
        let ports = || ports_of(Rc::new(Seen::default()), Rc::new(MemoryStore::new()));
        let opening = begin(FORM, page.clone(), ports());
        let told = |bootstrap: &kikitori_interview::Bootstrap| {
            let country = bootstrap.country.as_ref().map(|it| it.as_str().to_owned());
            let zone = bootstrap.timezone.as_ref();
            (country, zone.map(|it| it.as_str().to_owned()))
        };
        let expected = (country.map(str::to_owned), Some(settled.to_owned()));
        assert_eq!(
            told(opening.bootstrap()),
            expected,
            "{languages:?} {zone:?}"
        );
        // The engine settles the same, by the Greeter's calls.
        let form = parse_form(FORM).unwrap();
        let limits = Limits::default();
        let mut engine = block_on(Interview::start(form, page, ports(), limits)).unwrap();
        drop(block_on(engine.advance()));
        let state = engine.orchestrator().state();
        assert_eq!(told(&state.bootstrap), expected, "{languages:?} {zone:?}");
        let calls = state
            .run_steps
            .iter()
            .filter(|it| it.agent.as_str() == "greeter");
        let has_country = calls.clone().any(|it| it.tool == "set_country");
        assert_eq!(has_country, country.is_some(), "{languages:?} {zone:?}");
        assert!(calls.clone().any(|it| it.tool == "set_timezone"));
    }
}

#[test]
fn the_first_request_is_the_one_that_the_engine_makes() {
    for text in SAMPLES.iter().chain(&[WITH_COUNTRY, WITH_CONDITIONS]) {
        for page in pages() {
            let (mine, engines) = (Rc::new(Seen::default()), Rc::new(Seen::default()));
            let store = || Rc::new(MemoryStore::new());
            let mut opening = begin(text, page.clone(), ports_of(mine.clone(), store()));
            let settled = opening.bootstrap().clone();
            let outline = opening.outline();
            ask(&mut opening);

            let ports = ports_of(engines.clone(), store());
            let form = parse_form(text).unwrap();
            let limits = Limits::default();
            let mut interview =
                block_on(Interview::start(form, page.clone(), ports, limits)).unwrap();
            let engine = interview.orchestrator();
            assert_eq!(settled, engine.state().bootstrap, "{page:?}");
            assert_eq!(outline, engine.outline(), "{page:?}");
            block_on(interview.advance()).unwrap_err();
            // Another request may ask for translations beside it.
            let engines = engines.0.borrow();
            let mine = mine.0.borrow();
            let [mine] = mine.as_slice() else {
                panic!("one call takes one request");
            };
            assert!(engines.contains(mine), "{page:?} {mine:#?} {engines:#?}");
        }
    }
}

fn asked(arguments: Value) -> Completion {
    let mut completion = Completion {
        usage: Some(Usage {
            prompt_tokens: 100,
            completion_tokens: 10,
            ..Usage::default()
        }),
        ..Completion::default()
    };
    completion.message.tool_calls = vec![ToolCall::new("call", "ask", arguments.to_string())];
    completion
}

fn replying(completion: Completion) -> Rc<dyn Model> {
    Rc::new(FnModel(move |_: &ChatRequest| Ok(completion.clone())))
}

/// The question that the engine shows first after this reply.
fn shown_by_the_engine(interview: &Interview) -> Option<(String, Vec<String>, u64)> {
    let mut chat = interview.orchestrator().state().chat();
    let shown = chat.next()?;
    Some((shown.text.clone(), shown.suggestions(), shown.at))
}

#[test]
fn a_question_that_is_shown_early_is_the_one_that_the_engine_shows() {
    let question = json!({"heard": null, "asks": "name", "message": " Your name? "});
    let with = |name: &str, value: Value| {
        let mut changed = question.clone();
        changed[name] = value;
        changed
    };
    let without = |name: &str| {
        let mut changed = question.clone();
        changed.as_object_mut().unwrap().remove(name);
        changed
    };
    let six = json!(["a", "a", " b ", "", "c", "d", "e", "f", "g"]);
    let cases = [
        (question.clone(), true),
        (with("heard", json!([])), true),
        (without("heard"), true),
        (with("suggestions", six), true),
        (with("suggestions", Value::Null), true),
        (with("language", Value::Null), true),
        // These the engine takes otherwise, or not at all.
        (with("suggestions", json!([1])), false),
        (with("suggestions", json!("a")), false),
        (with("language", json!("ja")), false),
        (with("question", json!("why?")), false),
        (with("heard", json!([{"field_id": "name"}])), false),
        (with("asks", json!("notes")), false),
        (with("asks", json!(" name ")), false),
        (with("asks", Value::Null), false),
        (with("message", json!(" ")), false),
        (with("message", json!("x".repeat(4_001))), false),
        (with("unknown", Value::Null), false),
        (without("message"), false),
        (json!([1]), false),
    ];
    for (arguments, is_shown) in cases {
        let store: Rc<dyn Store> = Rc::new(MemoryStore::new());
        let model = replying(asked(arguments.clone()));
        let mut opening = begin(FORM, page(), ports(model.clone(), store.clone()));
        let early = ask(&mut opening);
        assert_eq!(early.is_some(), is_shown, "{arguments}");
        let interview = take_over(opening, ports(model, store));
        let shown = shown_by_the_engine(&interview);
        let early = early.map(|it| (it.text, it.suggestions, it.at));
        if is_shown {
            assert_eq!(early, shown, "{arguments}");
        }
    }
}

#[test]
fn a_reply_in_words_or_with_several_calls_is_left_to_the_engine() {
    let call = || asked(json!({"heard": null, "asks": "name", "message": "Your name?"}));
    let mut two = call();
    let again = two.message.tool_calls[0].clone();
    two.message.tool_calls.push(again);
    let mut other = call();
    other.message.tool_calls[0].function.name = "review".to_owned();
    let mut words = call();
    words.message.tool_calls.clear();
    words.message.content = Some("Your name?".to_owned());
    for reply in [two, other, words] {
        let model = replying(reply.clone());
        let mut opening = begin(FORM, page(), ports(model, Rc::new(MemoryStore::new())));
        assert_eq!(ask(&mut opening), None, "{reply:?}");
    }
}

/// What is stored below the session.
fn stored(store: &dyn Store, name: &str) -> Vec<String> {
    let keys = block_on(store.keys("session/")).unwrap();
    keys.into_iter().filter(|key| key.contains(name)).collect()
}

#[test]
fn whenever_it_is_killed_it_ends_as_an_unbroken_one() {
    let unbroken = {
        let store: Rc<dyn Store> = Rc::new(MemoryStore::new());
        let mut opening = begin(FORM, page(), ports(scripted(), store.clone()));
        assert!(ask(&mut opening).is_some());
        let mut interview = take_over(opening, ports(scripted(), store.clone()));
        let submission = finish(&mut interview, &ANSWERS);
        assert_eq!(stored(&*store, "/opening"), [""; 0], "the engine has it");
        submission
    };
    let recorded = Rc::new(RecordingStore::new());
    let mut opening = begin(FORM, page(), ports(scripted(), recorded.clone()));
    ask(&mut opening);
    let id = opening.session_id().clone();
    let mut interview = take_over(opening, ports(scripted(), recorded.clone()));
    block_on(interview.advance()).unwrap();
    let batches = recorded.batches().len();
    assert_eq!(batches, 3, "begun, replied, taken over");
    for kept in 1..=batches {
        let store: Rc<dyn Store> = Rc::new(recorded.after(kept));
        let calls = Rc::new(Cell::new(0));
        let model = counting_calls(scripted(), calls.clone());
        let mut interview = resume(&id, ports(model, store.clone()));
        block_on(interview.advance()).unwrap();
        // What is on record is not asked for again.
        assert_eq!(calls.get(), usize::from(kept == 1), "after {kept}");
        assert_eq!(finish(&mut interview, &ANSWERS), unbroken, "after {kept}");
        assert_eq!(stored(&*store, "/opening"), [""; 0]);
    }
}

#[test]
fn a_session_that_has_only_begun_is_listed_saved_and_imported() {
    let store: Rc<dyn Store> = Rc::new(MemoryStore::new());
    let opening = begin(FORM, page(), ports(scripted(), store.clone()));
    let session = SessionKey::new(opening.session_id().0.as_str());
    let sessions = Sessions::new(store);
    let listed = block_on(sessions.list()).unwrap();
    let [Entry::Session(head)] = listed.as_slice() else {
        panic!("{listed:?}");
    };
    assert_eq!((head.title.as_str(), head.progress.of), ("Visit", 3));
    let file = block_on(sessions.export(&session)).unwrap().unwrap();
    let other: Rc<dyn Store> = Rc::new(MemoryStore::new());
    struct Named;
    impl Ids for Named {
        fn new_id(&self) -> String {
            "imported".to_owned()
        }
    }
    let key = block_on(Sessions::new(other.clone()).import(&file, &Named)).unwrap();
    let id = kikitori_interview::SessionId(key.id().to_owned());
    let mut interview = resume(&id, ports(scripted(), other));
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Answer);
}

#[test]
fn a_call_that_failed_is_told_by_the_engine_and_made_again_when_it_is_wanted() {
    let store: Rc<dyn Store> = Rc::new(MemoryStore::new());
    let model = Rc::new(FnModel(|_: &ChatRequest| Err(LlmError::TokenLimit)));
    let mut opening = begin(FORM, page(), ports(model, store.clone()));
    assert_eq!(ask(&mut opening), None);
    let mut interview = take_over(opening, ports(scripted(), store));
    let failed = Some(Pause::CallFailed(CallError::Model(LlmError::TokenLimit)));
    assert_eq!(interview.orchestrator().pause(), failed);
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Answer);
}

#[test]
fn what_is_private_is_asked_for_without_a_model() {
    let store: Rc<dyn Store> = Rc::new(MemoryStore::new());
    let opening = begin(PRIVATE_FIRST, page(), ports(scripted(), store.clone()));
    assert!(!opening.asks_a_model());
    let interview = take_over(opening, ports(scripted(), store));
    assert!(shown_by_the_engine(&interview).is_some());
}

/// A model that uses tokens and never comes to an end.
struct Endless;
impl Model for Endless {
    fn chat<'a>(
        &'a self,
        _: ChatRequest,
        _: &'a mut dyn FnMut(Delta),
    ) -> LocalBoxFuture<'a, Result<Completion, LlmError>> {
        Box::pin(pending())
    }
}

#[test]
fn a_call_that_nobody_waits_for_any_more_is_counted_and_made_anew() {
    use futures::FutureExt;
    let store: Rc<dyn Store> = Rc::new(MemoryStore::new());
    let mut opening = begin(FORM, page(), ports(Rc::new(Endless), store.clone()));
    assert!(opening.call(&mut |_| {}).now_or_never().is_none());
    block_on(opening.abandon()).unwrap();
    let mut interview = take_over(opening, ports(scripted(), store));
    assert!(interview.orchestrator().state().spent.prompt_tokens > 0);
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Answer);
}

#[test]
fn what_cannot_be_read_back_is_told_as_damage() {
    let store: Rc<dyn Store> = Rc::new(MemoryStore::new());
    let opening = begin(FORM, page(), ports(scripted(), store.clone()));
    let id = opening.session_id().clone();
    let mut batch = kikitori_store::Batch::new();
    batch.put(format!("session/{id}/opening"), Record::damaged("?"));
    block_on(store.commit(batch)).unwrap();
    let resumed = block_on(Interview::resume(
        &id,
        ports(scripted(), store),
        Limits::default(),
    ));
    assert!(matches!(resumed.err(), Some(DriveError::Damaged(_))));
}

#[test]
fn a_form_that_is_none_begins_nothing() {
    let store: Rc<dyn Store> = Rc::new(MemoryStore::new());
    let ports = ports(scripted(), store.clone());
    let begun = block_on(Opening::begin("{}", page(), ports, Limits::default()));
    assert!(begun.is_err());
    assert_eq!(stored(&*store, ""), [""; 0]);
    // The text that makes one is.
    assert_eq!(parse_form(FORM).unwrap(), form());
}
