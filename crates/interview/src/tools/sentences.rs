//! What code itself says, as the Architect translates it.

use std::collections::BTreeMap;

use crate::bounds::MAX_LABEL_CHARS;

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
        let told = told.trim();
        can_be_said(english, told).then(|| (english.to_owned(), told.to_owned()))
    });
    said.collect()
}

/// The number that a sentence was given, and the sentence.
fn number_of(told: &str) -> Option<(usize, &str)> {
    let (number, sentence) = told.trim_start().split_once(['.', ')', ':'])?;
    Some((number.parse().ok()?, sentence))
}

fn can_be_said(english: &str, told: &str) -> bool {
    let places = |text: &str| text.matches("{}").count();
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
