//! What code itself says, as the Architect translates it.

use std::collections::BTreeMap;

use crate::bounds::MAX_LABEL_CHARS;

/// Characters that somebody may have put into the place of a part.
const MAX_NAME_CHARS: usize = 16;

/// The sentences as the Architect is given them: each with its number, so that one that is left out
/// moves no other.
pub(crate) fn numbered(sentences: &[&str]) -> Vec<String> {
    let numbers = 1..=sentences.len();
    let numbered = numbers.zip(sentences);
    numbered
        .map(|(number, it)| format!("{number}. {it}"))
        .collect()
}

/// What of a translation of code's sentences can be said: each with as many places to fill in as the
/// English one has, and no much longer. One that is left out or cannot be said stays English. Where
/// none has its number, they are taken in order if they are all there.
pub(super) fn translated_sentences(
    sentences: &[&'static str],
    told: Vec<String>,
) -> BTreeMap<String, String> {
    let by_number: Vec<_> = told.iter().filter_map(|it| number_of(it)).collect();
    let pairs: Vec<(&str, &str)> = match by_number.is_empty() {
        true if told.len() == sentences.len() => {
            let told = told.iter().map(String::as_str);
            sentences.iter().copied().zip(told).collect()
        }
        _ => by_number
            .into_iter()
            .filter_map(|(number, told)| Some((*sentences.get(number.checked_sub(1)?)?, told)))
            .collect(),
    };
    let said = pairs.into_iter().filter_map(|(english, told)| {
        let told = with_places(english, told.trim());
        can_be_said(english, &told).then(|| (english.to_owned(), told))
    });
    said.collect()
}

/// A translation with the places of its English sentence, where they are only written in another way,
/// or where what is told at the end was left out behind its colon.
fn with_places(english: &str, told: &str) -> String {
    let mut found = String::new();
    let mut numbers = Vec::new();
    let mut rest = told;
    while let Some((before, behind)) = rest.split_once(['{', '｛']) {
        let Some((name, after)) = behind.split_once(['}', '｝']) else {
            break;
        };
        if name.chars().count() > MAX_NAME_CHARS {
            return told.to_owned();
        }
        numbers.extend(name.trim().parse::<u32>());
        found.push_str(before);
        found.push_str("{}");
        rest = after;
    }
    found.push_str(rest);
    // They are filled in from the first to the last.
    if !numbers.is_sorted() {
        return told.to_owned();
    }
    let is_told_last = english.trim_end_matches('.').ends_with(": {}");
    let lacks_one = places(&found) + 1 == places(english);
    if is_told_last && lacks_one && found.trim_end_matches('.').ends_with(':') {
        return format!("{} {{}}", found.trim_end_matches('.'));
    }
    if is_told_last && lacks_one && found.trim_end_matches('。').ends_with('：') {
        return format!("{}{{}}", found.trim_end_matches('。'));
    }
    found
}

fn places(text: &str) -> usize {
    text.matches("{}").count()
}

/// The number that a sentence was given, and the sentence.
fn number_of(told: &str) -> Option<(usize, &str)> {
    let (number, sentence) = told.trim_start().split_once(['.', ')', ':'])?;
    Some((number.parse().ok()?, sentence))
}

fn can_be_said(english: &str, told: &str) -> bool {
    let most = MAX_LABEL_CHARS.max(3 * english.chars().count());
    !told.is_empty()
        && told.chars().count() <= most
        && places(told) == places(english)
        && !told.chars().any(char::is_control)
}

#[cfg(test)]
mod tests {
    use super::{numbered, translated_sentences};

    #[test]
    fn a_sentence_is_taken_only_with_the_places_that_are_filled_in() {
        let sentences = [
            "Skip",
            "That is too short: give {} characters or more.",
            "No",
        ];
        let taken = |told: &[&str]| {
            let told = told.iter().map(|it| (*it).to_owned()).collect();
            translated_sentences(&sentences, told)
                .into_values()
                .collect::<Vec<_>>()
        };
        assert_eq!(
            taken(&["Weiter", "Zu kurz: mindestens {}.", "Nein"]).len(),
            3
        );
        assert_eq!(taken(&["Weiter", "Zu kurz.", " "]), ["Weiter"]);
        assert_eq!(
            taken(&["Weiter", "{} und {}", "Nein\nund mehr"]),
            ["Weiter"]
        );
        assert!(
            taken(&["Weiter", "Nein"]).is_empty(),
            "nobody knows which is which"
        );
        let long = "x".repeat(1_000);
        assert_eq!(taken(&[&long, "{}", "Nein"]), ["Nein", "{}"]);
    }

    #[test]
    fn places_that_are_written_in_another_way_are_places() {
        for (english, told, said) in [
            ("Line {} is {}", "Řádek {0} je {1}", Some("Řádek {} je {}")),
            ("Line {} is {}", "第｛｝行は{ }です", Some("第{}行は{}です")),
            ("Line {} is {}", "Satır {n}: {değer}", Some("Satır {}: {}")),
            (
                "Please fill in: {}",
                "Prosimy wypełnić:",
                Some("Prosimy wypełnić: {}"),
            ),
            ("Choose one of: {}.", "请选择：", Some("请选择：{}")),
            ("Line {}, {}: {}", "Riga {}, {}:", Some("Riga {}, {}: {}")),
            // Nobody knows which of them it is, or where it would stand.
            ("Line {} is {}", "{1} ist in Zeile {0}", None),
            ("{} of {} lines", "{} lines", None),
            ("{} is missing", "fehlt", None),
            ("Skip", "Weiter {}", None),
            (
                "At least {}",
                "mindestens {so viele wie es geben muss}",
                None,
            ),
        ] {
            let said = said.map(str::to_owned);
            let found = translated_sentences(&[english], vec![told.to_owned()]);
            assert_eq!(found.get(english).cloned(), said, "{told}");
        }
    }

    #[test]
    fn a_sentence_that_is_left_out_moves_no_other() {
        let sentences = ["Skip", "Give {} characters.", "No"];
        assert_eq!(
            numbered(&sentences),
            ["1. Skip", "2. Give {} characters.", "3. No"]
        );
        type Case<'a> = (&'a [&'a str], &'a [(&'a str, &'a str)]);
        let cases: [Case<'_>; 4] = [
            (&["1. Pomiń", "3. Nie"], &[("Skip", "Pomiń"), ("No", "Nie")]),
            (
                &["3) Nie", "2: Podaj {} znaków."],
                &[("No", "Nie"), ("Give {} characters.", "Podaj {} znaków.")],
            ),
            // One of them has lost its number: it stays English.
            (
                &["1. Pomiń", "Podaj {}", "3. Nie"],
                &[("Skip", "Pomiń"), ("No", "Nie")],
            ),
            (&["0. Zero", "4. Cztery"], &[]),
        ];
        for (told, taken) in cases {
            let given = told.iter().map(|it| (*it).to_owned()).collect();
            let expected: Vec<_> = taken
                .iter()
                .map(|(english, told)| ((*english).to_owned(), (*told).to_owned()))
                .collect();
            let found = translated_sentences(&sentences, given);
            assert_eq!(found, expected.into_iter().collect(), "{told:?}");
        }
    }
}
