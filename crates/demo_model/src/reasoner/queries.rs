//! Questions to a database in SQL, by the words that name its tables and columns.

use crate::parse;
use crate::text::narrow;

/// A table, as the tool's description tells it: `sales(id INTEGER, day TEXT) -- 120 rows`.
struct Table {
    name: String,
    columns: Vec<String>,
}

/// Words for what is reckoned over rows, in both languages.
const AGGREGATES: [(&str, &str); 16] = [
    ("average", "avg"),
    ("mean", "avg"),
    ("平均", "avg"),
    ("total", "sum"),
    ("sum", "sum"),
    ("合計", "sum"),
    ("highest", "max"),
    ("largest", "max"),
    ("maximum", "max"),
    ("最大", "max"),
    ("最高", "max"),
    ("lowest", "min"),
    ("smallest", "min"),
    ("minimum", "min"),
    ("最小", "min"),
    ("最低", "min"),
];
const COUNTS: [&str; 4] = ["how many", "number of", "何件", "件数"];
const LISTS: [&str; 5] = ["show", "list", "rows of", "一覧", "見せて"];
/// What stands before the column that rows are put together by, and what behind it.
const BY: [&str; 3] = ["by", "per", "each"];
const EACH: [&str; 2] = ["ごと", "別"];

/// The statement for `question` over the tables in `description`, if it names any.
pub fn query(question: &str, description: &str) -> Option<String> {
    let schema = parse::unescape(parse::block(description, "schema")?);
    let tables: Vec<Table> = schema.lines().filter_map(table).collect();
    let plain: String = question.to_lowercase().chars().map(narrow).collect();
    let words = words(&plain);
    let has = |name: &str| words.iter().any(|it| is_named(it, name));
    let asks = |all: &[&str]| all.iter().any(|it| plain.contains(it));
    let table = tables.iter().find(|it| has(&it.name))?;
    let from = quoted(&table.name);
    let aggregate = AGGREGATES.iter().find(|(word, _)| plain.contains(word));
    let measured = aggregate.and_then(|(_, function)| {
        let column = table.columns.iter().find(|it| has(it))?;
        Some(format!("{function}({from}.{})", quoted(column)))
    });
    let value = match measured {
        Some(measured) => measured,
        None if asks(&COUNTS) => "count(*)".to_owned(),
        None if asks(&LISTS) => return Some(format!("SELECT * FROM {from}")),
        None => return None,
    };
    let group = grouping(&words).and_then(|it| column_of(it, table, &tables));
    Some(match group {
        None => format!("SELECT {value} FROM {from}"),
        Some((column, join)) => {
            format!("SELECT {column}, {value} FROM {from}{join} GROUP BY 1 ORDER BY 2 DESC")
        }
    })
}

fn table(line: &str) -> Option<Table> {
    let (name, rest) = line.split_once('(')?;
    let (columns, _) = rest.rsplit_once(')')?;
    let columns = columns.split(", ").map(|column| {
        // The type is the last word, where there is one.
        let name = column.rsplit_once(' ').map_or(column, |(name, _)| name);
        unquoted(name)
    });
    // Sample rows are indented.
    let is_table = !name.starts_with(' ') && !name.is_empty();
    is_table.then(|| Table {
        name: unquoted(name),
        columns: columns.collect(),
    })
}

fn unquoted(name: &str) -> String {
    name.trim_matches('"').replace("\"\"", "\"")
}

fn quoted(name: &str) -> String {
    let is_plain = name.chars().all(|it| it.is_alphanumeric() || it == '_');
    match is_plain {
        true => name.to_owned(),
        false => format!("\"{}\"", name.replace('"', "\"\"")),
    }
}

/// Words, where Japanese begins and ends one beside Latin letters.
fn words(plain: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for run in plain.split(|it: char| !it.is_alphanumeric() && it != '_') {
        let mut begin = 0;
        let mut was_ascii = None;
        for (at, letter) in run.char_indices() {
            if was_ascii.is_some_and(|it| it != letter.is_ascii()) {
                words.extend(run.get(begin..at));
                begin = at;
            }
            was_ascii = Some(letter.is_ascii());
        }
        words.extend(run.get(begin..).filter(|it| !it.is_empty()));
    }
    words
}

/// Whether a word names it, in the singular or the plural.
fn is_named(word: &str, name: &str) -> bool {
    let name = name.to_lowercase();
    let stem = |it: &str| it.strip_suffix('s').unwrap_or(it).to_owned();
    word == name || (word.is_ascii() && stem(word) == stem(&name))
}

/// The word for what rows are put together by.
fn grouping<'a>(words: &[&'a str]) -> Option<&'a str> {
    words.windows(2).find_map(|pair| match pair {
        [by, column] if BY.contains(by) => Some(*column),
        [column, each] if EACH.iter().any(|it| each.starts_with(it)) => Some(*column),
        _ => None,
    })
}

/// The column that a word names, in this table or in one that it refers to, with the way there.
fn column_of(word: &str, table: &Table, tables: &[Table]) -> Option<(String, String)> {
    let from = quoted(&table.name);
    if let Some(column) = table.columns.iter().find(|it| is_named(word, it)) {
        return Some((format!("{from}.{}", quoted(column)), String::new()));
    }
    tables.iter().find_map(|other| {
        let column = other.columns.iter().find(|it| is_named(word, it))?;
        let refers = |it: &&String| {
            let stem = it.strip_suffix("_id");
            stem.is_some_and(|stem| is_same_thing(stem, &other.name))
        };
        let key = table.columns.iter().find(refers)?;
        let to = quoted(&other.name);
        let join = format!(" JOIN {to} ON {to}.id = {from}.{}", quoted(key));
        Some((format!("{to}.{}", quoted(column)), join))
    })
}

/// Whether `branch` is one of `branches`.
fn is_same_thing(one: &str, many: &str) -> bool {
    let many = many.to_lowercase();
    [one.to_owned(), format!("{one}s"), format!("{one}es")].contains(&many)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_become_statements_by_the_names_in_them() {
        let description = "Ask.\n<schema>\nbranches(id INTEGER, city TEXT) -- 5 rows\n  [1,\"(x)\"]\n\"my order\"(\"unit price\" REAL, day TEXT) -- 2 rows\nsales(id INTEGER, branch_id INTEGER, quantity INTEGER, day TEXT) -- 120 rows\n</schema>";
        let cases = [
            (
                "How many sales are there?",
                Some("SELECT count(*) FROM sales"),
            ),
            ("How many branches?", Some("SELECT count(*) FROM branches")),
            (
                "sales は何件ありますか？",
                Some("SELECT count(*) FROM sales"),
            ),
            (
                "What is the average quantity of sales?",
                Some("SELECT avg(sales.quantity) FROM sales"),
            ),
            (
                "What is the total quantity of sales by city?",
                Some(
                    "SELECT branches.city, sum(sales.quantity) FROM sales JOIN branches ON branches.id = sales.branch_id GROUP BY 1 ORDER BY 2 DESC",
                ),
            ),
            (
                "cityごとのsalesのquantityの合計は？",
                Some(
                    "SELECT branches.city, sum(sales.quantity) FROM sales JOIN branches ON branches.id = sales.branch_id GROUP BY 1 ORDER BY 2 DESC",
                ),
            ),
            (
                "How many sales per day?",
                Some("SELECT sales.day, count(*) FROM sales GROUP BY 1 ORDER BY 2 DESC"),
            ),
            ("Show all sales", Some("SELECT * FROM sales")),
            ("What are sales?", None),
            ("How many lamps are there?", None),
        ];
        for (question, expected) in cases {
            assert_eq!(
                query(question, description).as_deref(),
                expected,
                "{question}"
            );
        }
        assert_eq!(query("How many sales?", "no schema"), None);
    }
}
