//! One statement, from its text to its rows.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use kikitori_tools::database::{DatabaseError, QueryLimit, QueryResult};
use rusqlite::fallible_iterator::FallibleIterator;
use rusqlite::{Batch, Connection, ErrorCode, Rows, Statement, ffi};
use serde_json::Value;

use crate::policy::{
    MAX_COUNTED_ROWS, MAX_COUNTING_MILLISECONDS, MAX_MILLISECONDS, MAX_RESULT_BYTES, MAX_SQL_BYTES,
    MAX_STEPS, Refusal, STEPS_BETWEEN,
};
use crate::value::as_json;

/// The longest message of SQLite's that is told, in characters.
const MAX_MESSAGE_CHARS: usize = 300;

/// What stopped a statement.
const BY_STEPS: u8 = 1;
const BY_TIME: u8 = 2;

/// What counts a query's steps and watches its time. SQLite asks it again and again.
#[derive(Clone)]
pub(crate) struct Watch {
    steps: Arc<AtomicU64>,
    begun: Arc<AtomicU64>,
    stopped: Arc<AtomicU8>,
    now_ms: fn() -> u64,
}

impl Watch {
    pub fn new(now_ms: fn() -> u64) -> Self {
        Self {
            steps: Arc::default(),
            begun: Arc::default(),
            stopped: Arc::default(),
            now_ms,
        }
    }

    /// Begins to watch anew.
    pub fn begin(&self) {
        self.steps.store(0, Ordering::Relaxed);
        self.stopped.store(0, Ordering::Relaxed);
        self.begun.store((self.now_ms)(), Ordering::Relaxed);
    }

    /// Whether SQLite has to stop now. It is asked every [`STEPS_BETWEEN`] instructions.
    pub fn is_over(&self) -> bool {
        let between = u64::from(STEPS_BETWEEN.unsigned_abs());
        let steps = self.steps.fetch_add(between, Ordering::Relaxed);
        let stopped = if steps > MAX_STEPS {
            BY_STEPS
        } else if self.elapsed() > MAX_MILLISECONDS {
            BY_TIME
        } else {
            return false;
        };
        self.stopped.store(stopped, Ordering::Relaxed);
        true
    }

    /// Milliseconds since it began.
    fn elapsed(&self) -> u64 {
        (self.now_ms)().saturating_sub(self.begun.load(Ordering::Relaxed))
    }

    fn limit(&self) -> QueryLimit {
        match self.stopped.load(Ordering::Relaxed) {
            BY_TIME => QueryLimit::Time,
            _ => QueryLimit::Steps,
        }
    }
}

/// Runs `sql` on a connection that the policy holds for.
pub(crate) fn run(
    connection: &Connection,
    refusal: &Refusal,
    watch: &Watch,
    max_rows: usize,
    sql: &str,
) -> Result<QueryResult, DatabaseError> {
    if sql.len() > MAX_SQL_BYTES {
        let limit = QueryLimit::Text;
        return Err(DatabaseError::Limit { limit });
    }
    if sql.contains('\0') {
        return Err(DatabaseError::Nul);
    }
    // Left from a statement that was refused in another way.
    refusal.take();
    watch.begin();
    let told = |error: rusqlite::Error| refusal.take().unwrap_or_else(|| failure(&error, watch));
    let mut statements = Batch::new(connection, sql);
    let first = statements.next().map_err(told)?;
    let mut statement = first.ok_or(DatabaseError::Empty)?;
    // The rest is compiled and not run; it has to be empty.
    match statements.next() {
        Ok(None) => {}
        Ok(Some(_)) | Err(_) => return Err(DatabaseError::SeveralStatements),
    }
    let asks = statement.readonly() && statement.is_explain() == 0 && statement.column_count() > 0;
    if !asks {
        return Err(DatabaseError::NotASelect);
    }
    rows_of(&mut statement, watch, max_rows).map_err(told)
}

fn rows_of(
    statement: &mut Statement<'_>,
    watch: &Watch,
    max_rows: usize,
) -> Result<QueryResult, rusqlite::Error> {
    let names = statement.column_names().map(str::to_owned);
    let columns: Vec<String> = names.collect();
    let mut result = QueryResult::default();
    let mut bytes = 0;
    let mut found = statement.query([])?;
    while let Some(row) = found.next()? {
        let values = (0..columns.len()).map(|at| row.get_ref(at).map(as_json));
        let values: Vec<Value> = values.collect::<Result<_, _>>()?;
        bytes += values.iter().map(|it| it.to_string().len()).sum::<usize>();
        if result.rows.len() == max_rows || bytes > MAX_RESULT_BYTES {
            result.total = counted(found, result.rows.len(), watch);
            result.note = Some(left_out(result.rows.len(), result.total));
            break;
        }
        result.rows.push(values);
    }
    result.columns = columns;
    Ok(result)
}

/// How many rows there are if, after those that were taken and the one at hand, the rest is counted;
/// none where that would take long.
fn counted(mut rest: Rows<'_>, taken: usize, watch: &Watch) -> Option<u64> {
    let mut count = u64::try_from(taken).ok()? + 1;
    let begun = watch.elapsed();
    // What fails here was not asked for.
    while rest.next().ok()?.is_some() {
        count += 1;
        let took = watch.elapsed().saturating_sub(begun);
        if count > MAX_COUNTED_ROWS || took > MAX_COUNTING_MILLISECONDS {
            return None;
        }
    }
    Some(count)
}

/// The note of a result that not all rows are in.
fn left_out(taken: usize, total: Option<u64>) -> String {
    match total {
        Some(total) => format!("There are {total} rows; these are the first {taken}."),
        None => format!("There are more than {taken} rows; these are the first."),
    }
}

/// An error of SQLite's in the port's terms.
fn failure(error: &rusqlite::Error, watch: &Watch) -> DatabaseError {
    let code = error.sqlite_error();
    let limit = match code.map(|it| (it.code, it.extended_code)) {
        Some((ErrorCode::OperationInterrupted, _)) => watch.limit(),
        Some((ErrorCode::TooBig, _)) => QueryLimit::Length,
        Some((ErrorCode::OutOfMemory, _)) => QueryLimit::Memory,
        Some((ErrorCode::ReadOnly, _)) => return DatabaseError::NotASelect,
        Some((_, ffi::SQLITE_AUTH)) => {
            return DatabaseError::Refused {
                action: "What the statement does".to_owned(),
            };
        }
        _ => {
            let message = match error {
                rusqlite::Error::SqliteFailure(_, Some(message)) => message.clone(),
                rusqlite::Error::SqlInputError { msg, .. } => msg.clone(),
                other => other.to_string(),
            };
            let message = message.chars().take(MAX_MESSAGE_CHARS).collect();
            return DatabaseError::Sql { message };
        }
    };
    DatabaseError::Limit { limit }
}
