//! What is in a database, read before the policy holds.

use kikitori_tools::database::{Column, Schema, Table};
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use serde_json::Value;

use crate::opened::OpenError;
use crate::value::as_json;

/// Tables that are told, and columns of each.
const MAX_TABLES: usize = 200;
const MAX_COLUMNS: usize = 200;
/// Rows of a table that are told.
const SAMPLE_ROWS: &str = "2";
/// Cells that are looked at for NULL when a table is opened, which takes about a second at most.
const MAX_CELLS_LOOKED_AT: u64 = 10_000_000;

/// A table or view that can be read.
pub(crate) struct Name {
    pub name: String,
    is_view: bool,
}

/// What the schema names.
pub(crate) struct Names {
    pub readable: Vec<Name>,
    /// Virtual tables: what makes their rows is code that a file could misuse.
    pub left_out: u64,
}

/// The tables and views. All names have to be text, or what is told of them later would not be.
pub(crate) fn names(connection: &Connection) -> Result<Names, OpenError> {
    let sql = "SELECT type, CAST(name AS BLOB), CAST(coalesce(sql, '') AS BLOB) FROM sqlite_schema ORDER BY rowid";
    let mut statement = connection.prepare(sql)?;
    let mut rows = statement.query([])?;
    let mut names = Names {
        readable: Vec::new(),
        left_out: 0,
    };
    while let Some(row) = rows.next()? {
        let kind: String = row.get(0)?;
        let (name, sql) = (text(row.get_ref(1)?)?, text(row.get_ref(2)?)?);
        let is_own = name.to_ascii_lowercase().starts_with("sqlite_");
        let is_table = matches!(kind.as_str(), "table" | "view");
        if is_own || !is_table {
            continue;
        }
        let mut words = sql.split_ascii_whitespace().skip(1);
        if words
            .next()
            .is_some_and(|it| it.eq_ignore_ascii_case("virtual"))
        {
            names.left_out += 1;
            continue;
        }
        let is_view = kind == "view";
        names.readable.push(Name { name, is_view });
    }
    Ok(names)
}

fn text(value: ValueRef<'_>) -> Result<String, OpenError> {
    match value {
        ValueRef::Blob(bytes) | ValueRef::Text(bytes) => {
            String::from_utf8(bytes.to_vec()).map_err(|_| OpenError::NotText)
        }
        _ => Err(OpenError::NotText),
    }
}

/// The tables and views with columns, counts and a few rows. What cannot be read is left out.
pub(crate) fn schema(connection: &Connection, names: &[Name], left_out: u64) -> Schema {
    let told = names.iter().take(MAX_TABLES);
    let rest = names.len().saturating_sub(MAX_TABLES);
    Schema {
        tables: told.map(|name| table(connection, name)).collect(),
        left_out: left_out + u64::try_from(rest).unwrap_or_default(),
    }
}

fn table(connection: &Connection, name: &Name) -> Table {
    let quoted = quoted(&name.name);
    let mut table = Table {
        name: name.name.clone(),
        is_view: name.is_view,
        columns: columns(connection, &quoted).unwrap_or_default(),
        ..Table::default()
    };
    if !name.is_view {
        let count = format!("SELECT count(*) FROM {quoted}");
        let count: Option<i64> = connection.query_row(&count, [], |row| row.get(0)).ok();
        table.rows = count.and_then(|it| u64::try_from(it).ok());
        if let Some(rows) = table.rows {
            count_nulls(connection, &quoted, rows, &mut table.columns);
        }
        table.sample = sample(connection, &quoted).unwrap_or_default();
    }
    table
}

/// A name in quotes, whatever it is.
pub(crate) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn columns(connection: &Connection, quoted: &str) -> rusqlite::Result<Vec<Column>> {
    let mut statement = connection.prepare(&format!("PRAGMA table_info({quoted})"))?;
    let columns = statement.query_map([], |row| {
        Ok(Column {
            name: row.get("name")?,
            kind: row.get("type")?,
            nulls: 0,
        })
    })?;
    columns.take(MAX_COLUMNS).collect()
}

/// Counts the rows in which each of `columns` is NULL, in one walk through the table; not at all where it
/// has too many cells.
fn count_nulls(connection: &Connection, table: &str, rows: u64, columns: &mut [Column]) {
    let width = u64::try_from(columns.len()).unwrap_or(u64::MAX);
    if width == 0 || rows.saturating_mul(width) > MAX_CELLS_LOOKED_AT {
        return;
    }
    let counts = columns
        .iter()
        .map(|it| format!("count({})", quoted(&it.name)));
    let sql = format!(
        "SELECT {} FROM {table}",
        counts.collect::<Vec<_>>().join(", ")
    );
    let filled = connection.query_row(&sql, [], |row| {
        let filled = (0..columns.len()).map(|at| row.get::<_, i64>(at));
        filled.collect::<rusqlite::Result<Vec<_>>>()
    });
    for (column, filled) in columns.iter_mut().zip(filled.unwrap_or_default()) {
        column.nulls = rows.saturating_sub(u64::try_from(filled).unwrap_or_default());
    }
}

fn sample(connection: &Connection, quoted: &str) -> rusqlite::Result<Vec<Vec<Value>>> {
    let sql = format!("SELECT * FROM {quoted} LIMIT {SAMPLE_ROWS}");
    let mut statement = connection.prepare(&sql)?;
    let count = statement.column_count().min(MAX_COLUMNS);
    let rows = statement.query_map([], |row| {
        let values = (0..count).map(|at| row.get_ref(at).map(as_json));
        values.collect()
    })?;
    rows.collect()
}
