//! What a statement may do, and how much of it.
//!
//! SQLite asks its authorizer about each thing that a statement would do while it is compiled:
//! what is not allowed here never runs, however it is written. Limits bound what is left.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use kikitori_tools::database::DatabaseError;
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::limits::Limit;

/// The longest statement, in bytes.
pub const MAX_SQL_BYTES: usize = 20_000;
/// The longest text, blob or row, in bytes. It bounds what one call of a function can take, during
/// which nothing can stop it.
pub const MAX_VALUE_BYTES: i32 = 200_000;
/// The most instructions of SQLite's that one query takes.
pub const MAX_STEPS: u64 = 20_000_000;
/// The longest time that one query takes, in milliseconds.
pub const MAX_MILLISECONDS: u64 = 3_000;
/// Instructions after which time and steps are looked at.
pub const STEPS_BETWEEN: i32 = 50;
/// The most bytes of a result as JSON: rows beyond that are left out.
pub const MAX_RESULT_BYTES: usize = 128 * 1024;
/// Rows and milliseconds after which those that are left out of a result are counted no further.
pub const MAX_COUNTED_ROWS: u64 = 100_000;
/// See [`MAX_COUNTED_ROWS`].
pub const MAX_COUNTING_MILLISECONDS: u64 = 500;
/// The most memory of SQLite, the database in it included.
pub const MAX_MEMORY_BYTES: u32 = 256 * 1024 * 1024;
/// The largest file, in bytes.
pub const MAX_FILE_BYTES: usize = 64 * 1024 * 1024;

/// SQLite's own limits.
pub const LIMITS: [(Limit, i32); 11] = [
    (Limit::SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES),
    (Limit::SQLITE_LIMIT_SQL_LENGTH, MAX_SQL_BYTES as i32),
    (Limit::SQLITE_LIMIT_COLUMN, 500),
    (Limit::SQLITE_LIMIT_EXPR_DEPTH, 100),
    (Limit::SQLITE_LIMIT_COMPOUND_SELECT, 50),
    (Limit::SQLITE_LIMIT_VDBE_OP, 50_000),
    (Limit::SQLITE_LIMIT_FUNCTION_ARG, 50),
    (Limit::SQLITE_LIMIT_ATTACHED, 0),
    (Limit::SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100),
    (Limit::SQLITE_LIMIT_VARIABLE_NUMBER, 0),
    (Limit::SQLITE_LIMIT_TRIGGER_DEPTH, 1),
];

/// The functions that may be called. Left out are those that make large values of nothing
/// (`randomblob`, `zeroblob`), that reach beyond the tables (`load_extension`, `readfile`, `fts5`
/// and the like), that tell of SQLite itself, and `json_patch`, whose time grows with the square of
/// its arguments.
const FUNCTIONS: &[&str] = &[
    "->",
    "->>",
    "abs",
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "avg",
    "ceil",
    "ceiling",
    "char",
    "coalesce",
    "concat",
    "concat_ws",
    "cos",
    "cosh",
    "count",
    "cume_dist",
    "current_date",
    "current_time",
    "current_timestamp",
    "date",
    "datetime",
    "degrees",
    "dense_rank",
    "exp",
    "first_value",
    "floor",
    "format",
    "glob",
    "group_concat",
    "hex",
    "if",
    "ifnull",
    "iif",
    "instr",
    "json",
    "json_array",
    "json_array_length",
    "json_each",
    "json_error_position",
    "json_extract",
    "json_group_array",
    "json_group_object",
    "json_insert",
    "json_object",
    "json_pretty",
    "json_quote",
    "json_remove",
    "json_replace",
    "json_set",
    "json_tree",
    "json_type",
    "json_valid",
    "jsonb",
    "jsonb_extract",
    "julianday",
    "lag",
    "last_value",
    "lead",
    "length",
    "like",
    "likelihood",
    "likely",
    "ln",
    "log",
    "log10",
    "log2",
    "lower",
    "ltrim",
    "max",
    "median",
    "min",
    "mod",
    "nth_value",
    "ntile",
    "nullif",
    "octet_length",
    "percent_rank",
    "percentile",
    "percentile_cont",
    "percentile_disc",
    "pi",
    "pow",
    "power",
    "printf",
    "quote",
    "radians",
    "random",
    "rank",
    "replace",
    "round",
    "row_number",
    "rtrim",
    "sign",
    "sin",
    "sinh",
    "soundex",
    "sqrt",
    "strftime",
    "string_agg",
    "subtype",
    "substr",
    "substring",
    "sum",
    "tan",
    "tanh",
    "time",
    "timediff",
    "total",
    "trim",
    "trunc",
    "typeof",
    "unhex",
    "unicode",
    "unistr",
    "unistr_quote",
    "unixepoch",
    "unlikely",
    "upper",
    "json_array_insert",
    "jsonb_array",
    "jsonb_object",
    "jsonb_set",
    "jsonb_insert",
    "jsonb_replace",
    "jsonb_remove",
    "jsonb_group_array",
];

/// Tables of SQLite's own that may be read: the schema, and JSON as rows.
const OWN_TABLES: [&str; 4] = ["sqlite_schema", "sqlite_master", "json_each", "json_tree"];

/// What the authorizer refused first, for the error's sentence.
#[derive(Debug, Clone, Default)]
pub(crate) struct Refusal(Arc<Mutex<Option<DatabaseError>>>);

impl Refusal {
    /// Takes what was refused since it was last taken.
    pub fn take(&self) -> Option<DatabaseError> {
        let mut refusal = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        refusal.take()
    }

    fn put(&self, error: DatabaseError) {
        let mut refusal = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        refusal.get_or_insert(error);
    }
}

/// The authorizer of a database that has these tables and views.
pub(crate) fn authorizer(
    tables: BTreeSet<String>,
    refusal: Refusal,
) -> impl FnMut(AuthContext<'_>) -> Authorization + Send + 'static {
    move |context| match judge(&context.action, &tables) {
        Ok(()) => Authorization::Allow,
        Err(error) => {
            refusal.put(error);
            Authorization::Deny
        }
    }
}

/// Whether a statement may do this. `tables` are in lower case.
fn judge(action: &AuthAction<'_>, tables: &BTreeSet<String>) -> Result<(), DatabaseError> {
    match action {
        AuthAction::Select | AuthAction::Recursive => Ok(()),
        AuthAction::Function { function_name } => {
            let name = function_name.to_ascii_lowercase();
            match FUNCTIONS.contains(&name.as_str()) {
                true => Ok(()),
                false => Err(DatabaseError::Function { name }),
            }
        }
        AuthAction::Read {
            table_name,
            column_name,
        } => {
            let name = table_name.to_lowercase();
            let is_known = tables.contains(&name) || OWN_TABLES.contains(&name.as_str());
            // A subquery or common table of which no column is read is told by the name that the
            // statement gives it; SQLite's own virtual tables are too.
            let is_named_here = column_name.is_empty() && !is_virtual(&name);
            match is_known || is_named_here {
                true => Ok(()),
                false => Err(DatabaseError::Table {
                    name: (*table_name).to_owned(),
                }),
            }
        }
        action => Err(DatabaseError::Refused {
            action: told(action).to_owned(),
        }),
    }
}

/// Whether a table is one of those that SQLite makes up when they are named.
fn is_virtual(name: &str) -> bool {
    const VIRTUAL: [&str; 9] = [
        "bytecode",
        "dbstat",
        "fts3tokenize",
        "fts5vocab",
        "generate_series",
        "rtree",
        "tables_used",
        "completion",
        "carray",
    ];
    name.starts_with("pragma_") || name.starts_with("sqlite_") || VIRTUAL.contains(&name)
}

fn told(action: &AuthAction<'_>) -> &'static str {
    match action {
        // What SQLite does first to make or drop something.
        AuthAction::Insert { table_name }
        | AuthAction::Delete { table_name }
        | AuthAction::Update { table_name, .. }
            if table_name.to_ascii_lowercase().starts_with("sqlite_") =>
        {
            "A change of the schema"
        }
        AuthAction::Insert { .. } => "INSERT",
        AuthAction::Update { .. } => "UPDATE",
        AuthAction::Delete { .. } => "DELETE",
        AuthAction::Pragma { .. } => "PRAGMA",
        AuthAction::Attach { .. } => "ATTACH",
        AuthAction::Detach { .. } => "DETACH",
        AuthAction::Transaction { .. } | AuthAction::Savepoint { .. } => "A transaction",
        AuthAction::AlterTable { .. } => "ALTER",
        AuthAction::Analyze { .. } => "ANALYZE",
        AuthAction::Reindex { .. } => "REINDEX",
        AuthAction::CreateVtable { .. } | AuthAction::DropVtable { .. } => "A virtual table",
        _ => "What the statement does",
    }
}
