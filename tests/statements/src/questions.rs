//! Questions with their answers.

use serde_json::{Value, json};

/// Statements with the rows that they give.
pub fn questions() -> [(&'static str, Value); 26] {
    [
        (
            "SELECT 'DROP TABLE x; --' AS \"delete\"",
            json!([["DROP TABLE x; --"]]),
        ),
        (
            "SELECT \"delete\", \"drop table\", \"update\", pragma FROM \"order\"",
            json!([["DROP TABLE accounts; --", 1, "insert", "attach"]]),
        ),
        ("select owner from rich", json!([["north"]])),
        (
            "SELECT owner, balance, secret FROM accounts",
            json!([
                ["north", 10.5, "blob of 2 bytes: 00ff"],
                [
                    "south",
                    null,
                    "blob of 100 bytes: 00000000000000000000000000000000…"
                ]
            ]),
        ),
        ("VALUES (1, 'a'), (2, 'b')", json!([[1, "a"], [2, "b"]])),
        ("/* a note */ SELECT 1 -- another\n;", json!([[1]])),
        ("SELECT count(*) FROM sales", json!([[120]])),
        (
            "SELECT count(*) FROM (SELECT 1 UNION SELECT 2)",
            json!([[2]]),
        ),
        ("WITH c AS (SELECT 1) SELECT count(*) FROM c", json!([[1]])),
        (
            "WITH c AS NOT MATERIALIZED (SELECT 1 AS a) SELECT c.a FROM c AS c",
            json!([[1]]),
        ),
        (
            "SELECT name, size FROM tree WHERE id = 4",
            json!([["leaf", 4]]),
        ),
        (
            "WITH RECURSIVE up(id, path) AS (SELECT id, name FROM tree WHERE parent IS NULL UNION ALL SELECT t.id, up.path || '/' || t.name FROM tree t JOIN up ON t.parent = up.id) SELECT path FROM up WHERE id = 4",
            json!([["root/right/leaf"]]),
        ),
        (
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) SELECT count(*), sum(i) FROM n",
            json!([[100_000, 5_000_050_000_i64]]),
        ),
        ("SELECT value FROM json_each('[1,2]')", json!([[1], [2]])),
        (
            "SELECT key, atom FROM json_tree('{\"a\":{\"b\":3}}') WHERE atom IS NOT NULL",
            json!([["b", 3]]),
        ),
        ("SELECT count(*) FROM json_each('[1,2,3]')", json!([[3]])),
        (
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name = 'log'",
            json!([["log"]]),
        ),
        ("SELECT count(*) > 3 FROM sqlite_master", json!([[1]])),
        (
            "SELECT 9007199254740993, -9223372036854775808",
            json!([[9_007_199_254_740_993_i64, i64::MIN]]),
        ),
        (
            "SELECT 1e999, -1e999, 1e999 - 1e999",
            json!([["Infinity", "-Infinity", null]]),
        ),
        (
            "SELECT date('2025-01-31', '+1 month'), strftime('%Y', '2025-06-01')",
            json!([["2025-03-03", "2025"]]),
        ),
        (
            "SELECT typeof(CURRENT_TIMESTAMP), typeof(current_date), length(time('now'))",
            json!([["text", "text", 8]]),
        ),
        (
            "SELECT city FROM branches WHERE city LIKE 'k%' OR city GLOB 'L*s'",
            json!([["Kyoto"], ["Leeds"]]),
        ),
        (
            "SELECT round(2.5), sqrt(9), pow(2, 10), 7 / 2, 7 % 3",
            json!([[3.0, 3.0, 1024.0, 3, 1]]),
        ),
        (
            "SELECT name_ja FROM products WHERE name_ja LIKE '%ノート%' ORDER BY id",
            json!([["ノート A5"], ["ノート A4"]]),
        ),
        (
            "SELECT instr('日本語', '語'), replace('aXbX', 'X', '-'), trim('xxaxx', 'x'), upper('é')",
            json!([[3, "a-b-", "a", "é"]]),
        ),
    ]
}
