//! What a statement of the answer is traced to.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use kikitori_graph::Ports;
use kikitori_helpdesk::*;
use kikitori_json::StrictValue;
use kikitori_scripted::{calls, offers};
use serde::Deserialize;
use serde_json::{Value, json};
use support::*;

/// The statements that come of these ones of the writer, as they are stored.
fn statements(written: Value) -> Vec<Value> {
    statements_of(MANUAL, written)
}

/// The same, from another manual, all of whose passages are found.
fn statements_of(manual: &str, written: Value) -> Vec<Value> {
    let model = faulty(move |request| {
        if is_search(request) {
            let words = json!({"query": "cookies card pool"});
            return Some(Ok(calls("search", words)));
        }
        let statements = json!({ "statements": written });
        offers(request, "answer").then(|| Ok(calls("answer", statements)))
    });
    let resources = resources(model, &search(manual), Settings::default());
    let result = result(asked("Are there 7 cookies?", &Ports::new(resources)));
    let statements = serde_json::to_value(&result.answer.statements).unwrap();
    statements.as_array().unwrap().clone()
}

/// A statement of the writer's with what it quotes of passages.
fn quoting(text: &str, sources: &[(&str, &str)]) -> Value {
    let source = |(passage, quote): &(&str, &str)| json!({"passage": passage, "quote": quote});
    let mut written = statement(text, &[""; 0]);
    written["sources"] = sources.iter().map(source).collect();
    written
}

/// What is marked of each citation of a statement.
fn marked(statement: &Value) -> Vec<Vec<String>> {
    let citations = statement["citations"].as_array().unwrap().iter();
    let marked = citations.map(|citation| {
        let text = citation["passage"]["text"].as_str().unwrap();
        let marks = citation["marks"].as_array().unwrap().iter();
        let at = |mark: &Value, end: &str| usize::try_from(mark[end].as_u64().unwrap()).unwrap();
        let marks = marks.map(|mark| text.get(at(mark, "start")..at(mark, "end")).unwrap());
        marks.map(str::to_owned).collect()
    });
    marked.collect()
}

const POOL: &str = "# Pool

## Prices

| Ticket | Single entry | Yearly pass |
|---|---|---|
| Adult (16 and over) | £6.40 | £310.00 |
| Child (4 to 15) | £3.80 | £180.00 |

A lost card is replaced once, for a fee of £4.00.

## Works

On Saturday and Sunday the main pool is open from 10:00 to 16:00. The toddler pool is not affected.
";

#[test]
fn what_a_statement_quotes_is_marked_whichever_language_it_is_in() {
    let statements = statements_of(
        POOL,
        json!([
            quoting(
                "カードをなくした場合の再発行は4.00ポンドです。",
                &[("manual#0", "for a fee  of £4.00")]
            ),
            quoting(
                "The toddler pool is open as usual.",
                &[("[manual#1]", "the toddler pool is NOT affected.")]
            ),
            quoting(
                "At the weekend it opens at 10:00, and the toddler pool as usual.",
                &[
                    ("manual#1", "the main pool is open from 10:00"),
                    ("manual#1", "The toddler pool is not affected."),
                ]
            ),
        ]),
    );
    assert_eq!(marked(&statements[0]), [["for a fee of £4.00"]]);
    assert_eq!(
        marked(&statements[1]),
        [["The toddler pool is not affected."]]
    );
    let two = [
        "the main pool is open from 10:00",
        "The toddler pool is not affected.",
    ];
    assert_eq!(marked(&statements[2]), [two]);
}

#[test]
fn a_quotation_that_is_not_there_marks_the_sentence_of_the_same_words_or_none() {
    let nothing: [&str; 0] = [];
    let statements = statements_of(
        POOL,
        json!([
            quoting(
                "A lost card costs £4.00.",
                &[("manual#0", "Lost cards cost four pounds")]
            ),
            quoting(
                "再発行は4.00ポンドです。",
                &[("manual#0", "カードの再発行")]
            ),
            quoting("There is a slide.", &[("manual#1", "a slide")]),
        ]),
    );
    assert_eq!(
        marked(&statements[0]),
        [["A lost card is replaced once, for a fee of £4.00."]]
    );
    assert_eq!(marked(&statements[1]), [nothing]);
    assert_eq!(marked(&statements[2]), [nothing]);
}

#[test]
fn a_passage_that_is_misnamed_is_told_by_a_quotation_that_only_one_has() {
    let affected = "The toddler pool is not affected.";
    let statements = statements_of(
        POOL,
        json!([
            quoting(
                "The toddler pool is open as usual.",
                &[("manual#7", affected)]
            ),
            // These may stand anywhere, or stand nowhere.
            quoting("The pool is open.", &[("manual#7", "pool is")]),
            quoting(
                "There is a slide.",
                &[("manual#7", "There is a long slide.")]
            ),
        ]),
    );
    assert_eq!(marked(&statements[0]), [[affected]]);
    assert_eq!(statements[0]["citations"][0]["passage"]["number"], 1);
    assert!(marked(&statements[1]).is_empty());
    assert!(marked(&statements[2]).is_empty());
}

#[test]
fn a_row_that_has_an_amount_and_more_of_a_statement_is_marked_too() {
    let text =
        "Adults pay £6.40 and children £3.80; a child's pass is £180.00 and a year £130.00 less.";
    let written = quoting(text, &[("manual#0", "Adult (16 and over) £6.40")]);
    let statement = &statements_of(POOL, json!([written]))[0];
    assert_eq!(
        marked(statement),
        [[
            "Adult (16 and over) | £6.40",
            "Child (4 to 15) | £3.80 | £180.00"
        ]]
    );
    assert_eq!(statement["figures_not_found"], json!(["£130.00"]));
}

#[test]
fn an_amount_that_a_passage_has_for_something_else_is_worked_out() {
    let written = quoting(
        "It saves £180.00.",
        &[("manual#0", "A lost card is replaced once")],
    );
    let statement = &statements_of(POOL, json!([written]))[0];
    assert_eq!(marked(statement), [["A lost card is replaced once"]]);
    assert_eq!(statement["figures_not_found"], json!(["£180.00"]));
}

#[test]
fn what_only_names_what_is_missing_has_no_source_and_needs_none() {
    let mut written = quoting("No document says which holds.", &[("manual#0", "Adult")]);
    written["says_only_what_is_missing"] = json!(true);
    let statement = &statements(json!([
        written,
        quoting("There are no cookies.", &[("manual#3", "")])
    ]))[0];
    assert_eq!(statement["citations"], json!([]));
    assert_eq!(statement["says_only_what_is_missing"], json!(true));
}

#[test]
fn a_statement_in_another_language_keeps_its_source_and_nothing_is_marked() {
    let statement = &statements(json!([statement("クッキーはありません。", &["manual#3"])]))[0];
    let citation = &statement["citations"][0];
    assert_eq!(citation["passage"]["text"], "There are no cookies.");
    assert_eq!(citation["marks"], json!([]));
}

#[test]
fn a_statement_whose_figures_its_source_does_not_hold_says_so() {
    let one = &["manual#3"];
    let statements = statements(json!([
        statement("The deposit is 20 euro, and there are bananas.", one),
        statement("There are no cookies, neither 7 nor 8.", one),
        statement("There are no cookies.", one),
        statement("There are 99 bananas.", &[""; 0]),
    ]));
    assert_eq!(statements[0]["citations"][0]["marks"], json!([]));
    let missing: Vec<&Value> = statements
        .iter()
        .map(|it| &it["figures_not_found"])
        .collect();
    assert_eq!(
        missing,
        [&json!(["20 euro"]), &json!(["8"]), &json!([]), &json!([])]
    );
    assert_eq!(marked(&statements[2]), [["There are no cookies."]]);
}

#[test]
fn what_the_planner_has_reckoned_is_no_figure_of_the_writers() {
    let model = faulty(|request| {
        let planned =
            json!({"subtasks": ["Are there cookies?", "What holds on 24 November 2026?"]});
        if offers(request, "plan") {
            return Some(Ok(calls("plan", planned)));
        }
        let text = "On 24 November 2026 there are no cookies, nor on 25 November.";
        let written = json!({"statements": [statement(text, &["manual#3"])]});
        offers(request, "answer").then(|| Ok(calls("answer", written)))
    });
    let answer = result(asked("Are there cookies next Tuesday?", &ports(model))).answer;
    assert_eq!(answer.statements[0].figures_not_found, ["25 November"]);
}

#[test]
fn an_answer_that_an_older_page_stored_is_read() {
    let passage = json!({"document": "m", "number": 0, "headings": [], "text": "So.",
        "range": {"start": 0, "end": 3}});
    let stored = json!({"statements": [{"text": "So.", "citations": [
        {"passage": passage.clone(), "sentence": {"start": 0, "end": 3}}]}],
        "gaps": [{"task_name": "Cookies?", "reason": "not_in_documents"}]});
    let answer: Answer = serde_json::from_value(stored).unwrap();
    assert_eq!(answer.text(), "So.");
    assert_eq!(
        answer.statements[0].citations[0].marks.first(),
        Some(&(0..3))
    );
    let unmarked = json!({"passage": passage, "sentence": null});
    let citation = Citation::deserialize(StrictValue(unmarked)).unwrap();
    assert_eq!(citation.marks, []);
    let kept = serde_json::to_value(&answer).unwrap();
    let again = Answer::deserialize(StrictValue(kept)).unwrap();
    assert_eq!(again, answer);
    let reflection = json!({"advice": "", "is_completed": false});
    assert!(serde_json::from_value::<ReflectionResult>(reflection).is_ok());
}
