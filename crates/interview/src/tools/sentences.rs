//! What code itself says, as the Architect translates it.

use std::collections::BTreeMap;

use crate::bounds::MAX_LABEL_CHARS;

/// What of a translation of code's sentences can be said: each with as many places to fill in as the
/// English one has, and no much longer. One that is left out or cannot be said stays English; where
/// there are not as many as there are sentences, nobody knows which is which.
pub(super) fn translated_sentences(
    sentences: &[&'static str],
    told: Vec<String>,
) -> BTreeMap<String, String> {
    if told.len() != sentences.len() {
        return BTreeMap::new();
    }
    let places = |text: &str| text.matches("{}").count();
    let told = sentences.iter().zip(told).filter_map(|(english, told)| {
        let told = told.trim();
        let most = MAX_LABEL_CHARS.max(3 * english.chars().count());
        let fits = !told.is_empty()
            && told.chars().count() <= most
            && places(told) == places(english)
            && !told.chars().any(char::is_control);
        fits.then(|| ((*english).to_owned(), told.to_owned()))
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use super::translated_sentences;

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
}
