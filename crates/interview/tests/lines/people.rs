//! Lists of people and things in languages that code does not read, as a reader reports them: what code
//! makes of the report, and what is asked then.

use super::*;
use kikitori_interview::{LanguageTag, PageContext, Settle, parse_form};
use kikitori_scripted::offers;

/// What a reader says of a line that begins so: of which kind it is, and its values as
/// `field=quote` or `field=quote=value`.
pub type Read<'a> = (&'a str, &'a str, &'a [&'a str]);

fn read_as(number: u64, kind: &str, values: &[&str]) -> Value {
    let values = values.iter().map(|it| {
        let mut parts = it.splitn(3, '=');
        let (field, quote) = (parts.next().unwrap(), parts.next().unwrap());
        json!({"field": field, "quote": quote, "value": parts.next(), "same_as": null})
    });
    let values: Vec<Value> = values.collect();
    json!({"line": number, "kind": kind, "values": values, "confidence": "high"})
}

/// A form with one list of these fields.
pub fn form_of(language: &str, label: &str, fields: &Value) -> String {
    let form = json!({"id": "f", "title": "F", "language": language, "fields": [
        {"id": "items", "label": label, "required": true,
            "answer": {"type": "group", "fields": fields}},
        {"id": "name", "label": "N", "required": true}]});
    form.to_string()
}

/// An interview in this language in which a list was just pasted, and what the readers were given.
/// Code's own sentences are translated by `translated`.
pub fn listed(
    language: &'static str,
    form: &str,
    list: &str,
    reads: &'static [Read<'static>],
    translated: fn(&str) -> Option<&'static str>,
) -> (Interview, Vec<Vec<String>>) {
    let (model, sent) = recorded(move |request| {
        if offers(request, "create_plan") {
            return planned(request, translated);
        }
        if !is_for(request, "read_lines") {
            return respond(request);
        }
        let lines = given(request).into_iter().flat_map(|(number, text)| {
            let of_line = reads.iter().filter(move |it| text.starts_with(it.0));
            of_line.map(move |(_, kind, values)| read_as(number, kind, values))
        });
        let lines: Vec<Value> = lines.collect();
        calls("read_lines", json!({ "lines": lines }))
    });
    let page = PageContext {
        languages: vec![language.to_owned()],
        ..page()
    };
    let ports = ports(model, Rc::new(kikitori_store::MemoryStore::new()));
    let started = Interview::start(
        parse_form(form).unwrap(),
        page,
        ports,
        kikitori_interview::Limits::default(),
    );
    let mut interview = block_on(started).unwrap();
    let tag = LanguageTag::new(language).unwrap();
    block_on(interview.take(Command::Settle(Settle::Language(tag)))).unwrap();
    say(&mut interview, &[list]);
    let sent = sent.borrow();
    let readers = sent.iter().filter(|it| is_for(it, "read_lines"));
    let given = readers.map(|it| given(it).into_iter().map(|(_, text)| text).collect());
    (interview, given.collect())
}

/// The form's own names, and code's sentences as far as they are translated.
fn planned(request: &ChatRequest, translated: fn(&str) -> Option<&'static str>) -> Completion {
    let content = request.messages.iter().find_map(|it| match it {
        Message::User { content, .. } => Some(content),
        _ => None,
    });
    let sentences: Option<Vec<String>> = content.and_then(|it| tags::json(it, "sentences"));
    let told = sentences.unwrap_or_default().into_iter().filter_map(|it| {
        let (number, english) = it.split_once(". ")?;
        Some(format!("{number}. {}", translated(english)?))
    });
    let told: Vec<String> = told.collect();
    let plan = json!({"field_ids": ["items", "name"], "translations": null, "title": null,
        "description": null, "sentences": told});
    calls("create_plan", plan)
}

/// The lines with what they lack, and below them what was set aside.
pub fn shown(interview: &Interview) -> Vec<String> {
    let state = interview.orchestrator().state();
    let sheet = sheet(interview);
    let field = state.form.field(&items()).unwrap();
    let kikitori_form::file::answer::AnswerType::Group(group) = &field.answer else {
        panic!()
    };
    let lines = sheet.lines.iter().map(|line| {
        let values = line.values.iter();
        let values = values.map(|it| format!("{}={}", it.field, it.value.0));
        let told = values.chain(line.sentences(group, "en"));
        let told: Vec<String> = told.collect();
        format!("{} [{}]", told.join("; "), line.confidence.name())
    });
    let aside = sheet.set_aside.iter();
    let aside = aside.map(|it| format!("{}: {}", it.reason.name(), words(interview, &it.source)));
    lines.chain(aside).collect()
}

pub fn not_translated(_: &str) -> Option<&'static str> {
    None
}

fn people() -> Value {
    json!([
        {"id": "who", "label": "Nome", "required": true, "answer": {"type": "shortText"}},
        {"id": "born", "label": "Nascita", "required": true, "answer": {"type": "date"}},
        {"id": "diet", "label": "Dieta", "required": false, "answer": {"type": "choice",
            "options": ["vegetariana", "vegana"], "other": true}}])
}

const READ: &[Read<'_>] = &[
    ("Ecco", "remark", &[]),
    ("Siamo", "remark", &[]),
    ("Tavolo 4:", "heading", &[]),
    ("Grazie", "remark", &[]),
    (
        "Anna",
        "line",
        &["who=Anna Bo", "born=3/5/1981", "diet=vegetariana"],
    ),
    ("Luca", "line", &["who=Luca", "born=13/9/2012"]),
];
const LIST: &str = "Anna Bo, 3/5/1981, vegetariana\nLuca 13/9/2012";
const LINES: [&str; 2] = [
    "who=Anna Bo; born=1981-05-03; diet=vegetariana [high]",
    "who=Luca; born=2012-09-13 [high]",
];

#[test]
fn what_stands_before_a_list_is_no_line_of_it() {
    for (before, behind, aside) in [
        (
            "Ecco i partecipanti, siamo in 2:",
            "",
            "remark: Ecco i partecipanti, siamo in 2:",
        ),
        (
            "Ecco le 12 persone del 2026：",
            "",
            "remark: Ecco le 12 persone del 2026：",
        ),
        (
            "Ecco i nomi: siamo in 2",
            "",
            "remark: Ecco i nomi: siamo in 2",
        ),
        ("", "Siamo in 2 in tutto.", "remark: Siamo in 2 in tutto."),
        ("Tavolo 4:", "", "heading: Tavolo 4:"),
    ] {
        let list = format!("{before}\n{LIST}\n{behind}");
        let form = form_of("it", "Persone", &people());
        let (interview, _) = listed("it", &form, &list, READ, not_translated);
        assert_accounted_for(&interview, &list);
        assert_eq!(shown(&interview), [LINES[0], LINES[1], aside], "{list}");
        let state = interview.orchestrator().state();
        assert_eq!(state.outcome_of(&items()), Some(FieldOutcome::Answered));
        assert_eq!(sheet(&interview).lines[0].number, 1, "{list}");
    }
}

#[test]
fn what_stands_before_a_list_may_be_several_lines() {
    let list = format!("Grazie dell'invito!\nEcco chi viene, siamo in 2:\n{LIST}\nGrazie 1000");
    let form = form_of("it", "Persone", &people());
    let (interview, _) = listed("it", &form, &list, READ, not_translated);
    assert_accounted_for(&interview, &list);
    let aside = [
        "remark: Grazie dell'invito!",
        "remark: Ecco chi viene, siamo in 2:",
    ];
    let unclear = "it is unclear what this is [low]";
    assert_eq!(
        shown(&interview),
        [LINES[0], LINES[1], unclear, aside[0], aside[1]]
    );
}

#[test]
fn what_may_be_a_line_is_asked_about_also_where_its_reader_says_that_it_is_none() {
    for (before, between) in [
        // Neither a colon nor how many there are.
        ("Ecco le 3 persone", ""),
        ("Siamo in 2 e 1 cane", ""),
        // It stands among the lines.
        ("", "Tavolo 4:"),
    ] {
        let list = format!(
            "{before}\n{}",
            LIST.replace('\n', &format!("\n{between}\n"))
        );
        let form = form_of("it", "Persone", &people());
        let (interview, _) = listed("it", &form, &list, READ, not_translated);
        assert_accounted_for(&interview, &list);
        let lines = shown(&interview);
        assert_eq!(lines.len(), 3, "{lines:?}");
        let unclear = "it is unclear what this is [low]";
        assert!(lines.iter().any(|it| it == unclear), "{lines:?}");
    }
}

#[test]
fn what_was_set_aside_before_a_list_can_be_made_a_line_of_it() {
    let list = format!("Tavolo 4:\n{LIST}");
    let form = form_of("it", "Persone", &people());
    let (mut interview, _) = listed("it", &form, &list, READ, not_translated);
    let source = sheet(&interview).set_aside[0].source;
    let cells = json!({"who": "Tavolo", "born": "2000-01-01"});
    let cells = cells.as_object().unwrap().clone();
    by_hand::edit(&mut interview, vec![LineEdit::TakeUp { source, cells }]).unwrap();
    assert_accounted_for(&interview, &list);
    assert_eq!(sheet(&interview).lines.len(), 3);
}

#[test]
fn a_day_that_no_calendar_has_is_asked_about_with_that_reason_and_costs_no_further_call() {
    const READ: &[Read<'_>] = &[
        ("Anna", "line", &["who=Anna Bo", "born=3/5/1981"]),
        ("Luca", "line", &["who=Luca", "born=31/2/2014=2014-02-28"]),
        ("Sara", "line", &["who=Sara"]),
    ];
    let list = "Anna Bo 3/5/1981\nLuca 31/2/2014\nSara, 30.02.2015";
    let form = form_of("it", "Persone", &people());
    let (interview, given) = listed("it", &form, list, READ, italian);
    assert_eq!(given.len(), 1, "{given:?}");
    assert_eq!(
        shown(&interview),
        [
            "who=Anna Bo; born=1981-05-03 [high]",
            "who=Luca; Nascita: “31/2/2014” does not fit [high]",
            "who=Sara; Nascita: “30.02.2015” does not fit [high]",
        ]
    );
    assert!(
        told(&interview).ends_with(
            "Riga 2 “Luca”: Nascita: “31/2/2014” non va. Questo giorno non esiste.\n\
             Riga 3 “Sara”: Nascita: “30.02.2015” non va. Questo giorno non esiste."
        ),
        "{}",
        told(&interview)
    );
}

/// Some of code's sentences; what is told of a line has lost one of its places.
fn italian(english: &str) -> Option<&'static str> {
    Some(match english {
        "Line {}" => "Riga {}",
        "Line {} “{}”: {}" => "Riga {}: {}",
        "{}: “{}” does not fit" => "{}: “{}” non va",
        "{} is missing" => "manca: {}",
        "There is no such day: give another date." => "Questo giorno non esiste.",
        _ => return None,
    })
}

#[test]
fn words_that_no_reader_can_make_a_value_of_are_asked_about_and_not_lost() {
    let turn = Rc::new(Cell::new(0));
    let list = "3 bx 40112\n2 cs 40113\n1 cs 40114";
    let reads = move |request: &ChatRequest| {
        turn.set(turn.get() + 1);
        let lines = given(request).into_iter().map(|(number, text)| {
            let words: Vec<&str> = text.split(' ').collect();
            let (amount, item) = (
                format!("quantity={}", words[0]),
                format!("item_number={}", words[2]),
            );
            let unit = match words[1] {
                "bx" => "unit=bx".to_owned(),
                other => format!("unit={other}=CS"),
            };
            let mut values = vec![amount.as_str(), item.as_str(), unit.as_str()];
            // Who was told that it does not fit leaves it out.
            values.truncate(if turn.get() > 1 { 2 } else { 3 });
            read_as(number, "line", &values)
        });
        let lines: Vec<Value> = lines.collect();
        calls("read_lines", json!({ "lines": lines }))
    };
    let interview = pasted(list, reads, |_| None);
    let told = told(&interview);
    assert!(
        told.contains("Unit: “bx” does not fit. Choose one of"),
        "{told}"
    );
    assert_eq!(sheet(&interview).todo().count(), 1);
}

#[test]
fn what_is_missing_is_listed_with_the_marks_of_the_language() {
    const READ: &[Read<'_>] = &[
        ("تمر", "line", &["who=تمر"]),
        ("りんご", "line", &["who=りんご"]),
    ];
    let fields = json!([
        {"id": "who", "label": "A", "required": true, "answer": {"type": "shortText"}},
        {"id": "count", "label": "B", "required": true, "answer": {"type": "integer"}},
        {"id": "day", "label": "C", "required": true, "answer": {"type": "date"}}]);
    for (language, list, expected) in [
        (
            "ar",
            "تمر\nتمر",
            "Line 1 “تمر”، Line 2 “تمر”: B is missing، C is missing",
        ),
        (
            "ja",
            "りんご\nりんご",
            "1行目「りんご」、2行目「りんご」：Bがありません、Cがありません",
        ),
    ] {
        let form = form_of(language, "L", &fields);
        let (interview, _) = listed(language, &form, list, READ, not_translated);
        assert!(told(&interview).contains(expected), "{}", told(&interview));
    }
}

#[test]
fn lines_of_the_same_words_are_told_apart_by_what_is_known_of_them() {
    const READ: &[Read<'_>] = &[
        ("Anna e Luca", "line", &["who=Anna"]),
        ("Anna e Luca", "line", &["who=Luca"]),
        ("Sara", "line", &["who=Sara", "born=1/2/1990"]),
    ];
    let form = form_of("it", "Persone", &people());
    let (interview, _) = listed("it", &form, "Anna e Luca\nSara 1/2/1990", READ, italian);
    let told = told(&interview);
    let same = "Riga 1 “Anna”, Riga 3 “Luca”: manca: Nascita";
    assert!(told.contains(same), "{told}");
}

#[test]
fn a_corrected_line_has_no_words_about_others() {
    let list = "Item #\tQty\n10234\t2\n10235\t3\n10236\t4\n";
    const SAID: &str = "10234 should be 7, not 2, and 10236 should be 12. Thank you!";
    let mut interview = pasted(list, reads, |request| {
        let last = said_last(request).last()?.clone();
        (last == SAID).then(|| {
            let mut entry = heard("items", &last);
            entry["value"] =
                json!(r#"[{"@line": 1, "quantity": 7}, {"@line": 3, "quantity": 12}]"#);
            asking(request, vec![entry])
        })
    });
    say(&mut interview, &[SAID]);
    let sheet = sheet(&interview);
    let state = interview.orchestrator().state();
    let originals = sheet
        .lines
        .iter()
        .map(|it| state.words_of_line(&sheet, it).unwrap());
    assert_eq!(
        originals.collect::<Vec<_>>(),
        [
            "10234\t2\n10234 should be 7, not 2",
            "10235\t3",
            "10236\t4\nand 10236 should be 12. Thank you!",
        ]
    );
}
