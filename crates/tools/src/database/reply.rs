//! What a database that runs elsewhere, such as in a worker, replies.

use kikitori_json::FromJson;
use serde::Serialize;

use super::{DatabaseError, QueryResult, Schema};

/// A reply to what was to be opened, or to a statement.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "snake_case")]
pub enum DatabaseReply {
    /// It is open, and this is in it.
    Opened(Schema),
    /// It could not be opened.
    NotOpened(OpenProblem),
    /// What a statement came to.
    Result(QueryResult),
    /// Why a statement has no result.
    Error(DatabaseError),
}

/// Why a file is no database that can be asked, for the person who chose it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "snake_case")]
pub enum OpenProblem {
    /// It is of another kind.
    NotADatabase,
    /// It, or something in it, is too large.
    TooLarge,
    /// It is damaged.
    Damaged,
    /// There is nothing in it.
    Empty,
    /// A row of a CSV file has more cells than the others.
    Row {
        /// The file.
        name: String,
        /// The line, from 1.
        line: u64,
    },
    /// What opens databases could not be loaded, or does not answer.
    Away,
}
