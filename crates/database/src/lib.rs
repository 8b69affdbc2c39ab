//! Read-only SQL on a real SQLite: the database of [`kikitori_tools::database`].
//!
//! Natively it is the SQLite that rusqlite brings along; in a browser it is the same C, compiled to
//! WebAssembly, in a module of its own. All rules stand in [`policy`] and hold for both.

mod functions;
mod import;
mod opened;
pub mod policy;
mod query;
mod sample;
mod schema;
mod value;

pub use import::{CsvFile, ImportError};
pub use opened::{OpenError, SqliteDatabase};
pub use sample::sample;
