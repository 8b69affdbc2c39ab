//! What would take too much room.

/// Statements that ask for more than a value, a statement or a program may have.
pub fn large() -> Vec<String> {
    let nested = |open: &str, close: &str, times: usize| {
        format!("SELECT {}1{}", open.repeat(times), close.repeat(times))
    };
    let union = vec!["SELECT 1"; 400].join(" UNION ALL ");
    let columns = (0..2_000)
        .map(|it| format!("{it}"))
        .collect::<Vec<_>>()
        .join(",");
    let joins = (0..200).map(|at| format!("sales AS t{at}"));
    let ctes = (1..200).map(|it| format!("c{it} AS (SELECT * FROM c{}, c{0} AS d)", it - 1));
    vec![
        "SELECT printf('%.*c', 1000000000, 'x')".into(),
        "SELECT printf('%1000000000s', 'x')".into(),
        "SELECT format('%01000000000d', 1)".into(),
        "SELECT replace(printf('%.*c', 100000, 'a'), 'a', printf('%.*c', 100000, 'b'))".into(),
        "SELECT hex(printf('%.*c', 150000, 'a'))".into(),
        "SELECT quote(printf('%.*c', 199999, ''''))".into(),
        "SELECT group_concat(printf('%.*c', 90000, 'a')) FROM sales".into(),
        "SELECT json_group_array(printf('%.*c', 90000, 'a')) FROM sales".into(),
        "SELECT json_array(a, a, a) FROM (SELECT printf('%.*c', 90000, 'a') AS a)".into(),
        "SELECT a || a || a FROM (SELECT printf('%.*c', 90000, 'a') AS a)".into(),
        "SELECT concat(a, a, a) FROM (SELECT printf('%.*c', 90000, 'a') AS a)".into(),
        "SELECT sum(9223372036854775807) FROM sales".into(),
        "SELECT abs(-9223372036854775808)".into(),
        "SELECT char(1, 2, 3".into(),
        nested("(", ")", 5_000),
        nested("abs(", ")", 3_000),
        nested("-", "", 9_000),
        nested("NOT ", "", 4_000),
        nested("(SELECT ", ")", 1_500),
        nested("CASE WHEN 1 THEN ", " END", 700),
        nested("json_array(", ")", 1_500),
        nested("coalesce(1,", ")", 1_500),
        format!("SELECT 1{}", "+1".repeat(9_000)),
        format!("SELECT 1{}", " AND 1".repeat(3_000)),
        format!("SELECT ''{}", "||''".repeat(4_000)),
        format!("SELECT json('{}{}')", "[".repeat(9_000), "]".repeat(9_000)),
        format!("SELECT json_extract('[]', '${}')", "[0]".repeat(5_000)),
        format!("SELECT 'a' LIKE '{}'", "%a".repeat(5_000)),
        format!("SELECT {columns}"),
        format!("SELECT max({columns})"),
        format!("SELECT 1 IN ({columns})"),
        format!("SELECT * FROM {}", joins.collect::<Vec<_>>().join(",")),
        format!(
            "WITH c0 AS (SELECT 1), {} SELECT count(*) FROM c199",
            ctes.collect::<Vec<_>>().join(",")
        ),
        union,
        format!("SELECT {}", "x".repeat(19_000)),
        format!("SELECT \"{}\"", "x".repeat(19_000)),
        format!("SELECT 1{};", ";".repeat(19_000)),
        format!("{}SELECT 1", ";".repeat(19_000)),
        "/*".repeat(9_000),
        "'".repeat(19_999),
        "\u{1f4a3}".repeat(4_000),
    ]
}
