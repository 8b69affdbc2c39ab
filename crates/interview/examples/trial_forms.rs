//! Ten forms of people's everyday life, each filled in twice by the same answers: reviewed together,
//! and field by field by a Reviewer. They have fields with facts, lists that are pasted, which code
//! reads either way, and private fields, which code alone hears. The models err by a fixed rule, in the
//! kind of answer that each field takes: another day, another option, one more. How many wrong values
//! are let through, how many of these are marked for the person to see, how many questions are
//! needless, and how many calls the person waits for. `cargo xtask bench` prints it.

#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::panic,
    reason = "what is indexed and replied to is this file's own"
)]

#[path = "../tests/support/mod.rs"]
mod support;

mod rounds;

use std::collections::BTreeMap;

use kikitori_form::dates::from_iso;
use kikitori_form::file::answer::{AnswerType, Group};
use kikitori_form::values::{CheckContext, Value as Recorded, check};
use kikitori_interview::{FieldId, Orchestrator, Pause};
use kikitori_llm::{ChatRequest, Completion, Message};
use kikitori_scripted::{calls, offers, tags};
use rounds::Counted;
use serde_json::{Map, Value, json};
use support::{asking, heard, now, respond, said_last};

const FORMS: [(&str, &str); 10] = [
    ("accident at work", include_str!("forms/accident.json")),
    ("party buffet", include_str!("forms/buffet.json")),
    ("lost property", include_str!("forms/lost-property.json")),
    ("hall to let", include_str!("forms/hall.json")),
    ("order of a shop", include_str!("forms/order.json")),
    ("grant for a club", include_str!("forms/grant.json")),
    ("flat to let", include_str!("forms/tenancy.json")),
    (
        "bug report",
        include_str!("../../../web/forms/bug-report.json"),
    ),
    (
        "job application",
        include_str!("../../../web/forms/job-application.json"),
    ),
    (
        "clinic intake",
        include_str!("../../../web/forms/clinic-intake.json"),
    ),
];
/// A model errs in every so many replies: it reports something else than was said, or finds that
/// something is missing where nothing is.
const ERRS_EVERY: usize = 5;
const DOUBTS_EVERY: usize = 7;
/// No form takes more answers than this.
const ANSWERS_AT_MOST: usize = 80;

/// What came of one form.
#[derive(Default)]
struct Held {
    fields: usize,
    calls: usize,
    /// In hundredths.
    rounds: usize,
    needless: usize,
    wrong: usize,
    marked: usize,
}

fn main() {
    println!(
        "ten forms, models that err in every {ERRS_EVERY}th and {DOUBTS_EVERY}th reply  fields  calls  one after the other  needless  wrong  of these marked"
    );
    for review in ["together", "separate"] {
        let mut all = Held::default();
        for (name, form) in FORMS {
            let held = held(form, review);
            row(&format!("{name}, {review}"), &held);
            all.fields += held.fields;
            all.calls += held.calls;
            all.rounds += held.rounds;
            all.needless += held.needless;
            all.wrong += held.wrong;
            all.marked += held.marked;
        }
        all.rounds /= FORMS.len();
        row(&format!("all, {review}"), &all);
    }
}

fn row(name: &str, held: &Held) {
    println!(
        "  {name:34} {:6} {:5} {:14}.{:02} {:12} {:6} {:8}",
        held.fields,
        held.calls,
        held.rounds / 100,
        held.rounds % 100,
        held.needless,
        held.wrong,
        held.marked,
    );
}

/// What is said to a field, what that is, and what a model makes of it that errs.
#[derive(Clone)]
struct Said {
    right: String,
    value: Recorded,
    wrong: String,
}

/// The form with every field reviewed so. Lines are checked one by one, whoever reviews the rest; what
/// is asked for every form alike has no figure here.
fn reviewed(form: &str, review: &str) -> Value {
    let mut form: Value = serde_json::from_str(form).unwrap();
    form.as_object_mut().unwrap().remove("needs");
    let fields = form["fields"].as_array_mut().unwrap();
    for field in fields {
        let is_group = field["answer"]["type"] == "group";
        let field = field.as_object_mut().unwrap();
        let review = if is_group { "together" } else { review };
        field.insert("review".to_owned(), json!(review));
    }
    form
}

fn held(form: &str, review: &str) -> Held {
    let form = reviewed(form, review).to_string();
    // Which answers fit is the engine's own to say.
    let looked = Counted::start(&form, respond);
    let said: BTreeMap<String, Said> = looked
        .engine
        .state()
        .form
        .fields
        .iter()
        .map(|field| {
            (
                field.field_id.to_string(),
                said_to(&looked.engine, &field.field_id),
            )
        })
        .collect();
    let known = said.clone();
    let mut replies = 0;
    let mut interview = Counted::start(&form, move |request| {
        replies += 1;
        erring(request, replies, &known)
    });
    for _ in 0..ANSWERS_AT_MOST {
        // Of an answer that stands a correction may be asked about.
        let chat = interview.engine.state().chat();
        let asked = chat.last().and_then(|it| it.field_id.clone());
        let (Some(asked), Some(Pause::Answer)) = (asked, interview.engine.pause()) else {
            break;
        };
        let right = said[asked.as_str()].right.clone();
        interview.answer(&right);
    }
    let outline = interview.engine.outline();
    let wrong = outline.iter().filter(|entry| {
        let right = &said[entry.field_id.as_str()].value;
        let value = entry.collected.as_ref().map(|it| &it.value);
        value != Some(right)
    });
    Held {
        fields: outline.len(),
        calls: interview.calls,
        rounds: interview.rounds_an_answer(),
        // Every answer that is needed is given once.
        needless: interview.answers - outline.len().min(interview.answers),
        marked: wrong.clone().filter(|entry| entry.reworded).count(),
        wrong: wrong.count(),
    }
}

/// Two answers that the field takes.
fn said_to(engine: &Orchestrator, field: &FieldId) -> Said {
    let answer = &engine.state().form.field(field).unwrap().answer;
    if let AnswerType::Group(group) = answer {
        return list_for(engine, field, group);
    }
    two_of(answer, |text| {
        Some(engine.check_entry(field, &json!(text)).ok()?.value)
    })
}

fn two_of(answer: &AnswerType, check: impl Fn(&str) -> Option<Recorded>) -> Said {
    let fit = candidates(answer).into_iter();
    let mut fit = fit.filter_map(|text| check(&text).map(|value| (text, value)));
    let (right, value) = fit
        .next()
        .unwrap_or_else(|| panic!("nothing fits {answer:?}"));
    let wrong = fit.find(|(_, other)| *other != value);
    let (wrong, _) = wrong.unwrap_or_else(|| panic!("nothing else fits {answer:?}"));
    Said {
        right,
        value,
        wrong,
    }
}

/// A list of two lines as it is pasted, and a correction of its first line that nobody said.
fn list_for(engine: &Orchestrator, field: &FieldId, group: &Group) -> Said {
    let language = engine.state().language();
    let context = CheckContext {
        today: from_iso("2026-11-20").unwrap(),
        language,
        country: None,
        fold: &|text| text.to_lowercase(),
        fits: &kikitori_form::values::no_patterns,
    };
    let cells = group.fields.iter().map(|cell| {
        two_of(&cell.answer, |text| {
            Some(check(&cell.answer, &json!(text), &context).ok()?.value)
        })
    });
    let cells: Vec<Said> = cells.collect();
    let labels = group.fields.iter().map(|it| it.label.in_language(language));
    let line = |of: fn(&Said) -> &str| cells.iter().map(of).collect::<Vec<_>>().join("\t");
    let (first, second) = (line(|it| &it.right), line(|it| &it.wrong));
    let header = labels.collect::<Vec<_>>().join("\t");
    let row = |of: fn(&Said) -> &str| -> Map<String, Value> {
        let cells = group.fields.iter().zip(&cells);
        let cells = cells.map(|(field, said)| (field.id.to_string(), json!(of(said))));
        cells.collect()
    };
    let rows = json!([row(|it| &it.right), row(|it| &it.wrong)]);
    let named = group.fields.first().unwrap().id.to_string();
    Said {
        right: format!("{header}\n{first}\n{second}"),
        value: engine.check_entry(field, &rows).unwrap().value,
        wrong: json!([{"@line": 1, named: "an invented thing"}]).to_string(),
    }
}

fn candidates(answer: &AnswerType) -> Vec<String> {
    let answer = serde_json::to_value(answer).unwrap();
    let options = answer["options"].as_array().cloned().unwrap_or_default();
    let options = options.iter().map(|it| {
        let value = it["value"].as_str().or(it.as_str());
        value.unwrap_or_default().to_owned()
    });
    let plain = [
        "yes",
        "no",
        // Before days, whose digits could be a number too.
        "+44 20 7946 0018",
        "+44 20 7946 0019",
        "2026-12-01",
        "2026-12-02",
        "2026-11-18",
        "2026-11-17",
        "2026-12-01T10:30",
        "2026-12-01T11:30",
        "2026-11-18T10:30",
        "2026-11-18T11:30",
        "10:30",
        "11:30",
        "ada@example.org",
        "grace@example.org",
        "https://example.org",
        "https://example.com",
        "1 Mill Lane\nAshford",
        "2 Mill Lane\nAshford",
        "3",
        "4",
        "60",
        "61",
        "500",
        "501",
        "2001",
        "2002",
        "6000",
        "6001",
    ];
    let texts = [
        "as I told you before",
        "as I told you before and an invented thing",
        "AB-1234",
        "AB-1235",
        "as I told them before",
        "12345678",
        "12345679",
        "A1",
        "A2",
    ];
    let is_text = matches!(
        answer["type"].as_str(),
        Some("shortText" | "longText") | None
    );
    match is_text {
        true => texts.map(str::to_owned).into(),
        false => options.chain(plain.map(str::to_owned)).collect(),
    }
}

/// The reply of a model that is right but for its rule.
fn erring(request: &ChatRequest, reply: usize, known: &BTreeMap<String, Said>) -> Completion {
    let (errs, doubts) = (
        reply.is_multiple_of(ERRS_EVERY),
        reply.is_multiple_of(DOUBTS_EVERY),
    );
    if offers(request, "review") {
        return calls("review", verdict(request, errs, doubts, known));
    }
    let now = now(request);
    let asked = now["asked"].as_str().unwrap_or_default();
    let words = said_last(request).last().cloned();
    let (Some(said), Some(words), true) = (
        known.get(asked),
        words,
        now["under_review"].is_null() && offers(request, "ask"),
    ) else {
        return respond(request);
    };
    let mut entry = heard(asked, &words);
    // A list is read by code: only who errs says more of it.
    if now["list_read"] == asked && !errs && !doubts {
        return respond(request);
    }
    if doubts {
        entry["outcome"] = json!("not_enough");
        entry["missing"] = json!(["more"]);
    } else if errs {
        entry["value"] = json!(said.wrong);
    }
    calls("ask", asking(request, vec![entry]))
}

fn verdict(
    request: &ChatRequest,
    errs: bool,
    doubts: bool,
    known: &BTreeMap<String, Said>,
) -> Value {
    let field: Value = tags::latest_json(request, "field").unwrap_or_default();
    let said = &known[field["field_id"].as_str().unwrap_or_default()];
    if doubts {
        return json!({"passed": false, "missing_facts": ["more"], "follow_up": {"message": "And?"}});
    }
    let shown = request.messages.iter().find_map(|message| match message {
        Message::User { content, .. } => tags::block(content, "conversation"),
        _ => None,
    });
    assert!(
        shown.is_some_and(|it| it.contains("<answer")),
        "{request:?}"
    );
    let value = if errs { &said.wrong } else { &said.right };
    json!({"passed": true, "quote": said.right, "field_value": value})
}
