//! What is said of the database.

use kikitori_parts::Language;
use kikitori_parts::format::grouped;
use kikitori_tools::database::OpenProblem;

use crate::database::NotTaken;

/// Why files were not taken for the database, and what to do.
pub fn database_problem(language: Language, names: &str, why: &NotTaken) -> String {
    let problem = match why {
        NotTaken::Store(error) => return language.store_advice(error).to_owned(),
        NotTaken::NotHandedOut => (
            "The browser could not read this file. Choose it again.",
            "ブラウザーがこのファイルを読めませんでした。もう一度選んでください。",
        ),
        NotTaken::NotText => (
            "This file could not be read as text. If it is one, save it as UTF-8 and choose it again.",
            "テキストとして読めないファイルです。テキストなら、UTF-8 で保存して、もう一度選んでください。",
        ),
        NotTaken::Problem(problem) => match problem {
            OpenProblem::NotADatabase => (
                "This is neither a SQLite database nor a table in CSV. Choose one .sqlite file, or .csv files.",
                "SQLite のデータベースでも CSV の表でもありません。.sqlite ファイルを一つか、.csv ファイルを選んでください。",
            ),
            OpenProblem::TooLarge => (
                "This is too large: 16 MB, 500,000 rows and 200 columns are the most. Choose a part of it.",
                "大きすぎます。上限は 16 MB、50 万行、200 列です。分けたものを選んでください。",
            ),
            OpenProblem::Damaged => (
                "SQLite cannot read this file: it is damaged or encrypted. Choose another copy.",
                "SQLite で読めないファイルです。壊れているか、暗号化されています。別のコピーを選んでください。",
            ),
            OpenProblem::Empty => (
                "There is nothing in this file.",
                "このファイルには何もありません。",
            ),
            OpenProblem::Row { name, line } => {
                return match language {
                    Language::En => format!(
                        "{name}, line {line}: this row has more cells than the first one. Mend it, then choose the file again."
                    ),
                    Language::Ja => format!(
                        "{name} の {line} 行目：セルが最初の行より多くなっています。直してから、もう一度選んでください。"
                    ),
                };
            }
            OpenProblem::Away => (
                "The part of this page that opens databases could not be loaded. Check the connection, then switch the database off and on.",
                "データベースを開く部品を読み込めませんでした。接続を確かめて、データベースをオフにしてから、もう一度オンにしてください。",
            ),
        },
    };
    let text = language.pick(problem.0, problem.1);
    match names {
        "" => text.to_owned(),
        names => format!("{names}: {text}"),
    }
}

/// Asks whether a file of the visitor's is to be removed; without the last one the sample is asked.
pub fn remove_question(language: Language, name: &str, is_last: bool) -> String {
    let (question, then) = match language {
        Language::En => (
            format!("Remove “{name}” with its tables from this browser?"),
            " The database is the sample then.",
        ),
        Language::Ja => (
            format!("「{name}」を表ごとこのブラウザーから外しますか？"),
            "外すと、データベースはサンプルになります。",
        ),
    };
    match is_last {
        true => format!("{question}{then}"),
        false => question,
    }
}

/// In how many rows a column is empty.
pub fn cells_empty(language: Language, count: u64) -> String {
    let count = grouped(count);
    match language {
        Language::En => format!("{count} empty"),
        Language::Ja => format!("空欄 {count}"),
    }
}

/// How many rows are shown, and of how many.
pub fn rows_shown(language: Language, shown: usize, total: Option<u64>, is_cut: bool) -> String {
    let count = u64::try_from(shown).unwrap_or_default();
    let count = grouped(count);
    match (language, total.map(grouped)) {
        (Language::En, Some(total)) => format!("{count} of {total} rows shown"),
        (Language::En, None) if is_cut => format!("The first {count} rows shown; there are more"),
        (Language::En, None) if shown == 1 => "1 row".to_owned(),
        (Language::En, None) => format!("{count} rows"),
        (Language::Ja, Some(total)) => format!("{total} 行のうち {count} 行を表示"),
        (Language::Ja, None) if is_cut => format!("最初の {count} 行を表示（ほかにもあります）"),
        (Language::Ja, None) => format!("{count} 行"),
    }
}
