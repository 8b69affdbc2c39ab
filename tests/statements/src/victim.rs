//! The database that is asked: the sample, and beside it what an attacker would like to find.

use kikitori_database::{SqliteDatabase, sample};
use rusqlite::{Connection, MAIN_DB};

/// The sample's tables, and triggers and views that would write, tables with names and values of
/// SQL's words, blobs, a full-text table and a table with a computed column.
///
/// # Panics
/// When SQLite does not do what it always does.
#[allow(clippy::unwrap_used, reason = "it is made of constants")]
pub fn victim() -> Vec<u8> {
    let mut database = SqliteDatabase::from_csv(&sample(), || 0).unwrap();
    let sample = database.bytes().unwrap();
    let mut connection = Connection::open_in_memory().unwrap();
    let length = sample.len();
    connection
        .deserialize_read_exact(MAIN_DB, sample.as_slice(), length, false)
        .unwrap();
    connection
        .execute_batch(
            "CREATE TABLE accounts (id INTEGER PRIMARY KEY, owner TEXT NOT NULL, balance REAL, secret BLOB);
            INSERT INTO accounts VALUES (1, 'north', 10.5, x'00ff'), (2, 'south', NULL, zeroblob(100));
            CREATE TABLE \"order\" (\"delete\" TEXT, \"drop table\" INTEGER, \"update\" TEXT, pragma TEXT);
            INSERT INTO \"order\" VALUES ('DROP TABLE accounts; --', 1, 'insert', 'attach');
            CREATE TABLE tree (id INTEGER, parent INTEGER, name TEXT, size INTEGER AS (length(name)) STORED);
            INSERT INTO tree (id, parent, name) VALUES (1, NULL, 'root'), (2, 1, 'left'), (3, 1, 'right'), (4, 3, 'leaf');
            CREATE TABLE log (entry TEXT);
            CREATE VIEW rich AS SELECT owner, balance FROM accounts WHERE balance > 1;
            CREATE VIEW leaky AS SELECT load_extension('x') AS a, randomblob(1000000000) AS b;
            CREATE TRIGGER on_rich INSTEAD OF INSERT ON rich BEGIN INSERT INTO log VALUES ('rich'); END;
            CREATE TRIGGER on_rich_update INSTEAD OF UPDATE ON rich BEGIN DELETE FROM accounts; END;
            CREATE TRIGGER on_accounts AFTER UPDATE ON accounts BEGIN DELETE FROM log; END;
            CREATE VIRTUAL TABLE notes USING fts5(body);
            INSERT INTO notes VALUES ('some words');",
        )
        .unwrap();
    connection.serialize(MAIN_DB).unwrap().to_vec()
}
