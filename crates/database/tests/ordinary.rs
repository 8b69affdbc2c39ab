//! Ordinary questions: none is refused, whatever words stand in their texts and names.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use kikitori_database::SqliteDatabase;
use kikitori_database::policy::MAX_RESULT_BYTES;
use kikitori_statements::{ends_in_arithmetic, ordinary, questions, victim};
use kikitori_tools::database::{Database, MAX_ROWS};
use serde_json::json;

#[test]
fn no_ordinary_question_is_refused() {
    let mut database = SqliteDatabase::open(&victim(), || 0).unwrap();
    let before = database.bytes().unwrap();
    let questions = ordinary();
    assert!(questions.len() >= 1_000, "only {}", questions.len());
    let mut refused = Vec::new();
    let mut rows = 0;
    for question in &questions {
        match database.select(question) {
            Ok(result) => rows += result.rows.len(),
            Err(error) if ends_in_arithmetic(&error.to_string()) => {}
            Err(error) => refused.push(format!("{question}\n  {error}")),
        }
    }
    let shown: Vec<&String> = refused.iter().take(10).collect();
    assert!(refused.is_empty(), "{} refused: {shown:#?}", refused.len());
    assert!(rows > questions.len(), "the questions have answers: {rows}");
    assert!(database.bytes().unwrap() == before);
}

#[test]
fn questions_that_people_ask_have_their_answers() {
    let database = SqliteDatabase::open(&victim(), || 0).unwrap();
    for (sql, expected) in questions() {
        let rows = database.select(sql).map(|it| json!(it.rows));
        assert_eq!(rows, Ok(expected), "{sql}");
    }
}

#[test]
fn at_most_a_hundred_rows_come_with_a_note_that_there_are_more() {
    let database = SqliteDatabase::open(&victim(), || 0).unwrap();
    for (sql, rows, total) in [
        ("SELECT * FROM sales", MAX_ROWS, Some(120)),
        ("SELECT * FROM sales LIMIT 100", 100, None),
        ("SELECT * FROM sales LIMIT 101", 100, Some(101)),
        ("SELECT * FROM sales WHERE 0", 0, None),
    ] {
        let result = database.select(sql).unwrap();
        assert_eq!((result.rows.len(), result.total), (rows, total), "{sql}");
        let note = total.map(|it| format!("There are {it} rows; these are the first 100."));
        assert_eq!(result.note, note, "{sql}");
        assert_eq!(result.columns.len(), 6, "{sql}");
    }
}

#[test]
fn how_many_rows_come_can_be_set() {
    let database = SqliteDatabase::open(&victim(), || 0).unwrap();
    let database = database.with_max_rows(7);
    let result = database.select("SELECT * FROM sales").unwrap();
    assert_eq!((result.rows.len(), result.total), (7, Some(120)));
    assert_eq!(Database::max_rows(&database), 7);
}

#[test]
fn rows_that_nobody_waits_for_are_not_counted() {
    let database = SqliteDatabase::open(&victim(), || 0).unwrap();
    let sql = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c";
    let result = database.select(sql).unwrap();
    assert_eq!((result.rows.len(), result.total), (MAX_ROWS, None));
    let note = "There are more than 100 rows; these are the first.";
    assert_eq!(result.note.as_deref(), Some(note));
}

#[test]
fn a_result_has_at_most_so_many_bytes() {
    let database = SqliteDatabase::open(&victim(), || 0).unwrap();
    let wide = vec!["printf('%.*c', 1900, 'x')"; 20].join(", ");
    let result = database
        .select(&format!("SELECT {wide} FROM sales"))
        .unwrap();
    assert!(json!(result.rows).to_string().len() < MAX_RESULT_BYTES + 1_000);
    assert_eq!((result.rows.len(), result.total), (3, Some(120)));
}

#[test]
fn the_schema_is_told_in_brief() {
    let database = SqliteDatabase::open(&victim(), || 0).unwrap();
    let told = database.schema().as_data();
    for line in [
        "branches(id INTEGER, city TEXT, country TEXT, opened TEXT, floor_area REAL) -- 5 rows",
        "  [1,\"Sapporo\",\"Japan\",\"2016-04-01\",120.5]",
        "sales(id INTEGER, day TEXT, branch_id INTEGER, product_id INTEGER, quantity INTEGER, discount REAL) -- 120 rows; NULL: discount in 86",
        "order(delete TEXT, \"drop table\" INTEGER, update TEXT, pragma TEXT) -- 1 rows",
        "rich(owner TEXT, balance REAL) -- view",
        "(1 more that cannot be read)",
    ] {
        assert!(
            told.lines().any(|it| it == line),
            "{line} is not in\n{told}"
        );
    }
}
