//! Where a text that tells of several things one after the other begins and ends with each of them.

use std::collections::BTreeSet;

use kikitori_form::lines::{holds, numbers_told_in};

use super::about::{Clauses, Pieces, Signs, pieces, trimmed};

/// Letters of a word at least by which a thing is known.
const LEAST: usize = 4;

/// Where a text tells of one thing, where each of them is known by a word of its own in a clause of its own and
/// none comes between what is told of another. None where that cannot be told.
pub(crate) fn told_apart(text: &str, own: &Signs, others: &[&Signs]) -> Option<Clauses> {
    let pieces = pieces(text, Pieces::Clauses);
    let said = pieces
        .iter()
        .map(|(start, end)| words_of(text.get(*start..*end).unwrap_or_default()).collect());
    let said: Vec<BTreeSet<String>> = said.collect();
    let all: Vec<&Signs> = [own].into_iter().chain(others.iter().copied()).collect();
    let places = |of: usize| {
        let signs = all.get(of)?;
        let beside = all.iter().enumerate().filter(|(at, _)| *at != of);
        let beside: BTreeSet<String> = beside.flat_map(|(_, it)| names_of(it)).collect();
        let names: Vec<String> = names_of(signs).filter(|it| !beside.contains(it)).collect();
        let with = |name: &String| {
            let with = said.iter().enumerate().filter(|(_, it)| it.contains(name));
            with.map(|(at, _)| at).collect::<Vec<usize>>()
        };
        let found: Vec<Vec<usize>> = names.iter().map(with).collect();
        if found.iter().all(Vec::is_empty) {
            return Some(None);
        }
        let mut anchors = found.iter().filter(|it| it.len() == 1);
        let anchor = *anchors.next()?.first()?;
        // What it is called may go on in the clauses beside.
        let is_own = |at: usize| {
            let words = said.get(at);
            words.is_some_and(|words| names.iter().any(|it| words.contains(it)))
        };
        let first = (0..anchor).rev().take_while(|at| is_own(*at)).last();
        let last = (anchor + 1..said.len()).take_while(|at| is_own(*at)).last();
        Some(Some((first.unwrap_or(anchor), last.unwrap_or(anchor))))
    };
    // Of each where it is named, or that it is nowhere.
    let others: Option<Vec<Option<(usize, usize)>>> = (1..all.len()).map(places).collect();
    let others = others?;
    let unnamed = others.iter().filter(|it| it.is_none()).count();
    let others: Vec<(usize, usize)> = others.into_iter().flatten().collect();
    // Who speaks names themselves by no name, and begins.
    let (first, last) = match (places(0)?, unnamed) {
        (Some(own), 0 | 1) => own,
        (None, 0) => {
            let next = others.iter().map(|it| it.0).min()?;
            (0, next.checked_sub(1)?)
        }
        _ => return None,
    };
    if others.iter().any(|it| it.0 <= last && first <= it.1) {
        return None;
    }
    let next = others.iter().map(|it| it.0).filter(|it| *it > last).min();
    let end = next.unwrap_or(pieces.len()).checked_sub(1)?;
    let span = |last: usize| Some((pieces.get(first)?.0, pieces.get(last)?.1));
    let [clause, about] = [trimmed(text, span(last)?), trimmed(text, span(end)?)];
    let told = text.get(about.0..about.1)?;
    let is_told = |value: &String| holds(told, value) || !holds(text, value);
    let tells_another = tells_another(told, own, all.get(1..).unwrap_or_default());
    Some(Clauses {
        clause,
        about,
        is_told: !tells_another && own.values.iter().all(is_told),
        tells_another,
    })
}

/// Whether words that tell of one thing have a number that is none of its own, and lack one that is told of it
/// alone: "the desk, two and a half grand" tells of no desk for 1250.
fn tells_another(told: &str, own: &Signs, others: &[&Signs]) -> bool {
    let figures = own.values.iter().filter(|it| it.contains(char::is_numeric));
    let is_of_other = |value: &String| others.iter().any(|it| it.values.contains(value));
    let mut lost = figures.filter(|it| !holds(told, it) && !is_of_other(it));
    let known = [&own.names, &own.values, &own.days].into_iter().flatten();
    let known: BTreeSet<String> = known.flat_map(|it| numbers_told_in(it)).collect();
    lost.next().is_some() && numbers_told_in(told).iter().any(|it| !known.contains(it))
}

fn names_of(signs: &Signs) -> impl Iterator<Item = String> {
    let names = signs.names.iter();
    names.flat_map(|name| words_of(name))
}

/// The words of a text that are long enough to be one of few, in small letters and in order.
fn words_of(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|it: char| !it.is_alphanumeric());
    let long = words.filter(|it| it.chars().nth(LEAST - 1).is_some());
    long.map(str::to_lowercase)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::string_slice, reason = "tests")]
mod tests {
    use super::*;

    fn signs(names: &[&str], values: &[&str], days: &[&str]) -> Signs {
        let owned = |all: &[&str]| all.iter().map(|it| (*it).to_owned()).collect();
        Signs {
            names: owned(names),
            values: owned(values),
            days: owned(days),
        }
    }

    const THREE: &str = "in there sits my mixing desk, a Soundcraft, which cost me two and a half grand in March \
        2019, and a cello, which is not mine, 1.250 and bought about ten years ago, and an e-bike that was £3,400.50";

    #[test]
    fn what_is_told_of_one_of_several_things_stands_between_their_names() {
        let desk = signs(&["Soundcraft mixing desk"], &["2500"], &["March 2019"]);
        let cello = signs(&["Cello, bought about ten years ago"], &["1250"], &[]);
        let bike = signs(&["E-bike"], &["3400.5"], &[]);
        for (own, others, expected) in [
            (
                &desk,
                [&cello, &bike],
                "in there sits my mixing desk, a Soundcraft, which cost me two and a half grand in March 2019",
            ),
            (
                &cello,
                [&desk, &bike],
                "and a cello, which is not mine, 1.250 and bought about ten years ago",
            ),
            (&bike, [&desk, &cello], "and an e-bike that was £3,400.50"),
        ] {
            let found = told_apart(THREE, own, &others).unwrap();
            assert_eq!(&THREE[found.about.0..found.about.1], expected);
        }
    }

    #[test]
    fn a_figure_of_another_thing_is_none_of_its_own() {
        let other = signs(&["Cello"], &["2500"], &[]);
        for (values, days, text, expected) in [
            (&["1250"], &["March 2019"], THREE, true),
            (
                &["2500"],
                &["March 2019"],
                "the mixing desk, and a cello for 2500",
                false,
            ),
            (
                &["1250"],
                &[""],
                "the mixing desk, and a cello, both 1250",
                false,
            ),
            (
                &["3"],
                &["1980-05-03"],
                "the mixing desk of 3 May 1980, a cello of 1982",
                false,
            ),
        ] {
            let desk = signs(&["Soundcraft mixing desk"], values, days);
            let found = told_apart(text, &desk, &[&other]);
            assert_eq!(found.is_some_and(|it| it.tells_another), expected, "{text}");
        }
    }

    #[test]
    fn who_speaks_begins_without_a_name() {
        let me = signs(&["Jadranka Perić"], &["3.5"], &[]);
        let son = signs(&["Fran"], &["4"], &[]);
        let text = "Ja bih talijanski, učila sam tri i pol godine. Sin Fran engleski, 4 godine";
        for (own, other, expected) in [
            (&me, &son, "Ja bih talijanski, učila sam tri i pol godine."),
            (&son, &me, "Sin Fran engleski, 4 godine"),
        ] {
            let found = told_apart(text, own, &[other]).unwrap();
            assert_eq!(&text[found.about.0..found.about.1], expected);
        }
    }

    #[test]
    fn who_comes_back_to_one_of_them_tells_nothing_apart() {
        let desk = signs(&["mixing desk"], &["2500"], &[]);
        let cello = signs(&["cello"], &["1250"], &[]);
        for text in [
            "a mixing desk and a cello, 2500 and 1250",
            "a mixing desk, a cello, the desk for 2500, the cello for 1250",
        ] {
            assert_eq!(told_apart(text, &desk, &[&cello]), None, "{text}");
        }
    }
}
