//! What would run for ever.

/// Statements without an end, or with one that is far off.
pub fn endless() -> Vec<String> {
    let count = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c)";
    let mut made: Vec<String> = [
        "SELECT count(*) FROM c",
        "SELECT n FROM c ORDER BY n DESC",
        "SELECT sum(n) OVER (ORDER BY n) FROM c LIMIT 1 OFFSET 1000000000",
        "SELECT group_concat(n) FROM c",
        "SELECT json_group_array(n) FROM c",
        "SELECT max(n) FROM c WHERE n < 0",
        "SELECT * FROM c WHERE n = 0",
        "SELECT * FROM c, c AS d WHERE c.n + d.n < 0",
        "SELECT DISTINCT n % 2 FROM c",
        "SELECT n, count(*) FROM c GROUP BY n",
        "SELECT EXISTS (SELECT 1 FROM c WHERE n < 0)",
        "SELECT (SELECT n FROM c WHERE n < 0)",
        "SELECT * FROM accounts WHERE id IN (SELECT -n FROM c)",
        "SELECT n FROM c EXCEPT SELECT n FROM c",
        "SELECT printf('%.*c', 100000, 'x') || n FROM c WHERE n < 0 OR printf('%.*c', 100000, 'x') = ''",
        "SELECT count(*) FROM c WHERE replace(printf('%.*c', 99999, 'a') || n, 'a', 'b') = ''",
        "SELECT count(*) FROM c WHERE instr(printf('%.*c', 99999, 'a') || n, printf('%.*c', 50000, 'a') || 'b') > 0",
        "SELECT count(*) FROM c WHERE trim(printf('%.*c', 99999, 'b') || n, printf('%.*c', 99999, 'a') || 'b') = ''",
        "SELECT count(*) FROM c WHERE printf('%.*c', 99999, 'a') || n LIKE '%a%a%a%a%a%a%a%a%b'",
        "SELECT count(*) FROM c WHERE printf('%.*c', 99999, 'a') || n GLOB '*a*a*a*a*a*a*a*a*b'",
        "SELECT count(*) FROM c WHERE hex(printf('%.*c', 90000, 'a') || n) = ''",
        "SELECT count(*) FROM c WHERE strftime('%Y', n, 'unixepoch', '+1 year') = ''",
        "SELECT count(*) FROM c WHERE json_valid(printf('[%.*c]', 90000, '1') || n) = 2",
        "SELECT count(*) FROM c, json_each('[1,2,3]') WHERE n < 0",
    ]
    .iter()
    .map(|end| format!("{count} {end}"))
    .collect();
    let many = (0..12)
        .map(|it| format!("sales AS s{it}"))
        .collect::<Vec<_>>()
        .join(", ");
    made.extend([
        format!("SELECT count(*) FROM {many}"),
        format!("SELECT * FROM {many} ORDER BY random()"),
        format!("SELECT count(DISTINCT s0.id + s1.id * s2.id) FROM {many}"),
        format!("SELECT * FROM {many} WHERE s0.id + s11.id < 0"),
        "WITH RECURSIVE c(a, b) AS (SELECT 'x', 'y' UNION SELECT a || b, b || a FROM c) SELECT count(*) FROM c".into(),
        "WITH RECURSIVE a(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM a), b(n) AS (SELECT n FROM a UNION ALL SELECT n FROM b) SELECT count(*) FROM b".into(),
        "WITH RECURSIVE c(x) AS (SELECT '[1]' UNION ALL SELECT json_array(x, x) FROM c) SELECT max(length(x)) FROM c".into(),
        "WITH RECURSIVE c(x) AS (SELECT 'x' UNION ALL SELECT x || x FROM c) SELECT max(length(x)) FROM c".into(),
    ]);
    made
}
