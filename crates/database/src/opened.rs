//! A database that was opened from its bytes, and to which the policy holds.

use futures::future::{LocalBoxFuture, ready};
use kikitori_tools::database::{
    Database, DatabaseError, MAX_ROWS, OpenProblem, QueryResult, Schema,
};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, MAIN_DB};
use thiserror::Error;

use crate::functions::bound_functions;
use crate::import::{CsvFile, ImportError, import};
use crate::policy::{LIMITS, MAX_FILE_BYTES, MAX_MEMORY_BYTES, Refusal, STEPS_BETWEEN, authorizer};
use crate::query::{Watch, run};
use crate::schema::{Names, names, schema};

/// What every file of SQLite's begins with.
const MAGIC: &[u8] = b"SQLite format 3\0";
/// Where a file says how it is written to, and read: 2 means by a log beside it.
const VERSIONS: std::ops::RangeInclusive<usize> = 18..=19;
const WITHOUT_LOG: u8 = 1;

/// Why a file cannot be opened.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OpenError {
    /// It is of another kind.
    #[error("this is no SQLite database")]
    NotADatabase,
    /// It is too large.
    #[error("the file has {bytes} bytes, and {MAX_FILE_BYTES} are the most")]
    TooLarge {
        /// Its size.
        bytes: usize,
    },
    /// A table or column has a name that is no text.
    #[error("a table or column has a name that is not in UTF-8")]
    NotText,
    /// SQLite cannot read it.
    #[error("SQLite cannot read the file: {message}")]
    Sqlite {
        /// What SQLite says.
        message: String,
    },
    /// A CSV file cannot become a table.
    #[error(transparent)]
    Import(#[from] ImportError),
}

impl From<rusqlite::Error> for OpenError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite {
            message: error.to_string(),
        }
    }
}

impl OpenError {
    /// What it means for the person who chose the file.
    pub fn problem(&self) -> OpenProblem {
        match self {
            Self::NotADatabase | Self::Import(ImportError::Csv { .. }) => OpenProblem::NotADatabase,
            Self::TooLarge { .. } | Self::Import(ImportError::TooLarge { .. }) => {
                OpenProblem::TooLarge
            }
            Self::NotText | Self::Sqlite { .. } => OpenProblem::Damaged,
            Self::Import(ImportError::Empty { .. }) => OpenProblem::Empty,
            Self::Import(ImportError::TooManyCells { name, line, .. }) => OpenProblem::Row {
                name: name.clone(),
                line: *line,
            },
        }
    }
}

/// A database in memory that can only be read.
pub struct SqliteDatabase {
    connection: Connection,
    refusal: Refusal,
    watch: Watch,
    schema: Schema,
    max_rows: usize,
}

impl SqliteDatabase {
    /// Opens the bytes of a `.sqlite` file. `now_ms` tells the time, in milliseconds from whenever.
    ///
    /// # Errors
    /// [`OpenError`].
    pub fn open(bytes: &[u8], now_ms: fn() -> u64) -> Result<Self, OpenError> {
        if !bytes.starts_with(MAGIC) {
            return Err(OpenError::NotADatabase);
        }
        if bytes.len() > MAX_FILE_BYTES {
            let bytes = bytes.len();
            return Err(OpenError::TooLarge { bytes });
        }
        let mut bytes = bytes.to_vec();
        // There is no log beside what is in memory.
        for version in bytes.get_mut(VERSIONS).unwrap_or_default() {
            *version = WITHOUT_LOG;
        }
        let mut connection = Connection::open_in_memory()?;
        connection.deserialize_read_exact(MAIN_DB, bytes.as_slice(), bytes.len(), true)?;
        drop(bytes);
        let watch = Watch::new(now_ms);
        watch.begin();
        let watching = watch.clone();
        connection.progress_handler(STEPS_BETWEEN, Some(move || watching.is_over()))?;
        harden(&connection)?;
        let Names { readable, left_out } = names(&connection)?;
        let schema = schema(&connection, &readable, left_out);
        let refusal = Refusal::default();
        let tables = readable.into_iter().map(|it| it.name.to_lowercase());
        connection.authorizer(Some(authorizer(tables.collect(), refusal.clone())))?;
        Ok(Self {
            connection,
            refusal,
            watch,
            schema,
            max_rows: MAX_ROWS,
        })
    }

    /// A database with a table for each CSV file.
    ///
    /// # Errors
    /// [`OpenError`].
    pub fn from_csv(files: &[CsvFile<'_>], now_ms: fn() -> u64) -> Result<Self, OpenError> {
        Self::open(&import(files)?, now_ms)
    }

    /// The same with results of so many rows at most, in the place of [`MAX_ROWS`].
    #[must_use]
    pub fn with_max_rows(mut self, max_rows: usize) -> Self {
        self.max_rows = max_rows;
        self
    }

    /// The result of one `SELECT`.
    ///
    /// # Errors
    /// [`DatabaseError`], which says what to write instead.
    pub fn select(&self, sql: &str) -> Result<QueryResult, DatabaseError> {
        run(
            &self.connection,
            &self.refusal,
            &self.watch,
            self.max_rows,
            sql,
        )
    }

    /// The database's bytes, as its file has them.
    ///
    /// # Errors
    /// [`OpenError::Sqlite`].
    pub fn bytes(&mut self) -> Result<Vec<u8>, OpenError> {
        Ok(self.connection.serialize(MAIN_DB)?.to_vec())
    }
}

impl Database for SqliteDatabase {
    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn max_rows(&self) -> usize {
        self.max_rows
    }

    fn query<'a>(&'a self, sql: &'a str) -> LocalBoxFuture<'a, Result<QueryResult, DatabaseError>> {
        Box::pin(ready(self.select(sql)))
    }
}

/// Makes a connection one that only reads, whatever the file says. The schema is read first: a
/// file's own statements may be longer than what a model may write.
fn harden(connection: &Connection) -> Result<(), OpenError> {
    let read = "SELECT count(*) FROM sqlite_schema";
    connection.query_row(read, [], |_| Ok(()))?;
    for (config, is_on) in [
        (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
        (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, false),
        (DbConfig::SQLITE_DBCONFIG_WRITABLE_SCHEMA, false),
    ] {
        connection.set_db_config(config, is_on)?;
    }
    for (pragma, value) in [
        ("cell_size_check", 1),
        ("hard_heap_limit", MAX_MEMORY_BYTES),
        // In memory.
        ("temp_store", 2),
        ("query_only", 1),
    ] {
        connection
            .pragma_update_and_check(None, pragma, value, |_| Ok(()))
            .or_else(|error| {
                match error {
                    // Some tell nothing back.
                    rusqlite::Error::QueryReturnedNoRows => Ok(()),
                    error => Err(error),
                }
            })?;
    }
    bound_functions(connection)?;
    for (limit, most) in LIMITS {
        connection.set_limit(limit, most)?;
    }
    Ok(())
}
