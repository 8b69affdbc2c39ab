//! Why a statement has no result.

use kikitori_json::FromJson;
use serde::Serialize;
use thiserror::Error;

/// Why a statement has no result. The texts are written for the model, which may try again.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize, FromJson)]
pub enum DatabaseError {
    /// Nothing but space and comments.
    #[error("There is no statement. Write one SELECT.")]
    Empty,
    /// Another statement follows the first.
    #[error("There is more than one statement. Write one SELECT.")]
    SeveralStatements,
    /// The text has a byte that ends it early.
    #[error("The statement contains a NUL character. Write one SELECT.")]
    Nul,
    /// It is no question.
    #[error("Only a SELECT is run: the database can be read and not changed.")]
    NotASelect,
    /// It does what is not allowed.
    #[error("{action} is not allowed: the database can only be read, by one SELECT.")]
    Refused {
        /// What it would do.
        action: String,
    },
    /// It calls a function that is not among those that are allowed.
    #[error("The function {name} is not available here.")]
    Function {
        /// Its name.
        name: String,
    },
    /// It reads what is no table or view of the database's own.
    #[error("{name} cannot be read: only the tables and views of the schema can.")]
    Table {
        /// Its name.
        name: String,
    },
    /// SQLite does not understand it.
    #[error("SQLite says: {message}")]
    Sql {
        /// What SQLite says.
        message: String,
    },
    /// It takes more than it may.
    #[error("The query was stopped: {limit}")]
    Limit {
        /// Of what.
        limit: QueryLimit,
    },
    /// What runs the statements is gone.
    #[error("The database does not answer: {message}")]
    Away {
        /// What is known of it.
        message: String,
    },
}

/// What a statement may not exceed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error, Serialize, FromJson)]
#[serde(rename_all = "snake_case")]
pub enum QueryLimit {
    /// Characters of the statement.
    #[error("the statement is too long")]
    Text,
    /// Instructions of SQLite's.
    #[error("it takes too many steps; read fewer rows, or end a recursion")]
    Steps,
    /// Time.
    #[error("it takes too long; read fewer rows, or end a recursion")]
    Time,
    /// Memory.
    #[error("it takes too much memory; read fewer or shorter values")]
    Memory,
    /// Bytes of one value or row.
    #[error("a text, a blob or a row would be too long")]
    Length,
}
