//! What is said around the questions.

use super::super::LONGEST_PHRASE;
use super::super::say::Done;
use super::{listed, question};
use crate::field::Field;
use crate::text::shortened;

/// What is said to who would like another language.
pub const ONLY_TWO: &str = "I am a small demonstration model that speaks English and Japanese only, so I will go on in English.";

/// The first words of an interview, with the country that it goes by.
pub fn greeting(country: Option<&str>) -> String {
    match country {
        Some(country) => format!(
            "Hello. I will go on in English and take {country} as your country; just say so if that is wrong."
        ),
        None => "Hello. I will go on in English; just say so if you prefer Japanese.".to_owned(),
    }
}

/// What was changed, noted or left besides the answer.
pub fn done_beside(done: &Done<'_>) -> String {
    let mut said = Vec::new();
    if done.switched {
        said.push("Gladly, in English from here on.".to_owned());
    }
    if let Some(country) = done.country {
        said.push(format!("I take {country} as your country."));
    }
    for (label, new) in done.corrected {
        said.push(format!(
            "“{label}” is now: {}.",
            shortened(new, LONGEST_PHRASE)
        ));
    }
    if !done.noted.is_empty() {
        let labels: Vec<String> = done
            .noted
            .iter()
            .map(|label| format!("“{label}”"))
            .collect();
        said.push(format!("I have noted {}.", listed(&labels)));
    }
    if let Some(label) = done.left_open {
        said.push(format!("“{label}” is left open."));
    }
    said.join(" ")
}

/// The question about a field alone.
pub fn again(field: &Field) -> String {
    question(field, 1)
}

/// When all is done.
pub const CLOSE: &str = "That was all. Thank you. Please look over your answers.";
/// When what comes next is asked by the page.
pub const GO_ON: &str = "Thank you.";
/// The question for the country.
pub const COUNTRY: &str = "Which country do you live in?";
/// The same, where the answer was not understood.
pub const COUNTRY_AGAIN: &str =
    "I did not recognise that country. Could you type its name, for example Japan or Germany?";
