//! What has no end, or would take too much: it is stopped, and the database answers on.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use std::time::{Duration, Instant};

use kikitori_database::SqliteDatabase;
use kikitori_statements::{endless, large, victim};
use kikitori_tools::database::{DatabaseError, QueryLimit};
use support::fast_clock;

#[test]
fn what_has_no_end_is_stopped_and_changes_nothing() {
    let mut database = SqliteDatabase::open(&victim(), fast_clock).unwrap();
    let before = database.bytes().unwrap();
    for sql in endless() {
        let begun = Instant::now();
        let Err(error) = database.select(&sql) else {
            panic!("{sql} came to an end");
        };
        let took = begun.elapsed();
        assert!(
            matches!(error, DatabaseError::Limit { .. }),
            "{sql}: {error}"
        );
        assert!(took < Duration::from_secs(20), "{sql} took {took:?}");
        assert!(
            database.bytes().unwrap() == before,
            "{sql} changed the database"
        );
    }
    assert!(database.select("SELECT count(*) FROM sales").is_ok());
}

#[test]
fn steps_are_bounded_where_no_time_passes() {
    let database = SqliteDatabase::open(&victim(), || 0).unwrap();
    let sql =
        "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c";
    let limit = QueryLimit::Steps;
    assert_eq!(database.select(sql), Err(DatabaseError::Limit { limit }));
}

#[test]
fn memory_is_bounded() {
    let database = SqliteDatabase::open(&victim(), || 0).unwrap();
    let sql = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 1000000) \
        SELECT n, printf('%.*c', 190000, 'x') AS a FROM c ORDER BY a, -n";
    let limit = QueryLimit::Memory;
    assert_eq!(database.select(sql), Err(DatabaseError::Limit { limit }));
    assert!(
        database.select("SELECT 1").is_ok(),
        "the database still answers"
    );
}

#[test]
fn what_is_too_large_is_told_or_answered_soon() {
    let mut database = SqliteDatabase::open(&victim(), fast_clock).unwrap();
    let before = database.bytes().unwrap();
    let mut refused = 0;
    let all = large();
    for sql in &all {
        let begun = Instant::now();
        refused += usize::from(database.select(sql).is_err());
        let took = begun.elapsed();
        assert!(took < Duration::from_secs(10), "{sql:.80} took {took:?}");
        assert!(database.bytes().unwrap() == before);
    }
    assert!(
        refused >= 30,
        "only {refused} of {} were refused",
        all.len()
    );
}
