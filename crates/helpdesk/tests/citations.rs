//! What a statement of the answer is traced to.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use kikitori_helpdesk::*;
use kikitori_scripted::{calls, offers};
use serde_json::{Value, json};
use support::*;

/// The statements that come of these ones of the writer, as they are stored.
fn statements(written: Value) -> Vec<Value> {
    let model = faulty(move |request| {
        let statements = json!({ "statements": written });
        offers(request, "answer").then(|| Ok(calls("answer", statements)))
    });
    let result = result(asked("Are there 7 cookies?", &ports(model)));
    let statements = serde_json::to_value(&result.answer.statements).unwrap();
    statements.as_array().unwrap().clone()
}

#[test]
fn a_statement_in_another_language_keeps_its_source_and_nothing_is_marked() {
    let written = json!([{"text": "クッキーはありません。", "passages": ["manual#3"]}]);
    let statement = &statements(written)[0];
    let citation = &statement["citations"][0];
    assert_eq!(citation["passage"]["text"], "There are no cookies.");
    assert_eq!(citation["sentence"], Value::Null);
}

#[test]
fn a_statement_whose_figures_its_source_does_not_hold_says_so() {
    let written = json!([
        {"text": "The deposit is 20 euro, and there are bananas.", "passages": ["manual#3"]},
        {"text": "There are no cookies, neither 7 nor 8.", "passages": ["manual#3"]},
        {"text": "There are no cookies.", "passages": ["manual#3"]},
        {"text": "There are 99 bananas.", "passages": []},
    ]);
    let statements = statements(written);
    assert_eq!(statements[0]["citations"][0]["sentence"], Value::Null);
    let missing: Vec<&Value> = statements
        .iter()
        .map(|it| &it["figures_not_found"])
        .collect();
    assert_eq!(
        missing,
        [&json!(["20"]), &json!(["8"]), &json!([]), &json!([])]
    );
    let marked = &statements[2]["citations"][0]["sentence"];
    assert_eq!(marked, &json!({"start": 0, "end": 21}));
}

#[test]
fn an_answer_that_an_older_page_stored_is_read() {
    let passage = json!({"document": "m", "number": 0, "headings": [], "text": "So.",
        "range": {"start": 0, "end": 3}});
    let stored = json!({"statements": [{"text": "So.", "citations": [
        {"passage": passage, "sentence": {"start": 0, "end": 3}}]}],
        "gaps": [{"task_name": "Cookies?", "reason": "not_in_documents"}]});
    let answer: Answer = serde_json::from_value(stored).unwrap();
    assert_eq!(answer.text(), "So.");
    let reflection = json!({"advice": "", "is_completed": false});
    assert!(serde_json::from_value::<ReflectionResult>(reflection).is_ok());
}
