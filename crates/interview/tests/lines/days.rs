//! Days and times in lines, in whatever language they are told.

use super::*;

const VISITS: &str = r#"{"id": "f", "title": "F", "fields": [
    {"id": "visits", "label": "Visits", "required": true, "answer": {"type": "group", "fields": [
        {"id": "start", "label": "Start", "required": true, "answer": {"type": "dateTime"}},
        {"id": "who", "label": "Who", "required": false, "answer": {"type": "shortText"}}]}},
    {"id": "name", "label": "Name", "required": true}]}"#;

fn visits() -> FieldId {
    FieldId::new("visits").unwrap()
}

/// An interview in which each of `turns` is said, and its lines are reported so however often the
/// model is asked. With the last error that a model was told.
fn visited(turns: &'static [(&'static str, &'static str)]) -> (Interview, Option<String>) {
    let (model, sent) = recorded(move |request| {
        let said = said_last(request).pop();
        let turn = turns
            .iter()
            .find(|(words, _)| said.as_deref() == Some(words));
        let Some((words, value)) = turn else {
            return respond(request);
        };
        let mut entry = heard("visits", words);
        entry["value"] = json!(value);
        calls("ask", asking(request, vec![entry]))
    });
    let mut interview = interview_of(VISITS, model);
    let said: Vec<&str> = turns.iter().map(|(words, _)| *words).collect();
    say(&mut interview, &said);
    let asked: Vec<ChatRequest> = sent.borrow().clone();
    let errors = asked.iter().flat_map(|request| &request.messages);
    let mut errors = errors.filter_map(|message| match message {
        Message::Tool { content, .. } if content.contains("Not asked") => Some(content.clone()),
        _ => None,
    });
    let error = errors.next_back();
    (interview, error)
}

/// The lines, each with how sure it is.
fn shown(interview: &Interview) -> Vec<String> {
    let sheet = interview.orchestrator().state().sheet_of(&visits());
    let lines = sheet.lines.iter().map(|line| {
        let cells = line.cells();
        let cells = cells.iter().map(|(id, value)| match value {
            Value::String(text) => format!("{id}={text}"),
            other => format!("{id}={other}"),
        });
        let cells: Vec<String> = cells.collect();
        format!("{} [{}]", cells.join(" "), line.confidence.name())
    });
    lines.collect()
}

const FIRST: (&str, &str) = (
    "28 November 2026 at 10:00 with Mr Ito",
    r#"[{"start": "28 November 2026 at 10:00", "who": "Mr Ito"}]"#,
);

#[test]
fn a_new_time_keeps_the_day_of_its_line() {
    for value in [
        r#"[{"@line": 1, "start": "at eleven"}]"#,
        r#"[{"@line": 1, "start": "11:00"}]"#,
        r#"[{"@line": 1, "start": "2026-11-28T11:00"}]"#,
    ] {
        let turns = vec![FIRST, ("the visit is at eleven, not at ten", value)];
        let (interview, error) = visited(turns.leak());
        assert_eq!(
            shown(&interview),
            ["start=2026-11-28T11:00 who=Mr Ito [medium]"],
            "{value}: {error:?}"
        );
        let state = interview.orchestrator().state();
        assert_eq!(state.outcome_of(&visits()), Some(FieldOutcome::Answered));
    }
}

#[test]
fn words_that_code_cannot_read_are_taken_as_whoever_reads_the_language_says_and_are_unsure() {
    let (interview, error) = visited(&[
        FIRST,
        (
            "my son is home on Saturday from two in the afternoon, Ana comes",
            r#"[{"start": "2026-11-28T14:00", "who": "Ana"}]"#,
        ),
    ]);
    let lines = shown(&interview);
    assert_eq!(lines.len(), 2, "{error:?}");
    assert!(
        lines[1].starts_with("start=2026-11-28T14:00 who=Ana"),
        "{lines:?}"
    );
}

#[test]
fn what_fits_of_a_correction_is_recorded_and_the_rest_is_named_with_its_reason() {
    let (interview, error) = visited(&[
        FIRST,
        (
            "the visit is with Mrs Oda, some other time",
            r#"[{"@line": 1, "start": "2026-12-01T09:30", "who": "Mrs Oda"}]"#,
        ),
    ]);
    assert_eq!(
        shown(&interview),
        ["start=2026-11-28T10:00 who=Mrs Oda [medium]"]
    );
    let error = error.unwrap();
    assert!(
        error.contains("line 1, start: expected day and time, such as 2026-11-27T14:30"),
        "{error}"
    );
    assert!(!error.contains(".."), "{error}");
    // All of its lines are whole: the list stays as finished as it was.
    let state = interview.orchestrator().state();
    assert_eq!(state.outcome_of(&visits()), Some(FieldOutcome::Answered));
    assert!(state.is_done(&visits()));
    let told = told(&interview);
    assert!(
        told.contains("Line 1: “the visit is with Mrs Oda, some other time” was not taken for"),
        "{told}"
    );
    assert!(
        told.contains("“Start”. No day can be told from that"),
        "{told}"
    );
    assert!(
        told.contains("What else you said of it is recorded."),
        "{told}"
    );
}

#[test]
fn one_of_several_lines_that_does_not_fit_costs_no_other() {
    let (interview, _) = visited(&[(
        "28 November 2026 at 10:00 Ana, whenever Ben, 30 November 2026 at 9:30 Cid",
        r#"[{"start": "28 November 2026 at 10:00", "who": "Ana"}, {"start": "whenever", "who": "Ben"},
            {"start": "30 November 2026 at 9:30", "who": "Cid"}]"#,
    )]);
    let lines = shown(&interview);
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert_eq!(lines[1], "who=Ben [high]");
    let told = told(&interview);
    assert!(told.contains("Complete lines: 2 of 3"), "{told}");
    assert!(told.contains("“whenever” does not fit"), "{told}");
}

/// What a LineReader is asked and answers of a pasted list with dates in French.
const VACCINES: &str = r#"{"id": "f", "title": "F", "fields": [
    {"id": "items", "label": "Vaccins", "required": true, "answer": {"type": "group", "fields": [
        {"id": "day", "label": "Date", "required": true, "answer": {"type": "date"}},
        {"id": "vaccine", "label": "Vaccin", "required": true, "answer": {"type": "shortText"}},
        {"id": "vet", "label": "Vétérinaire", "required": true, "answer": {"type": "shortText"}}]}},
    {"id": "name", "label": "Nom", "required": true}]}"#;

#[test]
fn a_reader_maps_columns_works_days_out_and_names_the_line_that_another_is_the_same_as() {
    let list = "Fait le;Produit;Cabinet\n12 mars 2024;rage;Dr Maurin\nil y a trois semaines;CHPPi;même véto\n";
    let (model, sent) = recorded(move |request| {
        if !is_for(request, "read_lines") {
            return respond(request);
        }
        let value = |field: &str, quote: &str, value: Option<&str>, same: Option<u32>| json!({"field": field, "quote": quote, "value": value, "same_as": same});
        let lines = given(request).into_iter().map(|(number, text)| {
            let (kind, values) = match text.as_str() {
                it if it.starts_with("Fait") => ("heading", json!(null)),
                it if it.starts_with("12") => (
                    "line",
                    json!([
                        value("day", "12 mars 2024", Some("2024-03-12"), None),
                        value("vaccine", "rage", None, None),
                        value("vet", "Dr Maurin", None, None),
                    ]),
                ),
                _ => (
                    "line",
                    json!([
                        value("day", "il y a trois semaines", Some("2026-11-04"), None),
                        value("vaccine", "CHPPi", None, None),
                        value("vet", "même véto", None, Some(2)),
                    ]),
                ),
            };
            json!({"line": number, "kind": kind, "values": values, "confidence": "high"})
        });
        let lines: Vec<Value> = lines.collect();
        calls("read_lines", json!({ "lines": lines }))
    });
    let mut interview = interview_of(VACCINES, model);
    let french = kikitori_interview::LanguageTag::new("fr").unwrap();
    let settle = kikitori_interview::Settle::Language(french);
    block_on(interview.take(Command::Settle(settle))).unwrap();
    say(&mut interview, &[list]);
    let sheet = interview.orchestrator().state().sheet_of(&items());
    let cells: Vec<Value> = sheet.lines.iter().map(|it| json!(it.cells())).collect();
    assert_eq!(
        cells,
        [
            json!({"day": "2024-03-12", "vaccine": "rage", "vet": "Dr Maurin"}),
            json!({"day": "2026-11-04", "vaccine": "CHPPi", "vet": "Dr Maurin"}),
        ],
        "{}",
        told(&interview)
    );
    let sent = sent.borrow();
    let read = sent.iter().find(|it| is_for(it, "read_lines")).unwrap();
    let opening = read.messages.iter().find_map(|it| match it {
        Message::User { content, .. } => Some(content.clone()),
        _ => None,
    });
    assert!(opening.unwrap().contains("<local_time>"), "{read:?}");
}
