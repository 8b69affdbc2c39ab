//! A small database to try questions on: the sales of a stationery shop with branches.

use crate::CsvFile;

/// Its tables, as CSV: `branches`, `products` and `sales`.
///
/// ```
/// use kikitori_database::{SqliteDatabase, sample};
/// let database = SqliteDatabase::from_csv(&sample(), || 0).unwrap();
/// let found = database.select("SELECT count(*) FROM sales JOIN branches b ON b.id = branch_id").unwrap();
/// assert_eq!(found.rows[0][0], 120);
/// ```
pub fn sample() -> [CsvFile<'static>; 3] {
    [
        CsvFile {
            name: "branches.csv",
            text: include_str!("../sample/branches.csv"),
        },
        CsvFile {
            name: "products.csv",
            text: include_str!("../sample/products.csv"),
        },
        CsvFile {
            name: "sales.csv",
            text: include_str!("../sample/sales.csv"),
        },
    ]
}
