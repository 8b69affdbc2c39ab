//! Figures in a statement that its sources do not hold.

use std::collections::BTreeSet;

use kikitori_search::nfkc;

/// Figures that are told of one statement.
const MOST: usize = 8;

/// Numbers as words, which a source may have where a statement has digits.
const IN_WORDS: [(&str, &str); 12] = [
    ("one", "1"),
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("ten", "10"),
    ("eleven", "11"),
    ("twelve", "12"),
];

/// The same in Japanese, where they stand within words.
const KANJI: [(char, &str); 10] = [
    ('一', "1"),
    ('二', "2"),
    ('三', "3"),
    ('四', "4"),
    ('五', "5"),
    ('六', "6"),
    ('七', "7"),
    ('八', "8"),
    ('九', "9"),
    ('十', "10"),
];

/// The figures of `statement` that stand in none of `sources`, as the statement writes them.
pub(crate) fn figures_not_in(statement: &str, sources: &[&str]) -> Vec<String> {
    let wanted = figures(statement);
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut held: BTreeSet<String> = BTreeSet::new();
    for source in sources {
        held.extend(figures(source).into_iter().map(|(_, value)| value));
        held.extend(in_words(source).map(str::to_owned));
    }
    let mut missing: Vec<String> = Vec::new();
    for (written, value) in wanted {
        if !held.contains(&value) && !missing.contains(&written) && missing.len() < MOST {
            missing.push(written);
        }
    }
    missing
}

/// The figures of a text as they are written and as they are compared. Zeros, as in 10:00, say
/// nothing.
fn figures(text: &str) -> Vec<(String, String)> {
    let text = nfkc(text);
    let is_part = |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | ',');
    let written = text.split(|letter| !is_part(letter));
    let written = written.map(|it| it.trim_matches(['.', ',']));
    let figures = written.map(|it| (it.to_owned(), value(it)));
    figures.filter(|(_, value)| !value.is_empty()).collect()
}

/// 1,000 and 1000 are the same, and so are 07 and 7, 2.50, 2,5 and 2.5.
fn value(written: &str) -> String {
    let mut groups = written.split(',').skip(1);
    let is_grouped = groups.all(|group| group.split('.').next().is_some_and(|it| it.len() == 3));
    let plain = written.replace(',', if is_grouped { "" } else { "." });
    let plain = match plain.contains('.') {
        true => plain.trim_end_matches('0').trim_end_matches('.'),
        false => &plain,
    };
    plain.trim_start_matches('0').to_owned()
}

fn in_words(text: &str) -> impl Iterator<Item = &'static str> {
    let lower = text.to_ascii_lowercase();
    let words: BTreeSet<&str> = lower.split(|it: char| !it.is_ascii_alphabetic()).collect();
    let english: Vec<&str> = IN_WORDS
        .iter()
        .filter(|(word, _)| words.contains(word))
        .map(|(_, value)| *value)
        .collect();
    let japanese = KANJI.iter().filter(|(letter, _)| text.contains(*letter));
    let japanese: Vec<&str> = japanese.map(|(_, value)| *value).collect();
    english.into_iter().chain(japanese)
}

#[cfg(test)]
mod tests {
    use super::figures_not_in;

    #[test]
    fn a_figure_is_found_however_it_is_written() {
        for (statement, source) in [
            ("It costs €1,200.", "The price is 1200 euro."),
            ("１６歳から", "from the age of 16"),
            ("Open from 10:00.", "10時から"),
            ("It takes 3 days.", "It takes three days."),
            ("3日かかります。", "三日ほど"),
            ("€2.50, and on 7 June.", "2,5 euro (2026-06-07)"),
            ("No figure.", ""),
        ] {
            let missing = figures_not_in(statement, &[source]);
            assert!(missing.is_empty(), "{statement}: {missing:?}");
        }
    }

    #[test]
    fn a_figure_that_stands_nowhere_is_told_as_it_is_written() {
        let missing = figures_not_in(
            "The deposit is 20 euro, and 1,500 later, 20 in all.",
            &["The deposit is 25 euro.", "Until 2026."],
        );
        assert_eq!(missing, ["20", "1,500"]);
        let many: String = (100..200).map(|it| format!("{it} ")).collect();
        assert_eq!(figures_not_in(&many, &[]).len(), super::MOST);
    }
}
