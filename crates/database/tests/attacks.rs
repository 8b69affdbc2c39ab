//! Statements that would do harm: none changes a byte, none hangs, each is told in a sentence.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use std::collections::BTreeSet;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use kikitori_database::SqliteDatabase;
use kikitori_tools::database::{DatabaseError, QueryLimit};

/// Statements that write, or reach beyond the tables.
const WRITES: &[&str] = &[
    "INSERT INTO log VALUES ('x')",
    "INSERT INTO log SELECT owner FROM accounts",
    "INSERT OR REPLACE INTO accounts VALUES (1, 'x', 0, NULL)",
    "INSERT INTO log VALUES ('x') RETURNING *",
    "INSERT INTO log DEFAULT VALUES",
    "REPLACE INTO accounts VALUES (1, 'x', 0, NULL)",
    "UPDATE accounts SET balance = 1e9",
    "UPDATE accounts SET balance = 0 WHERE id = 1 RETURNING owner",
    "UPDATE accounts SET balance = b.balance FROM accounts AS b",
    "DELETE FROM accounts",
    "DELETE FROM accounts WHERE id IN (SELECT id FROM accounts) RETURNING *",
    "WITH x AS (SELECT 1) INSERT INTO log SELECT * FROM x",
    "WITH x(a) AS (VALUES ('y')) UPDATE log SET entry = (SELECT a FROM x)",
    "WITH RECURSIVE x(a) AS (SELECT 1 UNION ALL SELECT a + 1 FROM x LIMIT 9) DELETE FROM log WHERE rowid IN x",
    "WITH x AS (SELECT 1) REPLACE INTO log SELECT * FROM x",
    "INSERT INTO rich VALUES ('x', 1)",
    "UPDATE rich SET balance = 2",
    "DELETE FROM rich",
    "INSERT INTO notes VALUES ('x')",
    "INSERT INTO notes(notes) VALUES ('optimize')",
    "INSERT INTO notes(notes) VALUES ('delete-all')",
    "INSERT INTO notes(notes, rank) VALUES ('rank', 'bm25(10.0)')",
    "INSERT INTO sqlite_schema VALUES ('table', 'x', 'x', 0, 'CREATE TABLE x(a)')",
    "UPDATE sqlite_schema SET sql = 'CREATE TABLE accounts(x)' WHERE name = 'accounts'",
    "DELETE FROM sqlite_master",
    "UPDATE sqlite_sequence SET seq = 0",
    "CREATE TABLE x (a)",
    "CREATE TABLE x AS SELECT * FROM accounts",
    "CREATE TEMP TABLE x AS SELECT * FROM accounts",
    "CREATE TABLE IF NOT EXISTS accounts (a)",
    "CREATE INDEX i ON accounts (owner)",
    "CREATE UNIQUE INDEX i ON log (entry)",
    "CREATE VIEW x AS SELECT 1",
    "CREATE TEMP VIEW x AS SELECT 1",
    "CREATE TRIGGER x AFTER INSERT ON log BEGIN DELETE FROM accounts; END",
    "CREATE TEMP TRIGGER x AFTER INSERT ON log BEGIN SELECT load_extension('x'); END",
    "CREATE VIRTUAL TABLE x USING fts5(a)",
    "CREATE VIRTUAL TABLE x USING rtree(a, b, c)",
    "CREATE VIRTUAL TABLE x USING dbstat",
    "CREATE VIRTUAL TABLE temp.x USING fts5vocab(main, notes, row)",
    "DROP TABLE accounts",
    "DROP TABLE IF EXISTS accounts",
    "DROP VIEW rich",
    "DROP INDEX IF EXISTS i",
    "DROP TRIGGER on_rich",
    "ALTER TABLE accounts RENAME TO x",
    "ALTER TABLE accounts ADD COLUMN x",
    "ALTER TABLE accounts DROP COLUMN secret",
    "ALTER TABLE accounts RENAME COLUMN owner TO x",
    "REINDEX",
    "REINDEX accounts",
    "ANALYZE",
    "ANALYZE accounts",
    "VACUUM",
    "VACUUM INTO '/tmp/stolen.db'",
    "VACUUM main INTO 'file:x?mode=memory'",
    "BEGIN",
    "BEGIN IMMEDIATE",
    "BEGIN EXCLUSIVE TRANSACTION",
    "COMMIT",
    "END",
    "ROLLBACK",
    "SAVEPOINT x",
    "RELEASE x",
    "ROLLBACK TO x",
    "ATTACH ':memory:' AS x",
    "ATTACH DATABASE '/etc/passwd' AS x",
    "ATTACH 'file:/etc/passwd?mode=ro' AS x",
    "ATTACH (SELECT name FROM products LIMIT 1) AS x",
    "DETACH main",
    "DETACH DATABASE temp",
    "PRAGMA query_only = 0",
    "PRAGMA query_only(0)",
    "PRAGMA writable_schema = 1",
    "PRAGMA writable_schema = RESET",
    "PRAGMA trusted_schema = 1",
    "PRAGMA journal_mode = DELETE",
    "PRAGMA main.journal_mode = WAL",
    "PRAGMA temp_store_directory = '/tmp'",
    "PRAGMA data_store_directory = '/tmp'",
    "PRAGMA hard_heap_limit = 0",
    "PRAGMA user_version = 7",
    "PRAGMA application_id = 7",
    "PRAGMA schema_version = 7",
    "PRAGMA encoding = 'UTF-16'",
    "PRAGMA page_size = 512",
    "PRAGMA auto_vacuum = 1",
    "PRAGMA incremental_vacuum",
    "PRAGMA wal_checkpoint(TRUNCATE)",
    "PRAGMA optimize",
    "PRAGMA integrity_check",
    "PRAGMA table_info(accounts)",
    "PRAGMA database_list",
    "PRAGMA foreign_keys = OFF",
    "PRAGMA key = 'x'",
    "PRAGMA rekey = 'x'",
    "EXPLAIN SELECT 1",
    "EXPLAIN QUERY PLAN SELECT * FROM accounts",
    "EXPLAIN DELETE FROM accounts",
    "SELECT load_extension('/tmp/x.so')",
    "SELECT load_extension('x', 'sqlite3_x_init')",
    "SELECT readfile('/etc/passwd')",
    "SELECT writefile('/tmp/x', 'y')",
    "SELECT edit('x', 'vi')",
    "SELECT fts3_tokenizer('simple')",
    "SELECT fts3_tokenizer('x', x'0000000000000000')",
    "SELECT fts5(x'00')",
    "SELECT fts5_source_id()",
    "SELECT sqlite_version()",
    "SELECT sqlite_source_id()",
    "SELECT sqlite_compileoption_get(1)",
    "SELECT sqlite_compileoption_used('X')",
    "SELECT sqlite_log(1, 'x')",
    "SELECT sqlite_rename_table(0, 0, 0, 0, 0, 0, 0)",
    "SELECT last_insert_rowid()",
    "SELECT changes() + total_changes()",
    "SELECT sqlite_offset(id) FROM accounts",
    "SELECT randomblob(1000)",
    "SELECT zeroblob(1000)",
    "SELECT bm25(notes) FROM notes",
    "SELECT rtreenode(2, x'00')",
    "SELECT json_patch('{}', '{}')",
    "SELECT * FROM leaky",
    "SELECT * FROM notes",
    "SELECT * FROM notes WHERE notes MATCH 'words'",
    "SELECT count(*) FROM pragma_table_info('accounts')",
    "SELECT * FROM pragma_query_only",
    "SELECT * FROM pragma_table_info('accounts')",
    "SELECT 1 FROM pragma_writable_schema(1)",
    "SELECT * FROM pragma_function_list",
    "SELECT * FROM dbstat",
    "SELECT count(*) FROM dbstat",
    "SELECT * FROM sqlite_dbpage",
    "SELECT data FROM sqlite_dbpage('main')",
    "SELECT * FROM sqlite_stmt",
    "SELECT * FROM bytecode('SELECT 1')",
    "SELECT * FROM tables_used('SELECT 1')",
    "SELECT * FROM generate_series(1, 1000000000)",
    "SELECT value FROM generate_series(1, 10)",
    "SELECT * FROM fts5vocab('main', 'notes', 'row')",
    "SELECT * FROM fts3tokenize('simple', 'a b')",
    "SELECT * FROM sqlite_temp_schema",
    "SELECT * FROM sqlite_sequence",
    "SELECT * FROM sqlite_stat1",
    "SELECT * FROM nowhere",
    "SELECT * FROM other.accounts",
    "SELECT ?1",
    "SELECT :name, @other, $third",
    "SELECT * INTO x FROM accounts",
    "SELECT * FROM accounts FOR UPDATE",
    "COPY accounts TO '/tmp/x'",
    "LOAD DATA INFILE '/etc/passwd' INTO TABLE log",
    "SHOW TABLES",
    "EXEC xp_cmdshell('dir')",
    "GRANT ALL ON accounts TO x",
    ".dump",
    ".shell ls",
    ".open /etc/passwd",
    ".read x",
    "SELECT 1 UNION INSERT INTO log VALUES (1)",
    "SELECT (DELETE FROM accounts)",
    "SELECT * FROM (UPDATE log SET entry = 1 RETURNING entry)",
    "WITH x AS (DELETE FROM log RETURNING *) SELECT * FROM x",
    "WITH x AS (INSERT INTO log VALUES (1) RETURNING entry) SELECT * FROM x",
    "SELECT CASE WHEN 1 THEN (PRAGMA user_version) END",
];

/// What writes, hidden behind a question, a comment, or signs that only look like others.
fn disguised() -> Vec<String> {
    let hidden = [
        "DROP TABLE accounts",
        "DELETE FROM accounts",
        "UPDATE accounts SET balance = 0",
        "INSERT INTO log VALUES ('x')",
        "PRAGMA writable_schema = 1",
        "PRAGMA query_only = 0",
        "ATTACH ':memory:' AS x",
        "CREATE TABLE x (a)",
        "VACUUM",
        "SELECT load_extension('x')",
        "BEGIN",
        "WITH x AS (SELECT 1) DELETE FROM log",
    ];
    let frames = [
        "SELECT 1; {}",
        "SELECT 1;{};",
        "SELECT 1;;;; {}",
        "SELECT 1 ; /* */ {}",
        "SELECT 1; -- x\n{}",
        "SELECT ';'; {}",
        "SELECT '--'; {} --",
        "SELECT 1 /* ; */; {}",
        "/* SELECT 1 */ {}",
        "/**/{}",
        "-- SELECT 1\n{}",
        "--\r\n{}",
        "\u{feff}{}",
        "\u{200b}{}",
        "SELECT 1;\u{200b}{}",
        "SELECT 1\u{37e} {}",
        "SELECT 1\u{ff1b} {}",
        "SELECT 1;\u{a0}{}",
        "\u{3000}{}",
        "\u{202e}{}",
        "SELECT 1\0; {}",
        "{}\0 SELECT 1",
        "; {}",
        ";;;{}",
        "VALUES (1); {}",
        "SELECT 1 FROM accounts WHERE owner = ''; {} --'",
        "SELECT * FROM accounts; {}; SELECT * FROM accounts",
        "\t\n\x0c{}",
        "SELECT 1 -- \u{2028}; x\n; {}",
        "SELECT \"a\"; {}",
        "EXPLAIN {}",
        "SELECT 1 UNION ALL {} SELECT",
        "SELECT 1; SELECT 2; {}",
        "{} ; SELECT 1",
    ];
    let mut made = Vec::new();
    for hidden in hidden {
        for frame in frames {
            made.push(frame.replace("{}", hidden));
        }
        // In other letters: the same for SQLite, or nothing at all.
        made.push(hidden.to_lowercase());
        let mixed = hidden.char_indices().map(|(at, it)| match at % 2 {
            0 => it.to_ascii_lowercase(),
            _ => it.to_ascii_uppercase(),
        });
        made.push(mixed.collect());
        made.push(hidden.replace(' ', "/**/"));
        made.push(hidden.replace(' ', "\u{200b} "));
        made.push(hidden.replace('A', "\u{ff21}"));
        made.push(hidden.replace('E', "\u{415}"));
    }
    made
}

#[test]
fn what_would_write_is_told_and_changes_nothing() {
    let bytes = support::bytes();
    let mut database = SqliteDatabase::open(&bytes, || 0).unwrap();
    let before = database.bytes().unwrap();
    let mut attacks: BTreeSet<String> = WRITES.iter().map(|it| (*it).to_owned()).collect();
    attacks.extend(disguised());
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
    let database = SqliteDatabase::open(&support::bytes(), || 0).unwrap();
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

/// Statements without an end, or with one that is far off.
fn endless() -> Vec<String> {
    let count = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c)";
    let mut made: Vec<String> = [
        "SELECT count(*) FROM c",
        "SELECT n FROM c ORDER BY n DESC",
        "SELECT sum(n) OVER (ORDER BY n) FROM c LIMIT 1 OFFSET 1000000000",
        "SELECT group_concat(n) FROM c",
        "SELECT json_group_array(n) FROM c",
        "SELECT max(n) FROM c WHERE n < 0",
        "SELECT * FROM c WHERE n = 0",
        "SELECT * FROM c, c AS d WHERE c.n + d.n < 0",
        "SELECT DISTINCT n % 2 FROM c",
        "SELECT n, count(*) FROM c GROUP BY n",
        "SELECT EXISTS (SELECT 1 FROM c WHERE n < 0)",
        "SELECT (SELECT n FROM c WHERE n < 0)",
        "SELECT * FROM accounts WHERE id IN (SELECT -n FROM c)",
        "SELECT n FROM c EXCEPT SELECT n FROM c",
        "SELECT printf('%.*c', 100000, 'x') || n FROM c WHERE n < 0 OR printf('%.*c', 100000, 'x') = ''",
        "SELECT count(*) FROM c WHERE replace(printf('%.*c', 99999, 'a') || n, 'a', 'b') = ''",
        "SELECT count(*) FROM c WHERE instr(printf('%.*c', 99999, 'a') || n, printf('%.*c', 50000, 'a') || 'b') > 0",
        "SELECT count(*) FROM c WHERE trim(printf('%.*c', 99999, 'b') || n, printf('%.*c', 99999, 'a') || 'b') = ''",
        "SELECT count(*) FROM c WHERE printf('%.*c', 99999, 'a') || n LIKE '%a%a%a%a%a%a%a%a%b'",
        "SELECT count(*) FROM c WHERE printf('%.*c', 99999, 'a') || n GLOB '*a*a*a*a*a*a*a*a*b'",
        "SELECT count(*) FROM c WHERE hex(printf('%.*c', 90000, 'a') || n) = ''",
        "SELECT count(*) FROM c WHERE strftime('%Y', n, 'unixepoch', '+1 year') = ''",
        "SELECT count(*) FROM c WHERE json_valid(printf('[%.*c]', 90000, '1') || n) = 2",
        "SELECT count(*) FROM c, json_each('[1,2,3]') WHERE n < 0",
    ]
    .iter()
    .map(|end| format!("{count} {end}"))
    .collect();
    let many = (0..12)
        .map(|it| format!("sales AS s{it}"))
        .collect::<Vec<_>>()
        .join(", ");
    made.extend([
        format!("SELECT count(*) FROM {many}"),
        format!("SELECT * FROM {many} ORDER BY random()"),
        format!("SELECT count(DISTINCT s0.id + s1.id * s2.id) FROM {many}"),
        format!("SELECT * FROM {many} WHERE s0.id + s11.id < 0"),
        "WITH RECURSIVE c(a, b) AS (SELECT 'x', 'y' UNION SELECT a || b, b || a FROM c) SELECT count(*) FROM c".into(),
        "WITH RECURSIVE a(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM a), b(n) AS (SELECT n FROM a UNION ALL SELECT n FROM b) SELECT count(*) FROM b".into(),
        "WITH RECURSIVE c(x) AS (SELECT '[1]' UNION ALL SELECT json_array(x, x) FROM c) SELECT max(length(x)) FROM c".into(),
        "WITH RECURSIVE c(x) AS (SELECT 'x' UNION ALL SELECT x || x FROM c) SELECT max(length(x)) FROM c".into(),
    ]);
    made
}

/// Statements that ask for more than a value, a statement or a program may have.
fn large() -> Vec<String> {
    let nested = |open: &str, close: &str, times: usize| {
        format!("SELECT {}1{}", open.repeat(times), close.repeat(times))
    };
    let union = vec!["SELECT 1"; 400].join(" UNION ALL ");
    let columns = (0..2_000)
        .map(|it| format!("{it}"))
        .collect::<Vec<_>>()
        .join(",");
    let joins = (0..200).map(|at| format!("sales AS t{at}"));
    let ctes = (1..200).map(|it| format!("c{it} AS (SELECT * FROM c{}, c{0} AS d)", it - 1));
    vec![
        "SELECT printf('%.*c', 1000000000, 'x')".into(),
        "SELECT printf('%1000000000s', 'x')".into(),
        "SELECT format('%01000000000d', 1)".into(),
        "SELECT replace(printf('%.*c', 100000, 'a'), 'a', printf('%.*c', 100000, 'b'))".into(),
        "SELECT hex(printf('%.*c', 150000, 'a'))".into(),
        "SELECT quote(printf('%.*c', 199999, ''''))".into(),
        "SELECT group_concat(printf('%.*c', 90000, 'a')) FROM sales".into(),
        "SELECT json_group_array(printf('%.*c', 90000, 'a')) FROM sales".into(),
        "SELECT json_array(a, a, a) FROM (SELECT printf('%.*c', 90000, 'a') AS a)".into(),
        "SELECT a || a || a FROM (SELECT printf('%.*c', 90000, 'a') AS a)".into(),
        "SELECT concat(a, a, a) FROM (SELECT printf('%.*c', 90000, 'a') AS a)".into(),
        "SELECT sum(9223372036854775807) FROM sales".into(),
        "SELECT abs(-9223372036854775808)".into(),
        "SELECT char(1, 2, 3".into(),
        nested("(", ")", 5_000),
        nested("abs(", ")", 3_000),
        nested("-", "", 9_000),
        nested("NOT ", "", 4_000),
        nested("(SELECT ", ")", 1_500),
        nested("CASE WHEN 1 THEN ", " END", 700),
        nested("json_array(", ")", 1_500),
        nested("coalesce(1,", ")", 1_500),
        format!("SELECT 1{}", "+1".repeat(9_000)),
        format!("SELECT 1{}", " AND 1".repeat(3_000)),
        format!("SELECT ''{}", "||''".repeat(4_000)),
        format!("SELECT json('{}{}')", "[".repeat(9_000), "]".repeat(9_000)),
        format!("SELECT json_extract('[]', '${}')", "[0]".repeat(5_000)),
        format!("SELECT 'a' LIKE '{}'", "%a".repeat(5_000)),
        format!("SELECT {columns}"),
        format!("SELECT max({columns})"),
        format!("SELECT 1 IN ({columns})"),
        format!("SELECT * FROM {}", joins.collect::<Vec<_>>().join(",")),
        format!(
            "WITH c0 AS (SELECT 1), {} SELECT count(*) FROM c199",
            ctes.collect::<Vec<_>>().join(",")
        ),
        union,
        format!("SELECT {}", "x".repeat(19_000)),
        format!("SELECT \"{}\"", "x".repeat(19_000)),
        format!("SELECT 1{};", ";".repeat(19_000)),
        format!("{}SELECT 1", ";".repeat(19_000)),
        "/*".repeat(9_000),
        "'".repeat(19_999),
        "\u{1f4a3}".repeat(4_000),
    ]
}

/// A clock that goes ten times as fast, and a millisecond further with every look at it, so that
/// what never ends ends soon.
fn fast_clock() -> u64 {
    static BEGUN: OnceLock<Instant> = OnceLock::new();
    static LOOKS: AtomicU64 = AtomicU64::new(0);
    let elapsed = BEGUN.get_or_init(Instant::now).elapsed().as_millis();
    let elapsed = u64::try_from(elapsed).unwrap();
    elapsed * 10 + LOOKS.fetch_add(1, Ordering::Relaxed)
}

#[test]
fn what_has_no_end_is_stopped_and_changes_nothing() {
    let bytes = support::bytes();
    let mut database = SqliteDatabase::open(&bytes, fast_clock).unwrap();
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
    let database = SqliteDatabase::open(&support::bytes(), || 0).unwrap();
    let sql =
        "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c";
    let limit = QueryLimit::Steps;
    assert_eq!(database.select(sql), Err(DatabaseError::Limit { limit }));
}

#[test]
fn memory_is_bounded() {
    let database = SqliteDatabase::open(&support::bytes(), || 0).unwrap();
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
    let bytes = support::bytes();
    let mut database = SqliteDatabase::open(&bytes, fast_clock).unwrap();
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

#[test]
fn a_file_that_is_none_or_damaged_is_told() {
    let bytes = support::bytes();
    let told = |bytes: &[u8]| match SqliteDatabase::open(bytes, fast_clock) {
        Ok(database) => {
            // Whatever is in it, questions come to an end.
            let _ = database.select("SELECT * FROM accounts, sales ORDER BY 1, 2, 3");
            None
        }
        Err(error) => Some(error.to_string()),
    };
    assert_eq!(
        told(b"id,name\n1,x\n").as_deref(),
        Some("this is no SQLite database")
    );
    assert_eq!(told(b"").as_deref(), Some("this is no SQLite database"));
    assert!(told(&bytes).is_none());
    let header = bytes.get(..100).unwrap();
    assert!(told(header).is_some(), "cut after its header");
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..300 {
        let mut damaged = bytes.clone();
        for _ in 0..random.usize(1..40) {
            let at = random.usize(16..damaged.len());
            if let Some(byte) = damaged.get_mut(at) {
                *byte = random.u8(..);
            }
        }
        damaged.truncate(random.usize(100..=bytes.len()));
        told(&damaged);
    }
}
