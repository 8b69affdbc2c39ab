//! The database as a module of its own. `worker.js` runs it, and the page talks to that.

use kikitori_database::{CsvFile, OpenError, SqliteDatabase, sample};
use kikitori_tools::database::{Database, DatabaseError, DatabaseReply, OpenProblem};
use wasm_bindgen::prelude::wasm_bindgen;

/// One database, and the statements that are put to it.
#[wasm_bindgen]
#[derive(Default)]
pub struct Service {
    database: Option<SqliteDatabase>,
}

#[wasm_bindgen]
impl Service {
    /// One without a database yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Opens a SQLite file, or makes tables of CSV files in UTF-8; of no file at all, the sample.
    /// The reply is a [`DatabaseReply`] in JSON.
    pub fn open(&mut self, names: Vec<String>, contents: Vec<js_sys::Uint8Array>) -> String {
        self.database = None;
        let contents: Vec<Vec<u8>> = contents.iter().map(js_sys::Uint8Array::to_vec).collect();
        let reply = match opened(&names, &contents) {
            Ok(database) => {
                let schema = database.schema().clone();
                self.database = Some(database);
                DatabaseReply::Opened(schema)
            }
            Err(problem) => DatabaseReply::NotOpened(problem),
        };
        in_json(&reply)
    }

    /// Puts a statement to the database. The reply is a [`DatabaseReply`] in JSON.
    pub fn query(&self, sql: &str) -> String {
        let reply = match self.database.as_ref().map(|it| it.select(sql)) {
            Some(Ok(result)) => DatabaseReply::Result(result),
            Some(Err(error)) => DatabaseReply::Error(error),
            None => DatabaseReply::Error(DatabaseError::Away {
                message: "no database is open".to_owned(),
            }),
        };
        in_json(&reply)
    }
}

fn opened(names: &[String], contents: &[Vec<u8>]) -> Result<SqliteDatabase, OpenProblem> {
    let is_table = |name: &String| {
        let name = name.to_ascii_lowercase();
        name.ends_with(".csv") || name.ends_with(".tsv")
    };
    let opened = match contents {
        [] => SqliteDatabase::from_csv(&sample(), now_ms),
        contents if names.iter().all(is_table) => {
            let files = names.iter().zip(contents).map(|(name, bytes)| {
                let text = std::str::from_utf8(bytes).map_err(|_| OpenError::NotADatabase)?;
                Ok(CsvFile { name, text })
            });
            let files: Result<Vec<CsvFile<'_>>, OpenError> = files.collect();
            files.and_then(|files| SqliteDatabase::from_csv(&files, now_ms))
        }
        [bytes] => SqliteDatabase::open(bytes, now_ms),
        _ => Err(OpenError::NotADatabase),
    };
    opened.map_err(|error| error.problem())
}

fn in_json(reply: &DatabaseReply) -> String {
    // All that is in it has its JSON; an empty reply is none to the page.
    serde_json::to_string(reply).unwrap_or_default()
}

fn now_ms() -> u64 {
    // Dates are whole and positive, and exact up to the year 287396.
    js_sys::Date::now() as u64
}
