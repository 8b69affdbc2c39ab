//! What would write: it changes no byte, and each attack is told in a sentence.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use kikitori_database::SqliteDatabase;
use kikitori_statements::{attacks, victim};
use kikitori_tools::database::{DatabaseError, QueryLimit};

#[test]
fn what_would_write_is_told_and_changes_nothing() {
    let mut database = SqliteDatabase::open(&victim(), || 0).unwrap();
    let before = database.bytes().unwrap();
    let attacks = attacks();
    assert!(attacks.len() >= 500, "only {}", attacks.len());
    let mut answered = Vec::new();
    for attack in &attacks {
        match database.select(attack) {
            Err(error) => assert!(error.to_string().len() > 10, "{attack}: {error}"),
            Ok(result) => answered.push(format!("{attack}: {result:?}")),
        }
        assert!(
            database.bytes().unwrap() == before,
            "{attack} changed the database"
        );
    }
    assert!(answered.is_empty(), "{}", answered.join("\n"));
    let found = database.select("SELECT count(*) FROM accounts").unwrap();
    assert_eq!(found.rows[0][0], 2, "the database still answers");
}

#[test]
fn each_kind_of_attack_has_its_own_sentence() {
    let database = SqliteDatabase::open(&victim(), || 0).unwrap();
    let told = |sql: &str| database.select(sql).unwrap_err();
    let refused = |action: &str| DatabaseError::Refused {
        action: action.into(),
    };
    let long = format!("SELECT '{}'", "x".repeat(20_000));
    let cases = [
        ("", DatabaseError::Empty),
        (" -- nothing\n;; /* */", DatabaseError::Empty),
        ("SELECT 1; SELECT 2", DatabaseError::SeveralStatements),
        ("SELECT 1; nonsense", DatabaseError::SeveralStatements),
        ("SELECT 1\0", DatabaseError::Nul),
        ("DELETE FROM log", refused("DELETE")),
        ("INSERT INTO log VALUES (1)", refused("INSERT")),
        ("UPDATE log SET entry = 1", refused("UPDATE")),
        ("CREATE TABLE x (a)", refused("A change of the schema")),
        ("DROP TABLE log", refused("A change of the schema")),
        ("PRAGMA user_version", refused("PRAGMA")),
        ("ATTACH ':memory:' AS x", refused("ATTACH")),
        ("BEGIN", refused("A transaction")),
        ("EXPLAIN SELECT 1", DatabaseError::NotASelect),
        (
            "SELECT load_extension('x')",
            DatabaseError::Function {
                name: "load_extension".into(),
            },
        ),
        (
            "SELECT * FROM dbstat",
            DatabaseError::Table {
                name: "dbstat".into(),
            },
        ),
        (
            "SELECT absent FROM log",
            DatabaseError::Sql {
                message: "no such column: absent".into(),
            },
        ),
        (
            long.as_str(),
            DatabaseError::Limit {
                limit: QueryLimit::Text,
            },
        ),
    ];
    for (sql, expected) in cases {
        assert_eq!(told(sql), expected, "{sql:.60}");
    }
    for allowed in ["SELECT 1;", "SELECT 1; -- a note", " SELECT 1 ;; /* */ ;\n"] {
        assert_eq!(database.select(allowed).unwrap().rows.len(), 1, "{allowed}");
    }
}
