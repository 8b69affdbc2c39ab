use serde_json::json;

use crate::{CsvFile, ImportError, OpenError, SqliteDatabase};

fn open(files: &[(&str, &str)]) -> Result<SqliteDatabase, OpenError> {
    let files: Vec<CsvFile<'_>> = files
        .iter()
        .map(|(name, text)| CsvFile { name, text })
        .collect();
    SqliteDatabase::from_csv(&files, || 0)
}

#[test]
fn headers_are_cleaned_and_types_inferred() {
    let text = "\u{feff}Unit price (¥);2025;unit-price-¥;;order;番号;Zip;when\n1200;1;x;a;2;;01234;2025-01-02\n;2.5;\"y;\"\"z\"\"\";b;-3;;99999;\n\n7\n";
    let database = open(&[
        ("data/My sales.2025.csv", text),
        ("my sales.2025.CSV", "a\n"),
    ])
    .unwrap();
    let schema = kikitori_tools::database::Database::schema(&database);
    assert_eq!(
        schema.as_data(),
        "My_sales_2025(Unit_price_yen INTEGER, _2025 REAL, unit_price_yen_2 TEXT, column_4 TEXT, order INTEGER, 番号 TEXT, Zip TEXT, when TEXT) -- 3 rows; NULL: Unit_price_yen in 1, _2025 in 1, unit_price_yen_2 in 1, column_4 in 1, order in 1, 番号 in 3, Zip in 1, when in 2\n  [1200,1.0,\"x\",\"a\",2,null,\"01234\",\"2025-01-02\"]\n  [null,2.5,\"y;\\\"z\\\"\",\"b\",-3,null,\"99999\",null]\nmy_sales_2025_2(a TEXT) -- 0 rows"
    );
    let rows = database
        .select("SELECT * FROM My_sales_2025 WHERE Unit_price_yen = 7")
        .unwrap()
        .rows;
    assert_eq!(
        rows,
        [vec![
            json!(7),
            json!(null),
            json!(null),
            json!(null),
            json!(null),
            json!(null),
            json!(null),
            json!(null)
        ]]
    );
}

#[test]
fn a_column_is_of_the_narrowest_type_that_fits_all_its_values() {
    let cases = [
        ("1\n-2\n9223372036854775807", "INTEGER"),
        ("1\n9223372036854775808", "REAL"),
        ("1\n1.5\n-2e3", "REAL"),
        ("0.5\n0", "REAL"),
        ("1\n007", "TEXT"),
        ("1\n+5", "TEXT"),
        ("1\n1,000", "TEXT"),
        ("nan\n1", "TEXT"),
        ("inf", "TEXT"),
        ("1e999", "TEXT"),
        (".5", "TEXT"),
        ("1 \n 2", "INTEGER"),
        // A float would lose the last digits of such an id.
        ("12345678901234567890\n12345678901234567891", "TEXT"),
        ("", "TEXT"),
    ];
    for (cells, expected) in cases {
        let text = format!("x\tother\n{}\t\n", cells.replace('\n', "\t\n"));
        let database = open(&[("t.csv", &text)]).unwrap();
        let schema = kikitori_tools::database::Database::schema(&database).clone();
        assert_eq!(schema.tables[0].columns[0].kind, expected, "{cells:?}");
    }
}

#[test]
fn numbers_with_other_signs_are_numbers_where_they_can_be_nothing_else() {
    let cases = [
        // What parts the cells, the cells, and what their sum is.
        (";", "463,77\n1.524,85\n-12\n0,125", Some(1976.745)),
        ("\t", "1,5\n2", Some(3.5)),
        (";", "1,524.85\n15\n1,000", Some(2539.85)),
        (",", "\"1,524.85\"\n\"1,000\"", Some(2524.85)),
        // A thousand, or one.
        (";", "1,000\n2,000", None),
        // Two of something, or a broken number.
        (",", "\"1,2\"\n\"3,4\"", None),
        (";", "463,77\n12.5", None),
        (";", "463,77\nopen", None),
        (";", "192.168.100.200\n192.168.100.201", None),
        (";", "1.2.2025\n2.3.2025", None),
        (";", "0049,5", None),
        (";", "1,5,2\n1,5", None),
        (";", "1 524,85\n12", Some(1536.85)),
        (";", "1\u{202f}524,85\n12", Some(1536.85)),
        (";", "1'524.85\n12", Some(1536.85)),
        // Codes rather than numbers.
        (";", "12 345\n10 115", None),
        // Of one unit; where there are two, a sum would mean nothing.
        (";", "463,77 €\n-12,50 €\n3 €", Some(454.27)),
        (";", "$1,524.50\n-$4", Some(1520.5)),
        ("\t", "1200円\n800円", Some(2000.0)),
        (";", "27,5 %\n2 %", Some(29.5)),
        (";", "12 €\n12 $", None),
        (";", "12 €\n12", None),
        // A thousand Euro, or one.
        (";", "1.000 €\n5.000 €", None),
        (";", "1.000 €\n5 €", Some(1005.0)),
    ];
    for (delimiter, cells, sum) in cases {
        let rows: String = cells
            .lines()
            .map(|it| format!("{it}{delimiter}y\n"))
            .collect();
        let text = format!("x{delimiter}other\n{rows}");
        let database = open(&[("t.csv", &text)]).unwrap();
        let schema = kikitori_tools::database::Database::schema(&database).clone();
        let kind = schema.tables[0].columns[0].kind.as_str();
        assert_eq!(
            kind,
            if sum.is_some() { "REAL" } else { "TEXT" },
            "{cells:?}"
        );
        let column = &schema.tables[0].columns[0].name;
        let sql = format!("SELECT sum({column}) FROM t");
        let rows = database.select(&sql).unwrap().rows;
        if let Some(sum) = sum {
            let found = rows[0][0].as_f64().unwrap();
            assert!((found - sum).abs() < 1e-9, "{cells:?}: {found}");
        }
    }
}

#[test]
fn a_point_that_may_be_for_thousands_is_read_as_the_file_writes_its_other_numbers() {
    let cases = [
        // The file, and the sum of its first column.
        ("stock;price\n1.200;1.249,00\n12;3,5\n", 1212.0),
        ("sales;share\n1.200;12,5 %\n2.500;8 %\n980;1 %\n", 4680.0),
        ("sales;town\n1.200;Ulm\n980;Bonn\n", 2180.0),
        ("income;share\n1.000 €;2,5\n5 €;1\n", 1005.0),
        // All with three decimals, or with as many as they need.
        ("weight;town\n1.204;Ulm\n2.500;Bonn\n", 3.704),
        ("weight;town\n1.204;Ulm\n2;Bonn\n", 3.204),
        // No thousands.
        ("weight;price\n1.25;1,50\n2;3\n", 3.25),
        ("weight,town\n1.200,Ulm\n2,Bonn\n", 3.2),
    ];
    for (text, sum) in cases {
        let database = open(&[("t.csv", text)]).unwrap();
        let schema = kikitori_tools::database::Database::schema(&database).clone();
        let column = &schema.tables[0].columns[0].name;
        let rows = database
            .select(&format!("SELECT sum({column}) FROM t"))
            .unwrap()
            .rows;
        let found = rows[0][0].as_f64().unwrap();
        assert!((found - sum).abs() < 1e-9, "{text:?}: {found}");
    }
}

#[test]
fn what_cannot_become_a_table_says_why() {
    let wide = "a,".repeat(300);
    let long = format!("a\n{}\n", "x".repeat(150_000));
    let cases = [
        ("", "t.csv: the file has no header line"),
        ("\n \n", "t.csv: the file has no header line"),
        (
            "a,b\n1,2\n\n1,2,3\n",
            "t.csv, line 4: the row has 3 cells, and the header 2",
        ),
        (
            wide.as_str(),
            "t.csv: the file has 301 columns, and 200 are the most",
        ),
        (
            long.as_str(),
            "t.csv: the file has 150000 bytes in a cell, and 100000 are the most",
        ),
    ];
    for (text, expected) in cases {
        match open(&[("t.csv", text)]) {
            Ok(_) => assert_eq!(expected, "", "{text:.20}"),
            Err(error) => {
                assert_eq!(error.to_string(), expected);
                assert!(matches!(
                    error,
                    OpenError::Import(
                        ImportError::Empty { .. }
                            | ImportError::TooManyCells { .. }
                            | ImportError::TooLarge { .. }
                    )
                ));
            }
        }
    }
}

#[test]
fn the_first_row_names_the_columns_unless_it_looks_like_all_others() {
    let cases = [
        ("id,name\n1,x\n", "t(id INTEGER, name TEXT) -- 1 rows"),
        ("name,city\nx,y\n", "t(name TEXT, city TEXT) -- 1 rows"),
        ("1,x\n2,y\n", "t(column_1 INTEGER, column_2 TEXT) -- 2 rows"),
        (
            "1.5,,x\n2,7,y\n",
            "t(column_1 REAL, column_2 INTEGER, column_3 TEXT) -- 2 rows; NULL: column_2 in 1",
        ),
        (
            "city,2023,2024\nKyoto,5,6\n",
            "t(city TEXT, _2023 INTEGER, _2024 INTEGER) -- 1 rows",
        ),
        (
            "2023,2023\n5,6\n",
            "t(column_1 INTEGER, column_2 INTEGER) -- 2 rows",
        ),
        ("id,10\n1,20\n", "t(id INTEGER, _10 INTEGER) -- 1 rows"),
        ("id,name\n", "t(id TEXT, name TEXT) -- 0 rows"),
        ("1,2\n", "t(_1 TEXT, _2 TEXT) -- 0 rows"),
    ];
    for (text, expected) in cases {
        let database = open(&[("t.csv", text)]).unwrap();
        let told = kikitori_tools::database::Database::schema(&database).as_data();
        assert_eq!(told.lines().next(), Some(expected), "{text}");
    }
}

#[test]
fn files_as_programs_write_them_become_the_tables_that_are_meant() {
    let cases = [
        // A sign at the end of each line, of some, and of the header only.
        ("a;b;\n1;2;\n3;4;\n", "t(a INTEGER, b INTEGER) -- 2 rows"),
        ("a;b\n1;2;\n3;4;;\n", "t(a INTEGER, b INTEGER) -- 2 rows"),
        ("a;b;;\n1;2\n", "t(a INTEGER, b INTEGER) -- 1 rows"),
        // A column without a name that holds something stays, and so does one with a name and nothing.
        (
            "a;;c\n1;2;3\n",
            "t(a INTEGER, column_2 INTEGER, c INTEGER) -- 1 rows",
        ),
        (
            "a;b;c\n1;2;\n",
            "t(a INTEGER, b INTEGER, c TEXT) -- 1 rows; NULL: c in 1",
        ),
        // What a spreadsheet is told.
        ("sep=;\na;b\n1,5;2\n", "t(a REAL, b INTEGER) -- 1 rows"),
        (
            "\"sep=|\"\r\na|b\r\n1|2\r\n",
            "t(a INTEGER, b INTEGER) -- 1 rows",
        ),
        // Signs within quotes part nothing.
        (
            "\"name, first, last\";age\nx;3\n",
            "t(name_first_last TEXT, age INTEGER) -- 1 rows",
        ),
        ("\n\na|b\n1|2\n", "t(a INTEGER, b INTEGER) -- 1 rows"),
        // Blanks around cells, and cells of nothing else.
        (
            "a, b\n1, 2\n , \n3, \n",
            "t(a INTEGER, b INTEGER) -- 2 rows; NULL: b in 1",
        ),
        // The first row is no header, however its numbers are written.
        (
            "Heat;463,77\nWater;12,50\n",
            "t(column_1 TEXT, column_2 REAL) -- 2 rows",
        ),
        // What the numbers are of is in the names.
        (
            "Sum (€);Part (%)\n1,5;2\n",
            "t(Sum_EUR REAL, Part_percent INTEGER) -- 1 rows",
        ),
        (
            "Sum;Sum\n1,5 €;2,5 €\n",
            "t(Sum_EUR REAL, Sum_EUR_2 REAL) -- 1 rows",
        ),
        // Line ends of old machines; quotes that are doubled; a line in a cell.
        ("a,b\r1,2\r3,4\r", "t(a INTEGER, b INTEGER) -- 2 rows"),
        (
            "a,b\n\"x \"\"y\"\", z\",\"1\n2\"\n",
            "t(a TEXT, b TEXT) -- 1 rows",
        ),
    ];
    for (text, expected) in cases {
        let database = open(&[("t.csv", text)]).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        let told = kikitori_tools::database::Database::schema(&database).as_data();
        assert_eq!(told.lines().next(), Some(expected), "{text:?}");
    }
}

#[test]
fn ten_megabytes_are_taken() {
    let mut text = "id;name;Betrag (€);when\n".to_owned();
    let mut rows = 0;
    while text.len() < 10 * 1024 * 1024 {
        rows += 1;
        text.push_str(&format!(
            "{rows};Müller; 1.{:03},50;2025-01-02\n",
            rows % 1000
        ));
    }
    let database = open(&[("t.csv", &text)]).unwrap();
    let found = database
        .select("SELECT count(*), min(Betrag_EUR), sum(Betrag_EUR) > 0 FROM t")
        .unwrap()
        .rows;
    assert_eq!(found, [vec![json!(rows), json!(1000.5), json!(1)]]);
}
