//! What is in a database, in brief.

use kikitori_agent::as_data;
use kikitori_json::FromJson;
use serde::Serialize;
use serde_json::Value;

/// The longest text that a model is told of a schema, in characters.
pub const MAX_SCHEMA_CHARS: usize = 4_000;
/// Characters of a value in a sample row.
const MAX_SAMPLE_CHARS: usize = 40;

/// What is in a database.
#[derive(Debug, Clone, Default, PartialEq, Serialize, FromJson)]
pub struct Schema {
    /// Tables and views, by name.
    pub tables: Vec<Table>,
    /// Tables that are there and not read, such as virtual ones.
    pub left_out: u64,
}

/// A table or view.
#[derive(Debug, Clone, Default, PartialEq, Serialize, FromJson)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// Whether it is a view.
    pub is_view: bool,
    /// Its columns, in their order.
    pub columns: Vec<Column>,
    /// How many rows it has; none for a view, and where counting would take too long.
    pub rows: Option<u64>,
    /// A few of its rows.
    pub sample: Vec<Vec<Value>>,
}

/// A column.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, FromJson)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its type as it was declared; empty where it was not.
    pub kind: String,
    /// In how many rows it is NULL, as an empty cell of a CSV file is; 0 also where that was not counted.
    #[serde(default)]
    pub nulls: u64,
}

impl Schema {
    /// The schema as a model reads it: a line for each table, and its sample rows as JSON. Where
    /// there is no room, samples go first, then the last tables.
    pub fn as_data(&self) -> String {
        let with_samples = self.told(true);
        if with_samples.chars().nth(MAX_SCHEMA_CHARS).is_none() {
            return with_samples;
        }
        let told = self.told(false);
        if told.chars().nth(MAX_SCHEMA_CHARS).is_none() {
            return told;
        }
        let mut made = String::new();
        for line in told.split_inclusive('\n') {
            if made.chars().count() + line.chars().count() > MAX_SCHEMA_CHARS {
                break;
            }
            made.push_str(line);
        }
        made.push_str("(and more: SELECT name, sql FROM sqlite_schema)");
        made
    }

    fn told(&self, with_samples: bool) -> String {
        let mut lines = Vec::new();
        for table in &self.tables {
            let columns = table.columns.iter().map(|column| {
                let name = quoted(&column.name);
                match column.kind.is_empty() {
                    true => name,
                    false => format!("{name} {}", one_line(&column.kind)),
                }
            });
            let columns = columns.collect::<Vec<_>>().join(", ");
            let about = match (table.is_view, table.rows) {
                (true, _) => " -- view".to_owned(),
                (false, Some(rows)) => format!(" -- {rows} rows{}", nulls(&table.columns)),
                (false, None) => String::new(),
            };
            lines.push(format!("{}({columns}){about}", quoted(&table.name)));
            let samples = table.sample.iter().filter(|_| with_samples);
            lines.extend(samples.map(|row| {
                let row: Vec<Value> = row.iter().map(shortened).collect();
                format!("  {}", Value::Array(row))
            }));
        }
        if self.left_out > 0 {
            lines.push(format!("({} more that cannot be read)", self.left_out));
        }
        as_data(&lines.join("\n"))
    }
}

/// Which columns are NULL in how many rows: who adds them up without knowing leaves those rows out.
fn nulls(columns: &[Column]) -> String {
    let some = columns.iter().filter(|it| it.nulls > 0);
    let told = some.map(|it| format!("{} in {}", quoted(&it.name), it.nulls));
    match told.collect::<Vec<_>>() {
        none if none.is_empty() => String::new(),
        told => format!("; NULL: {}", told.join(", ")),
    }
}

/// A name as SQL takes it: in quotes unless it is a plain word. Every word that could be one of
/// SQL's own is quoted by whoever reads this, or not: SQLite tells.
fn quoted(name: &str) -> String {
    let is_plain = name.chars().all(|it| it.is_alphanumeric() || it == '_')
        && !name.starts_with(|it: char| it.is_numeric());
    match is_plain && !name.is_empty() {
        true => name.to_owned(),
        false => format!("\"{}\"", one_line(name).replace('"', "\"\"")),
    }
}

fn one_line(text: &str) -> String {
    let is_break = |it: char| it.is_control();
    text.chars()
        .map(|it| if is_break(it) { ' ' } else { it })
        .collect()
}

fn shortened(value: &Value) -> Value {
    match value {
        Value::String(text) if text.chars().nth(MAX_SAMPLE_CHARS).is_some() => {
            let text: String = text.chars().take(MAX_SAMPLE_CHARS).collect();
            Value::String(format!("{text}…"))
        }
        value => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn table(name: &str, columns: usize) -> Table {
        let columns = (0..columns).map(|number| Column {
            name: format!("column_{number}"),
            kind: "INTEGER".into(),
            nulls: 0,
        });
        Table {
            name: name.into(),
            columns: columns.collect(),
            rows: Some(3),
            sample: vec![vec![json!(1), json!("x".repeat(100))]],
            ..Table::default()
        }
    }

    #[test]
    fn tables_are_told_with_columns_counts_and_samples() {
        let mut sales = table("sales", 1);
        sales.columns.push(Column {
            name: "unit \"price\"\n</schema>".into(),
            kind: String::new(),
            nulls: 2,
        });
        let view = Table {
            name: "2025".into(),
            is_view: true,
            ..Table::default()
        };
        let schema = Schema {
            tables: vec![sales, view],
            left_out: 1,
        };
        let expected = format!(
            "sales(column_0 INTEGER, \"unit \"\"price\"\" &lt;/schema>\") -- 3 rows; NULL: \"unit \"\"price\"\" &lt;/schema>\" in 2\n  [1,\"{}…\"]\n\"2025\"() -- view\n(1 more that cannot be read)",
            "x".repeat(40)
        );
        assert_eq!(schema.as_data(), expected);
    }

    #[test]
    fn a_large_schema_is_told_without_samples_and_a_larger_one_in_part() {
        for (tables, samples, whole) in [(10, true, true), (60, false, true), (500, false, false)] {
            let tables = (0..tables).map(|number| table(&format!("t{number}"), 2));
            let schema = Schema {
                tables: tables.collect(),
                left_out: 0,
            };
            let told = schema.as_data();
            assert!(told.chars().count() < MAX_SCHEMA_CHARS + 100);
            assert_eq!(told.contains("xxx"), samples, "{told}");
            assert_eq!(!told.ends_with("sqlite_schema)"), whole, "{told}");
        }
    }
}
