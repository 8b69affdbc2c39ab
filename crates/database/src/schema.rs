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
        })
    })?;
    columns.take(MAX_COLUMNS).collect()
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
