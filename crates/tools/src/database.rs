//! Questions to a database, in SQL that can only read.
//!
//! What runs the SQL is a port: natively and in a browser it is `crates/database`, which holds the
//! rules of what a statement may do. Here is what a model is told of it.

mod error;
mod reply;
mod schema;
mod tool;

use futures::future::LocalBoxFuture;
use kikitori_json::FromJson;
use serde::Serialize;
use serde_json::Value;

pub use error::{DatabaseError, QueryLimit};
pub use reply::{DatabaseReply, OpenProblem};
pub use schema::{Column, MAX_SCHEMA_CHARS, Schema, Table};
pub use tool::{DatabaseArgs, database_tool};

/// The most rows of a result, unless a database is told otherwise.
pub const MAX_ROWS: usize = 100;

/// A database that a statement can be put to. Whatever the statement is, the database stays as it
/// is, and an answer comes within limits.
pub trait Database {
    /// What is in it.
    fn schema(&self) -> &Schema;

    /// The most rows of a result.
    fn max_rows(&self) -> usize {
        MAX_ROWS
    }

    /// The result of one `SELECT`.
    fn query<'a>(&'a self, sql: &'a str) -> LocalBoxFuture<'a, Result<QueryResult, DatabaseError>>;
}

/// What a statement came to.
#[derive(Debug, Clone, Default, PartialEq, Serialize, FromJson)]
pub struct QueryResult {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows, at most [`Database::max_rows`], with a value for each column: null, a number, or text. An
    /// infinite number is the text `Infinity` or `-Infinity`, and a blob is told by its length and
    /// first bytes.
    pub rows: Vec<Vec<Value>>,
    /// How many rows the statement gives, where some were left out and they could be counted soon.
    #[serde(default)]
    pub total: Option<u64>,
    /// What was left out, in a sentence for the model; none when all of it is here.
    pub note: Option<String>,
}
