//! Ordinary questions, made by a grammar.

use std::collections::BTreeSet;

/// Statements of which none may be refused, more than a thousand.
pub fn ordinary() -> BTreeSet<String> {
    let mut grammar = Grammar(fastrand::Rng::with_seed(2025));
    (0..STATEMENTS).map(|_| grammar.query(1)).collect()
}

/// Whether an error is one that random arithmetic comes to in SQLite, too: the statement was let
/// through.
pub fn ends_in_arithmetic(error: &str) -> bool {
    ["integer overflow", "JSON cannot hold BLOB"]
        .iter()
        .any(|it| error.contains(it))
}

const STATEMENTS: usize = 1_200;

/// Words that a list of forbidden ones would find.
const WORDS: [&str; 12] = [
    "drop table",
    "delete",
    "insert into",
    "update",
    "pragma",
    "attach",
    "--",
    "/*",
    ";",
    "load_extension",
    "vacuum",
    "create",
];

struct Grammar(fastrand::Rng);

impl Grammar {
    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        self.0.choice(from).copied().unwrap_or_default()
    }

    fn literal(&mut self) -> String {
        match self.0.u8(0..6) {
            0 => self.0.i32(-50..5_000).to_string(),
            1 => format!("{}.5", self.0.u8(..)),
            2 => "NULL".into(),
            3 => format!("'{}'", self.pick(&WORDS)),
            4 => format!("'2025-{:02}-10'", self.0.u8(1..13)),
            _ => format!(
                "'{} of ''{}'''",
                self.pick(&WORDS),
                self.pick(&["pens", "紙", "ink"])
            ),
        }
    }

    /// A value of the joined tables `s`, `p` and `b`.
    fn value(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.0.u8(0..4) {
                0 => self.literal(),
                _ => self
                    .pick(&[
                        "s.id",
                        "s.day",
                        "s.quantity",
                        "s.discount",
                        "p.name",
                        "p.name_ja",
                        "p.category",
                        "p.price_jpy",
                        "b.city",
                        "b.country",
                        "b.opened",
                        "b.floor_area",
                        "s.rowid",
                    ])
                    .into(),
            };
        }
        let (a, b) = (self.value(depth - 1), self.value(depth - 1));
        let c = self.value(0);
        match self.0.u8(0..26) {
            0 => format!(
                "({a} {} {b})",
                self.pick(&["+", "-", "*", "/", "%", "||", "&", "|", "<<"])
            ),
            1 => format!(
                "({a} {} {b})",
                self.pick(&["=", "<>", "<", ">=", "IS", "IS NOT", "=="])
            ),
            2 => format!("({a} {} {b})", self.pick(&["AND", "OR"])),
            3 => format!("CASE WHEN {a} THEN {b} ELSE {c} END"),
            4 => format!("CASE {c} WHEN {a} THEN {b} END"),
            5 => format!(
                "{}({a})",
                self.pick(&[
                    "upper", "lower", "length", "typeof", "hex", "quote", "trim", "ltrim", "rtrim",
                    "unicode"
                ])
            ),
            6 => format!(
                "{}({a})",
                self.pick(&[
                    "abs", "round", "sign", "ceil", "floor", "exp", "sqrt", "log10", "radians",
                    "sin"
                ])
            ),
            7 => format!("coalesce({a}, {b}, {c})"),
            8 => format!("iif({a}, {b}, {c})"),
            9 => format!("nullif({a}, {b})"),
            10 => format!("substr({a}, 1, 3)"),
            11 => format!("replace({a}, {b}, {c})"),
            12 => format!("instr({a}, {b})"),
            13 => format!(
                "({a} {} '%{}%')",
                self.pick(&["LIKE", "NOT LIKE"]),
                self.pick(&WORDS)
            ),
            14 => format!("({a} GLOB '*[a-z]?{}*')", self.pick(&["n", "drop"])),
            15 => format!("({a} BETWEEN {b} AND {c})"),
            16 => format!("({a} {} ({b}, {c}))", self.pick(&["IN", "NOT IN"])),
            17 => format!(
                "CAST({a} AS {})",
                self.pick(&["TEXT", "INTEGER", "REAL", "NUMERIC"])
            ),
            18 => format!(
                "strftime('{}', s.day)",
                self.pick(&["%Y-%m", "%W", "%j", "%s", "%d.%m."])
            ),
            19 => format!(
                "{}(s.day, '{}')",
                self.pick(&["date", "datetime", "julianday", "unixepoch"]),
                self.pick(&["+1 month", "start of year", "weekday 0", "-7 days"])
            ),
            20 => format!("json_object('{}', {a}, 'b', {b})", self.pick(&WORDS)),
            21 => format!("json_extract(json_array({a}, {b}), '$[1]')"),
            22 => format!("(json_object('a', {a}) ->> 'a')"),
            23 => format!("printf('%s-%05.2f', {a}, {b})"),
            24 => format!("({a} IS NULL)"),
            _ => format!("EXISTS (SELECT 1 FROM accounts WHERE owner = {a})"),
        }
    }

    fn aggregate(&mut self) -> String {
        let a = self.value(1);
        match self.0.u8(0..8) {
            0 => "count(*)".into(),
            1 => format!("count(DISTINCT {a})"),
            2 => format!("sum({a}) FILTER (WHERE s.quantity > 1)"),
            3 => format!("group_concat({a}, ' / ')"),
            4 => format!("json_group_array({a})"),
            5 => format!("json_group_object(p.name, {a})"),
            _ => format!("{}({a})", self.pick(&["sum", "avg", "min", "max", "total"])),
        }
    }

    fn window(&mut self) -> String {
        let order = self.pick(&[
            "s.day",
            "s.id DESC",
            "p.price_jpy, s.id",
            "s.day NULLS LAST",
        ]);
        let part = self.pick(&["", "PARTITION BY b.city", "PARTITION BY p.category, b.id"]);
        let frame = self.pick(&[
            "",
            "ROWS BETWEEN 2 PRECEDING AND CURRENT ROW",
            "RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING",
            "GROUPS 1 PRECEDING EXCLUDE TIES",
        ]);
        match self.0.u8(0..4) {
            0 => format!(
                "{}() OVER ({part} ORDER BY {order})",
                self.pick(&[
                    "row_number",
                    "rank",
                    "dense_rank",
                    "percent_rank",
                    "cume_dist"
                ])
            ),
            1 => format!(
                "{}(s.quantity, 1, 0) OVER ({part} ORDER BY {order})",
                self.pick(&["lag", "lead"])
            ),
            2 => format!(
                "{}(s.quantity) OVER ({part} ORDER BY {order} {frame})",
                self.pick(&["sum", "avg", "count", "first_value", "last_value", "max"])
            ),
            _ => format!("ntile(4) OVER ({part} ORDER BY {order})"),
        }
    }

    fn alias(&mut self) -> String {
        format!("\"{} {}\"", self.pick(&WORDS), self.0.u16(..))
    }

    fn from(&mut self) -> String {
        let join = self.pick(&["JOIN", "LEFT JOIN", "INNER JOIN"]);
        let sales = self.pick(&[
            "sales",
            "main.sales",
            "(SELECT rowid, * FROM sales WHERE quantity > 0)",
            "\"sales\"",
            "[sales]",
        ]);
        format!(
            "FROM {sales} AS s {join} products p ON p.id = s.product_id {join} branches AS b ON b.id = s.branch_id"
        )
    }

    fn query(&mut self, depth: usize) -> String {
        let from = self.from();
        let condition = match self.0.u8(0..3) {
            0 => String::new(),
            _ => format!("WHERE {}", self.value(2)),
        };
        let (a, b) = (self.value(2), self.value(1));
        let (first, second) = (self.alias(), self.alias());
        let limit = self.pick(&[
            "",
            "LIMIT 5",
            "LIMIT 10 OFFSET 3",
            "ORDER BY 1 LIMIT 7",
            "ORDER BY 2 DESC, 1",
        ]);
        match self.0.u8(0..if depth == 0 { 5 } else { 9 }) {
            0 | 1 => format!("SELECT {a} AS {first}, {b} {second} {from} {condition} {limit}"),
            2 => {
                let (x, y) = (self.aggregate(), self.aggregate());
                let having = self.pick(&[
                    "",
                    "HAVING count(*) > 1",
                    "HAVING max(s.quantity) IS NOT NULL",
                ]);
                format!(
                    "SELECT {x} AS {first}, {y} AS {second} {from} {condition} GROUP BY b.city || {b} {having} {limit}"
                )
            }
            3 => format!(
                "SELECT {} AS {first}, {a} {from} {condition} {limit}",
                self.window()
            ),
            4 => format!("SELECT DISTINCT {a}, {b} {from} {condition} {limit}"),
            5 => {
                let inner = self.query(0);
                format!(
                    "WITH \"delete\" AS ({inner}) SELECT count(*), '{}' FROM \"delete\" -- drop",
                    self.pick(&["a", "b"])
                )
            }
            6 => {
                let set = self.pick(&["UNION", "UNION ALL", "INTERSECT", "EXCEPT"]);
                format!("SELECT {a}, 1 {from} {set} SELECT {b}, 2 {from} ORDER BY 2")
            }
            7 => {
                let inner = self.query(0);
                format!("SELECT * FROM ({inner}) AS \"update\" LIMIT 20")
            }
            _ => format!(
                "WITH RECURSIVE months(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM months WHERE n < 12) SELECT n, (SELECT {} {from} WHERE CAST(strftime('%m', s.day) AS INTEGER) = n) FROM months",
                self.aggregate()
            ),
        }
    }
}
