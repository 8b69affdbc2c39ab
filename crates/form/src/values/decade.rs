//! Decades and ranges of years, which people give where one year is asked for.

use super::Refusal;
use crate::file::answer::Integer;
use crate::plain::plain;

/// What a decade's figures end with.
const ENDINGS: [&str; 6] = ["s", "'s", "ern", "-е", "-х", "-ые"];
/// What goes on behind them.
const BEHIND: [&str; 11] = [
    "er jahr",
    "er-jahr",
    "-е год",
    "-tal",
    "-luku",
    "-luvu",
    "'ler",
    "'lar",
    "年代",
    "년대",
    ". lét",
];
/// What stands before them.
const BEFORE: [&str; 7] = ["années", "anni", "años", "anos", "anys", "jaren", "lata"];
/// Decades without figures.
const NAMES: [&str; 9] = [
    "twenties",
    "thirties",
    "forties",
    "fifties",
    "sixties",
    "seventies",
    "eighties",
    "nineties",
    "léta",
];
const YEARS: std::ops::RangeInclusive<u32> = 1000..=2199;

fn is_year(figures: &str) -> bool {
    figures.parse().is_ok_and(|it| YEARS.contains(&it))
}

/// Why a text is no number of a field: a decade, where years are what the field takes, or may be and it is
/// of four figures.
pub(super) fn instead(refusal: Refusal, field: &Integer, text: Option<&str>) -> Refusal {
    let Some(text) = text.filter(|_| refusal == Refusal::NotANumber && field.unit.is_none()) else {
        return refusal;
    };
    let mut bounds = field.min.iter().chain(&field.max);
    let takes_years = bounds.any(|it| is_year(&it.to_string()));
    let has_bounds = field.min.is_some() || field.max.is_some();
    let has_year = || figures(text).any(|(_, run)| is_year(run));
    match (takes_years || (!has_bounds && has_year())) && tells_decade(text) {
        true => Refusal::Decade,
        false => refusal,
    }
}

/// Whether words tell a decade, or two years.
fn tells_decade(words: &str) -> bool {
    let words = plain(words);
    let years = figures(&words).filter(|(_, run)| is_year(run));
    years.count() > 1 || names_decade(&words)
}

/// Whether words tell a decade or a range in place of this number, where it is a year. `is_said` where they
/// have the number in one way or another; else it is the first year of a decade that they name.
pub(crate) fn tells_decade_for(words: &str, number: &str, is_said: bool) -> bool {
    let words = plain(words);
    let mut found = figures(&words).filter(|(_, run)| *run == number).peekable();
    let is_told = match found.peek().is_some() {
        true => found.all(|run| is_of_decade(&words, run) || is_of_range(&words, run)),
        false => !is_said && number.ends_with('0') && names_decade(&words),
    };
    is_year(number) && is_told
}

fn names_decade(words: &str) -> bool {
    let mut each = words.split(|it: char| !it.is_alphanumeric());
    let mut runs = figures(words);
    each.any(|word| NAMES.contains(&word)) || runs.any(|run| is_of_decade(words, run))
}

/// Whether the figures at this place are those of a decade.
fn is_of_decade(words: &str, (at, run): (usize, &str)) -> bool {
    let before = words.get(..at).unwrap_or_default();
    let behind = words.get(at + run.len()..).unwrap_or_default();
    let ends = |ending: &&str| {
        let rest = behind.strip_prefix(*ending);
        rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    };
    let mut words_before = before.split(|it: char| !it.is_alphanumeric());
    let last = words_before.rfind(|it| !it.is_empty());
    run.ends_with('0')
        && (ENDINGS.iter().any(ends)
            || BEHIND.iter().any(|it| behind.starts_with(it))
            || last.is_some_and(|last| BEFORE.contains(&last)))
}

/// Whether the year at this place has a hyphen and another one beside it.
fn is_of_range(words: &str, (at, run): (usize, &str)) -> bool {
    let before = words.get(..at).unwrap_or_default().trim_end();
    let behind = words.get(at + run.len()..).unwrap_or_default().trim_start();
    let ended = before.strip_suffix('-').map(str::trim_end);
    let ended = ended.and_then(|it| it.rsplit(|it: char| !it.is_ascii_digit()).next());
    let begun = behind.strip_prefix('-').map(str::trim_start);
    let begun = begun.and_then(|it| it.split(|it: char| !it.is_ascii_digit()).next());
    [ended, begun].into_iter().flatten().any(is_year)
}

/// The runs of figures in a text, and where each begins.
fn figures(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let runs = text.split(|it: char| !it.is_ascii_digit());
    let mut at = 0;
    let runs = runs.map(move |run| {
        let start = at;
        let end = start + run.len();
        let gap = text.get(end..).and_then(|rest| rest.chars().next());
        at = end + gap.map_or(0, char::len_utf8);
        (start, run)
    });
    runs.filter(|(_, run)| !run.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decades_and_ranges_of_years_are_told_from_years_and_ages() {
        for (words, expected) in [
            ("1920s", true),
            ("the 1920’s", true),
            ("90s", true),
            ("the twenties", true),
            ("20. léta", true),
            ("dvacátá léta", true),
            ("20er Jahre", true),
            ("années 20", true),
            ("anni ’20", true),
            ("jaren 20", true),
            ("1920-talet", true),
            ("1920-luvulla", true),
            ("20-е годы", true),
            ("1920'ler", true),
            ("1920年代", true),
            ("1920–1930", true),
            ("between 1920 and 1935", true),
            ("1925", false),
            ("20 let", false),
            ("20 años", false),
            ("20 Jahre", false),
            ("25s", false),
            ("10-20", false),
            ("20歳", false),
            ("20 large ones", false),
            ("twenty", false),
        ] {
            assert_eq!(tells_decade(words), expected, "{words}");
        }
    }

    #[test]
    fn a_year_that_stands_there_by_itself_too_is_told() {
        for (words, number, is_said, is_decade) in [
            ("two clocks from the 1920s", "1920", true, true),
            ("two clocks from the twenties", "1920", false, true),
            ("from 1920", "1920", true, false),
            ("made 1920–1935", "1920", true, true),
            ("made 1920 - 1935", "1935", true, true),
            ("delivered 2025-11-27", "2025", true, false),
            ("of the 1920s, I think 1920", "1920", true, false),
            ("20 clocks from the 1920s", "20", true, false),
            ("a thousand from the 1920s", "1000", true, false),
            ("dvacátá léta", "1925", false, false),
            ("an old clock", "1920", false, false),
        ] {
            assert_eq!(
                tells_decade_for(words, number, is_said),
                is_decade,
                "{words}"
            );
        }
    }
}
